/** Waiting times and device memory: the timeline of one run, bytes a pixel, and what bands of rows cost. */

import { builtIn } from '../../../src/algorithms.js';
import type { Backend, BackendOptions } from '../../../src/compute/backend.js';
import type { Executor } from '../../../src/compute/executor.js';
import { evolve, type Problem, type Snapshot } from '../../../src/snake/steps/optimiser.js';
import { makeTables } from '../../../src/snake/tables/tables.js';
import { Engine } from '../../../src/worker/engine.js';
import { interpolated } from '../images/interpolated.js';
import { TracedExecutor } from './traced-executor.js';

type Open = (options?: BackendOptions) => Promise<Backend>;
type Say = (line: string) => void;
/** Told when a state is there, so that a page may say when it saw it. */
type Shown = (state: { readonly step: number; readonly at: number }) => void;

const ms = (value: number): string => value.toFixed(1);
const now = (): number => performance.timeOrigin + performance.now();

/** One contour in an image of 16 bits, default parameters, from the request to the Feature. */
const timeline = async (open: Open, say: Say, shown: Shown, megapixels: number): Promise<void> => {
  const { width, height, data } = interpolated(megapixels, 1500, 1);
  const box = [width / 10, height / 10, width * 0.8, height * 0.8].map(Math.round);
  const init = { x: box[0]!, y: box[1]!, width: box[2]!, height: box[3]! };
  for (const prepared of [false, true]) {
    const backend = await open();
    const traced = new TracedExecutor(backend.executor);
    const engine = new Engine(builtIn, {}, open, { ...backend, executor: traced });
    const began = performance.now();
    if (prepared) await engine.prepare();
    const ready = performance.now() - began;
    const image = await engine.load({ width, height, data });
    say(
      `timeline, ${megapixels} Mpx (${width} × ${height}), ${prepared ? `prepared in ${ms(ready)} ms` : 'not prepared'}`,
    );
    for (const name of ['first', 'second', 'third']) {
      traced.events.length = 0;
      const asked = performance.now();
      const since = (at: number): string => ms(at - asked);
      const run = engine.segment(image, { init });
      const states: number[] = [];
      for await (const { step } of run) {
        states.push(performance.now());
        shown({ step, at: now() });
      }
      const { properties } = await run.result;
      const done = performance.now();
      const uploads = traced.events.filter(({ what }) => what === 'upload');
      const tables = traced.events.find(({ what }) => what === 'tables');
      const batches = traced.events.filter(({ what }) => what === 'batch');
      const bytes = uploads.reduce((sum, event) => sum + event.amount, 0);
      const first = uploads[0];
      if (!first || !tables || batches.length === 0) throw new Error('The run left out a stage');
      say(
        `  ${name} contour: samples, channel and prior ready at ${since(first.began)} ms; ${(bytes / 1e6).toFixed(0)} MB uploaded at ${since(uploads.at(-1)!.ended)}; tables at ${since(tables.ended)}; first ring at ${since(states[0]!)}; last ring at ${since(states.at(-1)!)}; contour with its measurements at ${since(done)}`,
      );
      say(`    ${properties.measurements.Steps} steps, ${properties.measurements.Nodes} vertices`);
      say(
        `    batches (steps: ms): ${batches.map(({ amount, began, ended }) => `${amount}: ${ms(ended - began)}`).join(', ')}`,
      );
    }
    engine.dispose();
  }
};

const problemOf = (width: number, height: number): Problem => {
  const [l, t] = [Math.round(width / 10), Math.round(height / 10)];
  return {
    starts: [
      {
        ring: [l, t, width - l, t, width - l, height - t, l, height - t],
        box: { x0: 0, y0: 0, x1: width, y1: height },
      },
    ],
    model: 'gaussian',
    order: 1,
    distance: 256,
    minimumLength: 32,
    prune: true,
    polarity: 'any',
    contourWeight: 1,
    filter: false,
  };
};

interface Ran {
  readonly end: Snapshot;
  readonly milliseconds: number;
  readonly bands: number;
}

const planesOf = ({ width, height, data }: ReturnType<typeof interpolated>) =>
  ({ width, height, kind: 'intensity', bits: 16, planes: [data], record: {} }) as const;

/** The quickest of some runs on tables made once. */
const run = async (executor: Executor, image: ReturnType<typeof interpolated>, repeats: number): Promise<Ran> => {
  const { width, height } = image;
  const tables = await makeTables(executor, planesOf(image), { stride: 32 });
  const took: number[] = [];
  let end: Snapshot | undefined;
  for (let i = 0; i < repeats; i++) {
    const began = performance.now();
    const steps = evolve(executor, tables, problemOf(width, height), () => 24);
    for (;;) {
      const { done, value } = await steps.next('go');
      if (!done) continue;
      end = value[0];
      break;
    }
    took.push(performance.now() - began);
  }
  tables.destroy();
  if (!end) throw new Error('No run was asked for');
  took.sort((a, b) => a - b);
  return { end, milliseconds: took[took.length >> 1]!, bands: tables.chunks.length };
};

/** Bytes against pixels, and the largest image that fits 1, 4 and 16 GB: one plane of 16 bits, tables of stride 32. */
const memory = async (open: Open, say: Say, sizes: readonly number[]): Promise<void> => {
  const points: { pixels: number; bytes: number }[] = [];
  for (const megapixels of sizes) {
    const { executor } = await open();
    const image = interpolated(megapixels, 1500, 1);
    await run(executor, image, 1);
    const { peakBytes, bytes } = executor.stats();
    const pixels = image.width * image.height;
    points.push({ pixels, bytes: peakBytes });
    say(
      `memory, ${megapixels} Mpx: ${peakBytes} bytes at most, ${(peakBytes / pixels).toFixed(3)} a pixel; ${bytes} left`,
    );
    executor.dispose();
  }
  const [small, large] = [points[0]!, points.at(-1)!];
  const slope = (large.bytes - small.bytes) / (large.pixels - small.pixels);
  const rest = large.bytes - slope * large.pixels;
  const fits = [1, 4, 16].map(
    (gigabytes) => `${gigabytes} GB ${((gigabytes * 1e9 - rest) / slope / 1e6).toFixed(0)} Mpx`,
  );
  say(`  ${slope.toFixed(3)} bytes a pixel and ${(rest / 1e6).toFixed(1)} MB; what fits: ${fits.join(', ')}`);
};

/** Under the default limits of WebGPU, and under the device's own: the same contour, and how long each takes. */
const bands = async (open: Open, say: Say, sizes: readonly number[]): Promise<boolean> => {
  let good = true;
  for (const megapixels of sizes) {
    const image = interpolated(megapixels, 1500, 1);
    const ends: Ran[] = [];
    for (const limits of [
      undefined,
      { binding: 2 ** 27, buffer: 2 ** 28, storageBindings: 8, workgroupBytes: 2 ** 14 },
    ]) {
      const { executor } = await open({ limits });
      ends.push(await run(executor, image, 5));
      executor.dispose();
    }
    const [whole, split] = ends as [Ran, Ran];
    const same = whole.end.ring.join() === split.end.ring.join() && whole.end.criterion === split.end.criterion;
    good &&= same;
    say(
      `bands, ${megapixels} Mpx: ${whole.bands} band(s) ${ms(whole.milliseconds)} ms, default limits ${split.bands} band(s) ${ms(split.milliseconds)} ms, ${whole.end.step} steps; ${same ? 'the same contour' : 'CONTOURS DIFFER'}`,
    );
  }
  return good;
};

/** All of it, as `parts` asks. `small` for software adapters. */
export const measureDevice = async (
  open: Open,
  parts: ReadonlySet<string>,
  say: Say,
  shown: Shown = () => {},
): Promise<boolean> => {
  const small = parts.has('small');
  if (parts.has('timeline')) await timeline(open, say, shown, small ? 0.002 : 15);
  if (parts.has('memory')) await memory(open, say, small ? [0.001, 0.002] : [15, 150, 600]);
  return parts.has('bands') ? await bands(open, say, small ? [0.002] : [150, 256]) : true;
};
