import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunState } from '../../../src/algorithm/algorithm.js';
import { builtIn } from '../../../src/algorithms.js';
import type { Backend } from '../../../src/compute/backend.js';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import { SegmenterError } from '../../../src/core/errors.js';
import { createEngine, type EngineRequest, type ImageSource, requestOf } from '../../../src/engine.js';
import { Engine } from '../../../src/worker/engine.js';
import { aborted, coded } from '../../support/errors.js';
import { type Hooks, ramp, shrink } from '../../support/shrink.js';
import { tick } from '../../support/ticking-clock.js';
import { lull, turns, until } from '../../support/until.js';

const init = { x: 4, y: 6, width: 40, height: 30 };

const ready = async (hooks: Hooks = {}): Promise<{ engine: Engine; image: ImageSource }> => {
  const engine = await createEngine({ backend: 'cpu' });
  engine.register(shrink(hooks));
  const image = await engine.load({ name: 'ramp', width: 64, height: 48, data: ramp(64, 48) });
  return { engine, image };
};

describe('createEngine', () => {
  it('says which backend it has and why', async () => {
    const { engine } = await ready();
    assert.equal(engine.backend.backend, 'cpu');
    assert.equal(engine.backend.adapter, 'cpu');
    assert.ok(engine.backend.reason.length > 0);
  });

  it('refuses a backend that there is none of', async () => {
    await assert.rejects(createEngine({ backend: JSON.parse('"metal"') }), coded('bad-parameter', 'backend', 'metal'));
  });

  it('lists algorithms, and takes one back out again', async () => {
    const engine = await createEngine({ backend: 'cpu' });
    const before = engine.algorithms.length;
    const remove = engine.register(shrink());
    assert.ok(
      engine.algorithms.some(({ id, title, schema }) => id === 'shrink' && title !== '' && schema.properties.steps),
    );
    remove();
    assert.equal(engine.algorithms.length, before);
  });

  it('refuses samples that do not fit their size', async () => {
    const { engine } = await ready();
    const data = new Uint8Array(10);
    for (const image of [
      { width: 3, height: 3, data },
      { width: 0, height: 10, data },
      { width: 1, height: 5, bands: 1.5, data },
    ]) {
      await assert.rejects(engine.load(image), coded('bad-parameter'));
    }
  });
});

describe('a run', () => {
  it('gives its states in order and then the contour', async () => {
    const { engine, image } = await ready();
    const run = engine.segment(image, { algorithm: 'shrink', init, steps: 7 });
    const iterations: number[] = [];
    for await (const state of run) iterations.push(state.iteration);
    assert.deepEqual(iterations, [0, 1, 2, 3, 4, 5, 6]);
    const contour = await run.result;
    assert.equal(contour.id, run.id);
    assert.equal(contour.geometry.type, 'Polygon');
    assert.equal(run.status, 'done');
    assert.equal(run.last?.iteration, 6);
    const { cancelled, contours, details } = await run.outcome;
    assert.equal(cancelled, false);
    assert.equal(contours[0], contour);
    assert.ok(details && 'mean' in details);
  });

  it('runs also when nobody watches, and several at once', async () => {
    const { engine, image } = await ready();
    const runs = [1, 2, 3].map((steps) => engine.segment(image, { algorithm: 'shrink', init, steps }));
    assert.equal(engine.stats().runs, 3);
    const contours = await Promise.all(runs.map((run) => run.result));
    assert.deepEqual(
      contours.map((contour) => contour.properties.metadata.iterations),
      ['1', '2', '3'],
    );
    await until('the end of the runs', () => engine.stats().runs === 0);
  });

  it('takes parameters flat, or together, or both', async () => {
    const { engine, image } = await ready();
    for (const request of [
      { steps: 3, shape: 'diamond' },
      { parameters: { steps: 3, shape: 'diamond' } },
      { steps: 3, parameters: { shape: 'diamond' } },
    ]) {
      const { metadata } = (await engine.segment(image, { algorithm: 'shrink', init, ...request }).result).properties;
      assert.equal(metadata.steps, '3');
      assert.equal(metadata.shape, 'diamond');
    }
  });

  it('can be run again from its metadata, with the same polygon', async () => {
    const { engine, image } = await ready();
    const request = {
      algorithm: 'shrink',
      init: { x: 44, y: 36, width: -40.5, height: -60 },
      domain: { x: 1, y: 1, width: 50, height: 40 },
      parameters: { speed: 0.3, steps: 9, shape: 'diamond' },
    };
    const first = await engine.segment(image, request).result;
    const travelled = JSON.parse(JSON.stringify(first));
    const again = requestOf(travelled);
    assert.ok(again);
    const other = await ready();
    const second = await other.engine.segment(other.image, again).result;
    assert.deepEqual(second.geometry, first.geometry);
    assert.deepEqual(second.properties, first.properties);
    const different = await other.engine.segment(other.image, {
      ...again,
      parameters: { ...again.parameters, speed: 0.4 },
    }).result;
    assert.notDeepEqual(different.geometry, first.geometry);
  });

  it('records the budget that chose the level, so that an engine with another one repeats it', async () => {
    const engines = await Promise.all(
      [600_000, 100_000_000].map((pixelBudget) => createEngine({ backend: 'cpu', pixelBudget })),
    );
    const contours = [];
    let request: EngineRequest = { algorithm: 'shrink', init: { x: 0, y: 0, width: 2048, height: 1024 } };
    for (const engine of engines) {
      engine.register(shrink());
      const data = ramp(2048, 1024);
      const image = await engine.load({ width: 2048, height: 1024, data });
      const contour = await engine.segment(image, request).result;
      contours.push(contour);
      request = { ...requestOf(contour)! };
    }
    assert.equal(request.level, undefined);
    assert.equal(request.pixelBudget, 600_000);
    for (const contour of contours) assert.equal(contour.properties.metadata.level, '1');
    assert.deepEqual(contours[1]!.geometry, contours[0]!.geometry);
    assert.deepEqual(contours[1]!.properties, contours[0]!.properties);
  });

  const refused: [string, object, string, string][] = [
    ['an unknown algorithm', { algorithm: 'shrnk', init }, 'bad-parameter', 'the nearest is shrink'],
    ['an unknown parameter', { algorithm: 'shrink', init, step: 4 }, 'bad-parameter', 'the nearest is steps'],
    ['a bad value', { algorithm: 'shrink', init, parameters: { steps: -1 } }, 'bad-parameter', 'at least 0'],
    ['a bad budget', { algorithm: 'shrink', init, pixelBudget: 0.5 }, 'bad-parameter', 'pixelBudget'],
    ['a bad level', { algorithm: 'shrink', init, level: 4 }, 'bad-parameter', 'level'],
    [
      'a bad domain',
      { algorithm: 'shrink', init, domain: { x: 900, y: 0, width: 1, height: 1 } },
      'bad-parameter',
      'domain',
    ],
    ['a start outside', { algorithm: 'shrink', init: { x: 64, y: 0, width: 9, height: 9 } }, 'bad-init', 'outside'],
    [
      'a start outside the domain',
      { algorithm: 'shrink', init, domain: { x: 60, y: 0, width: 4, height: 9 } },
      'bad-init',
      'outside',
    ],
  ];
  for (const [name, request, code, words] of refused) {
    it(`refuses ${name} through its result and its iterator`, async () => {
      const { engine, image } = await ready();
      const run = engine.segment(image, JSON.parse(JSON.stringify(request)));
      await assert.rejects(
        async () => {
          for await (const _ of run);
        },
        coded(code, words),
      );
      await assert.rejects(run.result, coded(code, words));
      assert.equal(run.status, 'failed');
    });
  }

  it('turns an algorithm’s own error into a coded one and keeps the last state', async () => {
    const cause = new RangeError('no such row');
    const { engine, image } = await ready({
      step: ({ iteration }) => {
        if (iteration === 3) throw cause;
      },
    });
    const run = engine.segment(image, { algorithm: 'shrink', init });
    const error: unknown = await run.result.catch((thrown: unknown) => thrown);
    assert.ok(error instanceof SegmenterError);
    assert.equal(error.code, 'bad-algorithm');
    assert.match(error.message, /RangeError: no such row/);
    assert.equal(error.cause, cause);
    assert.equal(run.last?.iteration, 2);
  });

  it('refuses an empty outcome', async () => {
    const { engine, image } = await ready();
    const { run, ...rest } = shrink();
    engine.register({
      ...rest,
      id: 'none',
      async *run(task, context) {
        return { ...(yield* run(task, context)), contours: [] };
      },
    });
    const found = (how: EngineRequest['init']) => engine.segment(image, { algorithm: 'none', init: how }).result;
    await assert.rejects(found(init), coded('nothing-found', 'found by'));
    await assert.rejects(found([init]), coded('nothing-found', 'found by'));
    await assert.rejects(found('auto'), coded('nothing-found', 'found in a search by'));
  });
});

describe('watching a run', () => {
  it('goes on when the watcher leaves', async () => {
    const { engine, image } = await ready();
    const run = engine.segment(image, { algorithm: 'shrink', init, steps: 50 });
    for await (const state of run) if (state.iteration === 2) break;
    assert.equal((await run.result).properties.metadata.iterations, '50');
  });

  it('starts with the last state for one who comes late, and gives several watchers the same', async () => {
    const { engine, image } = await ready();
    const run = engine.segment(image, { algorithm: 'shrink', init, steps: 5 });
    const watch = async (): Promise<number[]> => {
      const seen: number[] = [];
      for await (const state of run) seen.push(state.iteration);
      return seen;
    };
    const [a, b] = await Promise.all([watch(), watch()]);
    assert.deepEqual(a, [0, 1, 2, 3, 4]);
    assert.deepEqual(b, a);
    assert.deepEqual(await watch(), [4]);
  });

  it('gives a slow watcher the newest states', async () => {
    const { engine, image } = await ready();
    const run = engine.segment(image, { algorithm: 'shrink', init, steps: 2000 });
    const iterator = run[Symbol.asyncIterator]();
    await run.result;
    const first = await iterator.next();
    assert.ok(!first.done && first.value.iteration === 2000 - 256);
  });

  it('answers a watcher who asks for several states at a time, and one who leaves while it waits', async () => {
    const { engine, image } = await ready();
    const run = engine.segment(image, { algorithm: 'shrink', init, steps: 3, paused: true });
    const [patient, leaving] = [run[Symbol.asyncIterator](), run[Symbol.asyncIterator]()];
    const asked = [patient.next(), patient.next(), patient.next(), patient.next()];
    const alone = leaving.next();
    await leaving.return?.();
    assert.deepEqual(await alone, { done: true, value: undefined });
    run.resume();
    const iterations = (await Promise.all(asked)).map(({ value }) => value?.iteration);
    assert.deepEqual(iterations, [0, 1, 2, undefined]);
    assert.deepEqual(await leaving.next(), { done: true, value: undefined });
  });
});

describe('steering a run', () => {
  const slow: Hooks = { step: () => turns() };

  it('starts paused, steps one by one, resumes', async () => {
    const { engine, image } = await ready();
    const run = engine.segment(image, { algorithm: 'shrink', init, steps: 6, paused: true });
    const seen: RunState[] = [];
    const watching = (async () => {
      for await (const state of run) seen.push(state);
    })();
    await lull('states', () => seen.length);
    assert.deepEqual([run.status, seen.length], ['paused', 0]);
    run.step();
    await until('a step', () => seen.length > 0);
    assert.equal(await lull('states', () => seen.length), 1);
    assert.equal(run.status, 'paused');
    run.step();
    run.step();
    await until('two more', () => seen.length > 2);
    assert.equal(await lull('states', () => seen.length), 3);
    run.resume();
    await watching;
    assert.equal(seen.length, 6);
    assert.equal(run.status, 'done');
  });

  it('does nothing while paused, and gives the same contour', async () => {
    let steps = 0;
    const { engine, image } = await ready({
      step: async () => {
        steps++;
        await turns();
      },
    });
    const undisturbed = await engine.segment(image, { algorithm: 'shrink', init, steps: 30 }).result;
    steps = 0;
    const run = engine.segment(image, { algorithm: 'shrink', init, steps: 30 });
    for await (const state of run) if (state.iteration === 4) break;
    run.pause();
    const before = await lull('steps', () => steps);
    assert.ok(before < 30, `${before} steps`);
    assert.equal(run.status, 'paused');
    run.resume();
    const contour = await run.result;
    assert.deepEqual(contour.geometry, undisturbed.geometry);
  });

  it('pauses after one step when a going run is stepped', async () => {
    const { engine, image } = await ready(slow);
    const run = engine.segment(image, { algorithm: 'shrink', init, steps: 1000 });
    for await (const state of run) if (state.iteration === 3) break;
    run.step();
    const at = await lull('states', () => run.last!.iteration);
    assert.ok(at <= 5, `at ${at}`);
    assert.equal(run.status, 'paused');
    run.cancel();
    await run.result;
  });

  it('keeps the last valid state when cancelled', async () => {
    const { engine, image } = await ready(slow);
    const run = engine.segment(image, { algorithm: 'shrink', init, steps: 1000 });
    for await (const state of run) if (state.iteration === 5) run.cancel();
    const { cancelled, contours } = await run.outcome;
    assert.equal(cancelled, true);
    assert.equal(run.status, 'cancelled');
    const { metadata } = contours[0]!.properties;
    assert.equal(metadata.cancelled, 'true');
    assert.ok([5, 6].includes(run.last!.iteration), `at ${run.last!.iteration}`);
    assert.equal(metadata.iterations, String(run.last!.iteration));
    const drawn = contours[0]!.geometry.coordinates[0]![0];
    assert.deepEqual(drawn, run.last!.ring.slice(0, 2));
  });

  it('can be cancelled before its first step and while paused', async () => {
    const { engine, image } = await ready();
    const early = engine.segment(image, { algorithm: 'shrink', init, steps: 1000 });
    early.cancel();
    assert.equal((await early.outcome).cancelled, true);
    const paused = engine.segment(image, { algorithm: 'shrink', init, steps: 1000, paused: true });
    await turns(5);
    paused.cancel();
    assert.equal((await paused.outcome).contours[0]!.properties.metadata.iterations, '0');
  });

  it('ends an algorithm that does not heed a cancel', async () => {
    const { engine, image } = await ready({ stubborn: true });
    const run = engine.segment(image, { algorithm: 'shrink', init, steps: 100_000 });
    run.cancel();
    await assert.rejects(run.result, coded('internal', 'told to finish'));
  });

  it('shrugs at steering after the end', async () => {
    const { engine, image } = await ready();
    const run = engine.segment(image, { algorithm: 'shrink', init });
    const contour = await run.result;
    run.pause();
    run.step();
    run.resume();
    run.cancel();
    assert.equal(run.status, 'done');
    assert.equal(await run.result, contour);
  });
});

describe('aborting a run', () => {
  it('before it starts', async () => {
    let steps = 0;
    const { engine, image } = await ready({ step: () => void steps++ });
    const run = engine.segment(image, { algorithm: 'shrink', init }, { signal: AbortSignal.abort() });
    await assert.rejects(run.result, aborted);
    assert.equal(run.status, 'aborted');
    assert.equal(steps, 0);
  });

  it('at any step, paused or not, and lets the algorithm tidy up', async () => {
    for (const at of [0, 1, 4]) {
      for (const paused of [false, true]) {
        let tidied = false;
        const done = (): void => {
          tidied = true;
        };
        const { engine, image } = await ready({ step: () => turns(), done });
        const controller = new AbortController();
        const run = engine.segment(image, { algorithm: 'shrink', init, steps: 50 }, { signal: controller.signal });
        await assert.rejects(async () => {
          for await (const state of run) {
            if (state.iteration !== at) continue;
            if (paused) {
              run.pause();
              await turns(5);
            }
            controller.abort();
          }
        }, aborted);
        await assert.rejects(run.result, aborted);
        await until(`the algorithm's end, at ${at}, paused ${paused}`, () => tidied);
        assert.ok(run.last!.iteration >= at);
      }
    }
  });

  it('at once, also when the algorithm hangs', async () => {
    let hangs = false;
    const step = (): Promise<void> => {
      hangs = true;
      return new Promise(() => {});
    };
    const { engine, image } = await ready({ step });
    const controller = new AbortController();
    const run = engine.segment(image, { algorithm: 'shrink', init }, { signal: controller.signal });
    await until('the step that hangs', () => hangs);
    controller.abort();
    await assert.rejects(run.result, aborted);
  });

  it('after the end, without effect', async () => {
    const { engine, image } = await ready();
    const controller = new AbortController();
    const run = engine.segment(image, { algorithm: 'shrink', init }, { signal: controller.signal });
    const contour = await run.result;
    controller.abort();
    assert.equal(await run.result, contour);
    assert.equal(run.status, 'done');
  });

  it('leaves the message loop its turns, so that a timer can abort endless steps', async () => {
    const { engine, image } = await ready();
    const controller = new AbortController();
    const clock = tick(1);
    try {
      setTimeout(() => controller.abort());
      const run = engine.segment(image, { algorithm: 'shrink', init, steps: 100_000 }, { signal: controller.signal });
      await assert.rejects(run.result, aborted);
    } finally {
      clock.restore();
    }
  });
});

describe('a lost device', () => {
  it('begins the run under way anew on a new executor, and the page hears of it', async () => {
    const lose: ((reason: string) => void)[] = [];
    const make = async (): Promise<Backend> => {
      const executor = new CpuExecutor();
      const lost = new Promise<string>((resolve) => lose.push(resolve));
      return {
        executor: Object.assign(executor, { lost }),
        backend: 'cpu',
        adapter: `card ${lose.length}`,
        reason: 'a test',
      };
    };
    const heard: string[] = [];
    const engine = new Engine(builtIn, { onBackendChange: ({ adapter }) => heard.push(adapter) }, make, await make());
    engine.register(
      shrink({
        step: ({ iteration }) => {
          if (iteration !== 2 || lose.length > 1) return;
          lose[0]!('it was unplugged');
          throw new SegmenterError('device-lost', { reason: 'it was unplugged' });
        },
      }),
    );
    const image = await engine.load({ width: 64, height: 48, data: ramp(64, 48) });
    assert.equal(engine.backend.adapter, 'card 1');
    const iterations: number[] = [];
    const run = engine.segment(image, { algorithm: 'shrink', init });
    for await (const { iteration } of run) iterations.push(iteration);
    assert.deepEqual(iterations, [0, 1, 0, 1, 2, 3, 4]);
    const contour = await run.result;
    assert.equal(contour.properties.metadata.adapter, 'card 2');
    assert.deepEqual(heard, ['card 2']);
  });

  it('that has no successor rejects runs until there is one', async () => {
    let lose = (_reason: string): void => {};
    let attempts = 0;
    const make = async (): Promise<Backend> => {
      attempts++;
      if (attempts === 2 || attempts === 3) throw new SegmenterError('no-webgpu', { reason: 'no adapter was found' });
      const lost = new Promise<string>((resolve) => {
        lose = resolve;
      });
      return {
        executor: Object.assign(new CpuExecutor(), { lost }),
        backend: 'cpu',
        adapter: 'card',
        reason: 'a test',
      };
    };
    const engine = new Engine(builtIn, {}, make, await make());
    engine.register(shrink());
    const image = await engine.load({ width: 64, height: 48, data: ramp(64, 48) });
    lose('it was unplugged');
    await turns();
    await assert.rejects(engine.segment(image, { algorithm: 'shrink', init }).result, coded('no-webgpu'));
    assert.ok(await engine.segment(image, { algorithm: 'shrink', init }).result);
    assert.equal(attempts, 4);
  });
});

describe('closing', () => {
  it('an image ends its runs only', async () => {
    const { engine, image } = await ready({ step: () => turns() });
    const other = await engine.load({ width: 64, height: 48, data: ramp(64, 48) });
    const doomed = engine.segment(image, { algorithm: 'shrink', init, steps: 20 });
    const safe = engine.segment(other, { algorithm: 'shrink', init, steps: 20 });
    assert.equal(engine.stats().images, 2);
    engine.close(image);
    await assert.rejects(doomed.result, aborted);
    assert.equal((await safe.result).properties.metadata.iterations, '20');
    assert.equal(engine.stats().images, 1);
    await assert.rejects(engine.segment(image, { algorithm: 'shrink', init }).result, coded('image-unreadable'));
  });

  it('the engine ends every run and refuses what comes after', async () => {
    const { engine, image } = await ready({ step: () => turns() });
    const runs = [1, 2].map(() => engine.segment(image, { algorithm: 'shrink', init, steps: 50 }));
    await until('a state of each', () => runs.every(({ last }) => last));
    engine.dispose();
    for (const run of runs) await assert.rejects(run.result, aborted);
    await assert.rejects(engine.segment(image, { algorithm: 'shrink', init }).result, coded('disposed'));
    await assert.rejects(engine.load({ width: 1, height: 1, data: new Uint8Array(1) }), coded('disposed'));
    assert.equal(engine.stats().bytes, 0);
    engine.dispose();
  });
});
