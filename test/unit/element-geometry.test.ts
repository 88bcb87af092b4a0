import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clipLine, clipRing, whollyInside } from '../../src/element/clip.js';
import {
  areaOf,
  boundsOf,
  closeRing,
  contains,
  nodeTouches,
  rectOf,
  segmentsTouch,
} from '../../src/element/geometry.js';
import { contourAt, edgeAt, nodeAt } from '../../src/element/hit.js';
import { insertNode, moveNode, nodeCount, removeNode } from '../../src/element/node-edits.js';
import type { Position } from '../../src/worker/algorithm.js';
import { ringed, square, squareRing, uuidOf, withGeometry } from '../support/contours.js';

const view = { x0: 0, y0: 0, x1: 100, y1: 100 };

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

  it('closes a ring and drops repeated nodes', () => {
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

  it('tells touching from parting segments', () => {
    assert.equal(segmentsTouch([0, 0], [4, 4], [0, 4], [4, 0]), true);
    assert.equal(segmentsTouch([0, 0], [4, 0], [2, 0], [2, 5]), true);
    assert.equal(segmentsTouch([0, 0], [4, 0], [3, 0], [9, 0]), true);
    assert.equal(segmentsTouch([0, 0], [4, 0], [5, 0], [9, 0]), false);
    assert.equal(segmentsTouch([0, 0], [4, 0], [0, 1], [4, 1]), false);
  });

  it('finds a node whose edges touch others or fold back', () => {
    const ring = squareRing(0, 0, 10);
    assert.equal(nodeTouches(ring, 1), false);
    const crossing: Position[] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [5, -2],
      [0, 0],
    ];
    assert.equal(nodeTouches(crossing, 3), true);
    const folded: Position[] = [
      [0, 0],
      [10, 0],
      [4, 0],
      [0, 10],
      [0, 0],
    ];
    assert.equal(nodeTouches(folded, 2), true);
  });
});

describe('clipping', () => {
  it('leaves what is inside alone', () => {
    assert.deepEqual(clipRing([1, 1, 9, 1, 9, 9], view), [1, 1, 9, 1, 9, 9]);
    assert.deepEqual(clipLine([1, 1, 9, 1, 9, 9], view), [[1, 1, 9, 1, 9, 9]]);
  });

  it('cuts a huge ring to the window without moving its edges', () => {
    const far = 1e9;
    const clipped = clipRing([-far, 50, far, 50, far, far, -far, far], view);
    assert.ok(whollyInside(clipped, view));
    const ys = clipped.filter((_, k) => k % 2 === 1);
    assert.equal(Math.min(...ys), 50);
    assert.deepEqual(clipLine([-far, 50, far, 50], view), [[0, 50, 100, 50]]);
  });

  it('gives nothing of what lies outside', () => {
    assert.deepEqual(clipRing([200, 200, 300, 200, 300, 300], view), []);
    assert.deepEqual(clipLine([200, 0, 200, 100], view), []);
  });

  it('keeps every visible point of a line, and only those', () => {
    const coordinate = fc.integer({ min: -300, max: 400 });
    fc.assert(
      fc.property(
        fc.array(coordinate, { minLength: 4, maxLength: 12 }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        (path, t) => {
          const line = path.slice(0, path.length - (path.length % 2));
          const pieces = clipLine(line, view);
          for (const piece of pieces) {
            for (let k = 0; k < piece.length; k += 2) {
              assert.ok(
                piece[k]! > -1e-6 && piece[k]! < 100 + 1e-6 && piece[k + 1]! > -1e-6 && piece[k + 1]! < 100 + 1e-6,
              );
            }
          }
          const x = line[0]! + t * (line[2]! - line[0]!);
          const y = line[1]! + t * (line[3]! - line[1]!);
          if (x <= 0 || y <= 0 || x >= 100 || y >= 100) return;
          const near = pieces.some((piece) => {
            for (let k = 2; k < piece.length; k += 2) {
              const length = Math.hypot(piece[k]! - piece[k - 2]!, piece[k + 1]! - piece[k - 1]!);
              const around =
                Math.hypot(x - piece[k - 2]!, y - piece[k - 1]!) + Math.hypot(x - piece[k]!, y - piece[k + 1]!);
              if (around - length < 1e-6) return true;
            }
            return false;
          });
          assert.ok(near);
        },
      ),
      { numRuns: 500, seed: 20 },
    );
  });
});

describe('what lies under a pointer', () => {
  const small = square(1, 4, 4, 4);
  const large = square(2, 0, 0, 40);

  it('is the nearest border, else the smallest contour around', () => {
    assert.equal(contourAt([small, large], { x: 6, y: 6 }, 1)?.id, uuidOf(1));
    assert.equal(contourAt([small, large], { x: 39.5, y: 20 }, 1)?.id, uuidOf(2));
    assert.equal(contourAt([small, large], { x: 20, y: 20 }, 1)?.id, uuidOf(2));
    assert.equal(contourAt([small, large], { x: 60, y: 20 }, 1), undefined);
  });

  it('is the topmost of two that coincide', () => {
    assert.equal(contourAt([square(1, 0), square(2, 0)], { x: 0, y: 4 }, 1)?.id, uuidOf(2));
  });

  it('is a node, or the edge that leaves it', () => {
    assert.deepEqual(nodeAt(large, { x: 39, y: 1 }, 3), { path: 0, node: 1 });
    assert.equal(nodeAt(large, { x: 20, y: 1 }, 3), undefined);
    const edge = edgeAt(large, { x: 20, y: 1 }, 3);
    assert.deepEqual([edge?.node, edge?.point], [0, { x: 20, y: 0 }]);
  });
});

describe('edits of nodes', () => {
  it('move the node, and the repeated one at the end with the first', () => {
    const moved = moveNode(square(1, 0), { path: 0, node: 0 }, { x: -2, y: -1 });
    assert.ok(moved?.geometry.type === 'Polygon');
    assert.deepEqual(moved.geometry.coordinates[0]?.at(0), [-2, -1]);
    assert.deepEqual(moved.geometry.coordinates[0]?.at(-1), [-2, -1]);
    assert.equal(moved.properties.metadata.edited, 'by hand');
    assert.equal(moved.properties.measurements['Area px^2'], areaOf(moved.geometry));
  });

  it('are refused where the ring would touch itself', () => {
    assert.equal(moveNode(square(1, 0), { path: 0, node: 0 }, { x: 12, y: 4 }), undefined);
    assert.equal(moveNode(square(1, 0), { path: 0, node: 0 }, { x: 8, y: 4 }), undefined);
  });

  it('insert and remove, down to a triangle', () => {
    const five = insertNode(square(1, 0), { path: 0, node: 0 }, { x: 4, y: -3 });
    assert.equal(nodeCount(five, 0), 5);
    const four = removeNode(five, { path: 0, node: 1 });
    assert.deepEqual(four?.geometry, square(1, 0).geometry);
    const three = removeNode(square(1, 0), { path: 0, node: 0 });
    assert.ok(three);
    assert.equal(nodeCount(three, 0), 3);
    assert.equal(removeNode(three, { path: 0, node: 0 }), undefined);
  });

  it('reach holes, parts and lines by their place', () => {
    const hole = moveNode(ringed(1), { path: 1, node: 2 }, { x: 17, y: 17 });
    assert.equal(hole && areaOf(hole.geometry), 280);
    const parts = withGeometry(1, {
      type: 'MultiPolygon',
      coordinates: [[squareRing(0, 0, 5)], [squareRing(10, 0, 5), squareRing(11, 1, 2)]],
    });
    const inner = moveNode(parts, { path: 2, node: 0 }, { x: 11.5, y: 1.5 });
    assert.ok(inner?.geometry.type === 'MultiPolygon');
    assert.deepEqual(inner.geometry.coordinates[1]?.[1]?.[0], [11.5, 1.5]);
    const line = withGeometry(2, {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [5, 0],
        [9, 9],
      ],
    });
    assert.deepEqual(removeNode(line, { path: 0, node: 1 })?.geometry, {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [9, 9],
      ],
    });
  });
});
