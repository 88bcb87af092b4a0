import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { areaOf, contains, type Point } from '../../../../src/contours/geometry.js';
import { contourAt, edgeAt } from '../../../../src/element/overlay/hit.js';
import { ContourIndex, indexOf } from '../../../../src/element/overlay/spatial-index.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';
import { square } from '../../../support/contours.js';

const squares = fc
  .array(fc.record({ x: fc.nat(100), y: fc.nat(100), size: fc.integer({ min: 1, max: 30 }) }), { maxLength: 40 })
  .map((list) => list.map(({ x, y, size }, k) => square(k + 1, x, y, size)));

const touching = (list: readonly ContourFeature[], x0: number, y0: number, x1: number, y1: number): number[] => {
  const one = new ContourIndex(list);
  return list.flatMap((_, place) => {
    const box = one.boundsOf(place);
    return box.x0 <= x1 && x0 <= box.x1 && box.y0 <= y1 && y0 <= box.y1 ? [place] : [];
  });
};

/** The contour whose border is within reach, else the smallest around, the topmost first: all of them asked. */
const slowlyAt = (list: readonly ContourFeature[], at: Point, reach: number): ContourFeature | undefined => {
  let nearest: { readonly contour: ContourFeature; readonly distance: number } | undefined;
  let inside: ContourFeature | undefined;
  for (const contour of list.toReversed()) {
    const edge = edgeAt(contour, at, reach);
    if (edge && (!nearest || edge.distance < nearest.distance)) nearest = { contour, distance: edge.distance };
    if (contains(contour.geometry, at) && (!inside || areaOf(contour.geometry) < areaOf(inside.geometry))) {
      inside = contour;
    }
  }
  return nearest?.contour ?? inside;
};

describe('an index of contours', () => {
  it('gives those whose boxes touch a box, in the order of the list', () => {
    const box = fc.record({ x: fc.nat(120), y: fc.nat(120), width: fc.nat(60), height: fc.nat(60) });
    fc.assert(
      fc.property(squares, box, (list, { x, y, width, height }) => {
        const found = indexOf(list).within({ x0: x, y0: y, x1: x + width, y1: y + height });
        assert.deepEqual([...found], touching(list, x, y, x + width, y + height));
      }),
    );
  });

  it('is the same, whatever list was indexed before', () => {
    const change = fc.record({ kind: fc.constantFrom('add', 'remove', 'change'), at: fc.nat(40) });
    fc.assert(
      fc.property(squares, fc.array(change, { maxLength: 4 }), (list, changes) => {
        let index = new ContourIndex(list);
        let next = list;
        for (const { kind, at } of changes) {
          const place = at % (next.length + 1);
          if (kind === 'add') next = next.toSpliced(place, 0, square(900 + at, at));
          else if (kind === 'remove') next = next.toSpliced(place, 1);
          else if (place < next.length) next = next.with(place, square(800 + at, 2 * at, 3, 7));
          index = new ContourIndex(next, index);
        }
        const fresh = new ContourIndex(next);
        assert.deepEqual(index.extent, fresh.extent);
        for (let place = 0; place < next.length; place++) {
          assert.deepEqual(index.boundsOf(place), fresh.boundsOf(place));
          assert.equal(index.vertices(place, 1e9), fresh.vertices(place, 1e9));
        }
      }),
    );
  });

  it('lets a point find what it found when every contour was asked', () => {
    const point = fc.record({ x: fc.integer({ min: 0, max: 260 }), y: fc.integer({ min: 0, max: 260 }) });
    fc.assert(
      fc.property(squares, point, fc.nat(5), (list, at, reach) => {
        const half = { x: at.x / 2, y: at.y / 2 };
        assert.equal(contourAt(list, half, reach)?.id, slowlyAt(list, half, reach)?.id);
      }),
    );
  });
});
