/**
 * Memory over a long day: 10,000 runs on one engine, 1,000 images opened and closed, 200 workers that die in the midst of a run.
 * Tells what the process holds after each tenth of them. `npm run bench -- endurance --share=0.1` does a tenth of it.
 */
import { EngineClient } from '../src/element/client/engine-client.js';
import { createEngine } from '../src/engine.js';
import { fileBytes } from '../test/support/images/image-files.js';
import { ramp } from '../test/support/shrink.js';
import { bundle, NodeWorker } from '../test/support/threads/node-worker.js';
import { smallImage, smallRun } from './support/small-runs.js';

const share = Number(process.argv.find((flag) => flag.startsWith('--share='))?.split('=')[1] ?? 1);
const [runs, images, workers] = [10_000, 1000, 200].map((count) => Math.ceil(count * share)) as [
  number,
  number,
  number,
];

/** Memory that is held, and memory that the process has of the system, in MiB. */
const memory = async (): Promise<readonly [held: number, resident: number]> => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  globalThis.gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return [Math.round((heapUsed + arrayBuffers) / 2 ** 20), Math.round(rss / 2 ** 20)];
};

/** Does a thing many times, and prints what is held after each tenth. */
const over = async (what: string, times: number, once: (k: number) => Promise<void>): Promise<void> => {
  const held: number[] = [];
  const resident: number[] = [];
  for (let k = 1; k <= times; k++) {
    await once(k);
    if (k % Math.ceil(times / 10) !== 0) continue;
    const [now, all] = await memory();
    held.push(now);
    resident.push(all);
  }
  console.log(`| ${times} ${what} | ${held.join(' ')} | ${resident.join(' ')} |`);
};

console.log('| what | MiB held after each tenth | MiB resident |\n|---|---|---|');

const engine = await createEngine({ backend: 'cpu' });
const image = await engine.load(smallImage);
await over('runs', runs, async (k) => {
  await smallRun(engine, image, k).outcome.catch(() => {});
});
const files = ['rgb.png', 'cog.tif', 'jpeg-420.jpg', 'u16-deflate.tif', 'ome-pyramid.ome.tif'].map((name) => ({
  name,
  bytes: fileBytes(name),
}));
await over('images', images, async (k) => {
  const { name, bytes } = files[k % files.length]!;
  const opened = await engine.open({ kind: 'blob', blob: new Blob([bytes]), name });
  const rect = { x: 0, y: 0, width: Math.min(200, opened.width), height: Math.min(200, opened.height) };
  await opened.region(rect, 0);
  engine.close(opened);
});
engine.dispose();

const [script, faulty] = await Promise.all([bundle('thread'), bundle('faulty')]);
await over('workers that die', workers, async () => {
  const client = new EngineClient({ backend: 'cpu', startWorker: () => new NodeWorker(script) });
  await client.register(faulty);
  await client.open({ kind: 'samples', width: 64, height: 48, data: ramp(64, 48) });
  const init = { x: 10, y: 8, width: 40, height: 30 };
  await client.segment({ algorithm: 'crashes', init }).result.catch(() => {});
  client.dispose();
});
process.exit(0);
