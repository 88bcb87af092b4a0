/** Runs that begin on the CPU while a device compiles, and go over to it between two steps: the contour is the same. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { RunState } from '../../src/algorithm/algorithm.js';
import { builtIn } from '../../src/algorithms.js';
import type { Backend } from '../../src/compute/backend.js';
import type { Program } from '../../src/compute/executor.js';
import { deferred } from '../../src/core/deferred.js';
import { Engine, type EngineRequest } from '../../src/worker/engine.js';
import { type Loss, LossyExecutor } from '../support/devices/lossy.js';
import { Random } from '../support/random.js';
import { scene } from '../support/snake/cases.js';
import { tick } from '../support/ticking-clock.js';

const [width, height] = [72, 60];
const data = scene(new Random(5), width, height, { bits: 8 }).planes[0]!;
const init = { x: 16, y: 8, width: 42, height: 42 };

/** A device whose compiler works until it is told to be done. */
class SlowCard extends LossyExecutor {
  readonly compiled = deferred();

  override async prepare(programs: readonly Program[]): Promise<void> {
    await this.compiled.promise;
    return super.prepare(programs);
  }
}

// How many steps go into a submit follows from the clock.
let clock: ReturnType<typeof tick>;
beforeEach(() => {
  clock = tick(1 / 16);
});
afterEach(() => clock.restore());

/** `after`: states after which the device is ready; it never is when not given. */
const run = async (request: EngineRequest, standIn: boolean, after?: number) => {
  const card = new SlowCard('slow card');
  const backend: Backend = { executor: card, backend: card.backend, adapter: card.adapter, reason: 'a test', standIn };
  const engine = new Engine(builtIn, {}, async () => backend, backend);
  const image = await engine.load({ width, height, data });
  const going = engine.segment(image, { paused: after !== undefined, ...request });
  const states: RunState[] = [];
  let left = after;
  if (left === 0) card.compiled.resolve();
  if (left !== undefined) going.step();
  for await (const state of going) {
    states.push(state);
    if (left === undefined) continue;
    if (--left <= 0) {
      card.compiled.resolve();
      await engine.prepare(request.algorithm);
      going.resume();
    } else going.step();
  }
  const { contours } = await going.outcome;
  card.compiled.resolve();
  await engine.prepare(request.algorithm);
  assert.equal(engine.stats().bytes, 0, 'buffers are left');
  engine.dispose();
  const { backend: name, adapter, ...metadata } = contours[0]!.properties.metadata;
  const { geometry, properties } = contours[0]!;
  return { states, name, adapter, essence: { geometry, metadata, measurements: properties.measurements } };
};

describe('a run for which the CPU stands in', () => {
  const requests: Record<string, EngineRequest> = {
    'a snake from a box': { init, starts: 1 },
    'a snake that starts three times': { init },
    'a snake from a point': { init: { x: 37, y: 28 } },
  };
  for (const [name, request] of Object.entries(requests)) {
    it(`${name} goes over to the device after any step, and its steps go on`, async () => {
      const wanted = await run(request, false, 0);
      assert.equal(wanted.adapter, 'slow card');
      const alone = await run(request, true);
      assert.equal(alone.name, 'cpu', 'no device was ready');
      assert.deepEqual(alone.essence, wanted.essence);
      for (const after of [1, 2, 7, 20]) {
        const { essence, adapter, states } = await run(request, true, after);
        assert.deepEqual(essence, wanted.essence, `after ${after} states`);
        assert.equal(adapter, 'slow card', `after ${after} states`);
        for (const [i, { step }] of states.entries()) {
          assert.ok(i === 0 || step >= states[i - 1]!.step, `after ${after} states a step came twice`);
        }
      }
    });
  }

  it('does not begin on a device that nobody may stand in for', async () => {
    const { adapter } = await run({ init, starts: 1 }, false, 0);
    assert.equal(adapter, 'slow card');
  });
});

/** A device that has compiled `close_step` at its n-th call. */
class PartCompiled extends LossyExecutor {
  constructor(
    adapter: string,
    private readonly from: number,
    loss?: Loss,
  ) {
    super(adapter, loss);
  }

  readonly isCompiled = ({ kernel }: Program): boolean => kernel.name !== 'close_step' || this.calls >= this.from;
}

describe('a device on which `close_step` is still being compiled', () => {
  /** `from`: the call at which every device has it; `loss`: of the first. */
  const outcome = async (from: number, loss?: Loss) => {
    const cards: PartCompiled[] = [];
    const next = async (): Promise<Backend> => {
      const card = new PartCompiled(`card ${cards.length + 1}`, from, cards.length === 0 ? loss : undefined);
      cards.push(card);
      return { executor: card, backend: card.backend, adapter: card.adapter, reason: 'a test' };
    };
    const engine = new Engine(builtIn, {}, next, await next());
    const image = await engine.load({ width, height, data });
    const { contours } = await engine.segment(image, { init, starts: 1 }).outcome;
    engine.close(image);
    assert.equal(engine.stats().bytes, 0, 'buffers are left');
    engine.dispose();
    const { adapter: _, ...metadata } = contours[0]!.properties.metadata;
    const { geometry, properties } = contours[0]!;
    return { cards, essence: { geometry, metadata, measurements: properties.measurements } };
  };

  it('does steps in parts and goes over, and costs nothing but time when it is lost in either', async () => {
    const wanted = await outcome(0);
    const [whole] = wanted.cards;
    assert.equal(whole!.stats().kernels.close_stage, undefined);
    for (const from of [Math.round(whole!.calls / 3), Math.round(whole!.calls / 2)]) {
      const alone = await outcome(from);
      assert.deepEqual(alone.essence, wanted.essence, `from call ${from}`);
      const { kernels } = alone.cards[0]!.stats();
      assert.ok(kernels.close_stage && kernels.close_step, `from call ${from}`);
      for (const call of [from - 2, from - 1, from, from + 1]) {
        for (const after of [false, true]) {
          const { cards, essence } = await outcome(from, { call, after });
          assert.deepEqual(essence, wanted.essence, `from call ${from}, lost at ${call}`);
          assert.equal(cards.length, 2);
        }
      }
    }
  });
});
