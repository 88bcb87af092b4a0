/** Kernels that apply the shaders' shared functions to every item of a list, with CPU kernels in whole numbers of any size. */

import { defineKernel } from '../../../src/compute/recording.js';
import { log2Q44 } from '../../../src/core/numbers/fixed-log2.js';
import arithmeticWgsl from '../../kernels/arithmetic.wgsl';
import crossingWgsl from '../../kernels/crossing.wgsl';
import log2Wgsl from '../../kernels/log2.wgsl';

const size = 64;

const get = (words: Uint32Array, at: number, count: number): bigint => {
  let value = 0n;
  for (let i = count - 1; i >= 0; i--) value = (value << 32n) | BigInt(words[at + i]!);
  return value;
};

const put = (words: Uint32Array, at: number, count: number, value: bigint): void => {
  for (let i = 0; i < count; i++) words[at + i] = Number(BigInt.asUintN(32, value >> BigInt(32 * i)));
};

const signed = (bits: number, value: bigint): bigint => BigInt.asIntN(bits, value);

/** CPU kernels of the invocations of one group that have an item. */
const items =
  (count: number, one: (i: number) => void) =>
  (x: number): void => {
    for (let i = size * x; i < Math.min(size * x + size, count); i++) one(i);
  };

/** `pairs`: two numbers of 128 bits each; `out`: 48 words each. */
export const arithmetic = defineKernel({
  name: 'arithmetic',
  wgsl: arithmeticWgsl,
  bindings: [
    { name: 'pairs', access: 'read' },
    { name: 'out', access: 'read-write' },
  ],
  cpu: ({ pairs, out }) =>
    items(pairs.length / 8, (i) => {
      const a = get(pairs, 8 * i, 4);
      const b = get(pairs, 8 * i + 4, 4);
      const a64 = BigInt.asUintN(64, a);
      const b64 = BigInt.asUintN(64, b);
      const a32 = BigInt.asUintN(32, a);
      const b32 = BigInt.asUintN(32, b);
      const at = 48 * i;
      put(out, at, 2, a64 + b64);
      put(out, at + 2, 2, a64 - b64);
      out[at + 4] = Number(a64 < b64);
      out[at + 5] = Number(signed(64, a64) < 0n);
      put(out, at + 6, 2, a32 * b32);
      put(out, at + 8, 2, a64 * b32);
      put(out, at + 10, 2, a64 << ((b64 >> 32n) & 31n));
      put(out, at + 12, 4, a64 * b64);
      put(out, at + 16, 4, a64 * signed(64, b64));
      put(out, at + 20, 4, a + b);
      put(out, at + 24, 4, a - b);
      out[at + 28] = Number(a < b);
      out[at + 29] = Number(signed(128, a) < signed(128, b));
      out[at + 30] = Number(signed(128, a) < 0n);
      out[at + 31] = 0;
      put(out, at + 32, 4, a * b32);
      put(out, at + 36, 4, signed(128, a) >> (1n + (b32 % 31n)));
      put(out, at + 40, 4, a << (b32 & 31n));
      put(out, at + 44, 2, -a64);
      put(out, at + 46, 2, 0n);
    }),
});

/** `values`: 128 bits each, not zero; `out`: the logarithm, and that of the low 64 bits made odd. */
export const logarithm = defineKernel({
  name: 'logarithm',
  wgsl: log2Wgsl,
  bindings: [
    { name: 'values', access: 'read' },
    { name: 'out', access: 'read-write' },
  ],
  cpu: ({ values, out }) =>
    items(values.length / 4, (i) => {
      put(out, 4 * i, 2, log2Q44(get(values, 4 * i, 4)));
      put(out, 4 * i + 2, 2, log2Q44(get(values, 4 * i, 2) | 1n));
    }),
});

/** `edges`: x0, y0, x1, y1 with y0 < y1; `rows`: one of its rows; `out`: the crossing, signed. */
export const rowCrossing = defineKernel({
  name: 'row_crossing',
  wgsl: crossingWgsl,
  bindings: [
    { name: 'edges', access: 'read' },
    { name: 'rows', access: 'read' },
    { name: 'out', access: 'read-write' },
  ],
  cpu: ({ edges, rows, out }) =>
    items(rows.length, (i) => {
      const [x0, y0, x1, y1] = [0, 1, 2, 3].map((k) => BigInt(edges[4 * i + k]!)) as [bigint, bigint, bigint, bigint];
      const dy = y1 - y0;
      const numerator = 2n * x0 * dy + (x1 - x0) * (2n * (BigInt(rows[i]!) - y0) + 1n) - dy;
      const floor = numerator / (2n * dy) - (numerator % (2n * dy) < 0n ? 1n : 0n);
      put(out, i, 1, floor * 2n * dy === numerator ? floor : floor + 1n);
    }),
});
