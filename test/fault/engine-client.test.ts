import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { RunState } from '../../src/algorithm/algorithm.js';
import type { BackendInfo } from '../../src/compute/backend.js';
import {
  type ClientSegmentOptions,
  EngineClient,
  type EngineClientOptions,
} from '../../src/element/client/engine-client.js';
import { aborted, coded } from '../support/errors.js';
import { ramp } from '../support/shrink.js';
import { bundle, NodeWorker, type StartFault } from '../support/threads/node-worker.js';
import { lull, turns, until } from '../support/until.js';

/** Of the client, in milliseconds: so long that only a test that plays the clock reaches it. */
const DEADLINE = 60_000;
const init = { x: 4, y: 6, width: 40, height: 30 };
const spec = () => ({ kind: 'samples', name: 'ramp', width: 64, height: 48, data: ramp(64, 48) }) as const;
const next = (client: EngineClient, type: string): Promise<unknown> =>
  new Promise((resolve) => {
    client.addEventListener(type, (event) => resolve(event instanceof CustomEvent ? event.detail : undefined), {
      once: true,
    });
  });

let script: URL;
let faulty: URL;
const clients: EngineClient[] = [];

before(async () => {
  [script, faulty] = await Promise.all([bundle('thread'), bundle('faulty')]);
});
after(() => {
  for (const client of clients) client.dispose();
});

/** A client and the threads it started; `faults[k]` is what is wrong with the k-th. */
const make = (options: EngineClientOptions = {}, faults: (StartFault | undefined)[] = []) => {
  const workers: NodeWorker[] = [];
  const client = new EngineClient({
    backend: 'cpu',
    deadline: DEADLINE,
    startWorker: () => {
      const worker = new NodeWorker(script, faults[workers.length]);
      workers.push(worker);
      return worker;
    },
    ...options,
  });
  clients.push(client);
  return { client, workers };
};

const ready = async (options: EngineClientOptions = {}) => {
  const made = make(options);
  await made.client.register(faulty);
  await made.client.open(spec());
  return made;
};

/** A run under way: its first state has arrived. */
const going = async (client: EngineClient, options: ClientSegmentOptions = {}) => {
  const states: RunState[] = [];
  const request = { algorithm: 'slow', init, parameters: { steps: 100_000 } };
  const run = client.segment(request, { ...options, onState: (state) => states.push(state) });
  await until('a state', () => states.length > 0);
  return { run, states };
};

/** A run whose step has begun and never ends. */
const spinning = async (client: EngineClient, options: ClientSegmentOptions = {}) => {
  const channel = new BroadcastChannel('spins');
  const begun = new Promise((resolve) => {
    channel.onmessage = resolve;
  });
  const run = client.segment({ algorithm: 'spins', init }, options);
  await begun;
  channel.close();
  return run;
};

/** A clock that the client's timers follow from now on, and the test moves; the workers have their own. */
const playedClock = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  return t.mock.timers;
};

describe('a sound worker', () => {
  it('says its backend, lists algorithms, counts, and runs', async () => {
    const { client } = make();
    const changed = next(client, 'backend-change');
    const info = await client.ready;
    assert.deepEqual([info.backend, info.adapter], ['cpu', 'cpu']);
    assert.deepEqual(await changed, info);
    const algorithms = await client.register(faulty);
    assert.ok(algorithms.some(({ id }) => id === 'shrink'));
    assert.deepEqual(await client.algorithms(), algorithms);
    await client.register(faulty);
    await client.unregister(faulty);
    assert.deepEqual(await client.algorithms(), algorithms);
    await client.unregister('file:///never/registered.js');
    const image = await client.open(spec());
    assert.deepEqual([image.width, image.height, image.bits, image.name], [64, 48, 8, 'ramp']);
    assert.deepEqual(client.images, [image]);
    const run = client.segment({ algorithm: 'shrink', init });
    const { contours, cancelled } = await run.result;
    assert.equal(contours[0]!.id, run.id);
    assert.equal(cancelled, false);
    const stats = await client.stats();
    assert.deepEqual([stats.backend, stats.images, stats.runs], ['cpu', 1, 0]);
  });

  it('takes samples without a copy of its own: the caller’s array is detached', async () => {
    const { client } = make();
    const whole = ramp(64, 48);
    await client.open({ kind: 'samples', width: 64, height: 48, data: whole });
    assert.equal(whole.length, 0);
    const larger = ramp(64, 50);
    await client.open({ kind: 'samples', width: 64, height: 48, data: larger.subarray(128) });
    assert.equal(larger.length, 64 * 50);
    const shared = new Uint8Array(new SharedArrayBuffer(64 * 48));
    await client.open({ kind: 'samples', width: 64, height: 48, data: shared });
    assert.equal(shared.length, 64 * 48);
  });

  it('sends the first and the last state, in order', async () => {
    const { client } = await ready();
    const states: RunState[] = [];
    const run = client.segment(
      { algorithm: 'slow', init, parameters: { steps: 100 } },
      { onState: (state) => states.push(state) },
    );
    await run.result;
    assert.equal(states[0]!.iteration, 0);
    assert.equal(states.at(-1)!.iteration, 99);
    for (let k = 1; k < states.length; k++) assert.ok(states[k]!.iteration > states[k - 1]!.iteration);
  });

  it('steers: starts paused, steps, resumes, cancels', async () => {
    const { client } = await ready();
    const states: RunState[] = [];
    const run = client.segment(
      { algorithm: 'slow', init, parameters: { steps: 5000 }, paused: true },
      { onState: (state) => states.push(state) },
    );
    const seen = (): number => states.length;
    assert.equal(await lull('states', seen), 0);
    run.step();
    await until('a step', () => states.length > 0);
    assert.equal(await lull('states', seen), 1);
    assert.equal(states[0]!.iteration, 0);
    run.resume();
    await until('a state after the pause', () => states.length > 1);
    run.pause();
    await client.stats();
    await lull('states', seen);
    const at = states.at(-1)!.iteration;
    assert.ok(at > 0);
    run.cancel();
    const { cancelled, contours } = await run.result;
    assert.equal(cancelled, true);
    assert.equal(contours[0]!.properties.metadata.iterations, String(at));
  });

  it('heeds what was said before the worker was there', async () => {
    const { client } = make();
    const opened = client.register(faulty).then(() => client.open(spec()));
    await opened;
    const run = client.segment({ algorithm: 'slow', init, parameters: { steps: 5000 } });
    run.cancel();
    assert.equal((await run.result).cancelled, true);
  });

  it('survives a listener that throws', async () => {
    const { client } = await ready();
    const run = client.segment(
      { algorithm: 'shrink', init },
      {
        onState: () => {
          throw new Error('the page is wrong');
        },
      },
    );
    assert.equal((await run.result).contours.length, 1);
  });
});

describe('errors from a sound worker', () => {
  it('come back with code, message and values', async () => {
    const { client } = await ready();
    await assert.rejects(
      client.segment({ algorithm: 'shrnk', init }).result,
      coded('bad-parameter', 'shrnk', 'shrink'),
    );
    await assert.rejects(
      client.segment({ algorithm: 'shrink', init: { x: 900, y: 0, width: 5, height: 5 } }).result,
      coded('bad-init', 'outside'),
    );
    await assert.rejects(
      client.segment({ algorithm: 'throws', init }).result,
      coded('bad-algorithm', 'RangeError: no such row'),
    );
    await assert.rejects(
      client.open({ kind: 'samples', width: 3, height: 3, data: new Uint8Array(4) }),
      coded('bad-parameter'),
    );
    await assert.rejects(
      client.register('file:///no/such/module.js'),
      coded('bad-parameter', 'module', 'could not be loaded'),
    );
    assert.equal((await client.segment({ algorithm: 'shrink', init }).result).contours.length, 1);
  });

  it('refuse what cannot be sent', async () => {
    const { client } = await ready();
    const parameters = { steps: () => 3 };
    await assert.rejects(
      client.segment({ algorithm: 'shrink', init, parameters }).result,
      coded('bad-parameter', 'plain data'),
    );
  });

  it('refuse a second run, unless several are wanted', async () => {
    const { client } = await ready();
    const first = client.segment({ algorithm: 'slow', init, parameters: { steps: 60 } });
    await assert.rejects(client.segment({ algorithm: 'shrink', init }).result, coded('busy'));
    const same = client.segment({ algorithm: 'shrink', init }, { concurrent: true, id: first.id });
    await assert.rejects(same.result, coded('busy'));
    const second = client.segment({ algorithm: 'shrink', init }, { concurrent: true });
    assert.equal((await second.result).contours.length, 1);
    assert.equal((await first.result).contours.length, 1);
    assert.equal((await client.segment({ algorithm: 'shrink', init }).result).contours.length, 1);
  });

  it('say that no image is open', async () => {
    const { client } = make();
    await assert.rejects(client.segment({ init }).result, coded('no-image'));
    const image = await client.open(spec());
    client.close(image.id);
    await assert.rejects(client.segment({ init }, { image: image.id }).result, coded('no-image'));
  });
});

describe('abort', () => {
  it('before, during and after a run', async () => {
    const { client } = await ready();
    await assert.rejects(client.segment({ algorithm: 'slow', init }, { signal: AbortSignal.abort() }).result, aborted);
    const controller = new AbortController();
    const { run, states } = await going(client, { signal: controller.signal });
    controller.abort();
    await assert.rejects(run.result, aborted);
    const seen = states.length;
    assert.equal(await lull('states', () => states.length), seen);
    assert.equal((await client.stats()).runs, 0);
    const done = new AbortController();
    const { result } = client.segment({ algorithm: 'shrink', init }, { signal: done.signal });
    const outcome = await result;
    done.abort();
    assert.equal(await result, outcome);
  });

  it('of an open leaves nothing open', async () => {
    const { client } = make();
    await client.ready;
    const controller = new AbortController();
    const opening = client.open(spec(), { signal: controller.signal });
    controller.abort();
    await assert.rejects(opening, aborted);
    await assert.rejects(client.open(spec(), { signal: AbortSignal.abort() }), aborted);
    assert.equal(client.images.length, 0);
    assert.equal((await client.stats()).images, 0);
  });

  it('while a worker is still starting', async () => {
    const { client } = make({}, [undefined, 'is silent']);
    await client.open(spec());
    const crash = next(client, 'restart');
    client.register(faulty).then(() => client.segment({ algorithm: 'crashes', init }));
    await crash;
    const run = new AbortController();
    const opening = new AbortController();
    const result = client.segment({ init }, { signal: run.signal }).result;
    const opened = client.open(spec(), { signal: opening.signal });
    await turns(3);
    run.abort();
    opening.abort();
    await assert.rejects(result, aborted);
    await assert.rejects(opened, aborted);
    assert.equal(client.images.length, 1);
  });

  it('of a run whose image closes', async () => {
    const { client } = await ready();
    const { run } = await going(client);
    client.close(client.images[0]!.id);
    await assert.rejects(run.result, aborted);
  });
});

describe('a worker that fails', () => {
  it('to load: everything rejects, and a later call tries again', async () => {
    const { client, workers } = make({}, ['throws']);
    await assert.rejects(client.ready, coded('worker-crashed', 'the script is broken'));
    await client.open(spec());
    assert.equal(workers.length, 2);
    assert.equal((await client.ready).backend, 'cpu');
    assert.equal(workers.length, 2);
  });

  it('to be made at all', async () => {
    const { client } = make({
      startWorker: () => {
        throw new DOMException('not from here', 'SecurityError');
      },
    });
    await assert.rejects(client.ready, coded('worker-crashed', 'not from here'));
    await assert.rejects(client.algorithms(), coded('worker-crashed'));
  });

  it('to answer at its start', async () => {
    for (const fault of ['is silent', 'spins'] as const) {
      const { client, workers } = make({ deadline: 50 }, [fault]);
      await assert.rejects(client.ready, coded('timeout'));
      assert.equal(workers.length, 1);
    }
  });

  it('is not started for ever: after three failures calls reject at once', async () => {
    const { client, workers } = make({}, ['throws', 'throws', 'throws', 'throws']);
    for (let k = 0; k < 5; k++) await assert.rejects(client.algorithms(), coded('worker-crashed'));
    assert.equal(workers.length, 3);
    await assert.rejects(
      client.algorithms(),
      /The worker stopped \(3 times within 60 s, the last time: .*the script is broken; another can be started in \d+ s\)/,
    );
  });

  it('over what an aborted caller had asked for: the image opened meanwhile is opened by the next one', async (t) => {
    const { client, workers } = await ready();
    const clock = playedClock(t);
    const controller = new AbortController();
    const run = await spinning(client, { signal: controller.signal });
    controller.abort();
    await assert.rejects(run.result, aborted);
    const opened = client.open(spec());
    await until('another worker', () => {
      clock.tick(DEADLINE / 4);
      return workers.length === 2;
    });
    assert.equal((await opened).name, (await client.open(spec())).name);
    assert.equal(workers.length, 2);
  });

  it('by an error that nobody caught: pending calls reject, and the next worker has the image', async () => {
    const { client, workers } = await ready();
    const reference = await client.segment({ algorithm: 'shrink', init }).result;
    const restarted = next(client, 'restart');
    const doomed = client.segment({ algorithm: 'crashes', init });
    await assert.rejects(doomed.result, coded('worker-crashed', 'the worker is gone'));
    assert.ok(await restarted);
    const again = await client.segment({ algorithm: 'shrink', init }).result;
    assert.equal(workers.length, 2);
    assert.deepEqual(again.contours[0]!.geometry, reference.contours[0]!.geometry);
    assert.equal(client.images.length, 1);
  });

  it('by being terminated', async () => {
    const { client, workers } = await ready();
    const { run } = await going(client);
    workers[0]!.terminate();
    await assert.rejects(run.result, coded('worker-crashed'));
    assert.equal((await client.segment({ algorithm: 'shrink', init }).result).contours.length, 1);
  });

  it('by looping for ever: it is ended by its deadline', async (t) => {
    const { client, workers } = await ready();
    const clock = playedClock(t);
    const run = await spinning(client);
    const rejected = Promise.all([
      assert.rejects(run.result, coded('timeout')),
      assert.rejects(client.stats(), coded('timeout')),
    ]);
    await until('another worker', () => {
      clock.tick(DEADLINE / 4);
      return workers.length === 2;
    });
    await rejected;
    assert.equal((await client.segment({ algorithm: 'shrink', init }).result).contours.length, 1);
  });

  it('by looping for ever after an abort: the next call finds a fresh worker', async (t) => {
    const { client, workers } = await ready();
    const clock = playedClock(t);
    const controller = new AbortController();
    const run = await spinning(client, { signal: controller.signal });
    const restarted = next(client, 'restart');
    controller.abort();
    await assert.rejects(run.result, aborted);
    await until('another worker', () => {
      clock.tick(DEADLINE / 4);
      return workers.length === 2;
    });
    await restarted;
    assert.equal((await client.segment({ algorithm: 'shrink', init }).result).contours.length, 1);
    assert.equal(workers.length, 2);
  });

  it('by a run without any progress, unless it is paused', async (t) => {
    const runDeadline = DEADLINE / 1000;
    const { client, workers } = await ready({ runDeadline });
    const clock = playedClock(t);
    const paused = client.segment({ algorithm: 'slow', init, parameters: { steps: 5000 }, paused: true });
    await turns(3);
    clock.tick(10 * runDeadline);
    paused.cancel();
    assert.equal((await paused.result).cancelled, true);
    assert.equal(workers.length, 1);
    const states: RunState[] = [];
    const run = client.segment({ algorithm: 'waits', init }, { onState: (state) => states.push(state) });
    const rejected = assert.rejects(run.result, coded('timeout', 'A step of the run'));
    await until('the last state', () => states.at(-1)?.iteration === 1);
    clock.tick(2 * runDeadline);
    await rejected;
    assert.equal((await client.segment({ algorithm: 'shrink', init }).result).contours.length, 1);
  });

  it('with a message that cannot be read', async () => {
    const { client, workers } = await ready();
    const { run } = await going(client);
    workers[0]!.dispatchEvent(new Event('messageerror'));
    await assert.rejects(run.result, coded('worker-crashed', 'could not be read'));
  });

  it('and is followed by several images, under their old numbers', async () => {
    const { client, workers } = await ready();
    const data = new Uint16Array(32 * 16).fill(300);
    const small = await client.open({ kind: 'samples', width: 32, height: 16, data, missing: new Uint8Array(32 * 16) });
    workers[0]!.terminate();
    await next(client, 'restart');
    const request = { algorithm: 'shrink', init: { x: 0, y: 0, width: 32, height: 16 } };
    const { contours } = await client.segment(request, { image: small.id }).result;
    assert.equal(contours[0]!.properties.measurements['Inside mean'], 300);
    const other = await client.segment(request, { image: client.images[0]!.id }).result;
    assert.notEqual(other.contours[0]!.properties.measurements['Inside mean'], 300);
    assert.equal((await client.stats()).images, 2);
  });

  it('while other messages of it are still on their way: they are ignored', async () => {
    const { client, workers } = await ready();
    const id = '123e4567-e89b-42d3-a456-426614174000';
    const { run: first, states } = await going(client, { id });
    await until('two states', () => states.length > 1);
    workers[0]!.dispatchEvent(new Event('messageerror'));
    await assert.rejects(first.result, coded('worker-crashed'));
    const seen = states.length;
    const second = await client.segment({ algorithm: 'shrink', init }, { id }).result;
    assert.equal(second.contours[0]!.id, id);
    assert.equal(states.length, seen);
  });
});

describe('dispose', () => {
  it('rejects everything pending and all that comes after', async () => {
    const { client } = await ready();
    const { run } = await going(client);
    const opening = client.open(spec());
    client.dispose();
    await assert.rejects(run.result, aborted);
    await opening.catch(() => {});
    await assert.rejects(client.open(spec()), coded('disposed'));
    await assert.rejects(client.stats(), coded('disposed'));
    await assert.rejects(client.segment({ init }).result, coded('disposed'));
    assert.equal(client.images.length, 0);
    client.dispose();
  });

  it('before the worker is there', async () => {
    const { client, workers } = make();
    const { ready: pending } = client;
    client.dispose();
    await assert.rejects(pending, aborted);
    await assert.rejects(client.ready, coded('disposed'));
    assert.equal(workers.length, 1);
  });
});

describe('backend', () => {
  it('refuses WebGPU where there is none', async () => {
    const { client } = make({ backend: 'webgpu' });
    await assert.rejects(client.ready, coded('no-webgpu'));
  });

  it('keeps its events to changes', async () => {
    const { client, workers } = await ready();
    const infos: BackendInfo[] = [];
    client.addEventListener('backend-change', (event) => {
      if (event instanceof CustomEvent) infos.push(event.detail);
    });
    workers[0]!.terminate();
    await next(client, 'restart');
    await client.stats();
    assert.deepEqual(infos, []);
  });
});
