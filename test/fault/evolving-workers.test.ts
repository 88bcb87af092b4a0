/** Lists in threads that live, are killed, fail and are silent: the contours are always the same. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createEngine } from '../../src/engine.js';
import type { PoolWorker } from '../../src/image/pool/pool-worker.js';
import type { EngineStats } from '../../src/worker/engine-types.js';
import { manyDiscs } from '../support/images/many-discs.js';
import { bundle, NodeWorker } from '../support/threads/node-worker.js';
import { until } from '../support/until.js';

const { image, boxes } = manyDiscs(6, 4);

let script: URL;
let plain: readonly unknown[];
before(async () => {
  script = await bundle('evolver-thread');
  plain = (await segmented()).found;
});

/** Segments a list of all boxes over and over until the counters say that it is enough. */
const segmented = async (
  start?: () => PoolWorker,
  enough: (stats: EngineStats['evolving']) => boolean = () => true,
) => {
  const evolvers = start && { start, cores: 3, worth: 2 ** 12 };
  const engine = await createEngine({ backend: 'cpu', ...(evolvers ? { evolvers } : {}) });
  try {
    const its = await engine.load(image);
    for (;;) {
      const { contours } = await engine.segment(its, { init: boxes }).outcome;
      const found = contours.map(({ geometry, properties }) => [geometry, properties.measurements]);
      if (plain) assert.deepEqual(found, plain);
      const { evolving } = engine.stats();
      if (enough(evolving)) return { found, evolving };
    }
  } finally {
    engine.dispose();
  }
};

test('in threads a list has the contours that it has without', async () => {
  const { evolving } = await segmented(
    () => new NodeWorker(script),
    ({ inWorkers }) => inWorkers >= boxes.length,
  );
  assert.equal(evolving.deaths, 0);
});

test('threads that are killed in the middle cost time only, and after three deaths none is used', async () => {
  const threads: NodeWorker[] = [];
  const start = (): NodeWorker => {
    const worker = new NodeWorker(script);
    threads.push(worker);
    let messages = 0;
    // The first says that it runs; then it asks for samples.
    worker.addEventListener('message', () => {
      if (++messages === 3) void worker.thread.terminate();
    });
    return worker;
  };
  const { evolving } = await segmented(start, ({ deaths }) => deaths >= 3);
  assert.match(evolving.reason, /^no workers carry out runs: it exited with 1/);
  assert.equal(evolving.workers, 0);
  await until('all threads have ended', () => threads.every(({ thread }) => thread.threadId === -1));
});

test('a script that throws leaves the list to this thread', async () => {
  const { evolving } = await segmented(
    () => new NodeWorker(script, 'throws'),
    ({ deaths }) => deaths > 0,
  );
  assert.match(evolving.reason, /the script is broken/);
  assert.equal(evolving.inWorkers, 0);
});
