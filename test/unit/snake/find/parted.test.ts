import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toNobody } from '../../../../src/core/told.js';
import { BINS, featuresIn } from '../../../../src/snake/find/like/features.js';
import { likeMap } from '../../../../src/snake/find/like/like-map.js';
import type { ObjectModel } from '../../../../src/snake/find/like/model.js';
import { ellipticityOf } from '../../../../src/snake/find/map/ellipticity.js';
import { objectMap, scaledPlane } from '../../../../src/snake/find/map/object-map.js';
import { partedMap } from '../../../../src/snake/find/map/parted.js';
import { partsOf } from '../../../../src/snake/find/map/parts.js';

const signal = new AbortController().signal;
type Place = { readonly x: number; readonly y: number };

/** Numbers of the first of several discs that hold each pixel, from 1 on. */
const labelsOf = (side: number, discs: readonly Place[], radius: number): Int32Array =>
  Int32Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)];
    return 1 + discs.findIndex((disc) => Math.hypot(x + 0.5 - disc.x, y + 0.5 - disc.y) < radius);
  });

test('a disc is an ellipse, two that touch are less of one, and a map without parts has none', () => {
  const size = { width: 100, height: 100 };
  const [left, right] = [
    { x: 30, y: 50 },
    { x: 70, y: 50 },
  ];
  const two = labelsOf(100, [left, right], 20);
  assert.ok(Math.abs(ellipticityOf(two, size) - 1) < 0.01);
  const touching = two.map((label) => Math.min(1, label));
  // Of discs of radius r whose centres lie 2r apart: 2πr² of 4π√(5/4 · 1/4)r².
  assert.ok(Math.abs(ellipticityOf(touching, size) - 1 / Math.sqrt(5 / 4)) < 0.01);
  assert.equal(ellipticityOf(new Int32Array(100 * 100), size), 0);
});

const SIDE = 260;
const RADIUS = 10;
/** Single discs and pairs whose centres lie 1.2 radii apart, so that the width of both has no neck. */
const pairs = Array.from({ length: 30 }, (_, i) => {
  const [x, y] = [24 + 50 * (i % 5), 22 + 43 * Math.floor(i / 5)];
  return i % 2 === 0
    ? [{ x, y }]
    : [
        { x: x - 6, y },
        { x: x + 6, y },
      ];
});

/** Discs by turns bright and four fifths as bright, that fade over their rims. @param dent how much darker their middles are, a share of the brightness */
const plane = (discs: readonly Place[], dent: number) => {
  const values = new Uint16Array(SIDE * SIDE);
  for (let i = 0; i < values.length; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    let value = 6000 + ((i * 7919) % 500);
    for (const [k, disc] of discs.entries()) {
      const away = Math.hypot(x + 0.5 - disc.x, y + 0.5 - disc.y) / RADIUS;
      const top = (k % 2 === 0 ? 50000 : 40000) * (1 - dent * Math.max(0, 1 - 2 * away));
      if (away < 1.1) value = Math.max(value, top * Math.min(1, (1.1 - away) / 0.8));
    }
    values[i] = value;
  }
  return { name: 'x', channel: 'x', width: SIDE, height: SIDE, values };
};

const partsIn = async (discs: readonly Place[], dent: number) => {
  const scaled = (await scaledPlane(plane(discs, dent), 1, signal))!;
  const [whole, parted] = [await objectMap(scaled, signal), await partedMap(scaled, signal)];
  return [whole, parted].map(({ labels }) => partsOf(labels, { width: SIDE, height: SIDE }).length);
};

test('discs that lie on each other are told apart by the gap in their brightness', async () => {
  const discs = pairs.flat();
  const [whole, parted] = await partsIn(discs, 0);
  assert.equal(whole, pairs.length);
  assert.equal(parted, discs.length);
});

test('discs with darker middles stay whole, and so do few of them', async () => {
  const apart = pairs.map(([disc]) => disc!);
  assert.deepEqual(await partsIn(apart, 0.5), [apart.length, apart.length]);
  const few = pairs.flat().slice(0, 3);
  const [whole, parted] = await partsIn(few, 0);
  assert.equal(parted, whole);
});

/** Radius of the discs where they are half as bright as in the middle, about. */
const HALFWAY = 7;

/** A model to which all that is brighter than the background is an object's: of one tree, which looks at the evened-out samples. */
const bright: ObjectModel = {
  type: 'ObjectModel',
  version: 1,
  bands: 1,
  bits: 16,
  scale: 1,
  radius: HALFWAY,
  areas: [150, 190],
  classes: [{ name: '' }],
  // The features hold square roots.
  cuts: Array.from({ length: featuresIn(1) }, () => new Array<number>(BINS - 1).fill(Math.sqrt(20000 * 65535))),
  trees: [{ feature: [0, -1, -1], bin: [0, 0, 0], left: [1, 0, 0], shares: [[], [255, 0], [0, 255]] }],
};

/** No other part is known. */
const nothing = async (): Promise<undefined> => undefined;
/** No side of the samples is the image's. */
const border = { left: false, top: false, right: false, bottom: false };

test('discs that a model does not tell apart are cut, and those with darker middles stay whole', async () => {
  const found = async (discs: readonly Place[], dent: number): Promise<number> => {
    const scaled = (await scaledPlane(plane(discs, dent), 1, signal, HALFWAY))!;
    const samples = { width: SIDE, height: SIDE, bands: 1, data: scaled.plane.values };
    const standing = await objectMap(scaled, signal);
    const given = { model: bright, standing, border, byItself: nothing };
    const { labels } = await likeMap(samples, given, { signal, tell: toNobody });
    return partsOf(labels, samples).length;
  };
  const [all, apart] = [pairs.flat(), pairs.map(([disc]) => disc!)];
  assert.equal(await found(all, 0), all.length);
  assert.equal(await found(apart, 0.5), apart.length);
});
