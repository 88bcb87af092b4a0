/** Chunks of rows: an image that no binding holds gives the same sums and contours as a whole one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import type { Executor } from '../../src/compute/executor.js';
import type { DeviceBuffer } from '../../src/compute/recording.js';
import { SegmenterError } from '../../src/core/errors.js';
import { Lattice } from '../../src/snake/find/lattice.js';
import { G } from '../../src/snake/kernels/shared/layout.js';
import { evolve, type Problem, type Snapshot } from '../../src/snake/steps/optimiser.js';
import { balancedChunks, fewestChunks } from '../../src/snake/tables/chunks.js';
import { makeTables, type Tables } from '../../src/snake/tables/tables.js';
import { between, seeds } from '../support/arbitraries.js';
import { caseOf, pinnedCase } from '../support/snake/problems.js';

const endOf = async (executor: Executor, tables: Tables, problem: Problem): Promise<readonly Snapshot[]> => {
  const run = evolve(executor, tables, problem, () => 16);
  for (;;) {
    const { done, value } = await run.next('go');
    if (done) return value;
  }
};

test('chunks are balanced, cover every row once, and are no more than the limit asks for', () => {
  for (const [height, bytesPerRow, binding, wanted] of [
    [100, 10, 1000, 1],
    [100, 10, 999, 2],
    [7, 10, 20, 4],
    [5, 10, 3, 5],
    [65535, 131070, 2 ** 27, 64],
  ] as const) {
    const limits = { ...new CpuExecutor().limits, binding };
    const count = fewestChunks(height, bytesPerRow, limits);
    assert.equal(count, wanted);
    assert.equal(fewestChunks(height, bytesPerRow, { ...limits, binding: 2 ** 40, buffer: binding }), wanted);
    const chunks = balancedChunks(height, count);
    let next = 0;
    for (const { firstRow, rows } of chunks) {
      assert.equal(firstRow, next);
      assert.ok(rows === Math.floor(height / count) || rows === Math.ceil(height / count));
      next += rows;
    }
    assert.equal(next, height);
  }
});

test('contours and best rectangles are the same in any number of chunks, whatever the model', async () => {
  const counts = new Set<number>();
  const same = async (seed: number, most: number, few: number): Promise<void> => {
    const { name, channel, problem, stride } = (seed % 2 === 0 ? caseOf : pinnedCase)(seed, most);
    const whole = new CpuExecutor();
    const tables = await makeTables(whole, channel, { stride });
    assert.equal(tables.chunks.length, 1);
    const wanted = await endOf(whole, tables, problem);
    const lattice = await Lattice.over(whole, tables, problem, 4);
    const rectangle = await lattice.best();
    const [{ samples, prefixes }] = tables.chunks;
    const bytesPerRow = Math.max(samples.byteLength, prefixes.byteLength) / channel.height;
    for (const rows of [few, Math.ceil(channel.height / 2)]) {
      const banded = new Limited(rows * bytesPerRow);
      const parts = await makeTables(banded, channel, { stride });
      counts.add(parts.chunks.length);
      assert.equal(parts.chunks.length, Math.ceil(channel.height / rows), name);
      assert.deepEqual(await endOf(banded, parts, problem), wanted, `${name}, ${parts.chunks.length} chunks`);
      const theirs = await Lattice.over(banded, parts, problem, 4);
      assert.deepEqual(theirs.sums, lattice.sums, name);
      assert.deepEqual(await theirs.best(), rectangle, name);
      theirs.destroy();
      parts.destroy();
      assert.equal(banded.stats().buffers, 0);
    }
    lattice.destroy();
    tables.destroy();
  };
  await fc.assert(fc.asyncProperty(seeds(), fc.noBias(between(12, 40)), between(1, 9), same), { numRuns: 21 });
  assert.ok(counts.size > 5, `only ${counts.size} numbers of chunks`);
});

/** A CPU executor of which the tables, and they alone, must keep to a binding of so many bytes. */
class Limited extends CpuExecutor {
  constructor(private readonly most: number) {
    super({ binding: most });
  }

  override async buffer(label: string, words: number | Uint32Array): Promise<DeviceBuffer> {
    const made = await super.buffer(label, words);
    if (/samples|prefixes/.test(label)) assert.ok(made.byteLength <= this.most, label);
    return made;
  }
}

/** A CPU executor whose memory comes in pieces of at most `largest` bytes, whatever its limits say. */
class Pieces extends CpuExecutor {
  refused = 0;

  constructor(private readonly largest: number) {
    super();
  }

  override async buffer(label: string, words: number | Uint32Array): Promise<DeviceBuffer> {
    const needed = 4 * (typeof words === 'number' ? words : words.length);
    if (needed <= this.largest) return super.buffer(label, words);
    this.refused++;
    throw new SegmenterError('out-of-memory', { what: label, needed });
  }

  override space(): this {
    return this;
  }
}

test('chunks are halved where memory runs out, and it is a coded error where that does not help', async () => {
  const [width, height] = [2048, 1500];
  const planes = [Uint16Array.from({ length: width * height }, (_, i) => (i * 2654435761) >>> 16)];
  const channel = { width, height, kind: 'intensity', bits: 16, planes, record: {} } as const;
  const roomy = new Pieces(2 * width * 400);
  const tables = await makeTables(roomy, channel, { stride: 32 });
  assert.equal(roomy.refused, 2);
  assert.deepEqual(
    tables.chunks.map(({ rows }) => rows),
    [375, 375, 375, 375],
  );
  assert.equal(tables.geometry[G.rows], 375);
  tables.destroy();
  assert.equal(roomy.stats().bytes, 0);
  const tight = new Pieces(2 ** 16);
  await assert.rejects(makeTables(tight, channel, { stride: 32 }), { code: 'out-of-memory' });
  assert.ok(tight.refused > 2);
  assert.equal(tight.stats().bytes, 0);
});
