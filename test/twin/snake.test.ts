/** The snake on both sides: every dispatch of whole runs, word for word; and whole runs against the CPU that filters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lattice } from '../../src/snake/lattice.js';
import { evolve, type Problem, type Snapshot } from '../../src/snake/optimiser.js';
import { makeTables, type Tables } from '../../src/snake/tables.js';
import { CpuExecutor } from '../../src/worker/cpu-executor.js';
import type { Executor } from '../../src/worker/executor.js';
import { testGpu } from '../support/gpu.js';
import { LockstepExecutor } from '../support/lockstep.js';
import { caseOf } from '../support/snake-problems.js';

const runToEnd = async (
  executor: Executor,
  tables: Tables,
  problem: Problem,
  steps: number,
): Promise<readonly Snapshot[]> => {
  const run = evolve(executor, tables, problem, () => steps);
  for (;;) {
    const { done, value } = await run.next('go');
    if (done) return value;
  }
};

/** Every dispatch of the run of one seed, and the best rectangle of its image. */
const lockstep = async (both: LockstepExecutor, seed: number): Promise<readonly Snapshot[]> => {
  const { channel, problem, stride } = caseOf(seed, 16);
  const tables = await makeTables(both, channel, { stride });
  const point = seed % 2 === 0 ? ([channel.width >> 1, channel.height >> 1] as const) : undefined;
  const lattice = await Lattice.over(both, tables, problem, 4, point);
  await lattice.best();
  lattice.destroy();
  const ends = await runToEnd(both, tables, problem, 8);
  tables.destroy();
  return ends;
};

test('every dispatch of the single kernels leaves the same words, whatever the model', async (t) => {
  const gpu = await testGpu(t, { limits: { storageBindings: 8 } });
  if (!gpu) return;
  const both = new LockstepExecutor(gpu);
  for (const seed of [2, 3, 5]) {
    const ends = await lockstep(both, seed);
    assert.ok(
      ends.every(({ running }) => !running),
      `seed ${seed} has not ended`,
    );
  }
  for (const kernel of ['move_nodes', 'add_nodes', 'prune_nodes', 'best_rectangle', 'lattice_sums']) {
    assert.ok(both.compared[kernel]! > 0, kernel);
  }
  assert.equal(gpu.stats().buffers, 0);
});

test('so does every dispatch of a step in four, and whole runs end like those of the CPU that filters', async (t) => {
  const gpu = await testGpu(t);
  if (!gpu) return;
  const both = new LockstepExecutor(gpu);
  await lockstep(both, 6);
  assert.ok(both.compared.close_step! > 0);
  const cpu = new CpuExecutor();
  for (const seed of [7, 12]) {
    const { name, channel, problem, stride } = caseOf(seed, 20);
    const ends: (readonly Snapshot[])[] = [];
    for (const [executor, steps] of [
      [cpu, 1],
      [gpu, 24],
    ] as const) {
      const tables = await makeTables(executor, channel, { stride });
      ends.push(await runToEnd(executor, tables, { ...problem, filter: executor === cpu }, steps));
      tables.destroy();
    }
    assert.deepEqual(ends[1], ends[0], name);
  }
});
