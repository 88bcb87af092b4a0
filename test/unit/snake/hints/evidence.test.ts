import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf } from '../../../../src/image/channels/channels.js';
import { evidence } from '../../../../src/snake/hints/evidence.js';
import { looksOf } from '../../../../src/snake/hints/looks.js';

const { signal } = new AbortController();
const [width, height] = [120, 90];

test('far from a mark the surface is surer of an outline that a person told of than of one found from a click', async () => {
  const plane = Uint8Array.from({ length: width * height }, (_, i) => (i * 37) % 251);
  const channel = rowsOf({ width, height, kind: 'intensity', bits: 8, planes: [plane], record: {} });
  const looks = await looksOf(channel, { width, height, size: 1 }, async () => channel, signal);
  const distances = Float64Array.from({ length: width * height }, (_, i) => (i % width) - 59.5);
  const mark = { cells: [5 * width + 56], inside: false, away: 4, depth: 4 };
  const [told, clicked] = [true, false].map((told) => evidence(looks, distances.slice(), [mark], { told }));
  const at = (column: number, row: number): number => row * width + column;
  for (let row = 50; row < height; row++) {
    assert.ok(told![at(56, row)]! > 0.68 && clicked![at(56, row)]! < 0.63, `row ${row}, within`);
    assert.ok(told![at(63, row)]! < 0.32 && clicked![at(63, row)]! > 0.36, `row ${row}, beyond`);
  }
  for (const values of [told!, clicked!]) assert.ok(values[at(54, 5)]! < 0.5, 'at the mark it is moved');
});
