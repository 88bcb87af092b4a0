import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import type { ChannelPlanes } from '../../../src/image/channels/channels.js';
import { HeldResponse } from '../../../src/linear-features/response/held.js';
import { pack, packBytes, packingOf } from '../../../src/linear-features/response/pack.js';
import { ResponsePicture } from '../../../src/linear-features/response/picture.js';
import { Random } from '../../support/random.js';

const planesOf = (plane: Uint8Array | Uint16Array, missing?: Uint8Array): ChannelPlanes => ({
  width: plane.length,
  height: 1,
  kind: 'intensity',
  bits: plane instanceof Uint8Array ? 8 : 16,
  planes: [plane],
  record: {},
  ...(missing && { missing }),
});

describe('samples for the kernels of lines', () => {
  for (const bits of [8, 16] as const) {
    for (const polarity of ['bright', 'dark'] as const) {
      it(`are a step above the values of ${bits} bits, ${polarity} lines bright, and 0 where one is missing`, () => {
        const most = 2 ** bits - 1;
        const values = fc.array(fc.integer({ min: 0, max: most }), { minLength: 1, maxLength: 70 });
        fc.assert(
          fc.property(values, fc.array(fc.boolean(), { minLength: 70, maxLength: 70 }), (its, gone) => {
            const plane = bits === 8 ? Uint8Array.from(its) : Uint16Array.from(its);
            const missing = Uint8Array.from(its, (_, k) => Number(gone[k]));
            const packing = packingOf(bits, polarity, Math.min(...its), Math.max(...its));
            const words = pack(planesOf(plane, missing), packing, new Uint32Array(4).fill(2 ** 32 - 1));
            const samples = bits === 8 ? new Uint8Array(words.buffer) : new Uint16Array(words.buffer);
            const wanted = its.map((value, k) => {
              if (gone[k]) return 0;
              const above = polarity === 'bright' ? value - packing.from : packing.to - value;
              return Math.min(Math.max(1, above + 1), most);
            });
            assert.deepEqual([...samples.subarray(0, its.length)], wanted);
            assert.ok(samples.subarray(its.length).every((value) => value === 0));
          }),
        );
      });
    }
  }
});

describe('bytes for the kernels of lines', () => {
  it('are the same in both forms, of any number and from any place in memory', () => {
    const random = new Random(31);
    for (const bytes of [1, 15, 16, 17, 2 ** 19 - 4, 2 ** 19, 2 ** 20 + 7]) {
      const memory = Uint8Array.from({ length: bytes + 3 }, () => random.between(0, 255));
      for (const polarity of ['bright', 'dark'] as const) {
        const plane = memory.subarray(3);
        const wanted = new Uint32Array(Math.ceil(bytes / 4));
        const samples = new Uint8Array(wanted.buffer);
        samples.set(plane);
        packBytes(wanted, polarity);
        samples.fill(0, bytes);
        const words = pack(planesOf(plane), packingOf(8, polarity, 0, 255));
        assert.ok(Buffer.from(words.buffer).equals(Buffer.from(wanted.buffer)), `${bytes} bytes, ${polarity}`);
      }
    }
  });
});

describe('the picture of a response', () => {
  it('has the greatest strength of each cell, however the region is cut into tiles', async () => {
    const [width, height] = [1100, 700];
    let seed = 7;
    const random = (): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed;
    };
    const words = Uint32Array.from({ length: width * height }, random);
    const samples = Uint8Array.from({ length: width * height }, () => random() >>> 29);
    const response = { width, height, orientations: 8, words, samples };
    const frame = { x: 0, y: 0, width, height, scaleX: 1, scaleY: 1 };
    const whole = new ResponsePicture(frame);
    const clutter = 2 ** 24;
    const held = await HeldResponse.of(new CpuExecutor(), response);
    await whole.add(held.whole, clutter);
    const { columns, rows, data } = whole.picture;
    const side = 3;
    assert.deepEqual([columns, rows], [Math.ceil(width / side), Math.ceil(height / side)]);
    for (let cell = 0; cell < data.length; cell += 97) {
      const [x0, y0] = [side * (cell % columns), side * Math.floor(cell / columns)];
      let most = 0;
      for (let y = y0; y < Math.min(height, y0 + side); y++) {
        for (let x = x0; x < Math.min(width, x0 + side); x++) {
          if (samples[y * width + x] !== 0) most = Math.max(most, words[y * width + x]!);
        }
      }
      assert.equal(data[cell], Math.min(255, Math.floor((255 * (most >>> 6)) / (8 * clutter))));
    }
    const tiled = new ResponsePicture(frame);
    for (const y of [0, 350]) {
      for (const x of [0, 256, 512, 768, 1024]) {
        await tiled.add(held.part({ x, y, width: Math.min(256, width - x), height: 350 }), clutter);
      }
    }
    assert.deepEqual(tiled.picture.data, data);
  });
});
