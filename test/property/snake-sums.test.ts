import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import { Recording } from '../../src/compute/recording.js';
import { readSigned } from '../../src/core/numbers/wide.js';
import { EdgeSums } from '../../src/snake/kernels/shared/edge-sums.js';
import { makeTables } from '../../src/snake/tables/tables.js';
import { anyRings, between, seeds } from '../support/arbitraries.js';
import { Random } from '../support/random.js';
import { bruteMoments, scene } from '../support/snake/cases.js';

type Ring = readonly number[];

const kinds = [
  { bits: 16 },
  { bits: 8 },
  { bits: 16, planes: 3 },
  { bits: 8, planes: 2 },
  { codes: 16 },
  { codes: 32 },
  { bits: 16, masked: true },
  { bits: 8, planes: 2, masked: true },
  { codes: 16, masked: true },
] as const;

const sumsOf = async (
  random: Random,
  kind: (typeof kinds)[number],
  width: number,
  height: number,
  stride: number,
): Promise<{
  readonly channel: ReturnType<typeof scene>;
  readonly sum: (ring: readonly number[], blocks: number) => bigint[];
}> => {
  const executor = new CpuExecutor();
  const channel = scene(random, width, height, kind);
  const tables = await makeTables(executor, channel, { stride });
  const [band] = tables.chunks;
  const [samples, prefixes] = await executor.submit(new Recording().read(band.samples).read(band.prefixes));
  const edges = new EdgeSums(tables.geometry, samples!, prefixes!);
  const sum = (ring: readonly number[], blocks: number): bigint[] => {
    edges.clear();
    for (let i = 0; i < ring.length; i += 2) {
      const j = (i + 2) % ring.length;
      for (let block = 0; block < blocks; block++) {
        edges.add(ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!, block, blocks);
      }
    }
    const words = new Uint32Array(2 * tables.moments);
    edges.store(words, 0);
    return Array.from({ length: tables.moments }, (_, i) => readSigned(words, 2 * i, 2));
  };
  return { channel, sum };
};

/** Rings in a scene of a size that fast-check draws. */
const scenes = (): fc.Arbitrary<{ readonly width: number; readonly height: number; readonly rings: readonly Ring[] }> =>
  fc.tuple(between(1, 70), between(1, 40)).chain(([width, height]) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      rings: fc.array(anyRings(width, height, 3, 9), { minLength: 5, maxLength: 5 }),
    }),
  );

test('edge sums are the sums over winding numbers, for any ring, kind of samples, stride and number of blocks', () =>
  fc.assert(
    fc.asyncProperty(
      scenes(),
      fc.constantFrom(...kinds),
      between(0, 6),
      between(1, 5),
      seeds(),
      async ({ width, height, rings }, kind, shift, blocks, seed) => {
        const { channel, sum } = await sumsOf(new Random(seed), kind, width, height, 2 ** shift);
        for (const ring of rings) assert.deepEqual(sum(ring, blocks), bruteMoments(channel, ring));
      },
    ),
    { numRuns: 180 },
  ));

test('sums are additive under cuts and change sign with the direction', () =>
  fc.assert(
    fc.asyncProperty(
      anyRings(60, 50, 3, 9),
      fc.nat(),
      fc.constantFrom(...kinds),
      seeds(),
      async (ring, place, kind, seed) => {
        const { sum } = await sumsOf(new Random(seed), kind, 60, 50, 8);
        const cut = 2 * (1 + (place % (ring.length / 2 - 1)));
        const one = sum([...ring.slice(0, cut), ring[0]!, ring[1]!], 1);
        const other = sum([ring[0]!, ring[1]!, ...ring.slice(cut - 2)], 1);
        const whole = sum(ring, 1);
        assert.deepEqual(
          one.map((value, i) => value + other[i]!),
          whole,
        );
        const back = [];
        for (let i = ring.length - 2; i >= 0; i -= 2) back.push(ring[i]!, ring[i + 1]!);
        assert.deepEqual(
          sum(back, 1).map((value) => -value),
          whole,
        );
      },
    ),
    { numRuns: 60 },
  ));

test('the widest row of the greatest samples does not overflow', async () => {
  const width = 65535;
  const executor = new CpuExecutor();
  const planes = [new Uint16Array(width * 2).fill(65535)];
  const channel = { width, height: 2, kind: 'intensity', bits: 16, planes, record: {} } as const;
  const tables = await makeTables(executor, channel, { stride: 32 });
  const [band] = tables.chunks;
  const [samples, prefixes] = await executor.submit(new Recording().read(band.samples).read(band.prefixes));
  const edges = new EdgeSums(tables.geometry, samples!, prefixes!);
  edges.add(width, 0, width, 2, 0, 1);
  const words = new Uint32Array(6);
  edges.store(words, 0);
  assert.equal(readSigned(words, 0, 2), BigInt(2 * width));
  assert.equal(readSigned(words, 2, 2), 2n * 65535n * 65535n);
  assert.equal(readSigned(words, 4, 2), 2n * 65535n ** 3n);
});
