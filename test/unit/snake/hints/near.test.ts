import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChannelRows } from '../../../../src/image/channels/channels.js';
import { rowsOf } from '../../../../src/image/channels/channels.js';
import { type CellGrid, gridOf } from '../../../../src/snake/hints/cells.js';
import { evidence } from '../../../../src/snake/hints/evidence.js';
import { type Looks, looksOf } from '../../../../src/snake/hints/looks.js';
import { nearBy } from '../../../../src/snake/hints/near.js';

const { signal } = new AbortController();

const flat = (width: number, height: number): ChannelRows =>
  rowsOf({
    width,
    height,
    kind: 'intensity',
    bits: 8,
    planes: [Uint8Array.from({ length: width * height }, (_, i) => (i * 37) % 251)],
    record: {},
  });

const looksAt = (channel: ChannelRows, grid: CellGrid): Promise<Looks> =>
  looksOf(channel, grid, async () => channel, signal);

test('few cells are looked at all together', () => {
  const near = nearBy({ width: 20, height: 10 }, [55], 2);
  assert.deepEqual([near.width, near.height], [20, 10]);
  const all = Float64Array.from({ length: 200 }, (_, i) => i);
  assert.deepEqual(near.cut(all), all);
});

test('of many cells a part round the mark is cut out and put back where it lay', () => {
  const [width, height] = [700, 500];
  const all = Float64Array.from({ length: width * height }, (_, i) => i);
  const near = nearBy({ width, height }, [3 * width + 5, 8 * width + 690], 1);
  const its = near.cut(all);
  assert.equal(its.length, near.width * near.height);
  assert.ok(near.width === width && near.height < height, 'both ends of the stroke, and rows round it');
  const back = new Float64Array(all.length);
  near.put(its, back);
  assert.deepEqual(
    back.filter((value) => value !== 0),
    all.slice(1, near.height * width),
  );
});

test('where cells are many, far from the mark each stays on the side of the outline that it is on', async () => {
  const [width, height] = [512, 400];
  const looks = await looksAt(flat(width, height), { width, height, size: 1 });
  const distances = Float64Array.from({ length: width * height }, (_, i) => (i % width) - 255.5);
  const values = evidence(looks, distances, [{ cells: [200 * width + 260], inside: true, away: 5, depth: 5 }]);
  for (const row of [0, 10, 390, 399]) {
    assert.equal(values[row * width + 20], 1);
    assert.equal(values[row * width + 490], 0);
  }
  assert.equal(values[200 * width + 260], 1);
});

test('how cells look is worked out once for a channel and a size of cells', async () => {
  const channel = flat(64, 64);
  let asked = 0;
  const ask = (grid: CellGrid): Promise<Looks> =>
    looksOf(
      channel,
      grid,
      async () => {
        asked++;
        return channel;
      },
      signal,
    );
  const grid = gridOf({ width: 64, height: 64 }, 1);
  assert.equal(await ask(grid), await ask(grid));
  assert.equal(asked, 1);
  assert.notEqual((await ask(gridOf({ width: 64, height: 64 }, 4, 256))).size, grid.size);
  assert.equal(asked, 2);
});
