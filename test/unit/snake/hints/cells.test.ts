import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rowsOf } from '../../../../src/image/channels/channels.js';
import { cellPlanes } from '../../../../src/snake/hints/cells.js';

it('a cell has the means of its pixels with data, and is empty where there are none', async () => {
  const [width, height, size] = [10, 7, 4];
  const plane = Uint8Array.from({ length: width * height }, (_, i) => (i * 37) % 251);
  const other = Uint16Array.from(plane, (value) => 200 * value);
  // All of the last cell, and every fifth pixel.
  const masked = Uint8Array.from(plane, (_, i) => ((i % width >= 8 && i >= 4 * width) || i % 5 === 0 ? 1 : 0));
  for (const missing of [undefined, masked]) {
    const rows = { width, height, kind: 'intensity', bits: 16, record: {}, planes: [plane, other] } as const;
    const grid = { width: 3, height: 2, size };
    const cells = await cellPlanes(
      rowsOf({ ...rows, ...(missing && { missing }) }),
      grid,
      new AbortController().signal,
    );
    for (let cell = 0; cell < 6; cell++) {
      const pixels = [...plane.keys()].filter((i) => {
        const [x, y] = [i % width, Math.floor(i / width)];
        return Math.floor(x / size) === cell % 3 && Math.floor(y / size) === Math.floor(cell / 3) && !missing?.[i];
      });
      assert.equal(cells.empty[cell], pixels.length === 0 ? 1 : 0);
      for (const [k, values] of [plane, other].entries()) {
        const sum = pixels.reduce((total, i) => total + values[i]!, 0);
        assert.equal(cells.planes[k]![cell], sum / Math.max(1, pixels.length));
      }
    }
    assert.equal(cells.empty[5], missing ? 1 : 0);
  }
});
