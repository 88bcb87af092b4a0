import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import { Recording } from '../../src/compute/recording.js';
import { packBits, unpackBits } from '../../src/level-set/bits/bits.js';
import { weightAt } from '../../src/level-set/bits/gaussian-filter.js';
import { cellsOf, type Grid } from '../../src/level-set/bits/grid.js';
import { levelSetCycleTwo } from '../../src/level-set/kernels/level_set_cycle_two.js';
import { levelSetFront } from '../../src/level-set/kernels/level_set_front.js';
import type { LevelSetProblem } from '../../src/level-set/problem.js';
import { makeBuffers } from '../../src/level-set/steps/device-buffers.js';
import { fromTiles, toTiles } from '../../src/level-set/steps/tiles.js';
import { runTrial } from '../support/kernels/kernel-trial.js';
import { Random } from '../support/random.js';

/** A grid with tiles that touch no border, and a mask of solid boxes: tiles that are full, empty and crossed. */
const blocks = (random: Random, deep: boolean): LevelSetProblem => {
  const grid: Grid = deep
    ? { width: random.between(20, 44), height: random.between(20, 40), depth: random.between(20, 34) }
    : { width: random.between(30, 150), height: random.between(30, 130), depth: 1 };
  const turned = random.between(0, 1);
  const mask = new Uint8Array(cellsOf(grid)).fill(turned);
  for (let box = 0; box < 3; box++) {
    const span = (size: number): readonly [number, number] => {
      const from = random.between(0, size - 1);
      return [from, random.between(from + 1, size)];
    };
    const [[x0, x1], [y0, y1], [z0, z1]] = [span(grid.width), span(grid.height), span(grid.depth)];
    for (let z = z0; z < z1; z++) {
      for (let y = y0; y < y1; y++) mask.fill(1 - turned, at(grid, x0, y, z), at(grid, x1 - 1, y, z) + 1);
    }
  }
  // Some cells alone, which the filter takes away.
  for (let k = 0; k < mask.length; k += random.between(1, 400)) mask[k]! ^= 1;
  const missing = random.between(0, 2) > 0 ? undefined : mask.map(() => (random.between(0, 60) === 0 ? 1 : 0));
  const schedule = {
    dataIterations: 1,
    launches: 1,
    smoothingIterations: 1,
    filterSize: [3, 5, 7][random.between(0, 2)]!,
    filterVariance: random.between(1, 20) / 4,
    outerIterations: 1,
    tolerance: 0,
  };
  const inside = missing ? mask.map((m, k) => (missing[k] === 0 ? m : 0)) : mask;
  const field: LevelSetProblem['field'] = { grid, planes: [mask.map((m) => 90 * m)], ...(missing ? { missing } : {}) };
  return { field, mask: inside, speed: { kind: 'chan-vese' }, schedule, form: 'proposal-1' };
};

const at = ({ width, height }: Grid, x: number, y: number, z: number): number => (z * height + y) * width + x;

const sides = (grid: Grid): readonly (readonly [number, number, number])[] => {
  const flat = [
    [-1, 0, 0],
    [1, 0, 0],
    [0, -1, 0],
    [0, 1, 0],
  ] as const;
  return grid.depth > 1 ? [...flat, [0, 0, -1], [0, 0, 1]] : flat;
};

/** Definition of a kernel, cell by cell. */
class Cells {
  readonly #grid: Grid;
  readonly #side: number;
  readonly #weights = new Map<number, number>();

  constructor(private readonly problem: LevelSetProblem) {
    this.#grid = problem.field.grid;
    this.#side = this.#grid.depth > 1 ? 8 : 16;
  }

  tileOf(cell: number): number {
    const { width, height } = this.#grid;
    const [x, y, z] = [cell % width, Math.floor(cell / width) % height, Math.floor(cell / (width * height))];
    const side = this.#side;
    const rows = Math.ceil(height / side);
    return (Math.floor(z / side) * rows + Math.floor(y / side)) * Math.ceil(width / side) + Math.floor(x / side);
  }

  beside(cell: number): number[] {
    const { width, height, depth } = this.#grid;
    const [x, y, z] = [cell % width, Math.floor(cell / width) % height, Math.floor(cell / (width * height))];
    return sides(this.#grid)
      .map(([dx, dy, dz]) => [x + dx, y + dy, z + dz] as const)
      .filter(([u, v, w]) => u >= 0 && u < width && v >= 0 && v < height && w >= 0 && w < depth)
      .map(([u, v, w]) => at(this.#grid, u, v, w));
  }

  isOut(cell: number, mask: Uint8Array): boolean {
    return mask[cell] === 0 && !this.problem.field.missing?.[cell];
  }

  isFront(cell: number, mask: Uint8Array): boolean {
    const beside = this.beside(cell);
    if (mask[cell] !== 0) return beside.some((other) => this.isOut(other, mask));
    return this.isOut(cell, mask) && beside.some((other) => mask[other] !== 0);
  }

  /** Twice the filtered inside, less the sum of all weights. */
  speed(cell: number, mask: Uint8Array): number {
    const { width, height, depth } = this.#grid;
    const { filterSize, filterVariance } = this.problem.schedule;
    const radius = (filterSize - 1) / 2;
    const [x, y, z] = [cell % width, Math.floor(cell / width) % height, Math.floor(cell / (width * height))];
    const deep = depth > 1 ? radius : 0;
    const within = (v: number, size: number): number => Math.min(Math.max(v, 0), size - 1);
    let sum = 0;
    for (let dz = -deep; dz <= deep; dz++) {
      for (let dy = -radius; dy <= radius; dy++) {
        for (let dx = -radius; dx <= radius; dx++) {
          const squared = dx * dx + dy * dy + dz * dz;
          if (!this.#weights.has(squared)) this.#weights.set(squared, weightAt(squared, filterVariance));
          const other = at(this.#grid, within(x + dx, width), within(y + dy, height), within(z + dz, depth));
          sum += this.#weights.get(squared)! * (mask[other] === 0 ? -1 : 1);
        }
      }
    }
    return sum;
  }

  /** Iterations of cycle two in one tile of those cells, those of other tiles standing still. */
  smooth(tile: number, iterations: number): Map<number, number> {
    const mask = this.problem.mask.slice();
    const own = [...mask.keys()].filter((cell) => this.tileOf(cell) === tile);
    const coming = new Set<number>();
    for (const cell of own.filter((cell) => mask[cell] !== 0)) {
      for (const other of this.beside(cell)) {
        if (this.tileOf(other) !== tile && this.isOut(other, mask) && this.speed(other, mask) > 0) coming.add(other);
      }
    }
    for (let i = 0; i < iterations; i++) {
      const front = own.filter((cell) => this.isFront(cell, mask));
      const speeds = front.map((cell) => this.speed(cell, mask));
      const half = mask.slice();
      front.forEach((cell, k) => {
        if (mask[cell] === 0 && speeds[k]! > 0) half[cell] = 1;
      });
      const next = half.slice();
      front.forEach((cell, k) => {
        const bare = this.beside(cell).some((other) => this.isOut(other, half) && !coming.has(other));
        if (mask[cell] !== 0 && speeds[k]! < 0 && bare) next[cell] = 0;
      });
      mask.set(next);
    }
    return new Map(own.map((cell) => [cell, mask[cell]!]));
  }
}

const wordsOf = async (problem: LevelSetProblem) => {
  const cpu = new CpuExecutor();
  const { tiling } = await makeBuffers(cpu, problem);
  cpu.dispose();
  return { tiling, bits: packBits(problem.field.grid, problem.mask) };
};

test('a mask that is cut into tiles and put together again is what it was', async () => {
  const random = new Random(41);
  for (let k = 0; k < 20; k++) {
    const problem = blocks(random, k % 2 === 1);
    const { tiling, bits } = await wordsOf(problem);
    const tiles = toTiles(tiling, bits);
    assert.deepEqual(fromTiles(tiling, tiles), bits);
    const { grid } = problem.field;
    const inside = [...problem.mask.keys()].filter((cell) => problem.mask[cell] !== 0);
    const cells = new Cells(problem);
    const [cell] = inside;
    if (cell === undefined) continue;
    const [x, row] = [cell % grid.width, Math.floor(cell / grid.width)];
    const inTile = (Math.floor(row / grid.height) % tiling.side) * tiling.side + ((row % grid.height) % tiling.side);
    const bit = (inTile * tiling.side + (x % tiling.side)) % 32;
    const word = cells.tileOf(cell) * tiling.words + Math.floor((inTile * tiling.side) / 32);
    assert.equal((tiles[word]! >>> bit) & 1, 1, `cell ${cell}`);
  }
});

test('tiles that the front crosses are those with a cell of it, among full, empty and crossed ones', async () => {
  const random = new Random(42);
  for (let k = 0; k < 30; k++) {
    const problem = blocks(random, k % 2 === 1);
    const cells = new Cells(problem);
    const wanted = new Set(
      [...problem.mask.keys()].filter((cell) => cells.isFront(cell, problem.mask)).map((cell) => cells.tileOf(cell)),
    );
    const crossed = await crossedTiles(problem);
    assert.deepEqual(
      crossed,
      [...wanted].sort((a, b) => a - b),
      `case ${k}`,
    );
  }
});

/** The contents of a run's buffers at its start, the mask in place. */
const contentsOf = async (problem: LevelSetProblem): Promise<Record<string, Uint32Array>> => {
  const cpu = new CpuExecutor();
  const { buffers } = await makeBuffers(cpu, problem);
  const recording = new Recording();
  for (const buffer of Object.values(buffers)) recording.read(buffer);
  const words = await cpu.submit(recording);
  cpu.dispose();
  const named = Object.fromEntries(Object.keys(buffers).map((name, k) => [name, words[k]!]));
  return { ...named, mask: named.next!.slice() };
};

const crossedTiles = async (problem: LevelSetProblem): Promise<number[]> => {
  const words = await contentsOf(problem);
  const groups = words.crossed!.length;
  const trial = { kernel: levelSetFront, words, groups: [groups, 1, 1] as const, constants: { skips: 0 } };
  const { crossed } = await runTrial(new CpuExecutor(), trial);
  return Array.from({ length: words.everything![0]! }, (_, tile) => tile).filter(
    (tile) => ((crossed![tile >>> 5]! >>> (tile & 31)) & 1) === 1,
  );
};

test('cycle two moves the cells of each tile as cell by cell, within the image and at its borders', async () => {
  const random = new Random(43);
  for (let k = 0; k < 12; k++) {
    const problem = blocks(random, k % 2 === 1);
    const { grid } = problem.field;
    const cells = new Cells(problem);
    const words = await contentsOf(problem);
    const { tiling } = await wordsOf(problem);
    const iterations = random.between(1, 3);
    const constants = { iterations, groups: 1 };
    const trial = {
      kernel: levelSetCycleTwo,
      words: { ...words, active_: words.everything! },
      groups: [1, 1, 1] as const,
      constants,
    };
    const { next } = await runTrial(new CpuExecutor(), trial);
    const mask = unpackBits(grid, fromTiles(tiling, next!));
    const some = Array.from({ length: 6 }, () => random.between(0, tiling.count - 1));
    for (const tile of some) {
      for (const [cell, m] of cells.smooth(tile, iterations)) assert.equal(mask[cell], m, `case ${k}, cell ${cell}`);
    }
  }
});
