import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expose, type Remote } from 'comlink';
import type { Decoder } from '../../../../src/image/pool/decoder.js';
import { DecodingPool } from '../../../../src/image/pool/decoding-pool.js';
import type { PoolWorker } from '../../../../src/image/pool/pool-worker.js';
import { aborted } from '../../../support/errors.js';
import { turns, until } from '../../../support/until.js';

/** A worker played on a channel: it holds every tile until it is told to answer. */
class PlayedWorker extends EventTarget implements PoolWorker {
  readonly #channel = new MessageChannel();
  readonly held: (() => void)[] = [];
  ended = false;

  constructor(private readonly fails = false) {
    super();
    expose({ chunk: (codec: string) => this.#chunk(codec) }, this.#channel.port2);
    this.#channel.port1.start();
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.#channel.port1.postMessage(message, transfer);
  }

  override addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    if (type === 'message') this.#channel.port1.addEventListener(type, listener);
    else super.addEventListener(type, listener);
  }

  override removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    if (type === 'message') this.#channel.port1.removeEventListener(type, listener);
    else super.removeEventListener(type, listener);
  }

  /** Says that it runs. */
  async run(): Promise<void> {
    this.#channel.port2.postMessage('ready');
    await turns(20);
  }

  die(): void {
    this.dispatchEvent(Object.assign(new Event('error', { cancelable: true }), { message: 'it was killed' }));
  }

  terminate(): void {
    this.ended = true;
    this.#channel.port1.close();
  }

  #chunk(name: string): Promise<Uint8Array> {
    if (this.fails) return Promise.reject(new RangeError('the worker cannot'));
    return new Promise((resolve) => this.held.push(() => resolve(new TextEncoder().encode(`${name} beside`))));
  }
}

interface Tile {
  readonly text: Promise<string>;
  /** Lets this thread end it, if it has it. */
  readonly finish: () => void;
}

/** A pool, the workers that it started, and tiles to decode in it. */
const made = (cores: number, options: { readonly fails?: boolean; readonly deadline?: number } = {}) => {
  const workers: PlayedWorker[] = [];
  const start = (): PlayedWorker => {
    const worker = new PlayedWorker(options.fails);
    workers.push(worker);
    return worker;
  };
  const { deadline = 60_000 } = options;
  const pool = new DecodingPool({ start, cores, deadline, rest: 60_000, worth: 1 });
  const tile = (name: string, signal?: AbortSignal, fails = false): Tile => {
    let finish = (): void => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const here = async (): Promise<string> => {
      await held;
      if (fails) throw new RangeError(`${name} is damaged`);
      return `${name} here`;
    };
    const beside = async (decoder: Remote<Decoder>): Promise<string> =>
      // The name goes where the codec would: what is played does not unpack.
      new TextDecoder().decode(await Reflect.apply(decoder.chunk, decoder, [name, new Uint8Array(1), 1]));
    const text = pool.decode(beside, here, signal);
    text.catch(() => {});
    return { text, finish };
  };
  return { pool, workers, tile };
};

test('one processor: no worker is started, tiles are decoded one after the other, and the counters say why', async () => {
  const { pool, workers, tile } = made(1);
  const tiles = ['a', 'b', 'c'].map((name) => tile(name));
  for (const { finish } of tiles) finish();
  assert.deepEqual(await Promise.all(tiles.map(({ text }) => text)), ['a here', 'b here', 'c here']);
  assert.equal(workers.length, 0);
  assert.deepEqual(
    { ...pool.stats },
    {
      workers: 0,
      inWorkers: 0,
      inPlace: 3,
      fetched: 0,
      deaths: 0,
      reason: 'no workers decode tiles: there is one processor only',
    },
  );
});

test('one tile by itself starts no worker; others start one where they are worth it, as many as there are processors beside this thread', async () => {
  const { pool, workers, tile } = made(4);
  const tiles = [tile('a')];
  assert.equal(workers.length, 0);
  tiles.push(tile('b'));
  assert.equal(workers.length, 1);
  for (const name of ['c', 'd', 'e', 'f']) tiles.push(tile(name));
  assert.equal(workers.length, 3);
  for (const { finish } of tiles) finish();
  await Promise.all(tiles.map(({ text }) => text));
  assert.equal(pool.stats.inPlace, 6);
  pool.end();
  assert.ok(workers.every(({ ended }) => ended));
});

test('all workers start ahead of many tiles, where there is more than one', () => {
  for (const [cores, started] of [
    [1, 0],
    [2, 0],
    [4, 3],
    [64, 7],
  ] as const) {
    const { pool, workers } = made(cores);
    pool.warm();
    pool.warm();
    assert.equal(workers.length, started, `${cores} processors`);
    pool.end();
  }
});

test('a worker holds two tiles, and this thread takes one of those that are left', async () => {
  const { pool, workers, tile } = made(2);
  const first = tile('a');
  const [b, c, d, e] = ['b', 'c', 'd', 'e'].map((name) => tile(name)) as [Tile, Tile, Tile, Tile];
  const [worker] = workers as [PlayedWorker];
  await worker.run();
  await until('the worker has two tiles', () => worker.held.length === 2);
  for (const { finish } of [first, d, e]) finish();
  assert.equal(await first.text, 'a here');
  assert.deepEqual(await Promise.all([d.text, e.text]), ['d here', 'e here']);
  for (const answer of worker.held) answer();
  assert.deepEqual(await Promise.all([b.text, c.text]), ['b beside', 'c beside']);
  assert.deepEqual([pool.stats.inWorkers, pool.stats.inPlace], [2, 3]);
  pool.end();
});

test('a worker that dies leaves its tiles to others; after three deaths all are decoded here, and the counters say so', async () => {
  const { pool, workers, tile } = made(2);
  const tiles = ['a', 'b', 'c'].map((name) => tile(name));
  for (let death = 0; death < 3; death++) {
    await until('a worker was started', () => workers.length === death + 1);
    const worker = workers[death]!;
    if (death < 2) {
      await worker.run();
      await until('it has two tiles', () => worker.held.length === 2);
    }
    worker.die();
    assert.ok(worker.ended);
  }
  for (const { finish } of tiles) finish();
  // Two workers were lost with `b` and `c`.
  assert.deepEqual(await Promise.all(tiles.map(({ text }) => text)), ['a here', 'b here', 'c here']);
  tile('d').finish();
  assert.equal(workers.length, 3);
  assert.equal(pool.stats.deaths, 3);
  assert.equal(pool.stats.workers, 0);
  assert.equal(pool.stats.reason, 'no workers decode tiles: it was killed');
});

test('a script that cannot be loaded, or a worker that cannot be made, is not tried twice', async () => {
  const { pool, workers, tile } = made(8);
  const tiles = ['a', 'b', 'c'].map((name) => tile(name));
  assert.equal(workers.length, 2);
  workers[0]!.die();
  assert.ok(workers.every(({ ended }) => ended));
  for (const { finish } of tiles) finish();
  assert.deepEqual(await Promise.all(tiles.map(({ text }) => text)), ['a here', 'b here', 'c here']);
  assert.match(pool.stats.reason, /^no workers decode tiles: /);

  const refused = new DecodingPool({
    cores: 8,
    worth: 1,
    start: () => {
      throw new DOMException('the policy of the page forbids it', 'SecurityError');
    },
  });
  const here = (value: number) =>
    refused.decode(
      () => Promise.reject(new Error('there is no worker')),
      async () => value,
      undefined,
    );
  assert.deepEqual(await Promise.all([1, 2, 3].map(here)), [1, 2, 3]);
  assert.equal(refused.stats.reason, 'no workers decode tiles: SecurityError: the policy of the page forbids it');
});

test('what fails in a worker is decoded here, and its error is this thread’s', async () => {
  const { pool, workers, tile } = made(2, { fails: true });
  const [a, b, c] = [tile('a'), tile('b'), tile('c', undefined, true)];
  await workers[0]!.run();
  for (const { finish } of [a, b, c]) finish();
  assert.deepEqual(await Promise.all([a.text, b.text]), ['a here', 'b here']);
  await assert.rejects(c.text, (error: unknown) => error instanceof RangeError && error.message === 'c is damaged');
  assert.equal(pool.stats.deaths, 0);
  pool.end();
});

test('a worker that does not answer in time counts as dead', async () => {
  const { pool, workers, tile } = made(2, { deadline: 1 });
  const [a, b] = [tile('a'), tile('b')];
  await workers[0]!.run();
  await until('it is given up', () => workers[0]!.ended);
  for (const { finish } of [a, b]) finish();
  assert.equal(await a.text, 'a here');
  // Another worker may have been lost with it meanwhile.
  for (const worker of workers.slice(1)) worker.die();
  assert.equal(await b.text, 'b here');
  assert.ok(pool.stats.deaths >= 1);
  pool.end();
});

test('tiles that nobody waits for any more leave the queue, and those in a worker reject at once', async () => {
  const { pool, workers, tile } = made(2);
  const controller = new AbortController();
  const kept = tile('a');
  const [inWorker, , waiting] = ['b', 'c', 'd'].map((name) => tile(name, controller.signal)) as [Tile, Tile, Tile];
  await workers[0]!.run();
  await until('the worker has two tiles', () => workers[0]!.held.length === 2);
  controller.abort();
  await assert.rejects(inWorker.text, aborted);
  await assert.rejects(waiting.text, aborted);
  await assert.rejects(tile('e', controller.signal).text, aborted);
  kept.finish();
  assert.equal(await kept.text, 'a here');
  for (const answer of workers[0]!.held) answer();
  await turns(20);
  const last = tile('f');
  await until('the worker has another', () => workers[0]!.held.length === 3);
  workers[0]!.held[2]!();
  assert.equal(await last.text, 'f beside');
  pool.end();
});

test('workers without a tile end after a while, and start again', async () => {
  const workers: PlayedWorker[] = [];
  const start = (): PlayedWorker => {
    const worker = new PlayedWorker();
    workers.push(worker);
    return worker;
  };
  const pool = new DecodingPool({ start, cores: 2, rest: 1, worth: 1 });
  const both = () =>
    Promise.all(
      [1, 2].map((value) =>
        pool.decode(
          () => Promise.reject(new Error('not ready')),
          async () => value,
          undefined,
        ),
      ),
    );
  await both();
  await until('it has ended', () => workers[0]?.ended === true);
  assert.equal(pool.stats.workers, 0);
  await both();
  assert.equal(workers.length, 2);
  assert.equal(pool.stats.deaths, 0);
  await until('the other has ended', () => workers[1]?.ended === true);
});
