import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BitForm } from '../../src/level-set/bits/bit-form.js';
import { simdWith } from '../../src/level-set/kernels/simd/instance.js';
import { levelSetCases } from '../support/arbitraries.js';
import { finish } from '../support/finish.js';
import { type Case, SynchronousMap } from '../support/level-set/cases.js';
import { cases, once } from '../support/long.js';
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
