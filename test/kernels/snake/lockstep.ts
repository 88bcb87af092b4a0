/** The snake on both sides: every dispatch of whole runs, word for word. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import type { Command } from '../../../src/compute/recording.js';
import { makeTables } from '../../../src/snake/tables/tables.js';
import { sharedGpu } from '../../support/devices/gpu.js';
import { LockstepExecutor } from '../../support/kernels/lockstep.js';
import { cases, once } from '../../support/long.js';
import { caseWith, runToEnd, seededRun } from '../../support/snake/whole-runs.js';

/** A seed whose run has removals with equal scores side by side, of which one yields, and removes vertices once more after it has refined the rest. */
const RETURNS = 16;
/** A seed with a polarity and a cost of length, which one sum of products holds side by side. */
const POLAR = 21;

test('every dispatch of the single kernels leaves the same words, whatever the model', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  const both = new LockstepExecutor(gpu, { storageBindings: 8 });
  for (const seed of cases([RETURNS], [2, 5])) {
    const ends = await seededRun(both, seed, 16);
    assert.ok(
      ends.every(({ running }) => !running),
      `seed ${seed} has not ended`,
    );
  }
  for (const kernel of ['join_moves', 'close_stage', 'add_vertices', 'best_rectangle', 'lattice_sums']) {
    assert.ok(both.compared[kernel]! > 0, kernel);
  }
});

test('so does every dispatch of steps in three and in two', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  const cpu = new CpuExecutor();
  // Without the tenth binding, and there with fewer workgroups than slots, which both share out alike; and with it.
  const few = (command: Command): Command =>
    command.kind === 'dispatch' && command.kernel.name === 'choose_moves' && !('indirect' in command.groups)
      ? { ...command, groups: [3, 1, command.groups[2]], constants: { ...command.constants, slotGroups: 3 } }
      : command;
  // The next test has the run that returns by `try_moves`.
  for (const [limits, kernel, seeds] of [
    [{ storageBindings: 9 }, 'choose_moves', cases([RETURNS], [6])],
    [{}, 'try_moves', cases([POLAR], [6])],
  ] as const) {
    const both: LockstepExecutor = new LockstepExecutor(gpu, limits, few);
    for (const seed of seeds) {
      const { channel, problem, stride } = caseWith(seed, 16, 16);
      const tables = await makeTables(cpu, channel, { stride });
      const wanted = await runToEnd(cpu, tables, problem, 8);
      assert.deepEqual(await seededRun(both, seed, 16), wanted, `seed ${seed}`);
    }
    for (const name of [kernel, 'close_step']) assert.ok(both.compared[name]! > 0, name);
  }
});

once('a run goes over from single kernels to two between any two steps', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  const { channel, problem, stride } = caseWith(RETURNS, 16, 16);
  const cpu = new CpuExecutor();
  const wanted = await runToEnd(cpu, await makeTables(cpu, channel, { stride }), problem, 8);
  const inParts = (): number => both.compared.close_stage ?? 0;
  const both: LockstepExecutor = new LockstepExecutor(gpu, {}, undefined, ({ kernel }) => {
    return kernel.name !== 'close_step' || inParts() >= 24;
  });
  assert.deepEqual(await seededRun(both, RETURNS, 16), wanted);
  assert.ok(inParts() >= 24 && both.compared.close_step! > 24, `${inParts()}, ${both.compared.close_step}`);
  assert.equal(both.compared.close_step, both.compared.try_moves);
});
