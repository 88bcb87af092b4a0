import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../../../src/engine.js';
import { roomIn } from '../../../../src/snake/hints/room.js';

test('the room round a cell ends with the nearest side of the box, in cells; beyond the box nothing is known', () => {
  const grid = { width: 20, size: 2 };
  const box = { x0: 6, y0: 4, x1: 30, y1: 26 };
  const at = (column: number, row: number): number => roomIn(box, row * grid.width + column, grid);
  assert.equal(at(3, 7), 0.5);
  assert.equal(at(8, 3), 1.5);
  assert.equal(at(9, 7), 5.5);
  assert.equal(at(13, 7), 1.5);
  assert.equal(at(8, 12), 0.5);
  assert.equal(at(2, 7), Number.POSITIVE_INFINITY);
  assert.equal(at(8, 13), Number.POSITIVE_INFINITY);
  // The middle of the cell lies on the side.
  assert.equal(roomIn({ ...box, x0: 7 }, 7 * grid.width + 3, grid), Number.POSITIVE_INFINITY);
});

test('a mark in a narrow part far from the contour takes in that part, not the ground between it and the box’s sides', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const [width, height] = [120, 90];
    // A disc, and below it a spot of a faint colour that belongs to it.
    const data = Uint8Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      const wave = 3 * Math.sin(x / 3) + 3 * Math.sin(y / 4);
      const [disc, spot] = [(x - 60) ** 2 + (y - 32) ** 2 < 300, (x - 60) ** 2 + (y - 70) ** 2 < 9];
      return Math.round(wave + (disc ? 170 : spot ? 70 : 40));
    });
    const image = await engine.load({ width, height, data });
    const init = { x: 38, y: 10, width: 44, height: 66 };
    const areaOf = async (inside: [number, number][]): Promise<number> =>
      (await engine.segment(image, { init, hints: { inside } }).result).properties.measurements['Area px^2'] ?? 0;
    const before = await areaOf([]);
    const after = await areaOf([[60.5, 70.5]]);
    // The mark has 5.5 pixels to the side, and some 20 to the contour.
    assert.ok(before < 1300 && after - before > 10 && after - before < 350, `${before}, then ${after}`);
  } finally {
    engine.dispose();
  }
});
