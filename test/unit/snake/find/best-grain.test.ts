import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestGrain } from '../../../../src/snake/find/map/best-grain.js';

const SIDE = 120;
const { signal } = new AbortController();

/** Nine discs of radius 12; where they are ragged, of every eight columns three are missing. */
const discs = (grain: number, separability: number, ragged: boolean) => {
  const above = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    return Math.hypot((x % 40) - 20, (y % 40) - 20) < 12 && !(ragged && x % 8 < 3) ? 1 : 0;
  });
  const plane = {
    name: `${grain}`,
    channel: 'x',
    width: SIDE,
    height: SIDE,
    values: Uint16Array.from(above, (of) => 1000 * of),
  };
  return { plane, grain, radius: 4, separability, above };
};

test('the most separable plane counts where it is more so than one class, else the one with the roundest parts', async () => {
  const chosen = async (fine: number, coarse: number) =>
    (await bestGrain([discs(1, fine, true), discs(3, coarse, false)], signal))?.grain;
  assert.equal(await chosen(0.58, 0.57), 3);
  assert.equal(await chosen(0.57, 0.58), 3);
  assert.equal(await chosen(0.65, 0.64), 1);
  assert.equal(await chosen(0.64, 0.65), 3);
});

test('without planes there is none, and one alone needs no choice', async () => {
  assert.equal(await bestGrain([], signal), undefined);
  const only = discs(1, 0.5, true);
  assert.equal(await bestGrain([only], signal), only);
});
