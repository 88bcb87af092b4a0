import { Random } from '../random.js';
import type { Trial } from './kernel-trial.js';
import { arithmetic, logarithm, rowCrossing } from './shared-kernels.js';

const groups = (count: number): Trial['groups'] => [Math.ceil(count / 64), 1, 1];

/** Pairs at every carry boundary, then random ones. */
export const arithmeticTrial = (seed: number, count: number): Trial => {
  const random = new Random(seed);
  const pairs = Uint32Array.from({ length: 8 * count }, (_, i) => (i < 4 * count ? random.edge() : random.word()));
  return { kernel: arithmetic, words: { pairs, out: 48 * count }, groups: groups(count) };
};

/** Powers of two, their neighbours, and random values of every length. */
export const logarithmTrial = (seed: number, count: number): Trial => {
  const random = new Random(seed);
  const values = new Uint32Array(4 * count);
  for (let i = 0; i < count; i++) {
    const bits = i < 3 * 128 ? Math.floor(i / 3) : random.between(0, 127);
    const low = i < 3 * 128 ? () => 0 : () => (random.between(0, 3) === 0 ? random.edge() : random.word());
    let value = 0n;
    for (let k = 0; k < 4; k++) value = (value << 32n) | BigInt(low());
    value = BigInt.asUintN(bits, value) + (1n << BigInt(bits)) + (i < 3 * 128 ? BigInt((i % 3) - 1) : 0n);
    value = BigInt.asUintN(128, value < 1n ? 1n : value);
    for (let k = 0; k < 4; k++) values[4 * i + k] = Number((value >> BigInt(32 * k)) & 0xffffffffn);
  }
  return { kernel: logarithm, words: { values, out: 4 * count }, groups: groups(count) };
};

/** Edges of all sizes, up to the whole range of 65,535. */
export const crossingTrial = (seed: number, count: number): Trial => {
  const random = new Random(seed);
  const edges = new Uint32Array(4 * count);
  const rows = new Uint32Array(count);
  const fixed = [0, 65535];
  for (let i = 0; i < count; i++) {
    const size = i < count / 4 ? 65535 : 2 ** random.between(1, 16) - 1;
    const x = () => (random.between(0, 9) === 0 ? fixed[random.between(0, 1)]! : random.between(0, size));
    const y0 = random.between(0, size - 1);
    const y1 = random.between(0, 9) === 0 ? y0 + 1 : random.between(y0 + 1, size);
    edges.set([x(), y0, x(), y1], 4 * i);
    rows[i] = random.between(0, 4) === 0 ? y1 - 1 : random.between(y0, y1 - 1);
  }
  return { kernel: rowCrossing, words: { edges, rows, out: count }, groups: groups(count) };
};
