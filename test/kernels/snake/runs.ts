/** The snake on both sides: every dispatch of whole runs, word for word; and whole runs against the CPU that filters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import type { Executor } from '../../../src/compute/executor.js';
import type { Command } from '../../../src/compute/recording.js';
import { Lattice } from '../../../src/snake/find/lattice.js';
import { evolve, type Problem, type Snapshot } from '../../../src/snake/steps/optimiser.js';
import { makeTables, type Tables } from '../../../src/snake/tables/tables.js';
import { sharedGpu } from '../../support/devices/gpu.js';
import { LockstepExecutor } from '../../support/kernels/lockstep.js';
import { type Case, caseOf, pinnedCase } from '../../support/snake/problems.js';

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

/** Seeds whose starts have pinned vertices. */
const PINNED: ReadonlySet<number> = new Set([3, 6, 9]);

/** The case of a seed with room for `capacity` vertices: a software adapter pays for every place, taken or not. */
const caseWith = (seed: number, most: number, capacity: number): Case => {
  const found = (PINNED.has(seed) ? pinnedCase : caseOf)(seed, most);
  return { ...found, problem: { ...found.problem, capacity } };
};

/** Every dispatch of the run of one seed, and the best rectangle of its image. */
const lockstep = async (both: LockstepExecutor, seed: number, capacity: number): Promise<readonly Snapshot[]> => {
  const { channel, problem, stride } = caseWith(seed, 16, capacity);
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
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  const both = new LockstepExecutor(gpu, { storageBindings: 8 });
  for (const [seed, capacity] of [
    [2, 16],
    [3, 32],
    [5, 16],
  ] as const) {
    const ends = await lockstep(both, seed, capacity);
    assert.ok(
      ends.every(({ running }) => !running),
      `seed ${seed} has not ended`,
    );
  }
  for (const kernel of ['move_vertices', 'add_vertices', 'prune_vertices', 'best_rectangle', 'lattice_sums']) {
    assert.ok(both.compared[kernel]! > 0, kernel);
  }
});

test('so does every dispatch of steps in three and in two', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  const cpu = new CpuExecutor();
  const { channel, problem, stride } = caseWith(6, 16, 16);
  const tables = await makeTables(cpu, channel, { stride });
  const wanted = await runToEnd(cpu, tables, problem, 8);
  // Without the tenth binding, and there with fewer workgroups than slots, which both share out alike; and with it.
  const few = (command: Command): Command =>
    command.kind === 'dispatch' && command.kernel.name === 'choose_moves'
      ? { ...command, groups: [3, 1, problem.starts.length], constants: { ...command.constants, slotGroups: 3 } }
      : command;
  for (const [limits, kernel] of [
    [{ storageBindings: 9 }, 'choose_moves'],
    [{}, 'try_moves'],
  ] as const) {
    const both: LockstepExecutor = new LockstepExecutor(gpu, limits, few);
    assert.deepEqual(await lockstep(both, 6, 16), wanted);
    for (const name of [kernel, 'close_step']) assert.ok(both.compared[name]! > 0, name);
  }
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
