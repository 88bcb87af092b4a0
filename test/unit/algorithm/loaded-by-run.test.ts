import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadedByRun } from '../../../src/algorithm/loaded-by-run.js';
import { builtIn } from '../../../src/algorithms.js';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import { levelSet } from '../../../src/level-set/algorithm.js';

test('an algorithm is loaded when it is prepared, and its errors are its own', async () => {
  let loads = 0;
  const { id, title, schema } = levelSet;
  const about = { id, title, schema };
  const made = loadedByRun(about, async () => {
    loads++;
    throw new RangeError('gone');
  });
  assert.deepEqual([made.id, made.title, made.schema, loads], [id, title, schema, 0]);
  await assert.rejects(async () => made.prepare?.(new CpuExecutor()), /gone/);
  assert.equal(loads, 1);
  await Promise.all(builtIn.map((algorithm) => algorithm.prepare?.(new CpuExecutor())));
});
