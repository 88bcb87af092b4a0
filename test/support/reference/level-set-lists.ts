/**
 * The sequential Fast Two Cycle algorithm with its lists L_in and L_out (Shi and Karl 2008; Lamas-Rodríguez et al., section
 * III.B): the reference that the other forms are compared with. Speeds are computed for both lists before any switch, and
 * switch_out runs over L_in as it was after step 2, so the order of the lists does not matter.
 */

import { addTo64 } from '../../../src/core/numbers/wide.js';
import type { GaussianFilter } from '../../../src/level-set/bits/gaussian-filter.js';
import { gaussianFilter, weightAt } from '../../../src/level-set/bits/gaussian-filter.js';
import type { Field } from '../../../src/level-set/bits/grid.js';
import { cellsOf, isVolume } from '../../../src/level-set/bits/grid.js';
import { momentsOf } from '../../../src/level-set/speed/moments.js';
import type { Speed } from '../../../src/level-set/speed/speed.js';
import { SpeedTables } from '../../../src/level-set/speed/speed.js';
import type { Schedule, ScheduleProgress, SequentialForm } from '../../../src/level-set/steps/schedule.js';
import { runSequentially } from '../../../src/level-set/steps/schedule.js';

/** φ: inside, L_in, outside the domain, L_out, outside. */
const [INSIDE, L_IN, BEYOND, L_OUT, OUTSIDE] = [-3, -1, 0, 1, 3];

export class ListForm implements SequentialForm {
  readonly #field: Field;
  readonly #speed: SpeedTables;
  readonly #filter: GaussianFilter;
  /** φ on the grid with one cell of BEYOND all round (in x and y only for an image). */
  readonly #phi: Int8Array;
  readonly #row: number;
  readonly #slice: number;
  readonly #neighbours: readonly number[];
  readonly #weights: readonly { dx: number; dy: number; dz: number; weight: number }[];
  readonly #moments: Uint32Array;
  /** 1 inside, as it was at the last call of `changes`. */
  readonly #before: Uint8Array;
  #in: number[] = [];
  #out: number[] = [];

  constructor(
    field: Field,
    mask: Uint8Array,
    speed: Speed,
    private readonly schedule: Schedule,
  ) {
    const { grid, missing } = field;
    this.#field = field;
    this.#speed = new SpeedTables(speed, field);
    this.#row = grid.width + 2;
    this.#slice = this.#row * (grid.height + 2);
    this.#neighbours = [1, -1, this.#row, -this.#row, ...(isVolume(grid) ? [this.#slice, -this.#slice] : [])];
    this.#filter = gaussianFilter(schedule.filterSize, schedule.filterVariance, isVolume(grid) ? 3 : 2);
    this.#weights = weightsOf(this.#filter, schedule.filterVariance);
    this.#moments = momentsOf(field, mask);
    this.#phi = new Int8Array(this.#slice * (isVolume(grid) ? grid.depth + 2 : 1)).fill(BEYOND);
    const cells = cellsOf(grid);
    for (let cell = 0; cell < cells; cell++) {
      if (!missing?.[cell]) this.#phi[this.#padded(cell)] = mask[cell] !== 0 ? INSIDE : OUTSIDE;
    }
    for (let cell = 0; cell < cells; cell++) {
      const p = this.#padded(cell);
      const phi = this.#phi[p]!;
      if (phi === INSIDE && this.#neighbours.some((n) => this.#phi[p + n]! > 0)) this.#in.push(p);
      if (phi === OUTSIDE && this.#neighbours.some((n) => this.#phi[p + n]! < 0)) this.#out.push(p);
    }
    for (const p of this.#in) this.#phi[p] = L_IN;
    for (const p of this.#out) this.#phi[p] = L_OUT;
    this.#before = Uint8Array.from(this.#phi, (phi) => (phi < 0 ? 1 : 0));
  }

  /** One byte a cell, 1 inside. */
  mask(): Uint8Array {
    return Uint8Array.from({ length: cellsOf(this.#field.grid) }, (_, cell) =>
      this.#phi[this.#padded(cell)]! < 0 ? 1 : 0,
    );
  }

  /** φ as the paper has it, one of −3, −1, 1, 3 a cell (0 where there is no data). */
  phi(): Int8Array {
    return Int8Array.from({ length: cellsOf(this.#field.grid) }, (_, cell) => this.#phi[this.#padded(cell)]!);
  }

  /** Runs to the end, yielding after every iteration. */
  run(): Generator<ScheduleProgress, ScheduleProgress> {
    return runSequentially(this, this.schedule);
  }

  iterateData(): void {
    this.#speed.update(this.#moments);
    this.#evolve((p) => this.#speed.at(this.#cell(p)));
  }

  iterateSmoothing(): void {
    this.#evolve((p) => Math.sign(2 * this.#smoothed(p) - this.#filter.total));
  }

  isStopped(): boolean {
    this.#speed.update(this.#moments);
    return (
      this.#out.every((p) => this.#speed.at(this.#cell(p)) <= 0) &&
      this.#in.every((p) => this.#speed.at(this.#cell(p)) >= 0)
    );
  }

  changes(): { readonly changed: number; readonly inside: number } {
    let changed = 0;
    let inside = 0;
    for (let p = 0; p < this.#phi.length; p++) {
      const now = this.#phi[p]! < 0 ? 1 : 0;
      inside += now;
      if (now === this.#before[p]) continue;
      changed++;
      this.#before[p] = now;
    }
    return { changed, inside };
  }

  #evolve(speed: (p: number) => number): void {
    const phi = this.#phi;
    const advancing = this.#out.filter((p) => speed(p) > 0);
    const retreating = new Set(this.#in.filter((p) => speed(p) < 0));
    for (const p of advancing) this.#switchIn(p);
    this.#in = this.#in.filter((p) => {
      if (this.#neighbours.some((n) => phi[p + n]! > 0)) return true;
      phi[p] = INSIDE;
      return false;
    });
    for (const p of this.#in.filter((q) => retreating.has(q))) this.#switchOut(p);
    this.#in = this.#in.filter((p) => phi[p] === L_IN);
    this.#out = this.#out.filter((p) => {
      if (phi[p] !== L_OUT) return false;
      if (this.#neighbours.some((n) => phi[p + n]! < 0)) return true;
      phi[p] = OUTSIDE;
      return false;
    });
  }

  #switchIn(p: number): void {
    this.#phi[p] = L_IN;
    this.#in.push(p);
    addCell(this.#moments, 0, this.#field, this.#cell(p), 1);
    for (const n of this.#neighbours) {
      if (this.#phi[p + n] !== OUTSIDE) continue;
      this.#phi[p + n] = L_OUT;
      this.#out.push(p + n);
    }
  }

  #switchOut(p: number): void {
    this.#phi[p] = L_OUT;
    this.#out.push(p);
    addCell(this.#moments, 0, this.#field, this.#cell(p), -1);
    for (const n of this.#neighbours) {
      if (this.#phi[p + n] !== INSIDE) continue;
      this.#phi[p + n] = L_IN;
      this.#in.push(p + n);
    }
  }

  /** Weighted sum of the inside round `p`; beyond the border the nearest cell counts. */
  #smoothed(p: number): number {
    const { width, height, depth } = this.#field.grid;
    const cell = this.#cell(p);
    const x = cell % width;
    const y = Math.floor(cell / width) % height;
    const z = Math.floor(cell / (width * height));
    let sum = 0;
    for (const { dx, dy, dz, weight } of this.#weights) {
      const q = this.#at(clamp(x + dx, width), clamp(y + dy, height), clamp(z + dz, depth));
      if (this.#phi[q]! < 0) sum += weight;
    }
    return sum;
  }

  #at(x: number, y: number, z: number): number {
    return (isVolume(this.#field.grid) ? z + 1 : 0) * this.#slice + (y + 1) * this.#row + x + 1;
  }

  #padded(cell: number): number {
    const { width, height } = this.#field.grid;
    const row = Math.floor(cell / width);
    return this.#at(cell - row * width, row % height, Math.floor(row / height));
  }

  #cell(p: number): number {
    const { width, height } = this.#field.grid;
    const z = Math.floor(p / this.#slice);
    const y = Math.floor((p - z * this.#slice) / this.#row);
    const x = p - z * this.#slice - y * this.#row;
    return ((isVolume(this.#field.grid) ? z - 1 : 0) * height + y - 1) * width + x - 1;
  }
}

const clamp = (v: number, size: number): number => Math.min(Math.max(v, 0), size - 1);

const weightsOf = ({ radius, dimensions }: GaussianFilter, variance: number) => {
  const weights = [];
  const deep = dimensions === 3 ? radius : 0;
  for (let dz = -deep; dz <= deep; dz++) {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        weights.push({ dx, dy, dz, weight: weightAt(dx * dx + dy * dy + dz * dz, variance) });
      }
    }
  }
  return weights;
};

/** Adds cell `cell` to the region at word `region`, or takes it out (sign −1). */
const addCell = (words: Uint32Array, region: number, field: Field, cell: number, sign: 1 | -1): void => {
  const { planes } = field;
  words[region] = words[region]! + sign;
  for (let band = 0, at = region + 1; band < planes.length; band++, at += 4) {
    const z = planes[band]![cell]!;
    addTo64(words, at, sign * z);
    addTo64(words, at + 2, sign * z * z);
  }
};
