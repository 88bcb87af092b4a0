import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import { BitForm } from '../../src/level-set/bits/bit-form.js';
import type { LevelSetProblem } from '../../src/level-set/problem.js';
import { evolveOnDevice } from '../../src/level-set/steps/device-run.js';
import { progressOf } from '../../src/level-set/steps/schedule.js';
import type { Snapshot } from '../../src/level-set/steps/snapshot.js';
import { between, levelSetCases } from '../support/arbitraries.js';
import { finish } from '../support/finish.js';

const runOf = async (problem: LevelSetProblem, batch?: number): Promise<Snapshot> => {
  const executor = new CpuExecutor();
  let last: Snapshot | undefined;
  for await (const state of evolveOnDevice(executor, problem, undefined, { batch })) last = state;
  assert.equal(executor.stats().buffers, 0, 'buffers were left');
  assert.ok(last);
  return last;
};

const proposals = ['proposal-1', 'proposal-2'] as const;

test('the sequential form gives the same run with kernels as with bits, whatever the batch', () =>
  fc.assert(
    fc.asyncProperty(levelSetCases(), between(1, 3), async (its, batch) => {
      const bits = new BitForm(its.field, its.mask, its.speed, its.schedule);
      const end = finish(bits.run());
      const state = await runOf({ ...its, form: 'sequential' }, batch);
      const what = JSON.stringify({ grid: its.field.grid, speed: its.speed, schedule: its.schedule });
      assert.deepEqual(progressOf(state), end, what);
      assert.deepEqual(state.bits, bits.bits, what);
    }),
    { numRuns: 160 },
  ));

test('the size of a batch changes nothing in the proposals', () =>
  fc.assert(
    fc.asyncProperty(levelSetCases(), fc.constantFrom(...proposals), async (its, form) => {
      const one = await runOf({ ...its, form }, 1);
      const many = await runOf({ ...its, form }, 5);
      assert.deepEqual(progressOf(many), progressOf(one));
      assert.deepEqual(many.bits, one.bits);
    }),
    { numRuns: 60 },
  ));

test('without smoothing both proposals end with the same mask: a tile without unstable cells stays as it is', () =>
  fc.assert(
    fc.asyncProperty(levelSetCases(), async (its) => {
      const schedule = { ...its.schedule, smoothingIterations: 0 };
      const one = await runOf({ ...its, schedule, form: 'proposal-1' });
      const two = await runOf({ ...its, schedule, form: 'proposal-2' });
      assert.deepEqual(two.bits, one.bits);
      assert.deepEqual(progressOf(two), progressOf(one));
    }),
    { numRuns: 60 },
  ));

test('with one iteration a launch and none of smoothing the proposals are the sequential algorithm', () =>
  fc.assert(
    fc.asyncProperty(levelSetCases(), async (its) => {
      const launches = its.schedule.dataIterations;
      const schedule = { ...its.schedule, smoothingIterations: 0, dataIterations: 1, launches };
      const bits = new BitForm(its.field, its.mask, its.speed, { ...its.schedule, smoothingIterations: 0 });
      finish(bits.run());
      for (const form of proposals) assert.deepEqual((await runOf({ ...its, schedule, form })).bits, bits.bits, form);
    }),
    { numRuns: 60 },
  ));
