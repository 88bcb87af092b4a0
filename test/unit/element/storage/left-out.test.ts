/** What a session's file leaves out, and the slices of its image. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSession } from '../../../../src/element/storage/read-session.js';
import { writeSession } from '../../../../src/element/storage/session.js';

test('a session says which of its contours are left out', () => {
  const point = { type: 'Feature', id: 'a', properties: {}, geometry: { type: 'Point', coordinates: [1, 2] } };
  const points = { type: 'FeatureCollection', features: [point] };
  const none = { type: 'FeatureCollection', features: [] };
  const session = { type: 'snake-segmenter-session', version: 1, settings: {} };
  const { contours, skipped, reason } = readSession(JSON.stringify({ ...session, contours: points, unlike: points }));
  assert.deepEqual([contours.length, skipped.length], [0, 2]);
  assert.equal(reason?.text, skipped[0]);
  assert.deepEqual(readSession(JSON.stringify({ ...session, contours: none })).skipped, []);
});

test('a session of a volume tells its slices', async () => {
  const image = { name: 'v', width: 9, height: 9, stack: { depth: 30 } } as Parameters<typeof writeSession>[0];
  const work = { contours: [], unlike: [], model: undefined };
  const text = await writeSession(image, {} as Parameters<typeof writeSession>[1], work).text();
  assert.equal(readSession(text).image?.depth, 30);
});
