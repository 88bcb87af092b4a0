import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Relaxed, relax } from '../../src/algorithm/evidence/relaxation.js';
import { simdWith } from '../../src/algorithm/kernels/simd/instance.js';
import { Random } from '../support/random.js';

const drawn = (random: Random, volume: boolean): Relaxed => {
  const grid = {
    width: random.between(1, 33),
    height: random.between(1, 21),
    depth: volume ? random.between(2, 7) : 1,
  };
  const { width, height, depth } = grid;
  const count = width * height * depth;
  const value = (): number => random.between(0, 1000) / 1000;
  const of = (next: () => number): Float64Array => Float64Array.from({ length: count }, next);
  // Ties that leave the grid, and of a single slice, count for nothing.
  const ties = Array.from({ length: volume ? 3 : 2 }, () => of(() => 0.001 + value()));
  const whole = random.between(0, 1) === 0;
  const from = whole
    ? ([0, 0, 0] as const)
    : ([random.between(0, width - 1), random.between(0, height - 1), random.between(0, depth - 1)] as const);
  const to = [width, height, depth].map((end, axis) => (whole ? end : random.between(from[axis]!, end)));
  return {
    values: of(value),
    goal: of(value),
    pull: of(() => (random.between(0, 9) === 0 ? 1e6 : 0.2)),
    ties,
    grid,
    part: { from, to: [to[0]!, to[1]!, to[2]!] },
    factor: 1.7,
    sweeps: 4,
  };
};

/** A cell at a time, in place, as the sum is written. */
const asWritten = ({ values, goal, pull, ties, grid, part, factor, sweeps }: Relaxed): void => {
  const [w, h, d] = [grid.width, grid.height, grid.depth];
  const axes = [
    [1, w],
    [w, h],
    [w * h, d],
  ] as const;
  for (let sweep = 0; sweep < 2 * sweeps; sweep++)
    for (let z = part.from[2]; z < part.to[2]; z++)
      for (let y = part.from[1]; y < part.to[1]; y++)
        for (let x = part.from[0]; x < part.to[0]; x++) {
          if (((x + y + z + sweep) & 1) === 1) continue;
          const i = (z * h + y) * w + x;
          let all = pull[i]!;
          let sum = all * goal[i]!;
          for (const [axis, at] of [x, y, z].entries()) {
            const [step, end] = axes[axis]!;
            if (at > 0) {
              all += ties[axis]![i - step]!;
              sum += ties[axis]![i - step]! * values[i - step]!;
            }
            if (at + 1 < end) {
              all += ties[axis]![i]!;
              sum += ties[axis]![i]! * values[i + step]!;
            }
          }
          values[i] = Math.min(Math.max(values[i]! + factor * (sum / all - values[i]!), 0), 1);
        }
};

test('a surface is the same, bit for bit, from WebAssembly, without it, and as the sum is written', () => {
  assert.ok(simdWith(64), 'this platform has no SIMD');
  const random = new Random(61);
  for (let k = 0; k < 200; k++) {
    const wanted = drawn(random, k % 2 === 1);
    const [fast, plain] = [wanted, wanted].map((each) => ({ ...each, values: each.values.slice() }));
    relax(fast!);
    relax(plain!, () => undefined);
    asWritten(wanted);
    assert.deepEqual(fast!.values, wanted.values, `SIMD, case ${k}`);
    assert.deepEqual(plain!.values, wanted.values, `plain form, case ${k}`);
  }
});

test('a surface ends where each cell is the mean of its goal and its neighbours, and a part leaves what lies round it', () => {
  const grid = { width: 9, height: 1, depth: 1 };
  const values = new Float64Array(9).fill(0.5);
  const goal = Float64Array.from({ length: 9 }, (_, i) => Number(i === 8));
  const pull = Float64Array.from({ length: 9 }, (_, i) => (i === 0 || i === 8 ? 1e9 : 1e-9));
  const ties = [new Float64Array(9).fill(1), new Float64Array(9).fill(1)];
  const whole = { values, goal, pull, ties, grid, factor: 1.6, sweeps: 60 };
  relax({ ...whole, part: { from: [0, 0, 0], to: [9, 1, 1] } });
  for (const [i, value] of values.entries()) assert.ok(Math.abs(value - i / 8) < 1e-6, `${i}: ${value}`);
  const before = values.slice();
  relax({ ...whole, part: { from: [3, 0, 0], to: [3, 1, 1] } });
  assert.deepEqual(values, before);
});
