import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assemble } from '../../../src/image/tiles.js';

/** Most tiles of a side that are read in parallel for the pixels round the corner that four of them share. */
const mostAtOnce = async (side: number): Promise<number> => {
  let [now, most] = [0, 0];
  const grid = { width: 2 * side, height: 2 * side, tileWidth: side, tileHeight: side };
  const rect = { x: side - 1, y: side - 1, width: 2, height: 2 };
  const { data } = await assemble({ name: 'a.tif', bands: 1, bits: 16 }, grid, rect, async (column, row) => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve));
    now--;
    const samples = { width: 1, height: 1, bands: 1, data: Uint16Array.of(2 * row + column) };
    return { rect: { x: side - 1 + column, y: side - 1 + row, width: 1, height: 1 }, samples };
  });
  assert.deepEqual([...data], [0, 1, 2, 3]);
  return most;
};

test('tiles that are large are decoded by as many at once as memory is meant for', async () => {
  assert.equal(await mostAtOnce(1024), 4);
  assert.equal(await mostAtOnce(8192), 2);
  assert.equal(await mostAtOnce(11_000), 1);
});
