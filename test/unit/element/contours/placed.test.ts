import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boundsOf } from '../../../../src/contours/geometry.js';
import { copied } from '../../../../src/element/contours/copied.js';
import { committed, extended, type ImageWork, noWork, undone } from '../../../../src/element/contours/edits.js';
import { boxOfAll, moved, shiftWithin } from '../../../../src/element/contours/placed.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';
import { ringed, square, squareRing, uuidOf, withGeometry } from '../../../support/contours.js';

const image = { width: 100, height: 50 };

describe('contours that are moved', () => {
  it('go with holes, parts and lines, on their slice', () => {
    const plane = { c: -1, z: 3, t: 0 } as const;
    for (const geometry of [
      ringed(1).geometry,
      { type: 'MultiPolygon', coordinates: [[squareRing(0, 0, 5)], [squareRing(10, 0, 5)]] },
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [3, 4],
        ],
      },
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [0, 0],
            [3, 4],
          ],
        ],
      },
    ] as const) {
      const before = withGeometry(1, { ...geometry, plane });
      const after = moved(before, { x: 7, y: -2 }, undefined);
      const [a, b] = [boundsOf(before.geometry), boundsOf(after.geometry)];
      assert.deepEqual([b.x0 - a.x0, b.y0 - a.y0, b.x1 - a.x1, b.y1 - a.y1], [7, -2, 7, -2]);
      assert.deepEqual(after.geometry.plane, plane);
    }
  });

  it('lose what was found at the old place, and keep the volume of the whole', () => {
    const contour: ContourFeature = {
      ...square(1),
      properties: {
        objectType: 'annotation',
        measurements: { 'Inside mean': 3, 'Volume mm^3': 8, Voxels: 8 },
        metadata: { model: 'common', request: '{}', hints: '[]', domain: '{}', note: 'look' },
      },
    };
    const { metadata, measurements } = moved(contour, { x: 1, y: 1 }, undefined).properties;
    assert.deepEqual(metadata, { model: 'common', note: 'look', edited: 'by hand' });
    assert.equal(measurements['Inside mean'], undefined);
    assert.equal(measurements.Voxels, 8);
    assert.ok(measurements['Area px^2']);
  });

  it('stay within the image, and come no further out where they lie outside', () => {
    const box = { x0: 10, y0: 10, x1: 30, y1: 30 };
    assert.deepEqual(shiftWithin(box, { x: -40, y: 90 }, image), { x: -10, y: 20 });
    assert.deepEqual(shiftWithin({ ...box, x0: -5 }, { x: -3, y: 1 }, image), { x: 0, y: 1 });
    assert.deepEqual(shiftWithin({ ...box, x0: -5 }, { x: 3, y: 0 }, image), { x: 3, y: 0 });
    assert.equal(boxOfAll([]), undefined);
  });
});

describe('contours that are copied', () => {
  const onSlice = (n: number, z: number, size: number): ContourFeature => {
    const contour = withGeometry(n, {
      type: 'Polygon',
      coordinates: [squareRing(0, 0, size)],
      plane: { c: -1, z, t: 0 },
    });
    return { ...contour, properties: { ...contour.properties, metadata: { object: uuidOf(1) } } };
  };

  it('have ids of their own, and are not locked', () => {
    const [copy] = copied([{ ...square(1), properties: { ...square(1).properties, isLocked: true } }], undefined);
    assert.ok(copy && copy.id !== uuidOf(1));
    assert.equal(copy.properties.isLocked, undefined);
  });

  it('are one object of a volume again, without slices that it lacks; on an image the largest contour', () => {
    const list = [onSlice(1, 2, 4), onSlice(2, 3, 8), onSlice(3, 9, 5)];
    const there = copied(list, { depth: 5, slice: 0 });
    assert.deepEqual(
      there.map(({ geometry }) => geometry.plane?.z),
      [2, 3],
    );
    assert.deepEqual(
      there.map(({ properties }) => properties.metadata.object),
      [there[0]?.id, there[0]?.id],
    );
    const flat = copied(list, undefined);
    assert.equal(flat.length, 1);
    assert.equal(boundsOf(flat[0]!.geometry).x1, 8);
    assert.equal(flat[0]!.geometry.plane, undefined);
    assert.equal(flat[0]!.properties.metadata.object, undefined);
  });

  it('of one slice come to the slice shown', () => {
    const [copy] = copied([onSlice(1, 2, 4)], { depth: 5, slice: 4 });
    assert.equal(copy?.geometry.plane?.z, 4);
  });
});

describe('moves one after another', () => {
  const step = (work: ImageWork, n: number, from: number, to: number, reason: 'move' | 'edit' = 'move') =>
    extended(work, { reason, edits: [{ index: 0, before: square(n, from), after: square(n, to) }] });
  const begun = committed(noWork, { reason: 'import', edits: [{ index: 0, after: square(1, 0) }] });

  it('are one step, which leads back to the beginning', () => {
    const work = step(step(step(begun, 1, 0, 1), 1, 1, 2), 1, 2, 3);
    assert.equal(work.undo.length, 2);
    assert.deepEqual(undone(work)?.work.contours, [square(1, 0)]);
  });

  it('are steps of their own where something else came between', () => {
    const work = step(step(step(begun, 1, 0, 1), 1, 1, 2, 'edit'), 1, 2, 3);
    assert.equal(work.undo.length, 4);
    assert.deepEqual(undone(work)?.work.contours, [square(1, 2)]);
  });
});
