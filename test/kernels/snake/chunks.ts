/** Chunks of rows on both sides: every dispatch of a run over several chunks, word for word. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import { Lattice } from '../../../src/snake/find/lattice.js';
import { evolve } from '../../../src/snake/steps/optimiser.js';
import { makeTables } from '../../../src/snake/tables/tables.js';
import { sharedGpu } from '../../support/devices/gpu.js';
import { LockstepExecutor } from '../../support/kernels/lockstep.js';
import { caseOf } from '../../support/snake/problems.js';

test('every dispatch over chunks leaves the same words, and the contours are those of the whole image', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  const { name, channel, problem: long, stride } = caseOf(5, 16);
  // Few steps, and room for few vertices: a software adapter takes long for each.
  const problem = { ...long, maximumSteps: 24, capacity: 16 };
  const run = async (executor: LockstepExecutor | CpuExecutor, chunks: number): Promise<unknown[]> => {
    const tables = await makeTables(executor, channel, { stride });
    assert.ok(tables.chunks.length >= chunks, name);
    const lattice = await Lattice.over(executor, tables, problem, 4);
    const found = [await lattice.best()];
    lattice.destroy();
    const steps = evolve(executor, tables, problem, () => 8);
    for (;;) {
      const { done, value } = await steps.next('go');
      if (!done) continue;
      tables.destroy();
      return [...found, ...value];
    }
  };
  const whole = await makeTables(new CpuExecutor(), channel, { stride });
  const [{ samples, prefixes }] = whole.chunks;
  // Five rows a chunk. What a run needs beside the tables is above this limit.
  const binding = (5 * Math.max(samples.byteLength, prefixes.byteLength)) / channel.height;
  const both: LockstepExecutor = new LockstepExecutor(gpu, { binding });
  assert.deepEqual(await run(both, 3), await run(new CpuExecutor(), 1), name);
  assert.ok(both.compared.strided_prefixes! >= 3);
});
