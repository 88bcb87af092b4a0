import assert from 'node:assert/strict';
import { test } from 'node:test';
import { twinsOf } from '../../../../src/element/contours/twin.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';

const line = (id: string, coordinates: [number, number][]): ContourFeature => ({
  type: 'Feature',
  id,
  geometry: { type: 'LineString', coordinates },
  properties: { objectType: 'annotation', measurements: {}, metadata: {} },
});
const line1 = [
  [1, 2],
  [8, 9],
] as [number, number][];
const line2 = [
  [1, 2],
  [8, 19],
] as [number, number][];

test('of several that are found, those are told that are there already', () => {
  const found = [line('a', line1), line('b', line2)];
  assert.equal(twinsOf(found, found), 0);
  assert.equal(twinsOf(found, [line('old', line1), ...found]), 1);
  assert.equal(twinsOf(found, [line('old', line1), line('older', line2), ...found]), 2);
});

test('an object of a volume is one, however many of its slices are there already', () => {
  const slices = (object: string): ContourFeature[] =>
    [4, 5, 6].map((z) => {
      const contour = line(`${object}${z}`, line1);
      const { geometry, properties } = contour;
      return {
        ...contour,
        geometry: { ...geometry, plane: { c: -1, z, t: 0 } },
        properties: { ...properties, metadata: { object } },
      };
    });
  assert.equal(twinsOf(slices('new'), [...slices('old'), ...slices('new')]), 1);
});
