import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import { BitForm } from '../../src/level-set/bits/bit-form.js';
import type { Problem } from '../../src/level-set/problem.js';
import { evolveOnDevice } from '../../src/level-set/steps/device-run.js';
import type { Progress } from '../../src/level-set/steps/schedule.js';
import type { Snapshot } from '../../src/level-set/steps/snapshot.js';
import { finish } from '../support/finish.js';
import { randomCase } from '../support/level-set-cases.js';
import { Random } from '../support/random.js';

const runOf = async (problem: Problem, batch?: number): Promise<Snapshot> => {
  const executor = new CpuExecutor();
  let last: Snapshot | undefined;
  for await (const state of evolveOnDevice(executor, problem, undefined, { batch })) last = state;
  assert.equal(executor.stats().buffers, 0, 'buffers were left');
  assert.ok(last);
  return last;
};

const progressOf = ({ outer, steps, stopped, settled, changed, inside }: Progress): Progress => ({
  outer,
  steps,
  stopped,
  settled,
  changed,
  inside,
});

test('the sequential form gives the same run with kernels as with bits, whatever the batch', async () => {
  const random = new Random(31);
  for (let k = 0; k < 160; k++) {
    const its = randomCase(random, k % 2 === 1);
    const bits = new BitForm(its.field, its.mask, its.speed, its.schedule);
    const end = finish(bits.run());
    const state = await runOf({ ...its, form: 'sequential' }, 1 + (k % 3));
    const what = `case ${k}: ${JSON.stringify({ grid: its.field.grid, speed: its.speed, schedule: its.schedule })}`;
    assert.deepEqual(progressOf(state), end, what);
    assert.deepEqual(state.bits, bits.bits, what);
  }
});

test('the size of a batch changes nothing in the proposals', async () => {
  const random = new Random(32);
  for (let k = 0; k < 60; k++) {
    const its = randomCase(random, k % 2 === 1);
    const form = k % 4 < 2 ? 'proposal-1' : 'proposal-2';
    const one = await runOf({ ...its, form }, 1);
    const many = await runOf({ ...its, form }, 5);
    assert.deepEqual(progressOf(many), progressOf(one));
    assert.deepEqual(many.bits, one.bits);
  }
});

test('without smoothing both proposals end with the same mask: a tile without unstable cells stays as it is', async () => {
  const random = new Random(33);
  for (let k = 0; k < 60; k++) {
    const its = randomCase(random, k % 2 === 1);
    const schedule = { ...its.schedule, smoothingIterations: 0 };
    const one = await runOf({ ...its, schedule, form: 'proposal-1' });
    const two = await runOf({ ...its, schedule, form: 'proposal-2' });
    assert.deepEqual(two.bits, one.bits, `case ${k}`);
    assert.deepEqual(progressOf(two), progressOf(one));
  }
});

test('with one iteration a launch and none of smoothing the proposals are the sequential algorithm', async () => {
  const random = new Random(34);
  for (let k = 0; k < 60; k++) {
    const its = randomCase(random, k % 2 === 1);
    const launches = its.schedule.dataIterations;
    const schedule = { ...its.schedule, smoothingIterations: 0, dataIterations: 1, launches };
    const bits = new BitForm(its.field, its.mask, its.speed, { ...its.schedule, smoothingIterations: 0 });
    finish(bits.run());
    for (const form of ['proposal-1', 'proposal-2'] as const) {
      assert.deepEqual((await runOf({ ...its, schedule, form })).bits, bits.bits, `case ${k}, ${form}`);
    }
  }
});
