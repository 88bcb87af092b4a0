/** Vertices that stay and moments beyond the tables, on both sides: every dispatch of whole runs, word for word. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evolve } from '../../../src/snake/steps/optimiser.js';
import { makeTables } from '../../../src/snake/tables/tables.js';
import { sharedGpu } from '../../support/devices/gpu.js';
import { LockstepExecutor } from '../../support/kernels/lockstep.js';
import { Random } from '../../support/random.js';
import { heldCase } from '../../support/snake/held.js';

for (const [storageBindings, kernel] of [
  [8, 'close_stage'],
  [16, 'close_step'],
] as const) {
  test(`a run in part of a domain leaves the same words, by ${kernel}`, async (t) => {
    const gpu = await sharedGpu(t);
    if (!gpu) return;
    const both = new LockstepExecutor(gpu, { storageBindings });
    const kind = { bits: 8 } as const;
    const more = {
      model: 'common',
      lengthCost: 1,
      filter: false,
      capacity: 32,
      distance: 1,
      minimumLength: 20,
      maximumSteps: 10,
    } as const;
    const { part, inPart } = heldCase(new Random(41), kind, more);
    const tables = await makeTables(both, part, { stride: 8 });
    const run = evolve(both, tables, inPart, () => 8);
    for (let end = await run.next('go'); ; end = await run.next('go')) {
      if (!end.done) continue;
      assert.equal(end.value[0]!.running, false);
      assert.ok(end.value[0]!.moves > 0);
      break;
    }
    tables.destroy();
    assert.ok(both.compared[kernel]! > 0);
  });
}
