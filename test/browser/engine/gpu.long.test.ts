/** The snake on WebGPU in the browser, whose kernels take a software adapter long to compile. */
import { expect } from '@open-wc/testing';
import { createExecutor } from '../../../src/compute/backend.js';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import type { Executor } from '../../../src/compute/executor.js';
import { evolve, type Snapshot } from '../../../src/snake/steps/optimiser.js';
import { makeTables } from '../../../src/snake/tables/tables.js';
import { caseOf } from '../../support/snake/problems.js';

const webgpu = async (options = {}): Promise<Executor> => (await createExecutor('webgpu', options)).executor;

describe('the snake on WebGPU in the browser', () => {
  it('evolves a snake to the nodes, sums and scores that the CPU finds', async () => {
    const { channel, problem: roomy, stride } = caseOf(7, 20);
    // More nodes than it comes to; a software adapter pays for every place, taken or not.
    const problem = { ...roomy, capacity: 16 };
    const ends: (readonly Snapshot[])[] = [];
    for (const executor of [new CpuExecutor(), await webgpu({ limits: { storageBindings: 8 } })]) {
      const tables = await makeTables(executor, channel, { stride });
      const run = evolve(executor, tables, { ...problem, filter: executor.backend === 'cpu' }, () => 8);
      for (;;) {
        const { done, value } = await run.next('go');
        if (!done) continue;
        ends.push(value);
        break;
      }
      executor.dispose();
    }
    const plain = ends.map((snapshots) =>
      snapshots.map((each) => ({ ...each, moments: each.moments.map(String), domain: each.domain.map(String) })),
    );
    expect(plain[1]).to.deep.equal(plain[0]);
  });
});
