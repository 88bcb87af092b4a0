/**
 * The snake on a GPU: latencies, equality with the CPU, precomputation and segmentation of 15, 100 and 150 megapixels
 * made as the paper made them, and how time grows. Flags: `--only=latency,equality,figures,scale,timeline,memory,bands`
 * (default: the first three), `--timings` for the time of each kernel, `--quantised` to leave Dawn's timestamps coarse, `--cpu` for
 * the same runs on the CPU, whose steps, vertices and criterion are to be a GPU's.
 */
import { create } from 'webgpu';
import { createExecutor } from '../src/compute/backend.js';
import { measureDevice } from './support/gpu/gpu-device.js';
import { measure } from './support/gpu/gpu-figures.js';

const flag = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}`))?.split('=')[1] ??
  (process.argv.includes(`--${name}`) ? '' : undefined);

const toggles = flag('quantised') === undefined ? ['disable-dawn-features=timestamp_quantization'] : [];
const gpu = create(toggles);
const { executor } = await createExecutor(flag('cpu') === undefined ? 'webgpu' : 'cpu', {
  gpu,
  timings: flag('timings') !== undefined,
});
const parts = new Set((flag('only') ?? 'latency,equality,figures').split(','));
const say = (line: string): void => console.log(line);
const good =
  (await measure(executor, parts, say)) &&
  (await measureDevice((options) => createExecutor('webgpu', { gpu, ...options }), parts, say));
if (flag('timings') !== undefined) {
  for (const [name, { calls, milliseconds }] of Object.entries(executor.stats().kernels)) {
    console.log(`${name}: ${calls} calls, ${((1000 * milliseconds) / calls).toFixed(1)} µs each`);
  }
}
executor.dispose();
process.exit(good ? 0 : 1);
