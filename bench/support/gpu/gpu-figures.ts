/** Measurements on a GPU: the same code in Node and in a browser's worker. Times are medians after a warm-up. */

import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import type { Executor } from '../../../src/compute/executor.js';
import { type DeviceBuffer, Recording } from '../../../src/compute/recording.js';
import { addSumsToPrefixes } from '../../../src/snake/kernels/add_sums_to_prefixes.js';
import { BLOCK_WORDS, blockPrefixes } from '../../../src/snake/kernels/block_prefixes.js';
import { scanBlockSums } from '../../../src/snake/kernels/scan_block_sums.js';
import { BLOCK_COLUMNS, G } from '../../../src/snake/kernels/shared/layout.js';
import { stridedPrefixes } from '../../../src/snake/kernels/strided_prefixes.js';
import { evolve, type Problem, type Snapshot } from '../../../src/snake/steps/optimiser.js';
import { makeTables, type Tables } from '../../../src/snake/tables/tables.js';
import { addKernel } from '../../../test/support/kernels/add-kernel.js';
import { caseOf } from '../../../test/support/snake/problems.js';
import { interpolated, type Made } from '../images/interpolated.js';
import { planesOf } from '../snake-run.js';

export type Say = (line: string) => void;

const repeats = 9;
/** Milliseconds and runs before what counts: an idle GPU takes a tenth of a second to reach its clock. */
const warmUp = 200;
const warmUps = 12;

const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

/** Milliseconds of one of `times` dispatches within one submit. */
const eachOf = async (
  executor: Executor,
  times: number,
  record: (recording: Recording) => void,
  read: DeviceBuffer,
) => {
  const recording = new Recording();
  for (let n = 0; n < times; n++) record(recording);
  recording.read(read, 1);
  const took: number[] = [];
  const counts = performance.now() + warmUp;
  while (took.length < repeats) {
    const began = performance.now();
    await executor.submit(recording);
    if (began > counts) took.push((performance.now() - began) / times);
  }
  return middle(took);
};

/** A dispatch, direct and indirect, and a readback, in microseconds. */
export const latencies = async (executor: Executor, say: Say): Promise<void> => {
  const by = await executor.buffer('by', Uint32Array.of(1));
  const to = await executor.buffer('to', 64);
  const groups = await executor.buffer('groups', Uint32Array.of(16, 1, 1));
  const buffers = { by, to };
  const direct = await eachOf(executor, 1000, (r) => r.dispatch(addKernel, buffers, [16, 1, 1]), to);
  const most = [16, 1, 1] as const;
  const indirect = await eachOf(
    executor,
    200,
    (r) => r.dispatch(addKernel, buffers, { indirect: groups, offset: 0, most }),
    to,
  );
  const readback = await eachOf(executor, 1, (r) => r.dispatch(addKernel, buffers, [16, 1, 1]), to);
  say(
    `dispatch ${(direct * 1000).toFixed(2)} µs, indirect ${(indirect * 1000).toFixed(2)} µs, submit + readback ${(readback * 1000).toFixed(0)} µs`,
  );
  for (const buffer of [by, to, groups]) buffer.destroy();
};

/** Tables of an image that is there already: strided, and the paper's dense three kernels where they fit. */
const precomputation = async (executor: Executor, image: Made, tables: Tables): Promise<string> => {
  const [{ samples, prefixes }] = tables.chunks;
  const strided = await eachOf(
    executor,
    8,
    (r) => {
      for (const { rows, ...band } of tables.chunks) {
        const { geometry, samples, prefixes } = band;
        r.dispatch(stridedPrefixes, { geometry, samples, prefixes }, [rows, 1, 1]);
      }
    },
    prefixes,
  );
  const lines = [image.height, 1, 1] as const;
  const words = image.height * (image.width + 1) * 3;
  if (words * 4 > executor.limits.binding || tables.chunks.length > 1)
    return `strided ${strided.toFixed(3)} ms, dense does not fit one binding`;
  const dense = tables.geometry.slice();
  dense[G.strideShift] = 0;
  dense[G.entries] = image.width + 1;
  dense[G.entryWords] = 3;
  const blocks = Math.ceil((image.width + 1) / BLOCK_COLUMNS);
  const made: DeviceBuffer[] = [
    await executor.buffer('geometry', dense),
    await executor.buffer('dense', words),
    await executor.buffer('block_sums', image.height * blocks * BLOCK_WORDS),
  ];
  const buffers = { geometry: made[0]!, samples, prefixes: made[1]!, block_sums: made[2]! };
  const three = await eachOf(
    executor,
    4,
    (r) =>
      r
        .dispatch(blockPrefixes, buffers, [blocks, image.height, 1])
        .dispatch(scanBlockSums, buffers, lines)
        .dispatch(addSumsToPrefixes, buffers, [blocks, image.height, 1]),
    made[1]!,
  );
  for (const buffer of made) buffer.destroy();
  return `strided ${strided.toFixed(3)} ms, dense in the paper's three kernels ${three.toFixed(3)} ms`;
};

export interface Schedule {
  readonly distance: number;
  readonly minimumLength: number;
  readonly prune: boolean;
  readonly steps: number;
}

const segment = async (executor: Executor, tables: Tables, problem: Problem, steps: number): Promise<Snapshot> => {
  const run = evolve(executor, tables, problem, () => steps);
  for (;;) {
    const { done, value } = await run.next('go');
    if (done) return value[0]!;
  }
};

/** FNV-1a of a ring's coordinates: the same where every vertex is. */
const digest = (ring: readonly number[]): string => {
  let hash = 0x811c9dc5;
  for (const value of ring) hash = Math.imul(hash ^ value, 0x01000193) >>> 0;
  return hash.toString(16);
};

/** Precomputation, segmentation, steps, dispatches and readbacks for one image and each schedule. */
export const figures = async (
  executor: Executor,
  megapixels: number,
  schedules: readonly Schedule[],
  stride: number,
  say: Say,
): Promise<void> => {
  const image = interpolated(megapixels, 1500, 1);
  const { width, height } = image;
  const began = performance.now();
  const tables = await makeTables(executor, planesOf(image.data, width, height), { stride });
  const ready = performance.now() - began;
  const onCpu = executor.backend === 'cpu';
  const pre = onCpu ? 'on the CPU, one run each' : await precomputation(executor, image, tables);
  say(`${megapixels} Mpx (${width} × ${height}), stride ${stride}: upload and tables ${ready.toFixed(1)} ms; ${pre}`);
  const [left, top] = [Math.round(width / 10), Math.round(height / 10)];
  const ring = [left, top, width - left, top, width - left, height - top, left, height - top];
  for (const { steps, ...schedule } of schedules) {
    const problem: Problem = {
      ...schedule,
      starts: [{ ring, box: { x0: 0, y0: 0, x1: width, y1: height } }],
      model: 'gaussian',
      order: 1,
      polarity: 'any',
      contourWeight: 1,
      filter: false,
    };
    const took: number[] = [];
    let last: Snapshot | undefined;
    const before = executor.stats();
    const [first, runs] = onCpu ? [1, 1] : [1 - warmUps, repeats];
    for (let i = first; i <= runs; i++) {
      const start = performance.now();
      last = await segment(executor, tables, problem, steps);
      if (i > 0) took.push(performance.now() - start);
    }
    const after = executor.stats();
    const a = (name: 'dispatches' | 'submits' | 'reads') =>
      Math.round((after[name] - before[name]) / (runs - first + 1));
    say(
      `  d ${schedule.distance}, l ${schedule.minimumLength}${schedule.prune ? ', pruned' : ''}, K ${steps}: ${middle(took).toFixed(2)} ms (${Math.min(...took).toFixed(2)}–${Math.max(...took).toFixed(2)}), ${last!.step} steps, ${last!.ring.length / 2} vertices (${digest(last!.ring)}), ${a('dispatches')} dispatches, ${a('submits')} submits, J ${last!.criterion.toFixed(1)}`,
    );
  }
  tables.destroy();
};

/** Whole runs of random problems on both back ends; the number that differ. */
export const equality = async (
  executor: Executor,
  from: number,
  to: number,
  most: number,
  say: Say,
): Promise<number> => {
  const cpu = new CpuExecutor();
  let wrong = 0;
  for (let seed = from; seed < to; seed++) {
    const { name, channel, problem, stride } = caseOf(seed, most);
    const ends: string[] = [];
    for (const side of [cpu, executor]) {
      const tables = await makeTables(side, channel, { stride });
      const run = evolve(side, tables, { ...problem, filter: side === cpu }, () => 8 + (seed % 24));
      for (;;) {
        const { done, value } = await run.next('go');
        if (!done) continue;
        ends.push(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)));
        break;
      }
      tables.destroy();
    }
    if (ends[0] === ends[1]) continue;
    wrong++;
    say(`DIFFERS ${name}\n  ${ends[0]!.slice(0, 300)}\n  ${ends[1]!.slice(0, 300)}`);
  }
  say(
    `equality: ${to - from - wrong} of ${to - from} runs end with the same vertices, sums and scores (sides up to ${most})`,
  );
  return wrong;
};

/** All of it, as `parts` asks. */
export const measure = async (executor: Executor, parts: ReadonlySet<string>, say: Say): Promise<boolean> => {
  say(`adapter: ${executor.adapter}; limits ${JSON.stringify(executor.limits)}`);
  let good = true;
  if (parts.has('latency')) await latencies(executor, say);
  if (parts.has('equality')) {
    good = (await equality(executor, 0, 150, 64, say)) === 0 && good;
    good = (await equality(executor, 150, 210, 400, say)) === 0 && good;
  }
  const schedule = (distance: number, more: Partial<Schedule> = {}): Schedule => ({
    distance,
    minimumLength: 32,
    prune: false,
    steps: 24,
    ...more,
  });
  const pruned = schedule(1024, { prune: true });
  // A browser takes longer from submit to submit.
  const longer = [256, 512, 1024].flatMap((distance) => [24, 48].map((steps) => schedule(distance, { steps })));
  if (parts.has('figures')) {
    for (const megapixels of [15, 100, 150])
      await figures(executor, megapixels, [schedule(32), ...longer, pruned], 32, say);
    await figures(executor, 15, longer.slice(0, 2), 8, say);
  }
  if (parts.has('scale')) {
    for (const megapixels of [1, 4, 64, 256, 600])
      await figures(executor, megapixels, megapixels < 15 ? [schedule(256)] : [schedule(1024), pruned], 32, say);
    const lengths = [64, 16, 8, 4, 2].map((minimumLength) => schedule(256, { minimumLength }));
    await figures(executor, 15, lengths, 32, say);
  }
  const { bytes, peakBytes, buffers } = executor.stats();
  say(`bytes live ${bytes} in ${buffers} buffers, peak ${peakBytes}`);
  return good && buffers === 0;
};
