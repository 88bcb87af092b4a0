import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../../../src/engine.js';
import { Random } from '../../../support/random.js';

const [width, height] = [320, 240];

/** Faint and bright nuclei with blurred rims, some of which touch, in a camera's noise over a ground that rises. */
const nuclei = (seed: number): Uint16Array => {
  const random = new Random(seed);
  const at = (x: number, y: number): number => {
    let value = 200 + x / 4;
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < 5; column++) {
        const [cx, cy] = [32 + 62 * column + 9 * (row % 2), 30 + 58 * row - 7 * (column % 3)];
        const distance = Math.hypot((x - cx) / 1.4, y - cy);
        value += (70 + 45 * ((row + 2 * column) % 5)) / (1 + Math.exp((distance - 13) / 1.5));
      }
    }
    let noise = 0;
    for (let k = 0; k < 4; k++) noise += random.between(-30, 30);
    return Math.round(value + noise / 2);
  };
  return Uint16Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width)));
};

test('found contours have no whiskers, however few pixels of evidence each of them has', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  for (const seed of [1, 2, 3]) {
    const image = await engine.load({ width, height, data: nuclei(seed) });
    const { contours } = await engine.segment(image, { init: 'auto' }).outcome;
    assert.ok(contours.length >= 15, `${contours.length} contours`);
    for (const { properties } of contours) {
      const { 'Area px^2': area, 'Perimeter px': perimeter } = properties.measurements;
      const roundness = (4 * Math.PI * area!) / perimeter! ** 2;
      assert.ok(roundness > 0.4, `${roundness}`);
    }
  }
  engine.dispose();
});
