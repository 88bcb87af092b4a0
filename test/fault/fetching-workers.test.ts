/** Ranges that workers fetch, with workers that die, are too many or are ended: the bytes and the errors are always the same. */
import assert from 'node:assert/strict';
import { before, type TestContext, test } from 'node:test';
import { createEngine } from '../../src/engine.js';
import { UrlBytes } from '../../src/image/io/bytes.js';
import { open } from '../../src/image/open.js';
import { decodeBeside, decodingStats } from '../../src/image/pool/decoded.js';
import { aborted, coded } from '../support/errors.js';
import { greyTags, writeTiff } from '../support/images/tiff-writer.js';
import { type RangeRequest, sendRange, serving } from '../support/servers/handler-server.js';
import { bundle, NodeWorker } from '../support/threads/node-worker.js';
import { until } from '../support/until.js';

const SIZE = 2 ** 20;
/** More than a page of a descriptor: such ranges go to the workers. */
const RANGE = 2 ** 17;
const file = Uint8Array.from({ length: SIZE }, (_, i) => (i * 37) >> 5);

let script: URL;
before(async () => {
  script = await bundle('decoder-thread');
});

/** Workers for one test; the function returned ends them. */
const workers = (t: TestContext) => {
  const threads: NodeWorker[] = [];
  const start = (): NodeWorker => {
    const worker = new NodeWorker(script);
    threads.push(worker);
    return worker;
  };
  const end = decodeBeside({ start, cores: 3, worth: 1 });
  t.after(end);
  return { threads, end };
};

/** A server that holds its answers from when it is told to. */
const held = async (t: TestContext) => {
  const state = { holds: false, asked: 0, closed: 0 };
  const url = await serving(t, (asked: RangeRequest) => {
    state.asked++;
    asked.response.on('close', () => {
      if (!asked.response.writableFinished) state.closed++;
    });
    const [first, last] = asked.range ?? [0, SIZE - 1];
    if (!state.holds) sendRange(asked, file, first, last);
  });
  return { url, state };
};

/** Reads until a worker has fetched something: they start while this thread fetches. */
const untilBeside = async (bytes: UrlBytes): Promise<void> => {
  while (decodingStats().fetched === 0) assert.deepEqual(await bytes.read(3, RANGE), file.subarray(3, 3 + RANGE));
};

/** A range that a worker has asked for and waits for, and the requests that were closed before. */
const waiting = async (t: TestContext) => {
  const { url, state } = await held(t);
  const bytes = new UrlBytes(url);
  await untilBeside(bytes);
  state.holds = true;
  const [before, closed] = [state.asked, state.closed];
  const controller = new AbortController();
  const reading = bytes.read(5, RANGE, { signal: controller.signal });
  await until('a request that is held', () => state.asked > before);
  return { bytes, state, closed, controller, reading };
};

test('ranges that workers fetched are the same, and the counter says so', async (t) => {
  workers(t);
  const { url } = await held(t);
  const bytes = new UrlBytes(url);
  await untilBeside(bytes);
  const offsets = Array.from({ length: 12 }, (_, k) => k * 70_001);
  const parts = await Promise.all(offsets.map((offset) => bytes.read(offset, RANGE)));
  for (const [k, offset] of offsets.entries()) assert.deepEqual(parts[k], file.subarray(offset, offset + RANGE));
  assert.ok(decodingStats().fetched > 12);
  assert.equal(bytes.size, SIZE);
});

test('a refusal and a file that changed are the coded errors that they are in this thread', async (t) => {
  workers(t);
  let tag = '"one"';
  let status = 206;
  const url = await serving(t, (asked) => {
    const [first, last] = asked.range ?? [0, SIZE - 1];
    asked.response.setHeader('ETag', tag);
    if (status === 206) sendRange(asked, file, first, last);
    else asked.response.writeHead(status).end();
  });
  const bytes = new UrlBytes(url);
  await untilBeside(bytes);
  status = 404;
  await assert.rejects(bytes.read(0, RANGE), coded('image-not-found', 'HTTP 404'));
  status = 206;
  tag = '"two"';
  await assert.rejects(bytes.read(0, RANGE), coded('image-unreadable', 'changed on the server'));
});

test('what a worker was fetching when it died is fetched by this thread', async (t) => {
  const { threads } = workers(t);
  const { url, state } = await held(t);
  const bytes = new UrlBytes(url);
  await untilBeside(bytes);
  state.holds = true;
  const before = state.asked;
  const reading = bytes.read(5, RANGE);
  await until('a request that is held', () => state.asked > before);
  state.holds = false;
  await Promise.all(threads.map(({ thread }) => thread.terminate()));
  assert.deepEqual(await reading, file.subarray(5, 5 + RANGE));
});

test('an abort ends the request of a worker', async (t) => {
  workers(t);
  const { bytes, state, closed, controller, reading } = await waiting(t);
  controller.abort();
  await assert.rejects(reading, aborted);
  await until('the end of the request', () => state.closed > closed);
  state.holds = false;
  assert.deepEqual(await bytes.read(5, RANGE), file.subarray(5, 5 + RANGE));
});

test('the end of the pool leaves no request of a worker', async (t) => {
  const { end } = workers(t);
  const { state, closed, controller, reading } = await waiting(t);
  // As an engine does it that is disposed of in the middle of a run.
  controller.abort();
  end();
  await assert.rejects(reading, aborted);
  await until('the end of the request', () => state.closed > closed);
  assert.equal(decodingStats().workers, 0);
});

test('an engine that is disposed of while workers fetch leaves no request', async (t) => {
  workers(t);
  const [side, tile] = [1024, 512];
  const tags = greyTags(side, side, [
    { tag: 322, type: 4, values: [tile] },
    { tag: 323, type: 4, values: [tile] },
    { tag: 324, type: 4, values: Array.from({ length: 4 }, (_, k) => 8 + k * tile * tile) },
    { tag: 325, type: 4, values: Array.from({ length: 4 }, () => tile * tile) },
  ]);
  const image = writeTiff([{ tags }], new Uint8Array(side * side));
  let [holds, underWay] = [false, 0];
  const url = await serving(t, (asked) => {
    const [first, last] = asked.range ?? [0, image.length - 1];
    if (!holds) return sendRange(asked, image, first, last);
    underWay++;
    asked.response.on('close', () => underWay--);
  });
  const fetched = new UrlBytes(url);
  while (decodingStats().fetched === 0) await fetched.read(0, RANGE);
  const engine = await createEngine({ backend: 'cpu' });
  const opened = await engine.open({ kind: 'url', url });
  holds = true;
  const run = engine.segment(opened, { init: { x: 200, y: 200, width: 600, height: 600 } });
  const ended = assert.rejects(run.result);
  await until('requests that are held', () => underWay > 0);
  engine.dispose();
  await ended;
  await until('the end of all requests', () => underWay === 0);
});

test('a tile whose bytes are its samples is not copied, and another tile with the same bytes is unharmed', async () => {
  const [side, tile] = [512, 256];
  const plain = Uint8Array.from({ length: tile * tile }, (_, i) => (i * 11) >> 4);
  for (const [photometric, of] of [
    [1, (value: number): number => value],
    [0, (value: number): number => 255 - value],
  ] as const) {
    const tags = greyTags(side, side, [
      { tag: 322, type: 4, values: [tile] },
      { tag: 323, type: 4, values: [tile] },
      { tag: 324, type: 4, values: [8, 8, 8, 8] },
      { tag: 325, type: 4, values: Array.from({ length: 4 }, () => tile * tile) },
    ]).map((each) => (each.tag === 262 ? { ...each, values: [photometric] } : each));
    const image = await open({ kind: 'blob', blob: new Blob([writeTiff([{ tags }], plain)]), name: 'made.tif' });
    const { data } = await image.region({ x: 0, y: 0, width: side, height: side }, 0);
    const wanted = Array.from({ length: side * side }, (_, i) =>
      of(plain[(Math.floor(i / side) % tile) * tile + (i % tile)]!),
    );
    assert.deepEqual([...data], wanted);
  }
});
