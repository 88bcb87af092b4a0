/** Time of the line kernels on one GPU, for many sizes: `npm run bench linear-features -- --gpu`. */

import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import { openDevice } from '../../../src/compute/device.js';
import type { Executor } from '../../../src/compute/executor.js';
import { GpuExecutor } from '../../../src/compute/gpu-executor.js';
import { type Constants, type DeviceBuffer, type Groups, Recording } from '../../../src/compute/recording.js';
import { combinedMaxima } from '../../../src/linear-features/kernels/combined_maxima.js';
import { combinedSearch } from '../../../src/linear-features/kernels/combined_search.js';
import { primaryMaxima } from '../../../src/linear-features/kernels/primary_maxima.js';
import { secondaryMaxima } from '../../../src/linear-features/kernels/secondary_maxima.js';
import { secondarySearch } from '../../../src/linear-features/kernels/secondary_search.js';
import {
  type MaximaOptions,
  maximaConstants,
  maximaWindow,
  SIDE,
} from '../../../src/linear-features/kernels/shared/window.js';
import { symmetryCheck } from '../../../src/linear-features/kernels/symmetry_check.js';
import { Detector, type DetectorOptions } from '../../../src/linear-features/response/detector.js';
import { runTrial } from '../../../test/support/kernels/kernel-trial.js';
import { lineImages } from '../../../test/support/linear-features/images.js';
import { maximaOptions, otherTrials, runSteps } from '../../../test/support/linear-features/trials.js';
import { median, table } from '../results.js';

const RUNS = 15;
const sizes: readonly (readonly [number, number])[] = [
  [565, 584],
  [2048, 2048],
  [4096, 4096],
  [10_000, 10_000],
];

/** Noise with dark crossing lines; 8 bits, never 0. */
const imageOf = (width: number, height: number): Uint32Array => {
  const words = new Uint32Array(Math.ceil((width * height) / 4));
  const samples = new Uint8Array(words.buffer);
  let state = 1;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      const line = (x + (y >> 2)) % 61 < 3 || (y - (x >> 3)) % 89 < 4;
      samples[i] = 90 + (line ? 60 : 0) + (state >>> 28);
    }
  }
  return words;
};

type Form = (buffers: Readonly<Record<string, DeviceBuffer>>, groups: Groups, constants: Constants) => Recording;

const combined: Form = ({ window, samples, a: marks, b: lines }, groups, constants) =>
  new Recording()
    .dispatch(combinedMaxima, { window: window!, samples: samples!, marks: marks! }, groups, constants)
    .dispatch(combinedSearch, { window: window!, samples: samples!, marks: marks!, lines: lines! }, groups, constants);

const separate: Form = ({ window, samples, a: primary, b: lines, c: secondary, d: accepted }, groups, constants) => {
  const given = { window: window!, samples: samples! };
  return new Recording()
    .dispatch(primaryMaxima, { ...given, primary: primary! }, groups, constants)
    .dispatch(secondaryMaxima, { ...given, secondary: secondary! }, groups, constants)
    .dispatch(symmetryCheck, { ...given, primary: primary!, accepted: accepted! }, groups, constants)
    .dispatch(
      secondarySearch,
      { ...given, accepted: accepted!, secondary: secondary!, lines: lines! },
      groups,
      constants,
    );
};

const forms: Readonly<Record<string, Form>> = { combined, separate };

/** Words in which this GPU and the CPU kernels differ, over the images and windows of the tests: every kernel, ties and holes included. */
const compare = async (gpu: Executor): Promise<string> => {
  const cpu = new CpuExecutor();
  let words = 0;
  let differ = 0;
  const count = (got: Readonly<Record<string, Uint32Array>>, wanted: Readonly<Record<string, Uint32Array>>): void => {
    for (const [name, own] of Object.entries(wanted)) {
      words += own.length;
      differ += own.reduce((sum, word, i) => sum + Number(word !== got[name]![i]), 0);
    }
  };
  for (const [i, image] of lineImages(7).entries()) {
    for (const options of maximaOptions)
      count(await runSteps(gpu, image, options), await runSteps(cpu, image, options));
    for (const trial of otherTrials(image, i)) count(await runTrial(gpu, trial), await runTrial(cpu, trial));
  }
  return `${differ} of ${words} words of all kernels differ from their CPU kernels (the images and windows of \`test/kernels\`, ties, plateaus and holes included)`;
};

const allocate = async (executor: Executor, width: number, height: number, options: MaximaOptions) => {
  const pixels = width * height;
  const buffers: Record<string, DeviceBuffer> = {
    window: await executor.buffer('window', maximaWindow({ width, height, bits: 8 }, options)),
    samples: await executor.buffer('samples', imageOf(width, height)),
  };
  for (const name of ['a', 'b', 'c', 'd']) buffers[name] = await executor.buffer(name, pixels);
  return buffers;
};

/** Rate at which this GPU's memory copies, in bytes a millisecond: the least time of a kernel that moves `bytes` a pixel. */
const BANDWIDTH = 4.3e9;

/** Held for as long as the module: a device does not keep the instance alive that it came from. */
let dawn: GPU | undefined;

export const gpuSection = async (): Promise<string> => {
  const { create } = await import('webgpu');
  dawn = create(['disable-dawn-features=timestamp_quantization']);
  const executor = new GpuExecutor(await openDevice({ gpu: dawn }), { timings: true });
  const same = await compare(executor);
  const rows = [['size', 'K', 'form', 'GPU ms', 'ms per Mpx', 'submit to answer, ms', 'memory alone, ms', 'kernels']];
  for (const orientations of [8, 16]) {
    const options: MaximaOptions = { orientations, primary: 9, secondary: 4, threshold: 12, ratio: 0.5 };
    for (const [width, height] of sizes) {
      if (4 * width * height > executor.limits.binding) continue;
      const buffers = await allocate(executor, width, height, options);
      const groups: Groups = [Math.ceil(width / SIDE), Math.ceil(height / SIDE), 1];
      for (const [name, form] of Object.entries(forms)) {
        const recording = form(buffers, groups, maximaConstants(options)).read(buffers.b!, 1);
        const { device, wall, parts } = await timed(executor, recording);
        const megapixels = (width * height) / 1e6;
        // Samples once and marks in and out; the separate steps read samples four times and marks between them.
        const bytes = name === 'combined' ? 1 + 4 + 4 + 4 : 4 * 1 + 4 + 4 + 8 + 12;
        rows.push([
          `${width} × ${height}`,
          String(orientations),
          name,
          device.toFixed(3),
          (device / megapixels).toFixed(4),
          wall.toFixed(2),
          ((bytes * megapixels * 1e6) / BANDWIDTH).toFixed(3),
          parts,
        ]);
      }
      for (const buffer of Object.values(buffers)) buffer.destroy();
    }
  }
  const whole = [['size', 'GPU ms', 'with upload, ms']];
  for (const [width, height] of sizes.slice(0, 3)) whole.push(await wholeDetector(executor, width, height));
  const adapter = executor.adapter;
  executor.dispose();
  return [
    `## Linear features on a GPU: ${adapter}`,
    same,
    table(rows),
    '### The whole detection at K = 8: smoothing, two scales, maxima, strength',
    table(whole),
  ].join('\n\n');
};

/** Smoothing, two scales, strength and all, as a run does it; the response stays on the device. */
const wholeDetector = async (executor: GpuExecutor, width: number, height: number): Promise<string[]> => {
  const options: DetectorOptions = {
    orientations: 8,
    primary: 9,
    secondary: 4,
    threshold: 256,
    ratio: 0.5,
    scales: 2,
    reach: 3,
    distance: 3,
    gain: 8,
    form: 'combined',
  };
  const detector = await Detector.create(executor, { width, height, bits: 8 }, options);
  const samples = imageOf(width, height);
  await detector.run(samples);
  const device: number[] = [];
  const wall: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const before = total(executor);
    const start = performance.now();
    await detector.run(samples);
    wall.push(performance.now() - start);
    device.push(total(executor) - before);
  }
  detector.dispose();
  return [`${width} × ${height}`, median(device).toFixed(3), median(wall).toFixed(2)];
};

const total = (executor: Executor): number =>
  Object.values(executor.stats().kernels).reduce((sum, { milliseconds }) => sum + milliseconds, 0);

const timed = async (executor: Executor, recording: Recording) => {
  await executor.submit(recording);
  const wall: number[] = [];
  const times: Record<string, number[]> = {};
  for (let run = 0; run < RUNS; run++) {
    const before = Object.fromEntries(
      Object.entries(executor.stats().kernels).map(([name, { milliseconds }]) => [name, milliseconds]),
    );
    const start = performance.now();
    await executor.submit(recording);
    wall.push(performance.now() - start);
    for (const [name, { milliseconds }] of Object.entries(executor.stats().kernels)) {
      times[name] ??= [];
      times[name].push(milliseconds - (before[name] ?? 0));
    }
  }
  const medians = Object.entries(times)
    .map(([name, values]) => [name, median(values)] as const)
    .filter(([, time]) => time > 0);
  const parts = medians.map(([name, time]) => `${name} ${time.toFixed(3)}`).join(', ');
  return { device: medians.reduce((sum, [, time]) => sum + time, 0), wall: median(wall), parts };
};
