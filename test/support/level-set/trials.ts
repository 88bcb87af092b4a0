/** Dispatches of every kernel of the level set on random states, for both backends to try. */

import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import type { Kernel } from '../../../src/compute/recording.js';
import { Recording } from '../../../src/compute/recording.js';
import { packBits } from '../../../src/level-set/bits/bits.js';
import { levelSetClassify } from '../../../src/level-set/kernels/level_set_classify.js';
import { levelSetCommit } from '../../../src/level-set/kernels/level_set_commit.js';
import { levelSetCycleOne } from '../../../src/level-set/kernels/level_set_cycle_one.js';
import { levelSetCycleTwo } from '../../../src/level-set/kernels/level_set_cycle_two.js';
import { levelSetDecide } from '../../../src/level-set/kernels/level_set_decide.js';
import { levelSetFront } from '../../../src/level-set/kernels/level_set_front.js';
import { levelSetListFront } from '../../../src/level-set/kernels/level_set_list_front.js';
import { levelSetListUnstable } from '../../../src/level-set/kernels/level_set_list_unstable.js';
import { levelSetMoments } from '../../../src/level-set/kernels/level_set_moments.js';
import { levelSetSettle } from '../../../src/level-set/kernels/level_set_settle.js';
import { levelSetSpeedTable } from '../../../src/level-set/kernels/level_set_speed_table.js';
import { levelSetStopTest } from '../../../src/level-set/kernels/level_set_stop_test.js';
import { Status } from '../../../src/level-set/kernels/shared/layout.js';
import type { LevelSetProblem } from '../../../src/level-set/problem.js';
import type { Form } from '../../../src/level-set/schema.js';
import { momentsOf } from '../../../src/level-set/speed/moments.js';
import { makeBuffers, tilingWords } from '../../../src/level-set/steps/device-buffers.js';
import { toTiles } from '../../../src/level-set/steps/tiles.js';
import type { Trial } from '../kernels/kernel-trial.js';
import type { Random } from '../random.js';
import { randomCase, randomMask } from './cases.js';

const forms: readonly Form[] = ['sequential', 'proposal-1', 'proposal-2'];

export const randomProblem = (random: Random, deep: boolean): LevelSetProblem => ({
  ...randomCase(random, deep),
  form: forms[random.between(0, 2)]!,
});

/** The words of every buffer in a state that a run might be in, or nearly: random where anything may be. */
const stateOf = async (random: Random, problem: LevelSetProblem): Promise<Record<string, Uint32Array>> => {
  const cpu = new CpuExecutor();
  const { buffers, tiling } = await makeBuffers(cpu, problem);
  const recording = new Recording();
  const names = Object.keys(buffers);
  for (const buffer of Object.values(buffers)) recording.read(buffer);
  const read = await cpu.submit(recording);
  cpu.dispose();
  const words = Object.fromEntries(names.map((name, k) => [name, read[k]!]));
  const { grid } = problem.field;
  const domain = words.domain!;
  const masked = (): Uint32Array =>
    toTiles(tiling, packBits(grid, randomMask(random, grid))).map((w, k) => w & domain[k]!);
  words.mask = masked();
  words.next = masked();
  words.before = masked();
  words.positive = domain.map((w) => w & random.word());
  words.negative = domain.map((w, k) => w & ~words.positive![k]! & random.word());
  words.crossed = words.crossed!.map((_, k) => random.word() & lowBits(tiling.count - 32 * k));
  words.list = listOf(random, tiling.count);
  words.active_ = listOf(random, tiling.count);
  words.unstable = words.unstable!.map((_, k) => random.word() & lowBits(words.list![0]! - 32 * k));
  words.moments = momentsOf(problem.field, randomMask(random, grid));
  const status = words.status!;
  for (const at of [Status.outer, Status.steps, Status.changing, Status.holding]) status[at] = random.between(0, 4000);
  status[Status.stopped] = Number(random.between(0, 5) === 0);
  status[Status.over] = Number(random.between(0, 5) === 0);
  return words;
};

const lowBits = (count: number): number => (count >= 32 ? 0xffffffff : count <= 0 ? 0 : 2 ** count - 1);

/** Some of the numbers below `count`, ascending, their count first. */
const listOf = (random: Random, count: number): Uint32Array => {
  const some = Array.from({ length: count }, (_, k) => k).filter(() => random.between(0, 2) > 0);
  const list = new Uint32Array(count + 1);
  list[0] = some.length;
  list.set(some, 1);
  return list;
};

/** Workgroups, and iterations of a launch. */
const pairs = [
  { groups: 1, iterations: 3 },
  { groups: 3, iterations: 2 },
] as const;

/** One dispatch of each kernel. */
export const kernelTrials = async (random: Random, problem: LevelSetProblem): Promise<Trial[]> => {
  const words = await stateOf(random, problem);
  const tiles = words.everything![0]!;
  // Few pairs: a software adapter compiles cycle two for two seconds with each.
  const { groups, iterations } = pairs[random.between(0, pairs.length - 1)]!;
  const skips = random.between(0, 3);
  const trial = (kernel: Kernel, count: number, constants: Record<string, number> = {}): Trial => ({
    kernel,
    words: Object.fromEntries(kernel.bindings.map(({ name }) => [name, words[name]!])),
    groups: [count, 1, 1],
    constants,
  });
  const adaptive = {
    ...problem,
    speed: { kind: (['chan-vese', 'gaussian', 'gamma'] as const)[random.between(0, 2)]! },
  };
  const entries = words.tables!.length;
  const table = trial(levelSetSpeedTable, entries / 64);
  const tiling = tilingWords(adaptive, {
    grid: problem.field.grid,
    dimensions: problem.field.grid.depth > 1 ? 3 : 2,
    side: problem.field.grid.depth > 1 ? 8 : 16,
    columns: words.tiling![3]!,
    rows: words.tiling![4]!,
    slices: words.tiling![5]!,
    count: tiles,
    words: problem.field.grid.depth > 1 ? 16 : 8,
  });
  return [
    trial(levelSetFront, Math.ceil(tiles / 32), { skips }),
    trial(levelSetListFront, 1, { skips }),
    { ...table, words: { ...table.words, tiling } },
    trial(levelSetClassify, groups, { groups }),
    trial(levelSetStopTest, groups, { groups }),
    trial(levelSetListUnstable, 1, { tests: random.between(0, 1), launches: random.between(0, 1) }),
    trial(levelSetCycleOne, groups, { groups, iterations }),
    trial(levelSetCycleTwo, groups, { groups, iterations }),
    trial(levelSetMoments, groups, { groups, region: 0 }),
    trial(levelSetCommit, groups, { groups }),
    trial(levelSetSettle, groups, { groups }),
    trial(levelSetDecide, 1, { launches: random.between(0, 3) }),
  ];
};
