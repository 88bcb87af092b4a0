import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualAreas } from '../../../../src/element/contours/usual-areas.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';

const square = (side: number, name?: string): ContourFeature => ({
  type: 'Feature',
  id: `${side}`,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [side, 0],
        [side, side],
        [0, side],
        [0, 0],
      ],
    ],
  },
  properties: {
    objectType: 'annotation',
    ...(name ? { classification: { name, color: [1, 2, 3] } } : {}),
    measurements: {},
    metadata: {},
  },
});

const line: ContourFeature = {
  ...square(1),
  geometry: {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [9, 9],
    ],
  },
};

test('tells the areas of the newest objects of a class, newest first', () => {
  const contours = [square(2, 'Nucleus'), square(3), line, square(4, 'Nucleus')];
  assert.deepEqual(usualAreas(contours, 'Nucleus', undefined), [16, 4]);
  assert.deepEqual(usualAreas(contours, '', undefined), [9]);
  assert.deepEqual(usualAreas(contours, 'Other', undefined), []);
  const many = Array.from({ length: 40 }, (_, i) => square(i + 1));
  const areas = usualAreas(many, '', undefined);
  assert.deepEqual([areas.length, areas[0]], [16, 1600]);
});
