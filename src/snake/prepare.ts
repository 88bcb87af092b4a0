/** Before the first run on a GPU: its kernels compiled, side by side, and each dispatched once. */
import type { Executor, Program } from '../compute/executor.js';
import { bestRectangle } from './kernels/best_rectangle.js';
import { latticeSums } from './kernels/lattice_sums.js';
import { placeTiles } from './kernels/place_tiles.js';
import { MOST_VERTICES } from './starts.js';
import { evolve, geometryOf, type Problem } from './steps/optimiser.js';
import { makeStepBuffers, recordStep } from './steps/step.js';
import { makeTables, type Tables, tableOptions } from './tables/tables.js';

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
 * Compiles the kernels of a run, those of a first contour first: a compiler may take seconds for all. Those that contours of more vertices than
 * a workgroup holds need (2,048, fewer on a device of less memory) follow by themselves, and a run that needs them sooner waits for them. The CPU
 * has nothing to compile. Rejects with `kernel-failed`, or as `Executor.submit`.
 */
export const prepare = async (executor: Executor): Promise<void> => {
  if (executor.backend === 'cpu') return;
  const tables = await makePreparedTables(executor);
  try {
    const { first, further, long } = await programsOfRuns(executor, tables);
    const beginning = executor.prepare(first);
    const going = executor.prepare(further);
    going.catch(() => {});
    await beginning;
    const steps = evolve(executor, tables, problem, () => 1);
    await steps.next('go');
    await steps.return([]);
    await going;
    executor.prepare(long).catch(() => {});
  } finally {
    tables.destroy();
  }
};

/** Tables of a small image, whose kernels are compiled by making them. */
export const makePreparedTables = (executor: Executor): Promise<Tables> =>
  makeTables(executor, channel, tableOptions('webgpu', 'strided'));

/** Programs of the runs on a device: of a first contour, those that it may need further, and those of contours that no workgroup holds. */
export const programsOfRuns = async (
  executor: Executor,
  tables: Tables,
): Promise<Readonly<Record<'first' | 'further' | 'long', Programs>>> => {
  const geometry = geometryOf(tables, problem);
  const buffers = await makeStepBuffers(executor, geometry);
  const programsFor = (room: number): Programs =>
    [false, true].flatMap((short) => {
      const { commands } = recordStep(executor, tables, buffers, geometry, room, short);
      return commands.filter((command) => command.kind === 'dispatch');
    });
  const [first, more, long] = [programsFor(1024), programsFor(2048), programsFor(MOST_VERTICES)];
  for (const buffer of Object.values(buffers)) buffer.destroy();
  return { first, further: [...more, ...[placeTiles, latticeSums, bestRectangle].map((kernel) => ({ kernel }))], long };
};
