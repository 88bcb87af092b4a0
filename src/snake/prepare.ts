/** Before the first run on a GPU: its kernels compiled, side by side, and each dispatched once. */
import { CpuExecutor } from '../compute/cpu-executor.js';
import type { Executor, Program } from '../compute/executor.js';
import type { Kernel } from '../compute/recording.js';
import { bestRectangle } from './kernels/best_rectangle.js';
import { latticeSums } from './kernels/lattice_sums.js';
import { placeTiles } from './kernels/place_tiles.js';
import { stridedPrefixes } from './kernels/strided_prefixes.js';
import { evolve, geometryOf, type Problem } from './steps/optimiser.js';
import { makeStepBuffers, programsIn, recordStep, type StepForm, stepForm } from './steps/step.js';
import { makeTables, tableOptions } from './tables/tables.js';

export { wake } from './wake.js';

type Programs = readonly Program[];

const SIDE = 32;
const channel = {
  width: SIDE,
  height: SIDE,
  kind: 'intensity',
  bits: 8,
  planes: [Uint8Array.from({ length: SIDE * SIDE }, (_, i) => (i % SIDE > 16 ? 200 : 20 + (i % 7)))],
  record: {},
} as const;

const problem: Problem = {
  starts: [{ ring: [8, 8, 24, 8, 24, 24, 8, 24], box: { x0: 0, y0: 0, x1: SIDE, y1: SIDE } }],
  model: 'common',
  order: 1,
  distance: 2,
  minimumLength: 8,
  prune: false,
  polarity: 'any',
  contourWeight: 1,
  capacity: 256,
};

/**
 * Compiles the kernels with which a run on a device can begin: a compiler may take seconds for all. The others follow by themselves. Where one stands
 * for another that is not there yet, a run does with it (`stepForm`); where none does, it waits. The CPU has nothing to compile. Rejects with
 * `kernel-failed`, or as `Executor.submit`.
 */
export const prepare = async (executor: Executor): Promise<void> => {
  if (executor.backend === 'cpu') return;
  const { first, further } = await programsOfRuns(executor);
  // A compiler with few threads takes them in this order; one with many takes them at once, each the slower.
  const beginning = executor.prepare(first);
  executor.prepare(further).catch(() => {});
  const making = makeTables(executor, channel, tableOptions('webgpu', 'strided'));
  making.catch(() => {});
  try {
    await beginning;
    const steps = evolve(executor, await making, problem, () => 1);
    await steps.next('go');
    await steps.return([]);
  } finally {
    await making.then(
      (tables) => tables.destroy(),
      () => {},
    );
  }
};

/** Programs of the runs on a device: those with which one can begin, and those that it is faster with or that a point needs. */
export const programsOfRuns = async ({
  limits,
}: Pick<Executor, 'limits'>): Promise<Readonly<Record<'first' | 'further', Programs>>> => {
  // Nothing is computed with these buffers: the programs are those of what is recorded.
  const cpu = new CpuExecutor();
  const tables = await makeTables(cpu, channel, tableOptions('webgpu', 'strided'));
  const geometry = geometryOf(tables, problem);
  const buffers = await makeStepBuffers(cpu, geometry);
  const device = { backend: 'webgpu', limits } as const;
  const programsFor = (form: StepForm): Programs =>
    programsIn(recordStep(device, tables, buffers, geometry, ROOM, form));
  const fused = [false, true].flatMap((short) => programsFor(stepForm(device, tables, geometry, ROOM, short)));
  const alone = (...kernels: readonly Kernel[]): Programs => kernels.map((kernel) => ({ kernel }));
  const found = {
    first: [...programsFor('single'), ...alone(stridedPrefixes, placeTiles)],
    further: [...fused, ...alone(latticeSums, bestRectangle)],
  };
  tables.destroy();
  for (const buffer of Object.values(buffers)) buffer.destroy();
  return found;
};

/** Room that contours begin with (`roomFor`). */
const ROOM = 1024;
