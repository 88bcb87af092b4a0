import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pinnedOf, pinnedOn, repinned, withPinned } from '../../../../src/element/contours/pinned.js';
import { moveVertex, moveVertices, removeVertex } from '../../../../src/element/contours/vertex-edits.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';

const ring = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
  [0, 0],
] as const;

const contour = (more: Partial<ContourFeature['properties']> = {}): ContourFeature => ({
  type: 'Feature',
  id: 'a',
  geometry: { type: 'Polygon', coordinates: [ring] },
  properties: { objectType: 'annotation', measurements: {}, metadata: {}, ...more },
});

describe('pinned vertices', () => {
  it('are those that moved, one by one or together, and follow when they move again', () => {
    const moved = moveVertex(contour(), { path: 0, vertex: 1 }, { x: 12, y: 1 });
    assert.deepEqual(moved && pinnedOf(moved), [[12, 1]]);
    const again = moved && moveVertex(moved, { path: 0, vertex: 1 }, { x: 13, y: 1 });
    assert.deepEqual(again && pinnedOf(again), [[13, 1]]);
    const both = again && moveVertices(again, new Map([[0, new Set([0, 2])]]), { x: 0, y: 0.5 });
    assert.deepEqual(both && pinnedOf(both), [
      [13, 1],
      [0, 0.5],
      [10, 10.5],
    ]);
    const left = both && removeVertex(both, { path: 0, vertex: 1 });
    assert.deepEqual(left && pinnedOf(left), [
      [0, 0.5],
      [10, 10.5],
    ]);
  });

  it('are vertices of the contour, whatever a file calls so', () => {
    for (const pinned of [true, 'x', [[5, 5]], [['a', 0]], [7], null]) {
      const properties: object = { pinned };
      assert.deepEqual(pinnedOf(contour(properties)), []);
    }
    assert.deepEqual(
      pinnedOf(
        contour({
          pinned: [
            [10, 0],
            [3, 3],
          ],
        }),
      ),
      [[10, 0]],
    );
  });

  it('are told by both coordinates together, and 0 is -0', () => {
    const pinned: readonly (readonly [number, number])[] = [
      [-0, 10],
      [10, -0],
      [0, 3],
      [Number.NaN, 0],
      [0, 10],
    ];
    // 0 and 3 are coordinates of vertices, (0, 3) and (10, 3) are none.
    const coordinates = [[...ring.slice(0, 4), [7, 3], [0, 0]] as const];
    const { properties } = contour({ pinned: [...pinned, [10, 3]] });
    assert.deepStrictEqual(pinnedOf({ geometry: { type: 'Polygon', coordinates }, properties }), [
      [-0, 10],
      [10, -0],
      [0, 10],
    ]);
  });

  it('of none there is no word', () => {
    assert.equal('pinned' in withPinned(contour({ pinned: [[10, 0]] }), []).properties, false);
    const plain = contour();
    assert.equal(repinned(plain, []), plain);
  });

  it('go with a run from the polygon that has them', () => {
    const its = contour({ pinned: [[10, 0]] });
    assert.deepEqual(pinnedOn(its.geometry, its), { pinned: [[10, 0]] });
    assert.deepEqual(pinnedOn({ type: 'Polygon', coordinates: [[[1, 1]]] }, its), {});
    assert.deepEqual(pinnedOn({ x: 1, y: 1 }, its), {});
  });
});
