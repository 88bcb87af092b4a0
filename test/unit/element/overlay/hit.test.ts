import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contourAt, edgeAt, vertexAt } from '../../../../src/element/overlay/hit.js';
import { square, uuidOf } from '../../../support/contours.js';

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

  it('is a vertex, or the edge that leaves it', () => {
    assert.deepEqual(vertexAt(large, { x: 39, y: 1 }, 3), { path: 0, vertex: 1 });
    assert.equal(vertexAt(large, { x: 20, y: 1 }, 3), undefined);
    const edge = edgeAt(large, { x: 20, y: 1 }, 3);
    assert.deepEqual([edge?.vertex, edge?.point], [0, { x: 20, y: 0 }]);
  });
});
