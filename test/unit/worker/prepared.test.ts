/** After `prepare`, a first contour dispatches nothing that is not compiled. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { builtIn } from '../../../src/algorithms.js';
import type { Backend } from '../../../src/compute/backend.js';
import type { Executor } from '../../../src/compute/executor.js';
import type { Recording } from '../../../src/compute/recording.js';
import { Engine, type EngineRequest } from '../../../src/worker/engine.js';
import { LossyExecutor } from '../../support/devices/lossy.js';

/** Notes every program that is compiled: named beforehand, or met in a recording. */
class NotingExecutor extends LossyExecutor {
  readonly programs = new Set<string>();

  override prepare(programs: Parameters<Executor['prepare']>[0]): Promise<void> {
    for (const { kernel, constants = {} } of programs) this.#note(kernel.name, constants);
    return super.prepare(programs);
  }

  override submit(recording: Recording, signal?: AbortSignal): Promise<Uint32Array[]> {
    for (const command of recording.commands) {
      if (command.kind === 'dispatch') this.#note(command.kernel.name, command.constants);
    }
    return super.submit(recording, signal);
  }

  #note(kernel: string, constants: Readonly<Record<string, number>>): void {
    const sorted = Object.entries(constants).sort(([a], [b]) => (a < b ? -1 : 1));
    this.programs.add(`${kernel} ${JSON.stringify(sorted)}`);
  }
}

const [width, height] = [150, 140];
const data = Uint8Array.from({ length: width * height }, (_, i) => {
  const [x, y] = [i % width, Math.floor(i / width)];
  return (Math.hypot(x - 75, y - 70) < 40 ? 150 : 80) + (x % 30 === 12 ? 60 : 0) + ((i * 7919) % 13);
});
const init = { x: 30, y: 25, width: 90, height: 90 };

describe('prepare', () => {
  const requests: readonly EngineRequest[] = [
    { algorithm: 'snake', init },
    { algorithm: 'level-set', init },
    { algorithm: 'level-set', init, form: 'proposal-1' },
    { algorithm: 'level-set', init, form: 'proposal-2' },
    { algorithm: 'linear-features', init: 'auto' },
  ];
  for (const request of requests) {
    it(`compiles all that ${request.algorithm} dispatches, ${request.form ?? 'by default'}`, async () => {
      const executor = new NotingExecutor('a card');
      const { backend, adapter } = executor;
      const made: Backend = { executor, backend, adapter, reason: 'a test' };
      const engine = new Engine(builtIn, {}, async () => made, made);
      await engine.prepare(request.algorithm);
      assert.equal(executor.stats().buffers, 0);
      const known = new Set(executor.programs);
      assert.ok(known.size > 3);
      const run = engine.segment(await engine.load({ width, height, data }), request);
      await run.outcome;
      assert.deepEqual(
        [...executor.programs].filter((program) => !known.has(program)),
        [],
      );
      engine.dispose();
    });
  }
});
