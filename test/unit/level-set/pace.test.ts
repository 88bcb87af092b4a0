/** How many outer iterations go into a submit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import { Pace } from '../../../src/level-set/steps/pace.js';

const runs = (executor: CpuExecutor, tiles: number, each: number, submits: number): number[] => {
  const pace = new Pace(executor, tiles);
  return Array.from({ length: submits }, () => {
    const { batch } = pace;
    pace.took(batch * each);
    return batch;
  });
};

test('a run begins with as many iterations a submit as the run before found to fit, on a larger grid with fewer', () => {
  const executor = new CpuExecutor();
  assert.deepEqual(runs(executor, 1000, 1, 6), [1, 2, 4, 8, 16, 16], 'each takes a millisecond');
  assert.deepEqual(runs(executor, 1000, 1, 2), [16, 16]);
  assert.deepEqual(runs(executor, 10, 1, 1), [16], 'a small grid takes as long at most');
  assert.deepEqual(runs(executor, 40, 1, 1), [4]);
  assert.deepEqual(runs(executor, 40, 100, 2), [16, 8], 'slower than was seen');
  assert.deepEqual(runs(executor, 40, 100, 1), [1]);
  assert.deepEqual(runs(new CpuExecutor(), 40, 1, 1), [1], 'another executor has seen nothing');
});
