/**
 * Memory of a device over a long day: 2,000 runs of the three algorithms on one engine whose device CPU kernels play, every seventh
 * cancelled, and the device lost after every hundredth. Tells after each tenth what the device holds. `--runs=200` does fewer.
 */
import { builtIn } from '../src/algorithms.js';
import { createExecutor } from '../src/compute/backend.js';
import { SegmenterError } from '../src/core/errors.js';
import { Engine } from '../src/worker/engine.js';
import { playedDevice } from '../test/support/devices/played-device.js';
import { FaultyCalls, virtualGpu } from '../test/support/devices/virtual-device.js';
import { smallImage, smallRun } from './support/small-runs.js';

const runs = Number(process.argv.find((flag) => flag.startsWith('--runs='))?.split('=')[1] ?? 2000);
const { device, adapter } = await playedDevice();
const calls = new FaultyCalls('lost');
const real = virtualGpu(device, adapter, calls);
let current: GPUDevice | undefined;
const gpu = {
  requestAdapter: async () => {
    const found = await real.requestAdapter();
    const requestDevice = async (): Promise<GPUDevice> => {
      current = await found!.requestDevice();
      return current;
    };
    return { ...found, requestDevice };
  },
} as unknown as GPU;
const renew = () => createExecutor('webgpu', { gpu });
const engine = new Engine(builtIn, { backend: 'webgpu' }, renew, await renew());
const image = await engine.load(smallImage);
const rows: string[][] = [];
/** Runs that ended with an error, by its code. */
const codes = new Map<string, number>();
for (let k = 1; k <= runs; k++) {
  const run = smallRun(engine, image, k);
  if (k % 100 === 0) current?.destroy();
  await run.outcome.catch((error: unknown) => {
    const code = error instanceof SegmenterError ? error.code : String(error);
    codes.set(code, (codes.get(code) ?? 0) + 1);
  });
  calls.made.length = 0;
  if (k % Math.ceil(runs / 10) !== 0) continue;
  globalThis.gc?.();
  const { bytes } = engine.stats();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  rows.push([calls.live.size, bytes / 1024, (heapUsed + arrayBuffers) / 2 ** 20].map((n) => n.toFixed(0)));
}
engine.dispose();
const column = (at: number): string => rows.map((row) => row[at]).join(' ');
console.log(
  '| what | buffers of the device | KiB that it keeps for the next run | MiB of the process |\n|---|---|---|---|',
);
console.log(
  `| ${runs} runs (${[...codes].map(([code, times]) => `${times} ${code}`).join(', ')}) | ${column(0)} | ${column(1)} | ${column(2)} |`,
);
console.log(`\nAfter the engine's end: ${calls.live.size} buffers.`);
process.exit(0);
