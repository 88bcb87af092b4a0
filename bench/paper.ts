/**
 * The experiments of Perrot et al. (2011): Table I, the time of each iteration, equal and full-sized slices, and widths that are
 * powers of two; beside each the paper's figure. A star in white noise (SNR 1, 16 bits), a rectangle a tenth inside, first distance 32,
 * edges over 32 pixels split, Gaussian. Flags: `--quick` for 15 megapixels alone, `--gpu` for a GPU beside the CPU.
 */
import { createExecutor } from '../src/compute/backend.js';
import { CpuExecutor } from '../src/compute/cpu-executor.js';
import type { Executor } from '../src/compute/executor.js';
import type { Box } from '../src/core/geometry/rect.js';
import type { ChannelPlanes } from '../src/image/channels/channels.js';
import { latticeOf, rectangleRing } from '../src/snake/starts.js';
import { evolve } from '../src/snake/steps/optimiser.js';
import { balancedChunks, type Rows } from '../src/snake/tables/chunks.js';
import { makeTables, tableOptions } from '../src/snake/tables/tables.js';
import { processorTime } from './support/clock.js';
import { noisy, shapeMask } from './support/images/synthetic.js';
import { median, table, writeSection } from './support/results.js';
import { law, mostSteps, planesOf, type Settings } from './support/snake-run.js';

const settings: Settings = { distance: 32, minimumLength: 32, prune: false };
const repeats = 3;

/** Seconds of Table I: an Intel Xeon E5530 and a C2050. */
const paper = {
  15: { cpu: { total: 0.51, tables: 0.13, evolution: 0.46 }, gpu: { total: 0.06, tables: 0.02, evolution: 0.04 } },
  100: { cpu: { total: 4.08, tables: 0.91, evolution: 3.17 }, gpu: { total: 0.59, tables: 0.13, evolution: 0.46 } },
  150: { cpu: { total: 5.7, tables: 1.4, evolution: 4.3 }, gpu: { total: 0.79, tables: 0.2, evolution: 0.59 } },
} as const;
const sides = { 15: 3873, 100: 10000, 150: 12247 } as const;
type Megapixels = keyof typeof sides;

const imageOf = (width: number, height = width): ChannelPlanes =>
  planesOf(noisy(shapeMask('star', width, height), 1, width), width, height);

const startOf = ({ width, height }: ChannelPlanes): Box => {
  const [dx, dy] = [Math.round(width / 10), Math.round(height / 10)];
  return { x0: dx, y0: dy, x1: width - dx, y1: height - dy };
};

/** The processor's milliseconds on the CPU, which other work on the machine does not change; those of the clock on a GPU. */
const clockOf = ({ backend }: Executor): (() => number) =>
  backend === 'cpu' ? processorTime : () => performance.now();

/** Milliseconds of the tables, of all steps, and of the steps of each iteration. */
interface Times {
  readonly tables: number;
  readonly evolution: number;
  readonly total: number;
  readonly iterations: readonly { readonly vertices: number; readonly steps: number; readonly milliseconds: number }[];
}

const timed = async (executor: Executor, channel: ChannelPlanes, each = false): Promise<Times> => {
  const clock = clockOf(executor);
  const began = clock();
  const tables = await makeTables(executor, channel, tableOptions(executor.backend, 'strided'));
  const ready = clock();
  const iterations: { vertices: number; steps: number; milliseconds: number }[] = [];
  const starts = [{ ring: rectangleRing(startOf(channel)), box: latticeOf(channel) }];
  try {
    const run = evolve(executor, tables, { ...law, ...settings, starts, maximumSteps: mostSteps }, () =>
      each ? 4 : 64,
    );
    let [last, steps] = [clock(), 0];
    for (;;) {
      const { done, value } = await run.next('go');
      const { iteration, ring, step } = value[0]!;
      const now = clock();
      const entry = iterations[iteration] ?? { vertices: 0, steps: 0, milliseconds: 0 };
      iterations[iteration] = entry;
      entry.vertices = ring.length / 2;
      entry.steps += step - steps;
      entry.milliseconds += now - last;
      [last, steps] = [now, step];
      if (done) break;
    }
    const ended = clock();
    return {
      tables: ready - began,
      evolution: ended - ready,
      total: ended - began,
      iterations: iterations.filter(Boolean),
    };
  } finally {
    tables.destroy();
  }
};

const medians = async (executor: Executor, channel: ChannelPlanes): Promise<Omit<Times, 'iterations'>> => {
  await timed(executor, channel);
  const runs: Times[] = [];
  for (let i = 0; i < repeats; i++) runs.push(await timed(executor, channel));
  const of = (part: 'tables' | 'evolution' | 'total'): number => median(runs.map((run) => run[part]));
  return { tables: of('tables'), evolution: of('evolution'), total: of('total') };
};

const ms = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(0));
const times = (value: number): string => `× ${value.toFixed(1)}`;

const tableOne = async (cpu: Executor, gpu: Executor | undefined, sizes: readonly Megapixels[]): Promise<string> => {
  const rows = [
    [
      'Mpx',
      'part',
      'paper, CPU',
      'ours, CPU',
      'times faster',
      'paper, GPU',
      'ours, GPU',
      'speed-up, paper',
      'speed-up, ours',
    ],
  ];
  for (const size of sizes) {
    const image = imageOf(sides[size]);
    const own = await medians(cpu, image);
    const device = gpu && (await medians(gpu, image));
    for (const [part, name] of [
      ['total', 'total'],
      ['tables', 'pre-computation'],
      ['evolution', 'segmentation'],
    ] as const) {
      const [theirs, theirGpu] = [1000 * paper[size].cpu[part], 1000 * paper[size].gpu[part]];
      rows.push([
        `${size}`,
        name,
        `${ms(theirs)} ms`,
        `${ms(own[part])} ms`,
        times(theirs / own[part]),
        `${ms(theirGpu)} ms`,
        device ? `${ms(device[part])} ms` : '–',
        times(theirs / theirGpu),
        device ? times(own[part] / device[part]) : '–',
      ]);
      console.log(rows.at(-1)!.join('  '));
    }
  }
  return table(rows);
};

/** Figure 2 gives functions: segments' contributions over 45 % of the time, cumulated images over 23 %, coordinates 6 %. */
const profile = async (cpu: Executor, gpu: Executor | undefined): Promise<string> => {
  const image = imageOf(sides[15]);
  await timed(cpu, image, true);
  const own = await timed(cpu, image, true);
  if (gpu) await timed(gpu, image, true);
  const device = gpu && (await timed(gpu, image, true));
  const share = (value: number): string => `${((100 * value) / own.total).toFixed(0)} %`;
  const rows = [['iteration', 'vertices', 'steps', 'CPU, ms', 'share of the total', 'GPU, ms', 'speed-up']];
  const row = (name: string, vertices: string, steps: string, value: number, other: number | undefined): void => {
    rows.push([
      name,
      vertices,
      steps,
      ms(value),
      share(value),
      other ? ms(other) : '–',
      other ? times(value / other) : '–',
    ]);
  };
  row('tables', '', '', own.tables, device?.tables);
  for (const [i, { vertices, steps, milliseconds }] of own.iterations.entries()) {
    row(`${i + 1}`, `${vertices}`, `${steps}`, milliseconds, device?.iterations[i]?.milliseconds);
  }
  return table(rows);
};

/** Tables of an image in slices, as where memory holds no more than `most` of 9 parts of it at once. */
const slices = async (executor: Executor): Promise<string> => {
  const image = imageOf(sides[15], 3870);
  const { width, height } = image;
  const unit = height / 9;
  const full: readonly Rows[] = [
    { firstRow: 0, rows: 4 * unit },
    { firstRow: 4 * unit, rows: 4 * unit },
    { firstRow: 8 * unit, rows: unit },
  ];
  const data = image.planes[0]!;
  const clock = clockOf(executor);
  const tablesOf = async (parts: readonly Rows[]): Promise<number> => {
    const began = clock();
    for (const { firstRow, rows } of parts) {
      const plane = data.subarray(firstRow * width, (firstRow + rows) * width);
      const tables = await makeTables(
        executor,
        { ...image, height: rows, planes: [plane] },
        tableOptions(executor.backend, 'strided'),
      );
      tables.destroy();
    }
    return clock() - began;
  };
  const rows = [['slices of 3,870 rows', `tables on the ${executor.backend === 'cpu' ? 'CPU' : 'GPU'}, ms`]];
  for (const [name, parts] of [
    ['three of 1,290 (balanced)', balancedChunks(height, 3)],
    ['two of 1,720 and one of 430 (full-sized)', full],
  ] as const) {
    await tablesOf(parts);
    const runs: number[] = [];
    for (let i = 0; i < 7; i++) runs.push(await tablesOf(parts));
    rows.push([name, ms(median(runs))]);
  }
  return table(rows);
};

const widths = async (executor: Executor): Promise<string> => {
  const rows = [['width', 'tables, ns a pixel', 'segmentation, ms']];
  for (const width of [4000, 4095, 4096, 4097, 4192]) {
    const image = imageOf(width, 4096);
    const { tables, evolution } = await medians(executor, image);
    rows.push([`${width}`, ((1e6 * tables) / (width * 4096)).toFixed(3), ms(evolution)]);
  }
  return table(rows);
};

const cpu = new CpuExecutor();
const wanted = process.argv.includes('--gpu');
const gpu = wanted
  ? (await createExecutor('webgpu', { gpu: (await import('webgpu')).create([]) })).executor
  : undefined;
const sizes: readonly Megapixels[] = process.argv.includes('--quick') ? [15] : [15, 100, 150];
const sections = [
  `### Table I\n\n${await tableOne(cpu, gpu, sizes)}`,
  `### Time of each iteration, 15 megapixels\n\n${await profile(cpu, gpu)}`,
  `### Equal and full-sized slices\n\n${await slices(gpu ?? cpu)}`,
  `### Widths round a power of two, 4,096 rows\n\n${await widths(gpu ?? cpu)}`,
];
writeSection('paper', `## The papers’ experiments\n\n${sections.join('\n\n')}`, gpu?.adapter);
cpu.dispose();
gpu?.dispose();
