/** Random fields, masks and schedules, and the synchronous map that every form of the level set must follow. */
import { gaussianFilter, weightAt } from '../../../src/level-set/bits/gaussian-filter.js';
import type { Field, Grid } from '../../../src/level-set/bits/grid.js';
import { cellsOf } from '../../../src/level-set/bits/grid.js';
import { momentsOf } from '../../../src/level-set/speed/moments.js';
import type { Speed } from '../../../src/level-set/speed/speed.js';
import { SpeedTables } from '../../../src/level-set/speed/speed.js';
import type { Schedule } from '../../../src/level-set/steps/schedule.js';
import type { Random } from '../random.js';

export interface Case {
  readonly field: Field;
  readonly mask: Uint8Array;
  readonly speed: Speed;
  readonly schedule: Schedule;
}

const pick = <T>(random: Random, items: readonly T[]): T => items[random.between(0, items.length - 1)]!;

/** `most`: 60 for grids of all sizes, less for smaller ones. */
export const randomGrid = (random: Random, deep: boolean, most = 60): Grid =>
  deep
    ? { width: random.between(1, most), height: random.between(1, 12), depth: random.between(2, 9) }
    : { width: random.between(1, 2 * most), height: random.between(1, 30), depth: 1 };

/** Smooth blobs with noise, or plain noise: fronts that move far, and fronts that are everywhere. */
export const randomField = (random: Random, grid: Grid): Field => {
  const bands = random.between(1, 5) === 1 ? 2 : 1;
  const values = random.between(0, 1) ? 256 : 65536;
  const count = cellsOf(grid);
  const centre = [grid.width / 2, grid.height / 2, grid.depth / 2];
  const blob = random.between(0, 3) > 0;
  const planes = Array.from({ length: bands }, () => (values === 256 ? new Uint8Array(count) : new Uint16Array(count)));
  for (let k = 0; k < count * bands; k++) {
    const cell = Math.floor(k / bands);
    const x = cell % grid.width;
    const y = Math.floor(cell / grid.width) % grid.height;
    const z = Math.floor(cell / (grid.width * grid.height));
    const r = Math.hypot((x - centre[0]!) / grid.width, (y - centre[1]!) / grid.height, (z - centre[2]!) / grid.depth);
    const base = blob ? (r < 0.35 ? 0.6 : 0.2) : 0;
    planes[k % bands]![cell] = Math.floor((base + (blob ? 0.3 : 1) * (random.word() / 2 ** 32)) * values);
  }
  const missing =
    random.between(0, 3) === 0 ? new Uint8Array(count).map(() => (random.between(0, 12) === 0 ? 1 : 0)) : undefined;
  return { grid, planes, missing };
};

export const randomMask = (random: Random, grid: Grid): Uint8Array => {
  const share = random.between(1, 9);
  const half = random.between(0, 1);
  return new Uint8Array(cellsOf(grid)).map((_, cell) =>
    half ? (cell % grid.width < grid.width * 0.5 ? 1 : 0) : random.between(0, 9) < share ? 1 : 0,
  );
};

export const randomSpeed = (random: Random, field: Field): Speed => {
  const kind = pick(random, ['range', 'range', 'chan-vese', 'gaussian', 'gamma'] as const);
  if (kind !== 'range') return { kind };
  const scale = field.planes[0] instanceof Uint8Array ? 1 : 256;
  const bounds = (): number[] => Array.from({ length: field.planes.length }, () => random.between(20, 200) * scale);
  const lower = bounds();
  return { kind, lower, upper: lower.map((low) => low + random.between(10, 90) * scale) };
};

export const randomSchedule = (random: Random): Schedule => ({
  dataIterations: random.between(1, 7),
  launches: random.between(1, 4),
  smoothingIterations: random.between(0, 4),
  filterSize: pick(random, [3, 3, 5, 7, 11]),
  filterVariance: random.between(1, 40) / 4,
  outerIterations: random.between(1, 6),
  tolerance: pick(random, [0, 0, 5]),
});

export const randomCase = (random: Random, deep: boolean, most = 60): Case => {
  const grid = randomGrid(random, deep, most);
  const field = randomField(random, grid);
  return {
    field,
    mask: randomMask(random, grid),
    speed: randomSpeed(random, field),
    schedule: randomSchedule(random),
  };
};

/**
 * The level set as a cellular automaton on the mask, written for clearness: M1 adds the outside of the front where F > 0, M2
 * takes from M1 the old inside that lies on M1's front and has F < 0, all speeds being those of the old mask.
 */
export class SynchronousMap {
  mask: Uint8Array;

  constructor(private readonly its: Case) {
    const { missing } = its.field;
    this.mask = its.mask.map((m, cell) => (m !== 0 && !missing?.[cell] ? 1 : 0));
  }

  data(): void {
    const speed = this.#speed();
    this.#step((cell) => speed.at(cell));
  }

  smooth(): void {
    const { grid } = this.its.field;
    const { filterSize, filterVariance } = this.its.schedule;
    const { radius, total } = gaussianFilter(filterSize, filterVariance, grid.depth > 1 ? 3 : 2);
    /** By the squared distance. */
    const weights = Array.from({ length: 3 * radius * radius + 1 }, (_, squared) => weightAt(squared, filterVariance));
    const mask = this.mask;
    const hold = (v: number, size: number): number => Math.min(Math.max(v, 0), size - 1);
    this.#step((cell) => {
      const [x, y, z] = this.#position(cell);
      const deep = grid.depth > 1 ? radius : 0;
      let sum = 0;
      for (let dz = -deep; dz <= deep; dz++) {
        for (let dy = -radius; dy <= radius; dy++) {
          for (let dx = -radius; dx <= radius; dx++) {
            const row = hold(z + dz, grid.depth) * grid.height + hold(y + dy, grid.height);
            if (mask[row * grid.width + hold(x + dx, grid.width)]) sum += weights[dx * dx + dy * dy + dz * dz]!;
          }
        }
      }
      return 2 * sum - total;
    });
  }

  stopped(): boolean {
    const speed = this.#speed();
    return this.mask.every((m, cell) => {
      if (!this.#domain(cell) || !this.#neighbours(cell).some((n) => this.mask[n] !== m)) return true;
      return m ? speed.at(cell) >= 0 : speed.at(cell) <= 0;
    });
  }

  #speed(): SpeedTables {
    const tables = new SpeedTables(this.its.speed, this.its.field);
    tables.update(momentsOf(this.its.field, this.mask));
    return tables;
  }

  #step(speed: (cell: number) => number): void {
    const old = this.mask;
    const half = old.map((m, cell) =>
      m === 0 && this.#domain(cell) && this.#neighbours(cell).some((n) => old[n] === 1) && speed(cell) > 0 ? 1 : m,
    );
    this.mask = half.map((m, cell) =>
      old[cell] === 1 && this.#neighbours(cell).some((n) => half[n] === 0) && speed(cell) < 0 ? 0 : m,
    );
  }

  #domain(cell: number): boolean {
    return !this.its.field.missing?.[cell];
  }

  #position(cell: number): [number, number, number] {
    const { width, height } = this.its.field.grid;
    return [cell % width, Math.floor(cell / width) % height, Math.floor(cell / (width * height))];
  }

  #neighbours(cell: number): number[] {
    const { width, height, depth } = this.its.field.grid;
    const [x, y, z] = this.#position(cell);
    const found: number[] = [];
    if (x > 0) found.push(cell - 1);
    if (x + 1 < width) found.push(cell + 1);
    if (y > 0) found.push(cell - width);
    if (y + 1 < height) found.push(cell + width);
    if (z > 0) found.push(cell - width * height);
    if (z + 1 < depth) found.push(cell + width * height);
    return found.filter((n) => this.#domain(n));
  }
}
