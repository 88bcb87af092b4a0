/** The SIMD forms of the snake's CPU kernels go the way of the plain ones, step by step, and leave the same tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { arenaOf } from '../../src/compute/arena.js';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import { type Kernel, Recording } from '../../src/compute/recording.js';
import type { ChannelPlanes } from '../../src/image/channels/transform.js';
import { closeStep } from '../../src/snake/kernels/close_step.js';
import { stridedPrefixes } from '../../src/snake/kernels/strided_prefixes.js';
import { tryMoves } from '../../src/snake/kernels/try_moves.js';
import type { Chunk } from '../../src/snake/tables/chunks.js';
import { makeTables, type Tables } from '../../src/snake/tables/tables.js';
import { between, seeds } from '../support/arbitraries.js';
import { Random } from '../support/random.js';
import { problem, rectangle, runAll, scene, starRing } from '../support/snake/cases.js';
import { caseOf, pinnedCase } from '../support/snake/problems.js';

/** Buffers lie apart, so that no module can work on them. */
class PlainExecutor extends CpuExecutor {
  override space(): CpuExecutor {
    return this;
  }
}

const readAll = async (executor: CpuExecutor, { prefixes }: Chunk): Promise<Uint32Array> =>
  (await executor.submit(new Recording().read(prefixes)))[0]!;

/** All snapshots of a run, and the prefixes that it went by. */
const follow = async (
  executor: CpuExecutor,
  { channel, stride, problem: given }: Pick<ReturnType<typeof caseOf>, 'channel' | 'stride' | 'problem'>,
) => {
  const tables = await makeTables(executor, channel, { stride });
  try {
    const prefixes = await readAll(executor, tables.chunks[0]);
    const all = await runAll(executor, tables, { ...given, filter: true });
    // The scores, which a snapshot works out when asked, follow from the rest.
    const ways = all.map((contours) =>
      contours.map(({ ring, running, step, iteration, distance, moves, removals, moments, domain }) => {
        return { ring, running, step, iteration, distance, moves, removals, moments, domain };
      }),
    );
    return { prefixes, ways };
  } finally {
    tables.destroy();
  }
};

test('every model, kind of samples and start goes the same way in SIMD', () =>
  fc.assert(
    fc.asyncProperty(seeds(), fc.noBias(between(12, 50)), async (seed, most) => {
      const its = (seed % 2 === 0 ? caseOf : pinnedCase)(seed, most);
      assert.deepEqual(await follow(new CpuExecutor(), its), await follow(new PlainExecutor(), its), its.name);
    }),
    { numRuns: 42 },
  ));

test('so do edges of more rows than sums of 32 bits have room for, and rings of many vertices', async () => {
  const random = new Random(5);
  const tall = { channel: scene(random, 9, 9001), stride: 8 };
  const wide = scene(random, 400, 380, { bits: 8, planes: 2 });
  for (const its of [
    { ...tall, problem: problem([rectangle(9, 9001)], { maximumSteps: 12, distance: 512 }) },
    {
      channel: wide,
      stride: 16,
      problem: problem([{ ring: starRing(random, 400, 380, 301), box: { x0: 0, y0: 0, x1: 400, y1: 380 } }], {
        maximumSteps: 30,
      }),
    },
  ]) {
    assert.deepEqual(await follow(new CpuExecutor(), its), await follow(new PlainExecutor(), its));
  }
});

test('samples at the ends of their range are summed as they are', async () => {
  const [width, height] = [37, 29];
  for (const bits of [8, 16] as const) {
    const most = 2 ** bits - 1;
    const values = Array.from({ length: width * height }, (_, i) => ((i * 7) % 3 === 0 ? most : 0));
    const plane = bits === 8 ? Uint8Array.from(values) : Uint16Array.from(values);
    const channel = { ...scene(new Random(1), width, height, { bits }), planes: [plane] };
    const its = { channel, stride: 8, problem: problem([rectangle(width, height)], { maximumSteps: 20 }) };
    assert.deepEqual(await follow(new CpuExecutor(), its), await follow(new PlainExecutor(), its), `${bits} bits`);
  }
});

test('planes of any number, whose variances together are beyond what a double holds, go the same way', async () => {
  const [width, height] = [24, 21];
  const random = new Random(3);
  for (const [bits, count] of [
    [8, 2],
    [8, 5],
    [16, 40],
  ] as const) {
    const planes = Array.from({ length: count }, () => {
      const values = Array.from({ length: width * height }, (_, i) => {
        const isInside = Math.hypot((i % width) - 12, Math.floor(i / width) - 10) < 6;
        return isInside ? (random.word() % 2) * (2 ** bits - 1) : random.word() % 2 ** (bits - 3);
      });
      return bits === 8 ? Uint8Array.from(values) : Uint16Array.from(values);
    });
    const channel = { ...scene(random, width, height, { bits }), planes };
    for (const model of ['common', 'gaussian'] as const) {
      const its = { channel, stride: 8, problem: problem([rectangle(width, height)], { maximumSteps: 12, model }) };
      const name = `${count} planes of ${bits} bits, ${model}`;
      assert.deepEqual(await follow(new CpuExecutor(), its), await follow(new PlainExecutor(), its), name);
    }
  }
});

test('codes are counted alike at every number of them, stride and width, with pixels outside the domain', async () => {
  const prefixesOf = async (executor: CpuExecutor, channel: ChannelPlanes, stride: number): Promise<Uint32Array> => {
    const tables = await makeTables(executor, channel, { stride });
    try {
      return await readAll(executor, tables.chunks[0]);
    } finally {
      tables.destroy();
    }
  };
  for (const codes of [2, 3, 7, 8, 13, 16]) {
    for (const [width, stride] of [
      [5, 1],
      [37, 4],
      [131, 16],
      [700, 256],
    ] as const) {
      const random = new Random(codes * width);
      const height = 6;
      const plane = Uint8Array.from({ length: width * height }, () => random.word() % codes);
      const missing = Uint8Array.from(plane, (_, i) => Number(i % width > width / 2 || i % 11 === 0));
      const channel: ChannelPlanes = {
        width,
        height,
        kind: 'codes',
        bits: 8,
        codes,
        planes: [plane],
        missing,
        record: {},
      };
      const [simd, plain] = [new CpuExecutor(), new PlainExecutor()];
      const name = `${codes} codes, ${width} pixels at stride ${stride}`;
      assert.deepEqual(await prefixesOf(simd, channel, stride), await prefixesOf(plain, channel, stride), name);
    }
  }
});

test('a run on the CPU has its buffers side by side, and is done in SIMD', async () => {
  const asked = new Set<string>();
  class Watching extends CpuExecutor {
    override submit({ commands }: Recording, signal?: AbortSignal): Promise<Uint32Array[]> {
      const watched = new Recording();
      for (const command of commands) {
        if (command.kind !== 'dispatch') watched.commands.push(command);
        else watched.dispatch(watching(command.kernel), command.buffers, command.groups, command.constants);
      }
      return super.submit(watched, signal);
    }
  }
  const watching = (kernel: Kernel): Kernel => ({
    ...kernel,
    cpu: (words, constants) => {
      asked.add(kernel.name);
      assert.ok(arenaOf(Object.values(words)) !== undefined, `${kernel.name} has buffers that lie apart`);
      return kernel.cpu(words, constants);
    },
  });
  const executor = new Watching();
  const tables: Tables = await makeTables(executor, scene(new Random(2), 60, 50), { stride: 8 });
  await runAll(executor, tables, problem([rectangle(60, 50)]), 5);
  tables.destroy();
  assert.deepEqual([...asked], [stridedPrefixes.name, tryMoves.name, closeStep.name]);
});
