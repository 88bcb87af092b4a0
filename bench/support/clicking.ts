/** A person who corrects: each click goes to the deepest pixel of the largest error. */
import type { Mask } from './images/masks.js';

export interface Click {
  readonly x: number;
  readonly y: number;
  /** The truth has it. */
  readonly inside: boolean;
}

/** The next click, in the middle of its pixel; none where nothing is wrong. Ignored pixels are never wrong. */
export const nextClick = (found: Mask, truth: Mask, ignore?: Mask): Click | undefined => {
  const { width } = truth;
  const wrong = (side: 0 | 1): Uint8Array =>
    truth.data.map((is, i) => (ignore?.data[i] !== 1 && is === side && found.data[i] !== side ? 1 : 0));
  const missed = deepest(wrong(1), width);
  const taken = deepest(wrong(0), width);
  if (missed.size + taken.size === 0) return undefined;
  const inside = missed.size >= taken.size;
  const at = inside ? missed.at : taken.at;
  return { x: (at % width) + 0.5, y: Math.floor(at / width) + 0.5, inside };
};

/** The largest part of a mask, joined along sides, and its pixel furthest from the rest by steps along x and y. */
export const deepest = (flags: Uint8Array, width: number): { readonly size: number; readonly at: number } => {
  const part = largest(flags, width);
  const depth = new Int32Array(flags.length);
  let [size, at] = [0, 0];
  for (let i = 0; i < flags.length; i++) {
    if (part[i] === 0) continue;
    size++;
    depth[i] = 1 + Math.min(i % width > 0 ? depth[i - 1]! : 0, i >= width ? depth[i - width]! : 0);
  }
  for (let i = flags.length - 1; i >= 0; i--) {
    if (part[i] === 0) continue;
    const right = i % width < width - 1 ? depth[i + 1]! : 0;
    depth[i] = Math.min(depth[i]!, 1 + Math.min(right, i + width < flags.length ? depth[i + width]! : 0));
    if (depth[i]! > depth[at]!) at = i;
  }
  return { size, at };
};

const largest = (flags: Uint8Array, width: number): Uint8Array => {
  const seen = new Uint8Array(flags.length);
  let best: number[] = [];
  for (let first = 0; first < flags.length; first++) {
    if (flags[first] === 0 || seen[first] === 1) continue;
    const part = [first];
    seen[first] = 1;
    for (let k = 0; k < part.length; k++) {
      const i = part[k]!;
      const [left, right] = [i % width > 0 ? i - 1 : -1, i % width < width - 1 ? i + 1 : -1];
      for (const next of [left, right, i - width, i + width]) {
        if (next < 0 || next >= flags.length || flags[next] === 0 || seen[next] === 1) continue;
        seen[next] = 1;
        part.push(next);
      }
    }
    if (part.length > best.length) best = part;
  }
  const its = new Uint8Array(flags.length);
  for (const i of best) its[i] = 1;
  return its;
};
