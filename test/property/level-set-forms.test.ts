import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BitForm } from '../../src/level-set/bits/bit-form.js';
import { gaussianFilter } from '../../src/level-set/bits/gaussian-filter.js';
import { simdWith } from '../../src/level-set/kernels/simd/instance.js';
import { levelSetCases } from '../support/arbitraries.js';
import { finish } from '../support/finish.js';
import { type Case, randomMask, randomSchedule, SynchronousMap } from '../support/level-set/cases.js';
import { cases, once } from '../support/long.js';
import { Random } from '../support/random.js';
import { ListForm } from '../support/reference/level-set-lists.js';

const describe = (step: string, { field, speed, schedule }: Case): string =>
  `${step}: ${JSON.stringify({ grid: field.grid, bands: field.planes.length, speed, schedule })}`;

test('lists, bits with and without WebAssembly, and the synchronous map agree, iteration by iteration, in 2D and 3D', () => {
  assert.ok(simdWith(64), 'this platform has no SIMD');
  let changes = 0;
  const agree = (its: Case): void => {
    const list = new ListForm(its.field, its.mask, its.speed, its.schedule);
    const bits = new BitForm(its.field, its.mask, its.speed, its.schedule);
    const plain = new BitForm(its.field, its.mask, its.speed, its.schedule, () => undefined);
    const map = new SynchronousMap(its);
    const same = (step: string): void => {
      assert.deepEqual(list.mask(), map.mask, describe(`list, ${step}`, its));
      assert.deepEqual(bits.mask(), map.mask, describe(`bits, ${step}`, its));
      assert.deepEqual(plain.mask(), map.mask, describe(`bits in JavaScript, ${step}`, its));
      assert.deepEqual(bits.moments, plain.moments, describe(`moments, ${step}`, its));
    };
    same('start');
    for (let i = 0; i < 4; i++) {
      const before = map.mask;
      const smooth = i % 2 === 1 && its.schedule.smoothingIterations > 0;
      for (const form of [list, bits, plain]) smooth ? form.iterateSmoothing() : form.iterateData();
      smooth ? map.smooth() : map.data();
      same(`iteration ${i}, ${smooth ? 'cycle two' : 'cycle one'}`);
      assert.equal(list.isStopped(), map.stopped(), describe(`stop test ${i} of the list`, its));
      assert.equal(bits.isStopped(), map.stopped(), describe(`stop test ${i} of the bits`, its));
      assert.equal(plain.isStopped(), map.stopped(), describe(`stop test ${i} in JavaScript`, its));
      if (map.mask.some((m, cell) => m !== before[cell])) changes++;
    }
  };
  const numRuns = cases(250, 1000);
  fc.assert(fc.property(levelSetCases(), agree), { numRuns });
  assert.ok(changes > 1.5 * numRuns, `only ${changes} iterations changed anything`);
});

test('lists and bits run alike to the end', () => {
  const ends = new Set<string>();
  const alike = (its: Case): void => {
    const schedule = { ...its.schedule, outerIterations: 12 };
    const list = new ListForm(its.field, its.mask, its.speed, schedule);
    const bits = new BitForm(its.field, its.mask, its.speed, schedule);
    const plain = new BitForm(its.field, its.mask, its.speed, schedule, () => undefined);
    const end = finish(list.run());
    assert.deepEqual(finish(bits.run()), end, describe('progress', its));
    assert.deepEqual(finish(plain.run()), end, describe('progress in JavaScript', its));
    assert.deepEqual(bits.mask(), list.mask(), describe('end', its));
    const { stopped, settled } = end;
    ends.add(stopped ? 'stopped' : settled ? 'settled' : 'limit');
  };
  fc.assert(fc.property(levelSetCases(), alike), { numRuns: cases(60, 200) });
  assert.deepEqual([...ends].sort(), ['limit', 'settled', 'stopped']);
});

test('sums of the filter that need more than 16 bits are compared as they are, with and without WebAssembly', () => {
  const random = new Random(5);
  const grid = { width: 40, height: 16, depth: 14 };
  const field = { grid, planes: [new Uint8Array(40 * 16 * 14).map(() => random.between(0, 255))] };
  const schedule = { ...randomSchedule(random), filterSize: 11, filterVariance: 100, smoothingIterations: 1 };
  assert.ok(gaussianFilter(11, 100, 3).total > 65535);
  const forms = [simdWith, () => undefined].map(
    (instantiate) => new BitForm(field, randomMask(new Random(6), grid), { kind: 'chan-vese' }, schedule, instantiate),
  );
  const start = forms[0]!.mask();
  for (let i = 0; i < 6; i++) {
    for (const form of forms) i % 2 === 0 ? form.iterateSmoothing() : form.iterateData();
    assert.deepEqual(forms[0]!.mask(), forms[1]!.mask(), `iteration ${i}`);
  }
  assert.notDeepEqual(forms[0]!.mask(), start);
});

once('φ of the lists is a function of the mask: −3 and 3 away from the front, −1 and 1 on it', () => {
  const same = (its: Case): void => {
    const list = new ListForm(its.field, its.mask, its.speed, its.schedule);
    list.iterateData();
    list.iterateSmoothing();
    const again = new ListForm(its.field, list.mask(), its.speed, its.schedule);
    assert.deepEqual(list.phi(), again.phi());
  };
  fc.assert(fc.property(levelSetCases(), same), { numRuns: 100 });
});
