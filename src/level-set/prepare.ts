/** Before the first run on a GPU: what a contour in an image and one in a volume dispatch, compiled and dispatched once. */
import type { Executor } from '../compute/executor.js';
import { type LevelSetProblem, speedOf } from './problem.js';
import { forms, readParameters } from './schema.js';
import { evolveOnDevice } from './steps/device-run.js';
import { SHARES } from './steps/device-steps.js';

const SIDE = 16;
/** One plane, and one with the box's prior. */
const BANDS = [1, 2] as const;

/** The CPU has nothing to compile. Rejects as `Executor.submit`. */
export const prepare = async (executor: Executor): Promise<void> => {
  if (executor.backend === 'cpu') return;
  const depths = [1, SIDE].flatMap((depth) => BANDS.map((bands) => ({ depth, bands })));
  const problems = forms.flatMap((form) => depths.map(({ depth, bands }) => problemIn(depth, bands, form)));
  await Promise.all(problems.flatMap((problem) => SHARES.map((groups) => through(executor, problem, groups))));
};

/** Submitting a run compiles every kernel that it dispatches. */
const through = async (executor: Executor, problem: LevelSetProblem, groups: number): Promise<void> => {
  for await (const _ of evolveOnDevice(executor, problem, undefined, { batch: 1, groups }));
};

/** A bright cube in a dark one, and a start close to it. */
const problemIn = (depth: number, bands: number, form: LevelSetProblem['form']): LevelSetProblem => {
  const { schedule, range } = readParameters({}, depth === 1 ? 2 : 3);
  const inside = (margin: number): Uint8Array =>
    Uint8Array.from({ length: SIDE * SIDE * depth }, (_, i) => {
      const [x, y, z] = [i % SIDE, Math.floor(i / SIDE) % SIDE, Math.floor(i / SIDE ** 2)];
      const within = (at: number): boolean => at >= margin && at < SIDE - margin;
      return within(x) && within(y) && (depth === 1 || within(z)) ? 1 : 0;
    });
  const plane = inside(4).map((value, i) => 60 + 100 * value + (i % 7));
  const field: LevelSetProblem['field'] = {
    grid: { width: SIDE, height: SIDE, depth },
    planes: Array.from({ length: bands }, () => plane),
    missing: undefined,
  };
  const mask = inside(5);
  const speed = speedOf({ speed: 'gaussian', range }, field, mask, (code) => code);
  return { field, mask, speed, schedule: { ...schedule, outerIterations: 2 }, form };
};
