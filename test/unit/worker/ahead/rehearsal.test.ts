/** A run on a made-up image before the first contour. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Algorithm, RunContext } from '../../../../src/algorithm/algorithm.js';
import { builtIn } from '../../../../src/algorithms.js';
import type { Backend } from '../../../../src/compute/backend.js';
import { CpuExecutor } from '../../../../src/compute/cpu-executor.js';
import type { Executor } from '../../../../src/compute/executor.js';
import { SegmenterError } from '../../../../src/core/errors.js';
import { decodeBeside } from '../../../../src/image/pool/decoded.js';
import type { PoolWorker } from '../../../../src/image/pool/pool-worker.js';
import { Engine } from '../../../../src/worker/engine.js';
import { Session } from '../../../../src/worker/session.js';
import { LossyExecutor } from '../../../support/devices/lossy.js';
import { type Hooks, shrink } from '../../../support/shrink.js';
import { turns, until } from '../../../support/until.js';

const engineWith = (algorithms: readonly Algorithm[], executor: Executor = new CpuExecutor()): Engine => {
  const { backend, adapter } = executor;
  const made: Backend = { executor, backend, adapter, reason: 'a test' };
  return new Engine(algorithms, {}, async () => made, made);
};

/** `shrink`, and the images of its runs. */
const watched = (hooks: Hooks = {}): { algorithm: Algorithm; seen: RunContext['image'][] } => {
  const seen: RunContext['image'][] = [];
  const step: Hooks['step'] = async (state, context) => {
    if (state.iteration === 0) seen.push(context.image);
    await hooks.step?.(state, context);
  };
  return { algorithm: shrink({ ...hooks, step }), seen };
};

const samples = { width: 8, height: 8, data: new Uint8Array(64) };

describe('a rehearsal', () => {
  it('comes once for each kind of samples, on an image of that kind', async () => {
    const { algorithm, seen } = watched();
    const engine = engineWith([algorithm]);
    await engine.prepare('shrink');
    assert.equal(seen.length, 0);
    for (const kind of [
      { bands: 1, bits: 8 },
      { bands: 3, bits: 16 },
      { bands: 1, bits: 8 },
      { bands: 2, bits: 32 },
    ] as const)
      await engine.prepare('shrink', kind);
    assert.deepEqual(
      seen.map(({ bands, bits }) => [bands, bits]),
      [
        [1, 8],
        [3, 16],
        [2, 32],
      ],
    );
  });

  it('leaves no image, no run, no buffer and no counted part behind', async () => {
    const engine = engineWith(builtIn);
    for (const { id } of builtIn) {
      await engine.prepare(id, { bands: 3, bits: 8 });
      await engine.prepare(id, { bands: 1, bits: 8, stack: { depth: 5 } });
    }
    const { images, runs, buffers, parts } = engine.stats();
    assert.deepEqual({ images, runs, buffers }, { images: 0, runs: 0, buffers: 0 });
    assert.deepEqual(Object.values(parts), [0, 0, 0, 0, 0]);
  });

  it('finds a contour with each built-in algorithm, of every kind of samples', async () => {
    for (const algorithm of builtIn) {
      let found = 0;
      const run: Algorithm['run'] = async function* (task, context) {
        const outcome = yield* algorithm.run(task, context);
        found += outcome.contours.length;
        return outcome;
      };
      const engine = engineWith([{ ...algorithm, run }]);
      for (const bits of [8, 16, 32] as const) {
        found = 0;
        await engine.prepare(algorithm.id, { bands: bits === 8 ? 3 : 1, bits });
        assert.ok(found > 0, `${algorithm.id} with ${bits} bits`);
      }
    }
  });

  it('takes a made-up volume whole where a run would, of every kind of samples', async () => {
    for (const algorithm of builtIn) {
      const depths: number[] = [];
      let found = 0;
      const run: Algorithm['run'] = async function* (task, context) {
        depths.push(context.image.depth);
        const outcome = yield* algorithm.run(task, context);
        found += outcome.contours.length;
        return outcome;
      };
      const engine = engineWith([{ ...algorithm, run }]);
      const stack = { depth: 5 };
      for (const kind of [
        { bands: 1, bits: 8, stack },
        { bands: 2, bits: 16, stack },
        { bands: 1, bits: 32, stack },
        { bands: 1, bits: 8 },
        { bands: 1, bits: 8, stack },
      ] as const)
        await engine.prepare(algorithm.id, kind);
      const whole = algorithm.id === 'level-set';
      assert.deepEqual(depths, whole ? [96, 96, 96, 1] : [1, 1, 1, 1], algorithm.id);
      // A contour of every slice that the ball reaches.
      assert.ok(found >= (whole ? 3 * 40 : 4), `${algorithm.id}: ${found}`);
    }
  });

  it('comes on a large image of either kind where an algorithm wakes devices and one is there', async () => {
    const kind = { bands: 1, bits: 8 } as const;
    const sizes = async (executor: Executor, wake?: Algorithm['wake']): Promise<number[]> => {
      const { algorithm, seen } = watched();
      await engineWith([wake ? { ...algorithm, wake } : algorithm], executor).prepare('shrink', kind);
      return seen.map(({ width }) => width);
    };
    const wake = async (): Promise<void> => {};
    assert.deepEqual(await sizes(new LossyExecutor('a card'), wake), [4096, 4096]);
    assert.deepEqual(await sizes(new LossyExecutor('a card')), [512]);
    assert.deepEqual(await sizes(new CpuExecutor(), wake), [512]);
  });

  it('on a large image ends after a second', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    let [held, aborted] = [false, 0];
    const step: Hooks['step'] = async (_, { signal }) => {
      held = true;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      aborted++;
    };
    const algorithm: Algorithm = { ...shrink({ step }), wake: async () => {} };
    const rehearsed = engineWith([algorithm], new LossyExecutor('a card')).prepare('shrink', { bands: 1, bits: 8 });
    await until('a rehearsal', () => held);
    test.mock.timers.tick(999);
    await turns(5);
    assert.equal(aborted, 0);
    test.mock.timers.tick(1);
    await rehearsed;
    assert.equal(aborted, 1);
  });

  it('ends when a run begins, and none begins beside a run', async () => {
    let [held, aborted] = [false, 0];
    const step: Hooks['step'] = async ({ iteration }, { signal, image }) => {
      if (image.name !== 'rehearsal' || iteration > 0) return;
      held = true;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      aborted++;
    };
    const { algorithm, seen } = watched({ step });
    const engine = engineWith([algorithm]);
    const image = await engine.load(samples);
    const rehearsed = engine.prepare('shrink', image);
    await until('a rehearsal', () => held);
    const run = engine.segment(image, { init: { x: 1, y: 1, width: 6, height: 6 } });
    await rehearsed;
    assert.equal(aborted, 1);
    const beside = engine.prepare('shrink', { bands: 2, bits: 8 });
    await run.result;
    await beside;
    assert.deepEqual(
      seen.map(({ name }) => name === 'rehearsal'),
      [true, false],
    );
  });

  it('does not come after a run of its kind', async () => {
    const { algorithm, seen } = watched();
    const engine = engineWith([algorithm]);
    const image = await engine.load(samples);
    await engine.segment(image, { init: { x: 1, y: 1, width: 6, height: 6 } }).result;
    await engine.prepare('shrink', image);
    await engine.prepare('shrink', { bands: 3, bits: 8 });
    assert.deepEqual(
      seen.map(({ name, bands }) => [name === 'rehearsal', bands]),
      [
        [false, 1],
        [true, 3],
      ],
    );
  });

  it('does not begin anew where the device is lost', async () => {
    let begun = 0;
    const lost = shrink({
      step: () => {
        begun++;
        throw new SegmenterError('device-lost', { reason: 'a test' });
      },
    });
    await engineWith([lost]).prepare('shrink', { bands: 1, bits: 8 });
    assert.equal(begun, 1);
  });

  it('ends when the engine is disposed of', async () => {
    let aborted = 0;
    let held = false;
    const step: Hooks['step'] = async (_, { signal }) => {
      held = true;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      aborted++;
    };
    const engine = engineWith([shrink({ step })]);
    const rehearsed = engine.prepare('shrink', { bands: 1, bits: 8 });
    await until('a rehearsal', () => held);
    engine.dispose();
    await rehearsed;
    assert.equal(aborted, 1);
  });

  it('leaves the error of kernels that cannot be compiled to `prepare`', async () => {
    const refused = new SegmenterError('kernel-failed', { kernel: 'a', adapter: 'a card', reason: 'a test' });
    const prepare = (): Promise<void> => Promise.reject(refused);
    const engine = engineWith([{ ...shrink({ step: () => turns(10) }), prepare }]);
    await assert.rejects(engine.prepare('shrink', { bands: 1, bits: 8 }), { code: 'kernel-failed' });
    engine.dispose();
  });

  it('is of built-in algorithms alone, and its failure is no failure of `prepare`', async () => {
    const { algorithm, seen } = watched();
    const failing = shrink({
      step: () => {
        throw new Error('in the rehearsal');
      },
    });
    const engine = engineWith([failing]);
    await engine.prepare('shrink', { bands: 1, bits: 8 });
    engine.register({ ...algorithm, id: 'own' });
    await engine.prepare('own', { bands: 1, bits: 8 });
    assert.equal(seen.length, 0);
  });
});

describe('a session', () => {
  it('rehearses an algorithm on samples as an image has', async () => {
    const { algorithm, seen } = watched();
    const session = new Session([algorithm]);
    await session.start({ backend: 'cpu' }, { state: async () => {}, backend: async () => {} });
    await session.open(1, { kind: 'samples', ...samples }, 'open 1');
    await session.prepare('shrink');
    assert.equal(seen.length, 0);
    await session.prepare('shrink', 1);
    assert.deepEqual(
      seen.map(({ bands, bits }) => [bands, bits]),
      [[1, 8]],
    );
    await session.close(1);
  });
});

describe('a device that is to wake up', () => {
  const box = { x: 1, y: 1, width: 6, height: 6 };

  it('is kept at work on one made-up image after another until a run begins', async (test) => {
    const { algorithm, seen } = watched({ step: () => turns(1) });
    test.mock.method(performance, 'now', () => seen.length);
    const engine = engineWith([algorithm], new LossyExecutor('a card'));
    const image = await engine.load(samples);
    const awake = engine.awaken('shrink', image);
    await until('three of them', () => seen.length > 3);
    const run = engine.segment(image, { init: box });
    await awake;
    const before = seen.length;
    await run.result;
    assert.equal(new Set(seen.slice(0, before).map(({ levels }) => levels)).size, before);
    assert.deepEqual(
      seen.slice(before - 1).map(({ name }) => name === 'rehearsal'),
      [true, false],
    );
    assert.equal(engine.stats().buffers, 0);
  });

  it('is woken by what the algorithm has for that first, and by no more once a run begins', async () => {
    const { algorithm, seen } = watched({ step: () => turns(1) });
    const order: string[] = [];
    let held = false;
    const wake: Algorithm['wake'] = async (_, wanted) => {
      order.push(`woken after ${seen.length}`);
      while (wanted() && (held || order.length < 2)) {
        if (!held) order.push('awake');
        await turns(1);
      }
      order.push(`ended, wanted ${wanted()}`);
    };
    const engine = engineWith([{ ...algorithm, wake }], new LossyExecutor('a card'));
    const image = await engine.load(samples);
    const awake = engine.awaken('shrink', image);
    await until('a rehearsal', () => seen.length > 0);
    await engine.segment(image, { init: box }).result;
    await awake;
    held = true;
    const again = engine.awaken('shrink', image);
    await until('the second', () => order.length > 3);
    const before = seen.length;
    await engine.segment(image, { init: box }).result;
    await again;
    assert.deepEqual(order, ['woken after 0', 'awake', 'ended, wanted true', order[3], 'ended, wanted false']);
    assert.deepEqual(
      seen.slice(before).map(({ name }) => name === 'rehearsal'),
      [false],
    );
  });

  it('that cannot be woken is nobody’s failure', async () => {
    const { algorithm, seen } = watched();
    const wake = (): Promise<void> => Promise.reject(new Error('a test'));
    await engineWith([{ ...algorithm, wake }], new LossyExecutor('a card')).awaken('shrink', { bands: 1, bits: 8 });
    assert.ok(seen.length >= 2);
  });

  it('rests again after .4 s, and a small image of either kind at least', async (test) => {
    const { algorithm, seen } = watched();
    let apart = 100;
    test.mock.method(performance, 'now', () => apart * seen.length);
    const engine = engineWith([algorithm], new LossyExecutor('a card'));
    await engine.awaken('shrink', { bands: 1, bits: 8 });
    assert.equal(seen.length, 4);
    apart = 1000;
    await engine.awaken('shrink', { bands: 1, bits: 8 });
    assert.equal(seen.length, 6);
  });

  it('lets a run in before the next region of a made-up image is read', async () => {
    let [read, woken] = [0, false];
    const run: Algorithm['run'] = async function* (task, context) {
      if (context.image.name !== 'rehearsal') return yield* shrink().run(task, context);
      woken = true;
      for (;;) {
        await context.region({ x: 0, y: 0, width: 8, height: 8 }, 0);
        read++;
      }
    };
    const engine = engineWith([{ ...shrink(), run }], new LossyExecutor('a card'));
    const image = await engine.load(samples);
    const awake = engine.awaken('shrink', image);
    await until('a rehearsal', () => woken);
    // A message of the page's, as a run's is.
    await new Promise((resolve) => setImmediate(resolve));
    const before = read;
    await engine.segment(image, { init: box }).result;
    await awake;
    assert.ok(read <= before + 2, `${read - before} more were read`);
  });

  it('is expected to need the tiles of a large image, whatever the backend: their workers start', async (test) => {
    let started = 0;
    const start = (): PoolWorker => {
      started++;
      return Object.assign(new EventTarget(), { postMessage: () => {}, terminate: () => {} });
    };
    test.after(decodeBeside({ start, cores: 3 }));
    const engine = engineWith([watched().algorithm]);
    await engine.awaken('shrink', await engine.load(samples));
    assert.equal(started, 0);
    const side = 2 ** 11 + 1;
    await engine.awaken('shrink', await engine.load({ width: side, height: side, data: new Uint8Array(side ** 2) }));
    assert.equal(started, 2);
  });

  it('is a GPU, for a built-in algorithm, no volume, and beside no run', async () => {
    const { algorithm, seen } = watched();
    const kind = { bands: 1, bits: 8 } as const;
    await engineWith([algorithm]).awaken('shrink', kind);
    const engine = engineWith([algorithm], new LossyExecutor('a card'));
    engine.register({ ...algorithm, id: 'own' });
    await engine.awaken('own', kind);
    await engine.awaken('shrink', { ...kind, stack: { depth: 5 } });
    const run = engine.segment(await engine.load(samples), { algorithm: 'shrink', init: box });
    await engine.awaken('shrink', kind);
    await run.result;
    assert.deepEqual(
      seen.map(({ name }) => name === 'rehearsal'),
      [false],
    );
  });
});
