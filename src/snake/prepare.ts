/** Preparation for the first run on a GPU: compiles its kernels in parallel, and dispatches each once. */
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
 * Compiles the kernels needed to begin a run on a device, since a compiler may take seconds for all of them. The others are compiled in the background:
 * until then a run uses substitutes (`stepForm`), or waits where there are none. Does nothing on the CPU. Rejects with
 * `kernel-failed`, or as `Executor.submit`.
 */
export const prepare = async (executor: Executor): Promise<void> => {
  if (executor.backend === 'cpu') return;
  const { first, further } = await programsOfRuns(executor);
  // A compiler with few threads takes them in this order; one with many takes them all at once, which slows each.
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

/** Programs of the runs on a device: those needed to begin one, and those that make it faster or that a point needs. */
export const programsOfRuns = async ({
  limits,
}: Pick<Executor, 'limits'>): Promise<Readonly<Record<'first' | 'further', Programs>>> => {
  // The buffers are only used to record: the recordings determine the programs.
  const cpu = new CpuExecutor();
  const tables = await makeTables(cpu, channel, tableOptions('webgpu', 'strided'));
  const geometry = geometryOf(tables, problem);
  const buffers = await makeStepBuffers(cpu, geometry);
  const device = { backend: 'webgpu', limits } as const;
  const programsFor = (form: StepForm): Programs =>
    programsIn(recordStep({ executor: device, tables, buffers, geometry }, ROOM, form));
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

/** Initial room of contours (`roomFor`). */
const ROOM = 1024;
