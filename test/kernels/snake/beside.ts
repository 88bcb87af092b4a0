/** Many contours in one dispatch: each ends as it does alone, on both sides. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import type { Executor } from '../../../src/compute/executor.js';
import { S } from '../../../src/snake/kernels/shared/layout.js';
import { runBatch, type Seats } from '../../../src/snake/steps/beside/batch.js';
import { type SizeClass, seatWords } from '../../../src/snake/steps/beside/classes.js';
import { type SmallProblem, sharedGeometry, smallPlanes, smallProblem } from '../../../src/snake/steps/beside/small.js';
import type { Checkpoint } from '../../../src/snake/steps/checkpoint.js';
import { sharedGpu } from '../../support/devices/gpu.js';
import { caseOf } from '../../support/snake/problems.js';

const seatsOn = async (executor: Executor, size: SizeClass, count: number): Promise<Seats> => {
  const words = seatWords(size.vertices, size.moments);
  const of = (name: keyof typeof words) => executor.buffer(`snake.${name}`, count * words[name]);
  return { segment_sums: await of('segment_sums'), totals: await of('totals'), scores: await of('scores'), count };
};

/** What is left of each contour, without the words behind its last vertex. */
const endsOf = (found: readonly Checkpoint[]): unknown =>
  found.map(({ state, rings, waiting }) => {
    const length = state.length / rings.length;
    return rings.map((ring, contour) => {
      const words = state.slice(contour * length, (contour + 1) * length);
      const vertices = words[S.vertices]!;
      return { words, ring: ring.slice(0, 2 * vertices), waiting: waiting[contour]!.slice(0, vertices) };
    });
  });

const runOn = async (
  executor: Executor,
  problems: readonly SmallProblem[],
  parties: number,
  count: number,
  share: number,
) => {
  const size: SizeClass = { vertices: 64, moments: 9, parties };
  const seats = await seatsOn(executor, size, count);
  const pace = { next: (left: number) => Math.min(left, share), took: () => {} };
  try {
    return await runBatch(executor, problems, size, seats, pace);
  } finally {
    for (const each of Object.values(seats)) if (typeof each !== 'number') each.destroy();
  }
};

/** Problems whose geometry is the same but for what each contour has of its own. */
const alike = (seeds: readonly number[], capacity: number): SmallProblem[][] => {
  const groups = new Map<string, SmallProblem[]>();
  for (const seed of seeds) {
    const { channel, problem, stride } = caseOf(seed, 24);
    if (channel.kind === 'codes') continue;
    const each = smallProblem(smallPlanes(channel, stride), { ...problem, capacity });
    const key = sharedGeometry(each.geometry).join();
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
};

test('many contours in one dispatch end with the same words on both sides, whatever number of vertices is tried at once', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  const cpu = new CpuExecutor();
  for (const [capacity, seeds] of [
    [64, [0, 1, 6]],
    [256, [9]],
  ] as const) {
    for (const problems of alike(seeds, capacity)) {
      const wanted = await runOn(cpu, problems, 1, 1, 7);
      for (const parties of [1, 2, 4]) {
        const found = await runOn(gpu, problems, parties, 2, 2);
        assert.deepEqual(endsOf(found), endsOf(wanted), `${parties} at once`);
      }
    }
  }
});
