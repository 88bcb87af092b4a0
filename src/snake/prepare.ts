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
 * Compiles the kernels of a first contour first: a compiler may take seconds for all. The CPU has nothing to compile. Rejects
 * with `kernel-failed`, or as `Executor.submit`.
 */
export const prepare = async (executor: Executor): Promise<void> => {
  if (executor.backend === 'cpu') return;
  const searching = executor.prepare([{ kernel: latticeSums }, { kernel: bestRectangle }]);
  searching.catch(() => {});
  const tables = await makeTables(executor, channel, tableOptions('webgpu', 'strided'));
  try {
    const [few, ...more] = await stepPrograms(executor, tables);
    await executor.prepare(few);
    const rest = executor.prepare([...more.flat(), { kernel: placeTiles }]);
    rest.catch(() => {});
    const steps = evolve(executor, tables, problem, () => 1);
    await steps.next('go');
    await steps.return([]);
    await Promise.all([searching, rest]);
  } finally {
    tables.destroy();
  }
};

/** Programs of a step, for contours of few vertices, of more and of the most. */
const stepPrograms = async (executor: Executor, tables: Tables): Promise<readonly [Programs, ...Programs[]]> => {
  const geometry = geometryOf(tables, problem);
  const buffers = await makeStepBuffers(executor, geometry);
  const programsFor = (room: number): Programs =>
    [false, true].flatMap((short) => {
      const { commands } = recordStep(executor, tables, buffers, geometry, room, short);
      return commands.filter((command) => command.kind === 'dispatch');
    });
  const programs = [programsFor(1024), programsFor(2048), programsFor(MOST_VERTICES)] as const;
  for (const buffer of Object.values(buffers)) buffer.destroy();
  return programs;
};
