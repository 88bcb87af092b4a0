import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addressesIn,
  addressesOf,
  noVertices,
  sizeOf,
  toggled,
  vertexCount,
  verticesIn,
} from '../../../../src/element/contours/vertex-sets.js';
import { square, withGeometry } from '../../../support/contours.js';

const line = withGeometry(1, {
  type: 'MultiLineString',
  coordinates: [
    [
      [0, 0],
      [4, 0],
    ],
    [
      [0, 2],
      [4, 2],
      [8, 2],
    ],
  ],
});

describe('vertices of a contour', () => {
  it('are counted without the repeated first one of a ring', () => {
    assert.equal(vertexCount(square(1, 0), 0), 4);
    assert.equal(vertexCount(line, 1), 3);
  });

  it('have addresses, path by path', () => {
    assert.deepEqual(addressesIn(line), [
      { path: 0, vertex: 0 },
      { path: 0, vertex: 1 },
      { path: 1, vertex: 0 },
      { path: 1, vertex: 1 },
      { path: 1, vertex: 2 },
    ]);
  });

  it('lie in a rectangle, on its edges too', () => {
    const inside = verticesIn(line, { x: 4, y: 0, width: 4, height: 2 });
    assert.deepEqual(
      inside,
      new Map([
        [0, new Set([1])],
        [1, new Set([1, 2])],
      ]),
    );
    assert.equal(sizeOf(verticesIn(square(1, 0), { x: -1, y: -1, width: 1000, height: 1000 })), 4);
  });
});

describe('a set of vertices', () => {
  it('takes a vertex that it lacks, and gives back one that it has, with its path where that was the last', () => {
    const one = toggled(noVertices, { path: 1, vertex: 2 });
    const two = toggled(one, { path: 0, vertex: 0 });
    assert.deepEqual(addressesOf(two), [
      { path: 1, vertex: 2 },
      { path: 0, vertex: 0 },
    ]);
    assert.deepEqual(toggled(two, { path: 0, vertex: 0 }), one);
    assert.equal(noVertices.size, 0);
  });
});
