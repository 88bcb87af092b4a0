/** The snake on both sides with pinned vertices, every dispatch word by word, and whole runs on a device against the CPU that filters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import type { Snapshot } from '../../../src/snake/steps/optimiser.js';
import { makeTables } from '../../../src/snake/tables/tables.js';
import { sharedGpu } from '../../support/devices/gpu.js';
import { LockstepExecutor } from '../../support/kernels/lockstep.js';
import { caseWith, runToEnd, seededRun } from '../../support/snake/whole-runs.js';

test('every dispatch of the single kernels leaves the same words with pinned vertices and room for more', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  const ends = await seededRun(new LockstepExecutor(gpu, { storageBindings: 8 }), 3, 32);
  assert.ok(ends.every(({ running }) => !running));
});

test('whole runs end like those of the CPU that filters', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  const cpu = new CpuExecutor();
  for (const seed of [9, 13]) {
    const { name, channel, problem, stride } = caseWith(seed, 20, 16);
    const ends: (readonly Snapshot[])[] = [];
    for (const [executor, steps] of [
      [cpu, 1],
      [gpu, 8],
    ] as const) {
      const tables = await makeTables(executor, channel, { stride });
      ends.push(await runToEnd(executor, tables, { ...problem, filter: executor === cpu }, steps));
      tables.destroy();
    }
    assert.deepEqual(ends[1], ends[0], name);
  }
});
