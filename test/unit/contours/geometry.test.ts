import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { areaOf, boundsOf, closeRing, contains, rectOf, vertexTouches } from '../../../src/contours/geometry.js';
import type { Position } from '../../../src/core/geometry/ring.js';
import { ringed, squareRing } from '../../support/contours.js';

describe('geometry of contours', () => {
  it('leaves holes out of area and inside', () => {
    const { geometry } = ringed(1);
    assert.equal(areaOf(geometry), 300);
    assert.equal(contains(geometry, { x: 2, y: 2 }), true);
    assert.equal(contains(geometry, { x: 10, y: 10 }), false);
    assert.deepEqual(boundsOf(geometry), { x0: 0, y0: 0, x1: 20, y1: 20 });
  });

  it('makes the same rectangle of any two opposite corners', () => {
    const wanted = { x: 1, y: 2, width: 3, height: 4 };
    assert.deepEqual(rectOf({ x: 1, y: 2 }, { x: 4, y: 6 }), wanted);
    assert.deepEqual(rectOf({ x: 4, y: 2 }, { x: 1, y: 6 }), wanted);
  });

  it('closes a ring and drops repeated vertices', () => {
    assert.deepEqual(
      closeRing([
        [0, 0],
        [0, 0],
        [4, 0],
        [4, 4],
        [4, 4],
      ]),
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 0],
      ],
    );
    assert.deepEqual(closeRing([]), []);
  });

  it('finds a vertex whose edges touch others or fold back', () => {
    const ring = squareRing(0, 0, 10);
    assert.equal(vertexTouches(ring, 1), false);
    const crossing: Position[] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [5, -2],
      [0, 0],
    ];
    assert.equal(vertexTouches(crossing, 3), true);
    const folded: Position[] = [
      [0, 0],
      [10, 0],
      [4, 0],
      [0, 10],
      [0, 0],
    ];
    assert.equal(vertexTouches(folded, 2), true);
  });
});
