/**
 * The two-cycle level set: time and Dice of its forms in the paper's table form, on a phantom and on real volumes.
 * `npm run bench:level-set [-- FLAGS]`: `--gpu` runs the kernels through Dawn as well, `--large` adds 256 × 256 × 181 and 512³,
 * `--only=PART,…` runs the parts named (paper, quality, kernels, sizes), `--tiny` one small phantom only, `--repeats=N` sets the runs
 * of each row,
 * `--data=FOLDER` says where the volumes are, `--out=FILE` writes the tables there instead of into RESULTS.md.
 */
import { writeFileSync } from 'node:fs';
import { openDevice } from '../../src/compute/device.js';
import { GpuExecutor } from '../../src/compute/gpu-executor.js';
import type { LevelSetProblem } from '../../src/level-set/problem.js';
import { speedOf } from '../../src/level-set/problem.js';
import { readParameters } from '../../src/level-set/schema.js';
import type { Schedule } from '../../src/level-set/steps/schedule.js';
import type { Case } from '../support/images/volume-cases.js';
import { fieldOf, flag, option, phantomCase, quantiles, realCases } from '../support/images/volume-cases.js';
import type { Timed } from '../support/level-set-runs.js';
import { median, runHere, runKernels } from '../support/level-set-runs.js';
import { proposalSchedule, sequentialSchedule } from '../support/paper-schedules.js';
import { backEndName, table, writeSection } from '../support/results.js';
import { dice, rangeAndComponent } from '../support/volumes.js';

const lines: string[] = [];
const say = (...text: string[]): void => {
  lines.push(...text);
  console.log(text.join('\n'));
};

/** Dawn ends with the object that stands for it, so these are kept. */
const instances: GPU[] = [];

const openGpu = async (timings: boolean): Promise<GpuExecutor> => {
  const { create } = await import('webgpu');
  const gpu = create(['disable-dawn-features=timestamp_quantization']);
  instances.push(gpu);
  return new GpuExecutor(await openDevice({ gpu }), { timings });
};
const gpu = flag('gpu') ? await openGpu(false) : undefined;
const repeats = Number(option('repeats') ?? (gpu ? 9 : 3));

const ms = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(0));
const score = (value: number): string => value.toFixed(4);

/** Middle of some runs, after one that counts for nothing. */
const timed = async (run: () => Promise<Timed> | Timed, count = repeats): Promise<Timed> => {
  const runs: Timed[] = [];
  if (count > 1) await run();
  for (let k = 0; k < count; k++) runs.push(await run());
  return median(runs);
};

/** The seed's parameters, in the range (98, 209), beside its own results. */
const paperTable = async ({ volume, truth, seed }: Case, lists: boolean): Promise<void> => {
  const field = fieldOf(volume);
  const range = { kind: 'range', lower: [98], upper: [209] } as const;
  const problem = (schedule: Schedule, form: LevelSetProblem['form']): LevelSetProblem => ({
    field,
    mask: seed,
    speed: range,
    schedule,
    form,
  });
  const sequential = problem(sequentialSchedule, 'sequential');
  const rows: string[][] = [
    [
      'form',
      'N_a',
      'N_b',
      'N_s',
      'N_g',
      'σ²',
      'time (ms)',
      'CPU (ms)',
      'data in place (ms)',
      'speed-up',
      'outer',
      'end',
      'Dice to truth',
      'Dice to lists',
    ],
  ];
  const reference = lists ? await timed(() => runHere(sequential, 'lists'), 1) : undefined;
  const bits = await timed(() => runHere(sequential, 'bits'), Math.min(repeats, 3));
  const base = reference ?? bits;
  const add = (name: string, { schedule, form }: LevelSetProblem, run: Timed): void => {
    const { dataIterations, launches, smoothingIterations, filterSize, filterVariance } = schedule;
    rows.push([
      name,
      `${dataIterations}`,
      form === 'sequential' ? '–' : `${launches}`,
      `${smoothingIterations}`,
      `${filterSize}`,
      `${filterVariance}`,
      ms(run.wall),
      ms(run.cpu),
      ms(run.upload),
      `${(base.wall / run.wall).toFixed(1)}×`,
      `${run.outer}`,
      run.end,
      score(dice(run.mask, truth)),
      score(dice(run.mask, base.mask)),
    ]);
  };
  if (reference) add('sequential, lists, one core', sequential, reference);
  add('sequential, 32 cells a word, one core', sequential, bits);
  if (gpu) {
    for (const [name, its] of [
      ['sequential, kernels', sequential],
      ['proposal 1', problem(proposalSchedule, 'proposal-1')],
      ['proposal 2', problem(proposalSchedule, 'proposal-2')],
    ] as const) {
      const run = await timed(() => runKernels(gpu, its, 4));
      add(`${name}, ${backEndName(gpu.adapter)}`, its, run);
      const tiles = `${run.activeTiles} of ${run.frontTiles} tiles of the front run in ${run.steps} launches`;
      say(
        '',
        `${name}: ${tiles}${its === sequential ? `; bits differ in ${differing(run.mask, bits.mask)} voxels` : ''}`,
      );
    }
  }
  rows.push(['paper, CPU (i7, 2.8 GHz)', '30', '–', '3', '3', '2', '2346', '', '', '1.0×', '', '', '0.95', '']);
  rows.push(['paper, proposal 1 (GTX 580)', '6', '5', '3', '3', '2', '961', '', '', '2.4×', '', '', '0.96', '']);
  rows.push(['paper, proposal 2 (GTX 580)', '6', '5', '3', '3', '2', '622', '', '', '3.8×', '', '', '0.96', '']);
  say('', `### ${volume.name}, the paper's parameters`, '', table(rows));
};

const differing = (a: Uint8Array, b: Uint8Array): number => a.reduce((sum, m, k) => sum + (m === b[k] ? 0 : 1), 0);

/** The defaults with each speed, beside what an intensity range alone gives; nothing is taken from the truth. */
const qualityTable = async ({ volume, truth, seed }: Case): Promise<void> => {
  const field = fieldOf(volume);
  const rows: string[][] = [
    ['method', 'form', 'time (ms)', 'CPU (ms)', 'outer', 'end', 'Dice to truth', 'Dice to sequential'],
  ];
  const range = speedOf({ speed: 'range', range: [] }, field, seed);
  if (range.kind !== 'range') throw new TypeError('the speed is no range');
  const [low, high] = [range.lower[0]! + 1, range.upper[0]! - 1];
  const began = performance.now();
  const component = rangeAndComponent(field, seed, low, high);
  const took = performance.now() - began;
  rows.push([`range [${low}, ${high}] + component`, '', ms(took), '', '', '', score(dice(component, truth)), '']);
  for (const speed of ['range', 'chan-vese', 'gaussian', 'gamma'] as const) {
    const { schedule } = readParameters({ speed }, 3);
    const its = speed === 'range' ? range : { kind: speed };
    const problem: LevelSetProblem = { field, mask: seed, speed: its, schedule, form: 'sequential' };
    // Both give the same bits; the processor takes seconds for what the kernels take milliseconds for.
    const reference = await timed(
      () => (gpu ? runKernels(gpu, problem, 8) : runHere(problem, 'bits')),
      gpu ? repeats : 1,
    );
    const add = (form: string, run: Timed): void => {
      const scores = [score(dice(run.mask, truth)), score(dice(run.mask, reference.mask))];
      rows.push([speed, form, ms(run.wall), ms(run.cpu), `${run.outer}`, run.end, ...scores]);
    };
    add(gpu ? 'sequential, kernels' : 'sequential, one core', reference);
    if (!gpu) continue;
    for (const form of ['proposal-1', 'proposal-2'] as const) {
      add(`${form}, kernels`, await timed(() => runKernels(gpu, { ...problem, form }, 8)));
    }
  }
  // The peers' range, from the truth: what a range can do at best, and the level set in the same range.
  const [least, most] = quantiles(field.planes[0]!, truth, [0.02, 0.995]);
  const best = rangeAndComponent(field, seed, least, most);
  rows.push([`range [${least}, ${most}] of the truth + component`, '', '', '', '', '', score(dice(best, truth)), '']);
  for (const smoothingIterations of gpu ? [] : [0, 1, 3]) {
    const schedule = { ...sequentialSchedule, smoothingIterations, tolerance: 1 };
    const known = { kind: 'range', lower: [least - 1], upper: [most + 1] } as const;
    const run = runHere({ field, mask: seed, speed: known, schedule, form: 'sequential' }, 'bits');
    const name = `range of the truth, N_a 30, N_s ${smoothingIterations}, N_g 3`;
    const times = [ms(run.wall), ms(run.cpu), `${run.outer}`, run.end];
    rows.push([name, 'sequential, one core', ...times, score(dice(run.mask, truth)), '']);
  }
  const { dataIterations, launches, smoothingIterations, filterSize, filterVariance, tolerance } = readParameters(
    {},
    3,
  ).schedule;
  const parameters = `N_a ${dataIterations}, N_b ${launches} of the proposals, N_s ${smoothingIterations}, N_g ${filterSize}, σ² ${filterVariance}, tolerance ${tolerance} ‰`;
  say('', `### ${volume.name}, the defaults (${parameters})`, '', table(rows));
};

type KernelTimes = Readonly<Record<string, { readonly calls: number; readonly milliseconds: number }>>;

const seedProblem = ({ volume, seed }: Case, form: LevelSetProblem['form']): LevelSetProblem => ({
  field: fieldOf(volume),
  mask: seed,
  speed: { kind: 'range', lower: [98], upper: [209] },
  schedule: proposalSchedule,
  form,
});

/** Milliseconds of each kernel in one run after a first, each dispatch in a pass of its own. */
const kernelTimes = async (
  problem: LevelSetProblem,
): Promise<{ readonly kernels: KernelTimes; readonly steps: number }> => {
  const executor = await openGpu(true);
  await runKernels(executor, problem, 4);
  const were: KernelTimes = structuredClone(executor.stats().kernels);
  const { steps } = await runKernels(executor, problem, 4);
  const kernels = Object.fromEntries(
    Object.entries(executor.stats().kernels).map(([name, { calls, milliseconds }]) => {
      const before = were[name] ?? { calls: 0, milliseconds: 0 };
      return [name, { calls: calls - before.calls, milliseconds: milliseconds - before.milliseconds }];
    }),
  );
  executor.dispose();
  return { kernels, steps };
};

const kernelTable = async (its: Case): Promise<void> => {
  const { kernels, steps } = await kernelTimes(seedProblem(its, 'proposal-2'));
  const rows = Object.entries(kernels).map(([name, { calls, milliseconds }]) => [
    name,
    `${calls}`,
    milliseconds.toFixed(3),
    ((1000 * milliseconds) / Math.max(1, calls)).toFixed(1),
  ]);
  say('', `### ${its.volume.name}: kernels of proposal 2 (${steps} launches)`, '');
  say(table([['kernel', 'dispatches', 'ms', 'µs each'], ...rows]));
};

/** The kernels that find and list the tiles. */
const LISTING = ['level_set_front', 'level_set_list_front', 'level_set_list_unstable'] as const;

/** Tiles and times against the size of the volume, and what finding out costs beside moving. */
const sizeTable = async (device: GpuExecutor, sizes: readonly (readonly [number, number, number])[]): Promise<void> => {
  const rows = [
    [
      'size',
      'form',
      'tiles',
      'of the front, a launch',
      'run, a launch',
      'launches',
      'ms',
      'µs an iteration',
      'cycle one, ms',
      'cycle two, ms',
      'stop test, ms',
      'lists, ms',
      'all kernels, ms',
    ],
  ];
  for (const [width, height, depth] of sizes) {
    const its = phantomCase(width, height, depth, 9);
    const tiles = [width, height, depth].reduce((product, side) => product * Math.ceil(side / 8), 1);
    for (const form of ['proposal-1', 'proposal-2'] as const) {
      const problem = seedProblem(its, form);
      const run = await timed(() => runKernels(device, problem, 4), Math.min(repeats, 5));
      const { kernels } = await kernelTimes(problem);
      const { dataIterations, smoothingIterations } = problem.schedule;
      // Every outer iteration ends with one launch of cycle two.
      const first = run.steps - run.outer;
      const iterations = first * dataIterations + run.outer * smoothingIterations;
      const of = (...names: readonly string[]): string =>
        names.reduce((sum, name) => sum + (kernels[name]?.milliseconds ?? 0), 0).toFixed(3);
      const share = (count = 0): string =>
        `${Math.round(count / first)} (${((100 * count) / first / tiles).toFixed(1)} %)`;
      const row = [
        `${width} × ${height} × ${depth}`,
        form,
        `${tiles}`,
        share(run.frontTiles),
        share(run.activeTiles),
        `${run.steps}`,
        run.wall.toFixed(2),
        ((1000 * run.wall) / iterations).toFixed(1),
        of('level_set_cycle_one'),
        of('level_set_cycle_two'),
        of('level_set_stop_test'),
        of(...LISTING),
        of(...Object.keys(kernels)),
      ];
      rows.push(row);
      // Told at once: what was measured stays where a time limit ends the rest.
      console.error(row.join(' | '));
    }
  }
  say('', "### Tiles and times against size: the phantom with noise 9, the paper's parameters", '');
  say(
    'Kernels are timed in passes of their own, of which some 7 µs are the pass; ms and µs are of whole runs without that.',
    '',
  );
  say(table(rows));
};

say(`## The two-cycle level set`, '');
const tiny = flag('tiny');
const parts = option('only')?.split(',') ?? ['paper', 'quality', 'kernels', 'sizes'];
const wants = (part: string): boolean => parts.includes(part);
const [width, height, depth] = tiny ? ([40, 48, 40] as const) : ([181, 217, 181] as const);
if (wants('paper')) {
  for (const noise of [0, 9]) await paperTable(phantomCase(width, height, depth, noise), !flag('no-lists'));
}
for (const its of tiny ? [] : await realCases(option('data'))) {
  if (wants('paper') && its.volume.width === 181) await paperTable(its, false);
  if (wants('quality')) await qualityTable(its);
}
if (wants('quality')) await qualityTable(phantomCase(width, height, depth, 20));
if (gpu && wants('kernels')) await kernelTable(phantomCase(width, height, depth, 9));
if (flag('large') && wants('paper')) {
  await paperTable(phantomCase(256, 256, 181, 0), false);
  await paperTable(phantomCase(512, 512, 512, 0), false);
}
if (gpu && flag('large') && wants('kernels')) await kernelTable(phantomCase(512, 512, 512, 0));
if (gpu && wants('sizes')) {
  const small = [
    [32, 32, 32],
    [64, 64, 64],
  ] as const;
  const large = [
    [128, 128, 128],
    [181, 217, 181],
    [256, 256, 256],
  ] as const;
  await sizeTable(gpu, tiny ? small : [...small, ...large, ...(flag('large') ? [[512, 512, 512] as const] : [])]);
}
gpu?.dispose();
const out = option('out');
if (out) writeFileSync(out, `${lines.join('\n')}\n`);
else writeSection([gpu ? 'level-set-gpu' : 'level-set', option('only') ?? []].flat().join(' '), lines.join('\n'));
