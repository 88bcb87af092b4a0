/** Images decoded with workers that live, die, fail and are refused: the samples and the errors are always the same. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { DECODER } from '../../src/core/worker-names.js';
import { open } from '../../src/image/open.js';
import { decodeBeside, decodingStats } from '../../src/image/pool/decoded.js';
import type { PoolWorker } from '../../src/image/pool/pool-worker.js';
import type { Samples } from '../../src/image/samples.js';
import { Thread } from '../../src/node/thread.js';
import { coded } from '../support/errors.js';
import { deflatedTiles } from '../support/images/deflated-tiles.js';
import { fileBytes } from '../support/images/image-files.js';
import { bundle, NodeWorker } from '../support/threads/node-worker.js';

const TILES = 64;

let script: URL;
before(async () => {
  script = await bundle('decoder-thread');
});

const tiled = (damaged?: number): Promise<Uint8Array<ArrayBuffer>> => deflatedTiles(TILES, damaged);

const read = async (bytes: Uint8Array<ArrayBuffer>): Promise<Samples> => {
  const image = await open({ kind: 'blob', blob: new Blob([bytes]), name: 'made.tif' });
  try {
    return await image.region({ x: 0, y: 0, width: image.width, height: image.height }, 0);
  } finally {
    image.close();
  }
};

/** Reads until workers have decoded something, since they start while this thread decodes. */
const untilBeside = async (bytes: Uint8Array<ArrayBuffer>): Promise<Samples> => {
  let samples = await read(bytes);
  while (decodingStats().inWorkers === 0 && decodingStats().deaths === 0) samples = await read(bytes);
  return samples;
};

const withWorkers = async (start: () => PoolWorker, work: () => Promise<void>): Promise<void> => {
  const end = decodeBeside({ start, cores: 3 });
  try {
    await work();
  } finally {
    end();
  }
};

test('tiles that workers decoded are the same, of every codec', async () => {
  const files = [
    await tiled(),
    ...['u16-lzw', 'u16-deflate', 'u16-zstd', 'u16-lerc', 'u16-lerc_zstd', 'rgb-jpeg', 'rgb-jpeg2000'].map((name) =>
      fileBytes(`${name}.tif`),
    ),
  ];
  const plain = await Promise.all(files.map(read));
  await withWorkers(
    () => new NodeWorker(script),
    async () => {
      await untilBeside(files[0]!);
      for (const [k, file] of files.entries()) {
        const { inWorkers } = decodingStats();
        assert.deepEqual(await read(file), plain[k]);
        assert.ok(decodingStats().inWorkers > inWorkers, `no worker decoded file ${k}`);
      }
      assert.equal(decodingStats().deaths, 0);
    },
  );
});

test('workers that are killed over and over cost time only, and the counters say that none is used any more', async () => {
  const bytes = await tiled();
  const plain = await read(bytes);
  const threads: NodeWorker[] = [];
  const start = (): NodeWorker => {
    const worker = new NodeWorker(script);
    threads.push(worker);
    worker.addEventListener('message', () => void worker.thread.terminate());
    return worker;
  };
  await withWorkers(start, async () => {
    while (decodingStats().deaths < 3) assert.deepEqual(await read(bytes), plain);
    assert.deepEqual(await read(bytes), plain);
    assert.match(decodingStats().reason, /^no workers decode tiles: it exited with 1/);
    assert.equal(decodingStats().workers, 0);
  });
});

test('a script that throws, and a worker that cannot be made, leave the tiles to this thread', async () => {
  const bytes = await tiled();
  const plain = await read(bytes);
  await withWorkers(
    () => new NodeWorker(script, 'throws'),
    async () => {
      while (decodingStats().deaths === 0) assert.deepEqual(await read(bytes), plain);
      assert.deepEqual(await read(bytes), plain);
      assert.match(decodingStats().reason, /the script is broken/);
    },
  );
  await withWorkers(
    () => {
      throw new Error('no nested workers here');
    },
    async () => {
      assert.deepEqual(await read(bytes), plain);
      assert.match(decodingStats().reason, /no nested workers here/);
    },
  );
});

test('a thread whose message cannot be read is no more', async (t) => {
  let its: Worker | undefined;
  t.mock.method(Worker.prototype, 'unref', function (this: Worker) {
    its = this;
  });
  const thread = new Thread(DECODER, script);
  t.after(() => thread.terminate());
  const said = new Promise<Event>((resolve) => {
    thread.addEventListener('error', resolve);
  });
  its!.emit('messageerror', new TypeError('unable to deserialize'));
  assert.equal(((await said) as ErrorEvent).message, 'a message could not be read');
});

test('a tile that is damaged in the middle of the image fails with the error that it has without workers', async () => {
  const whole = await tiled();
  const damaged = await tiled(TILES / 2);
  const error = await read(damaged).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(coded('tile-unavailable')(error));
  await withWorkers(
    () => new NodeWorker(script),
    async () => {
      await untilBeside(whole);
      await assert.rejects(read(damaged), (reason: unknown) => {
        assert.ok(reason instanceof Error && error instanceof Error);
        assert.equal(reason.message, error.message);
        return true;
      });
      assert.equal(decodingStats().deaths, 0);
    },
  );
});

test('no shared memory is needed: workers decode where `SharedArrayBuffer` is not there', async (context) => {
  const shared = Object.getOwnPropertyDescriptor(globalThis, 'SharedArrayBuffer');
  context.after(() => shared && Object.defineProperty(globalThis, 'SharedArrayBuffer', shared));
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  const bytes = await tiled();
  const plain = await read(bytes);
  await withWorkers(
    () => new NodeWorker(script),
    async () => {
      assert.deepEqual(await untilBeside(bytes), plain);
      assert.ok(decodingStats().inWorkers > 0);
    },
  );
});
