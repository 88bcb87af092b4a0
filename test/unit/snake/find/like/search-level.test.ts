/** The level that a search chooses by the size of its examples. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Level } from '../../../../../src/core/geometry/rect.js';
import { createEngine } from '../../../../../src/engine.js';
import { cut } from '../../../../../src/image/sample-arrays.js';
import type { Samples } from '../../../../../src/image/samples.js';
import { grow } from '../../../../../src/snake/find/like/forest.js';
import { checkModel } from '../../../../../src/snake/find/like/model.js';
import { searchLevel } from '../../../../../src/snake/find/like/search-level.js';
import type { Engine } from '../../../../../src/worker/engine.js';

/** So many pixels that a search without examples takes the coarser level. */
const SIDE = 760;
const RADIUS = 9;
const STEP = 40;
const centres = Array.from({ length: 9 * 9 }, (_, i) => ({
  x: 40 + STEP * (i % 9) + (i % 3),
  y: 40 + STEP * Math.floor(i / 9) + (i % 2),
}));

/** Dark discs on a bright ground with a grain. */
const nuclei = (): Uint8Array => {
  const data = new Uint8Array(SIDE * SIDE).fill(200);
  for (const { x, y } of centres) {
    for (let row = y - RADIUS; row <= y + RADIUS; row++) {
      for (let at = x - RADIUS; at <= x + RADIUS; at++) {
        if (Math.hypot(at + 0.5 - x, row + 0.5 - y) < RADIUS) data[row * SIDE + at] = 110;
      }
    }
  }
  return data.map((value, i) => value + ((i * 7919 + (i >> 7) * 31) % 23));
};

/** The mean of each square of so many pixels. */
const reduced = (data: Uint8Array, by: number): Uint8Array => {
  const side = SIDE / by;
  return Uint8Array.from({ length: side * side }, (_, i) => {
    let sum = 0;
    for (let k = 0; k < by * by; k++) {
      sum += data[((i - (i % side)) / side) * by * SIDE + (i % side) * by + Math.floor(k / by) * SIDE + (k % by)]!;
    }
    return Math.round(sum / by ** 2);
  });
};

let engine: Engine;
before(async () => {
  engine = await createEngine({ backend: 'cpu' });
});
after(() => engine.dispose());

const square = ({ x, y }: { readonly x: number; readonly y: number }) => ({
  x: x - 8,
  y: y - 8,
  width: 16,
  height: 16,
});

const pyramid = (side: number, steps: readonly number[]): Level[] =>
  steps.map((scale) => ({ width: side / scale, height: side / scale, scaleX: scale, scaleY: scale }));

test('small nuclei of a pyramid with a step of four are sought where they have enough pixels', async () => {
  const finest: Samples = { width: SIDE, height: SIDE, bands: 1, data: nuclei() };
  const all = [finest, { ...finest, width: SIDE / 4, height: SIDE / 4, data: reduced(nuclei(), 4) }];
  const image = await engine.load({
    name: 'pyramid',
    width: SIDE,
    height: SIDE,
    bands: 1,
    bits: 8,
    levels: pyramid(SIDE, [1, 4]),
    region: async (rect, level) => cut(all[level]!, rect),
    close: () => {},
  });
  const like = [12, 32, 47, 67].map((i) => square(centres[i]!));
  const { contours, details } = await engine.segment(image, { init: 'auto', objects: 1024, like }).outcome;
  assert.equal(checkModel(details!.objectModel, 1, 8).scale, 1);
  assert.ok(contours.length >= 0.97 * centres.length, `${contours.length} of ${centres.length}`);
  // What is kept of a search that may not have so many pixels is learnt at the examples' own level all the same.
  const coarse = await engine.segment(image, { init: 'auto', like, pixelBudget: 2 ** 17 }).outcome;
  assert.equal(checkModel(coarse.details!.objectModel, 1, 8).scale, 1);
  const rated = await engine.rate(image, like, { like });
  assert.equal(checkModel(rated.model, 1, 8).scale, 1);
});

const levelOf = (side: number, steps: readonly number[], radius: number, domain = side) => {
  const levels = pyramid(side, steps);
  const image = { name: '', width: side, height: side, bands: 1, bits: 8, depth: 1, levels } as const;
  const a = Math.sqrt(Math.PI) * radius;
  const ring = [
    [0, 0],
    [a, 0],
    [a, a],
    [0, a],
    [0, 0],
  ] as const;
  const examples = { classes: [{ name: '' }], like: [{ rings: [ring], label: 0 }], unlike: [] };
  const asked = (likeness?: object) =>
    searchLevel(
      { parameters: {}, ...(likeness && { likeness }) } as unknown as Parameters<typeof searchLevel>[0],
      { x: 0, y: 0, width: domain, height: domain },
      { image, pixelBudget: 2 ** 24 },
    );
  const model = (scale: number) => {
    const cuts = Array.from({ length: 9 }, () => new Array<number>(31).fill(0));
    const set = { features: cuts.map(() => Uint8Array.of(0, 1)), labels: Uint8Array.of(0, 1), classes: 2 };
    return {
      type: 'ObjectModel',
      version: 1,
      bands: 1,
      bits: 8,
      scale,
      radius: radius / scale,
      areas: [1, 2],
      classes: [{ name: '' }],
      cuts,
      trees: grow(set, 1),
    };
  };
  return { none: asked(), examples: asked({ examples }), model: (scale: number) => asked({ model: model(scale) }) };
};

test('the level is the usual one, or a finer one for small objects within a bound of pixels; of a model not finer than its own', () => {
  const small = levelOf(1024, [1, 2, 4, 8], 9);
  assert.deepEqual([small.none, small.examples, small.model(1), small.model(2)], [1, 0, 0, 1]);
  const large = levelOf(1024, [1, 2, 4, 8], 40);
  assert.deepEqual([large.none, large.examples, large.model(1)], [1, 1, 1]);
  const wide = levelOf(4096, [1, 2, 4, 8], 9);
  assert.deepEqual([wide.none, wide.examples], [3, 2]);
  const view = levelOf(4096, [1, 4, 16], 9, 1024);
  assert.deepEqual([view.none, view.examples], [1, 0]);
});
