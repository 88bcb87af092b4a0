import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variedWindows } from '../../../../../../src/snake/find/map/windows/varied-windows.js';
import { Random } from '../../../../../support/random.js';

const area = { width: 6000, height: 4000 };
const field = { width: 300, height: 200 };

/** A picture of the area, a twentieth of its size, in three bands. */
const overview = (isTissue: (x: number, y: number) => boolean) => {
  const random = new Random(3);
  const [width, height] = [300, 200];
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const spread = isTissue(i % width, Math.floor(i / width)) ? 40 : 2;
    for (let band = 0; band < 3; band++) data[3 * i + band] = 200 + random.between(-spread, spread);
  }
  return { width, height, bands: 3, data };
};

test('windows lie in tissue, and not on the glass round it', () => {
  const windows = variedWindows(
    9,
    field,
    area,
    overview((x, y) => x >= 60 && x < 120 && y >= 100 && y < 160),
  );
  assert.equal(windows.length, 9);
  // Fields beside the tissue hold its rim.
  for (const { x, y } of windows) assert.ok(x >= 900 && x <= 2400 && y >= 1800 && y <= 3200, `${x}, ${y}`);
  const inside = windows.filter(({ x, y }) => x >= 1200 && x < 2400 && y >= 2000 && y < 3200);
  assert.ok(inside.length >= 7, `${inside.length} windows`);
});

test('where all is alike they are spread over the area, each once and wholly in it', () => {
  const windows = variedWindows(
    9,
    field,
    area,
    overview(() => true),
  );
  assert.equal(new Set(windows.map(({ x, y }) => `${x} ${y}`)).size, 9);
  for (const { x, y, width, height } of windows)
    assert.ok(x >= 0 && y >= 0 && x + width <= area.width && y + height <= area.height);
  for (const row of [0, 1, 2]) {
    const [from, to] = [(row * area.height) / 3 - field.height, ((row + 1) * area.height) / 3];
    assert.equal(windows.filter(({ y }) => y >= from && y < to).length >= 2, true, `row ${row}`);
  }
});

test('a single field that varies is taken once, and others with it', () => {
  const windows = variedWindows(
    9,
    field,
    area,
    overview((x, y) => x < 15 && y < 10),
  );
  assert.deepEqual(windows[0], { x: 0, y: 0, ...field });
  assert.equal(new Set(windows.map(({ x, y }) => `${x} ${y}`)).size, 9);
});

test('an area of one value, or without any, has windows too', () => {
  const [width, height] = [30, 20];
  const flat = { width, height, bands: 1, data: new Uint16Array(width * height).fill(7) };
  for (const samples of [flat, { ...flat, missing: new Uint8Array(width * height).fill(1) }])
    assert.equal(variedWindows(9, field, area, samples).length, 9);
});
