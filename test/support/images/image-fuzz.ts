/** Damaged images: what becomes of a file after bits were flipped, bytes cut off, or fields made to lie. */

import { SegmenterError } from '../../../src/core/errors.js';
import { open } from '../../../src/image/open.js';

/** mulberry32: the same numbers on every machine. */
export const randomOf = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
};

const lies = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xffff, 0x10000, 0x7fff, 100_000];

/** A copy of the bytes with one to four wounds; most of them where the structure is, at the start or the end. */
export const damaged = (bytes: Uint8Array, seed: number): Uint8Array<ArrayBuffer> => {
  const random = randomOf(seed);
  let out = new Uint8Array(bytes);
  const place = (): number => {
    const zone = random(4);
    if (zone === 0) return random(Math.min(512, out.length));
    if (zone === 1) return Math.max(0, out.length - 1 - random(Math.min(1024, out.length)));
    return random(out.length);
  };
  for (let wounds = 1 + random(4); wounds > 0 && out.length > 4; wounds--) {
    const at = place();
    switch (random(5)) {
      case 0:
        out = out.slice(0, at);
        break;
      case 1:
        out[at]! ^= 1 << random(8);
        break;
      case 2:
        out[at] = [0, 255, 127, 1][random(4)]!;
        break;
      case 3: {
        const view = new DataView(out.buffer);
        const lie = lies[random(lies.length)]!;
        if (at + 4 <= out.length) view.setUint32(at & ~1, lie, random(2) === 0);
        break;
      }
      default:
        out.copyWithin(at, place(), Math.min(out.length, at + 64));
    }
  }
  return out;
};

export type Fate = 'opened' | 'refused';

/** Opens and reads what is there, a window of it where it claims to be large; anything but samples or a coded error throws. */
export const fateOf = async (spec: Parameters<typeof open>[0]): Promise<Fate> => {
  try {
    const image = await open(spec);
    try {
      for (const [level, size] of image.levels.entries()) {
        const width = Math.min(size.width, 512);
        const height = Math.min(size.height, 512);
        const { data } = await image.region({ x: size.width - width, y: size.height - height, width, height }, level);
        if (data.length !== width * height * image.bands) throw new TypeError(`${data.length} samples`);
      }
    } finally {
      image.close();
    }
    return 'opened';
  } catch (error) {
    if (error instanceof SegmenterError) return 'refused';
    throw error;
  }
};
