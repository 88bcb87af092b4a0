/** Levels made of finer ones: of every size, number of bands and type, against the definition pixel by pixel. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { halve } from '../../../src/image/reduce.js';
import { Random } from '../../support/random.js';

describe('halve', () => {
  it('gives the means of what is there, rounded half up for whole numbers', async () => {
    const random = new Random(5);
    for (let trial = 0; trial < 120; trial++) {
      const [width, height, bands] = [random.between(1, 9), random.between(1, 9), random.between(1, 4)];
      const type = [Uint8Array, Uint16Array, Float32Array][trial % 3]!;
      const most = type === Uint8Array ? 255 : 65535;
      const data = new type(width * height * bands).map(() => random.between(0, most));
      const coarse = await halve({ width, height, bands, data });
      assert.deepEqual([coarse.width, coarse.height], [Math.ceil(width / 2), Math.ceil(height / 2)]);
      assert.ok(coarse.data instanceof type);
      for (let y = 0; y < coarse.height; y++)
        for (let x = 0; x < coarse.width; x++)
          for (let c = 0; c < bands; c++) {
            const four = [0, 1, 2, 3].map((k) => {
              const column = Math.min(2 * x + (k & 1), width - 1);
              const row = Math.min(2 * y + (k >> 1), height - 1);
              return data[(row * width + column) * bands + c]!;
            });
            const mean = four.reduce((sum, value) => sum + value, 0) / 4;
            const wanted = type === Float32Array ? mean : Math.floor(mean + 0.5);
            assert.equal(coarse.data[(y * coarse.width + x) * bands + c], wanted);
          }
    }
  });
});
