import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { areaOf } from '../../../../src/contours/geometry.js';
import { measured } from '../../../../src/element/contours/edited.js';
import {
  insertVertex,
  moveVertex,
  moveVertices,
  removeVertex,
  removeVertices,
  shiftVertices,
} from '../../../../src/element/contours/vertex-edits.js';
import { vertexCount } from '../../../../src/element/contours/vertex-sets.js';
import { ringed, square, squareRing, withGeometry } from '../../../support/contours.js';

describe('edits of vertices', () => {
  it('move the vertex, and the repeated one at the end with the first', () => {
    const moved = moveVertex(square(1, 0), { path: 0, vertex: 0 }, { x: -2, y: -1 });
    assert.ok(moved?.geometry.type === 'Polygon');
    assert.deepEqual(moved.geometry.coordinates[0]?.at(0), [-2, -1]);
    assert.deepEqual(moved.geometry.coordinates[0]?.at(-1), [-2, -1]);
  });

  it('are measured once they are kept, and not before', () => {
    const contour = square(1, 0);
    const moved = moveVertex(contour, { path: 0, vertex: 0 }, { x: -2, y: -1 });
    assert.ok(moved);
    assert.equal(moved.properties.measurements, contour.properties.measurements);
    assert.equal(moved.properties.metadata, contour.properties.metadata);
    const kept = measured(moved, { unit: 'µm', pixelWidth: 0.5, pixelHeight: 0.5 });
    assert.equal(kept.properties.metadata.edited, 'by hand');
    assert.equal(kept.properties.measurements['Area px^2'], areaOf(moved.geometry));
    assert.equal(kept.properties.measurements['Area µm^2'], areaOf(moved.geometry) / 4);
  });

  it('are refused where the ring would touch itself', () => {
    assert.equal(moveVertex(square(1, 0), { path: 0, vertex: 0 }, { x: 12, y: 4 }), undefined);
    assert.equal(moveVertex(square(1, 0), { path: 0, vertex: 0 }, { x: 8, y: 4 }), undefined);
  });

  it('insert and remove, down to a triangle', () => {
    const five = insertVertex(square(1, 0), { path: 0, vertex: 0 }, { x: 4, y: -3 });
    assert.equal(vertexCount(five, 0), 5);
    const four = removeVertex(five, { path: 0, vertex: 1 });
    assert.deepEqual(four?.geometry, square(1, 0).geometry);
    const three = removeVertex(square(1, 0), { path: 0, vertex: 0 });
    assert.ok(three);
    assert.equal(vertexCount(three, 0), 3);
    assert.equal(removeVertex(three, { path: 0, vertex: 0 }), undefined);
  });

  it('reach holes, parts and lines by their place', () => {
    const hole = moveVertex(ringed(1), { path: 1, vertex: 2 }, { x: 17, y: 17 });
    assert.equal(hole && areaOf(hole.geometry), 280);
    const parts = withGeometry(1, {
      type: 'MultiPolygon',
      coordinates: [[squareRing(0, 0, 5)], [squareRing(10, 0, 5), squareRing(11, 1, 2)]],
    });
    const inner = moveVertex(parts, { path: 2, vertex: 0 }, { x: 11.5, y: 1.5 });
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
    assert.deepEqual(removeVertex(line, { path: 0, vertex: 1 })?.geometry, {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [9, 9],
      ],
    });
  });
});

describe('several vertices', () => {
  const contour = withGeometry(9, {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
        [0, 0],
      ],
    ],
  });
  const ringOf = (of: typeof contour | undefined): unknown =>
    of?.geometry.type === 'Polygon' ? of.geometry.coordinates[0] : undefined;

  it('move together, and close the ring again', () => {
    const chosen = new Map([[0, new Set([0, 1])]]);
    const moved = [
      [0, -5],
      [10, -5],
      [10, 10],
      [0, 10],
      [0, -5],
    ];
    assert.deepEqual(ringOf(moveVertices(contour, chosen, { x: 0, y: -5 })), moved);
    assert.deepEqual(ringOf(shiftVertices(contour, chosen, { x: 0, y: -5 })), moved);
  });

  it('neither cross the ring nor leave fewer than three', () => {
    assert.equal(moveVertices(contour, new Map([[0, new Set([0])]]), { x: 20, y: 5 }), undefined);
    assert.equal(removeVertices(contour, new Map([[0, new Set([0, 1])]])), undefined);
    assert.deepEqual(ringOf(removeVertices(contour, new Map([[0, new Set([0])]]))), [
      [10, 0],
      [10, 10],
      [0, 10],
      [10, 0],
    ]);
  });
});
