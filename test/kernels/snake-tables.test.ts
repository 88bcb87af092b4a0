/** Prefix tables and lattices of the snake: CPU and GPU, word for word, at the widths where tiles and words end. */
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import { makeBuffers } from '../../src/compute/make-buffers.js';
import { Recording } from '../../src/compute/recording.js';
import type { ChannelPlanes } from '../../src/image/channels/transform.js';
import { addSumsToPrefixes } from '../../src/snake/kernels/add_sums_to_prefixes.js';
import { BLOCK_WORDS, blockPrefixes } from '../../src/snake/kernels/block_prefixes.js';
import { PLACED_WORDS, placeTiles } from '../../src/snake/kernels/place_tiles.js';
import { scanBlockSums } from '../../src/snake/kernels/scan_block_sums.js';
import { BLOCK_COLUMNS, G } from '../../src/snake/kernels/shared/layout.js';
import { tilePlaneWords } from '../../src/snake/kernels/shared/tile-records.js';
import { balancedChunks, chunkGeometry } from '../../src/snake/tables/chunks.js';
import { imageGeometry, makeTables } from '../../src/snake/tables/tables.js';
import { testGpu } from '../support/devices/gpu.js';
import { LockstepExecutor } from '../support/kernels/lockstep.js';
import { Random } from '../support/random.js';

interface Shape {
  readonly width: number;
  readonly height: number;
  readonly bits: 8 | 16;
  readonly codes?: number;
  readonly planes?: number;
  readonly value?: number;
  readonly masked?: boolean;
  readonly stride?: number;
}

const imageOf = ({ width, height, bits, codes, planes = 1, value, masked }: Shape, seed: number): ChannelPlanes => {
  const random = new Random(seed);
  const top = codes === undefined ? 2 ** bits - 1 : codes - 1;
  const plane = () => {
    const values = bits === 16 ? new Uint16Array(width * height) : new Uint8Array(width * height);
    return values.map(() => value ?? random.between(0, top));
  };
  return {
    width,
    height,
    kind: codes === undefined ? 'intensity' : 'codes',
    bits,
    codes,
    planes: Array.from({ length: planes }, plane),
    missing: masked ? Uint8Array.from({ length: width * height }, () => random.between(0, 1)) : undefined,
    record: {},
  };
};

const widths = [1, 2, 3, 31, 32, 33, 63, 64, 255, 256, 257, 511];

test('strided prefixes are equal at every end of a word, a stride and a tile', async (t) => {
  const gpu = await testGpu(t);
  if (!gpu) return;
  const both = new LockstepExecutor(gpu);
  const shapes: Shape[] = [
    ...widths.map((width): Shape => ({ width, height: 3, bits: width % 2 === 0 ? 8 : 16 })),
    { width: 4095, height: 1, bits: 16 },
    { width: 4097, height: 2, bits: 16, value: 65535 },
    { width: 8193, height: 1, bits: 8, value: 255 },
    { width: 70, height: 2, bits: 16, value: 0 },
    { width: 77, height: 2, bits: 8, planes: 3, masked: true },
    { width: 4200, height: 2, bits: 8, codes: 16 },
    { width: 100, height: 2, bits: 8, codes: 32, masked: true },
    // Strides of one word, of half a unit and of many, over several tiles.
    { width: 2500, height: 1, bits: 16, stride: 2 },
    { width: 2500, height: 2, bits: 8, stride: 4 },
    { width: 9000, height: 1, bits: 16, stride: 4 },
    { width: 9000, height: 1, bits: 8, codes: 16, stride: 8 },
    { width: 9000, height: 1, bits: 16, stride: 256 },
    // Written in strips.
    { width: 1501, height: 1000, bits: 8, planes: 2, masked: true, stride: 32 },
  ];
  for (const [seed, shape] of shapes.entries()) {
    for (const stride of shape.stride ? [shape.stride] : seed % 3 === 0 ? [8, 64] : [32]) {
      const tables = await makeTables(both, imageOf(shape, seed), { stride });
      tables.destroy();
    }
  }
});

test("the paper's three kernels give the table of stride 1, equal on both sides", async (t) => {
  const gpu = await testGpu(t);
  if (!gpu) return;
  const both = new LockstepExecutor(gpu);
  const cpu = new CpuExecutor();
  for (const [seed, width] of [1, 255, 256, 257, 700].entries()) {
    const image = imageOf({ width, height: 2, bits: seed % 2 === 0 ? 16 : 8, planes: 2 }, seed);
    const wanted = await makeTables(cpu, image, { stride: 1 });
    const [table] = await cpu.submit(new Recording().read(wanted.chunks[0].prefixes));
    const tables = await makeTables(both, image, { stride: 32 });
    const words = wanted.geometry;
    const lines = 2 * image.planes.length;
    const blocks = Math.ceil(words[G.entries]! / BLOCK_COLUMNS);
    const geometry = await both.buffer('geometry', words.slice());
    const prefixes = await both.buffer('prefixes', lines * words[G.entries]! * words[G.entryWords]!);
    const block_sums = await both.buffer('block_sums', lines * blocks * BLOCK_WORDS);
    const buffers = { geometry, samples: tables.chunks[0].samples, prefixes, block_sums };
    const [dense] = await both.submit(
      new Recording()
        .dispatch(blockPrefixes, buffers, [blocks, 2, 2])
        .dispatch(scanBlockSums, buffers, [2, 2, 1])
        .dispatch(addSumsToPrefixes, buffers, [blocks, 2, 2])
        .read(prefixes),
    );
    assert.deepEqual(dense, table);
  }
});

test('windows made of tiles are the same words on both sides, in every chunk of rows', async (t) => {
  const gpu = await testGpu(t);
  if (!gpu) return;
  const both = new LockstepExecutor(gpu);
  for (const [seed, { planes = 1, codes, bits }] of (
    [{ bits: 8 }, { bits: 16, planes: 2 }, { bits: 8, codes: 4 }] as Shape[]
  ).entries()) {
    const random = new Random(91 + seed);
    const perPlane = tilePlaneWords(bits);
    const tiles = Uint32Array.from({ length: 3 * planes * perPlane }, () => random.word());
    const windows = [
      { top: 0, width: 141, x: 0, y: 120, columns: 2, firstPlace: 0 },
      { top: 20, width: 70, x: 100, y: 3, columns: 2, firstPlace: 4 },
    ];
    const place = (_: unknown, k: number): number[] => {
      const edges = [random.between(0, 30), random.between(100, 128), random.between(0, 5), random.between(124, 128)];
      return [k === 1 ? 0 : random.between(1, 3), ...edges];
    };
    const [width, height] = [141, 29];
    const about = {
      width,
      height,
      bits,
      kind: codes ? 'codes' : 'intensity',
      codes,
      count: planes,
      record: {},
    } as const;
    const geometry = imageGeometry({ ...about, missing: new Uint8Array(0) }, 32);
    const stored = planes + (codes ? 0 : 1);
    const lists = await makeBuffers(both, '', {
      windows: Uint32Array.from(windows.flatMap((window) => Object.values(window))),
      places: Uint32Array.from(Array.from({ length: 6 }, place).flat()),
      tiles,
    });
    for (const rows of balancedChunks(height, 2)) {
      const chunk = await makeBuffers(both, '', {
        geometry: chunkGeometry(geometry, rows),
        samples: geometry[G.rowWords]! * rows.rows * stored,
      });
      const groups = [Math.ceil(geometry[G.rowWords]! / PLACED_WORDS), rows.rows, stored] as const;
      const [words] = await both.submit(
        new Recording().dispatch(placeTiles, { ...lists, ...chunk }, groups).read(chunk.samples),
      );
      assert.ok(new Set(words).size > 8, 'something is seen');
      for (const buffer of Object.values(chunk)) buffer.destroy();
    }
    for (const buffer of Object.values(lists)) buffer.destroy();
  }
});
