/**
 * The sequential algorithm on one bit a cell, 32 cells at a time: the same masks as with lists, iteration by iteration.
 *
 * φ is a function of the inside mask M, and with speeds computed before switching an iteration is the synchronous map
 *   M1 = M ∪ {x ∈ L_out(M): F > 0},   M2 = M1 \ {x ∈ M ∩ ∂M1: F < 0}.
 * A cell can change in an iteration only if F changed there, or if it or a neighbour changed since the input of the same cycle's
 * last iteration: otherwise it would have changed then. For the filter, F changes within its radius of a changed cell. So only
 * words near a change are looked at.
 */

import { addTo64 } from '../../core/numbers/wide.js';
import type { MomentWords } from '../speed/moments.js';
import { momentsOf } from '../speed/moments.js';
import type { Speed } from '../speed/speed.js';
import { SpeedTables } from '../speed/speed.js';
import type { Schedule, ScheduleProgress, SequentialForm } from '../steps/schedule.js';
import { runSequentially } from '../steps/schedule.js';
import type { Bits } from './bits.js';
import { countBits, domainBits, packBits, popcount, rowsOf, rowWords, unpackBits } from './bits.js';
import { DataPlanes } from './data-planes.js';
import { FilterSums } from './filter-sums.js';
import { FrontScan } from './front-scan.js';
import type { GaussianFilter } from './gaussian-filter.js';
import { gaussianFilter } from './gaussian-filter.js';
import type { Field, Grid } from './grid.js';
import { isVolume } from './grid.js';
import { NearWords } from './near-words.js';

/** The sequential form on a field, one bit a cell. */
export class BitForm implements SequentialForm {
  readonly #field: Field;
  readonly #mask: Bits;
  /** Mask at the last call of `changes`. */
  readonly #before: Bits;
  /** Words that an iteration changed since then, each once. */
  readonly #touched: Int32Array;
  #touchedCount: number;
  readonly #isTouched: Uint8Array;
  #inside: number;
  /** M1 during an iteration, equal to the mask between two. */
  readonly #half: Bits;
  /** Words that the iteration under way may change, and their cells of L_in with F < 0. */
  readonly #moving: Int32Array;
  readonly #retreat: Bits;
  readonly #front: FrontScan;
  readonly #speed: SpeedTables;
  readonly #planes: DataPlanes;
  readonly #filter: GaussianFilter;
  readonly #sums: FilterSums | undefined;
  readonly #moments: MomentWords;
  /** Change of the inside's moments by an iteration: cells, then of each band samples and squares; whole, below 2⁵³. */
  readonly #counts: Float64Array;
  /** The first cell of each word. */
  readonly #cells: Int32Array;
  readonly #nearData: NearWords;
  readonly #nearFilter: NearWords;
  /** Words that the front crosses, as last seen by a data iteration. */
  readonly #crossed: Uint8Array;
  readonly #crossedByFour: Uint32Array;

  constructor(
    field: Field,
    mask: Uint8Array,
    speed: Speed,
    private readonly schedule: Schedule,
  ) {
    const { grid } = field;
    this.#field = field;
    const domain = domainBits(grid, field.missing);
    this.#mask = packBits(grid, mask).map((word, at) => word & domain[at]!);
    this.#before = this.#mask.slice();
    this.#touched = new Int32Array(this.#mask.length);
    this.#touchedCount = 0;
    this.#isTouched = new Uint8Array(this.#mask.length);
    this.#inside = countBits(this.#mask);
    this.#half = this.#mask.slice();
    this.#moving = new Int32Array(this.#mask.length);
    this.#retreat = new Uint32Array(this.#mask.length);
    this.#front = new FrontScan(grid, domain);
    this.#speed = new SpeedTables(speed, field);
    this.#planes = new DataPlanes(this.#speed, this.#mask.length);
    this.#filter = gaussianFilter(schedule.filterSize, schedule.filterVariance, isVolume(grid) ? 3 : 2);
    if (schedule.smoothingIterations > 0) {
      this.#sums = new FilterSums(grid, this.#filter, schedule.filterVariance, this.#mask);
    }
    this.#moments = this.#speed.adaptive ? momentsOf(field, mask) : new Uint32Array(0);
    this.#counts = new Float64Array(1 + 2 * field.planes.length);
    this.#cells = firstCells(grid);
    this.#nearData = new NearWords(grid, 1, 'cross');
    this.#nearFilter = new NearWords(grid, Math.max(1, this.#filter.radius), 'box');
    this.#crossed = new Uint8Array(4 * Math.ceil(this.#mask.length / 4)).fill(1, 0, this.#mask.length);
    this.#crossedByFour = new Uint32Array(this.#crossed.buffer);
  }

  /** One byte a cell, 1 inside. */
  mask(): Uint8Array {
    return unpackBits(this.#field.grid, this.#mask);
  }

  /** The inside, one bit a cell; changes as the run goes on. */
  get bits(): Bits {
    return this.#mask;
  }

  /** Moments of the two regions, where the speed follows them; they change as the run goes on. */
  get moments(): MomentWords | undefined {
    return this.#speed.adaptive ? this.#moments : undefined;
  }

  /** Runs to the end, yielding after every iteration. */
  run(): Generator<ScheduleProgress, ScheduleProgress> {
    return runSequentially(this, this.schedule);
  }

  iterateData(): void {
    this.#followStatistics();
    const near = this.#nearData.take();
    const front = this.#front;
    const { positive, negative } = this.#planes;
    let moving = 0;
    for (let k = 0; k < near.length; k++) {
      const at = near[k]!;
      const crossed = front.scan(this.#mask, at);
      this.#crossed[at] = crossed ? 1 : 0;
      if (!crossed) continue;
      this.#refresh(at);
      const advance = front.out & positive[at]!;
      const retreat = front.inside & negative[at]!;
      if ((advance | retreat) === 0) continue;
      this.#half[at]! |= advance;
      this.#retreat[at] = retreat;
      this.#moving[moving++] = at;
    }
    this.#settle(moving);
  }

  iterateSmoothing(): void {
    const sums = this.#sums;
    if (!sums) return;
    sums.follow(this.#mask, this.#nearFilter.changed());
    const near = this.#nearFilter.take();
    const front = this.#front;
    let moving = 0;
    for (let k = 0; k < near.length; k++) {
      const at = near[k]!;
      if (!front.scan(this.#mask, at)) continue;
      const cell = this.#cells[at]!;
      const advance = above(front.out, cell, sums.sums, this.#filter.total);
      const retreat = below(front.inside, cell, sums.sums, this.#filter.total);
      if ((advance | retreat) === 0) continue;
      this.#half[at]! |= advance;
      this.#retreat[at] = retreat;
      this.#moving[moving++] = at;
    }
    this.#settle(moving);
  }

  isStopped(): boolean {
    this.#followStatistics();
    const near = this.#nearData.peek();
    const front = this.#front;
    const { positive, negative } = this.#planes;
    for (let k = 0; k < near.length; k++) {
      const at = near[k]!;
      if (!front.scan(this.#mask, at)) continue;
      this.#refresh(at);
      if (((front.out & positive[at]!) | (front.inside & negative[at]!)) !== 0) return false;
    }
    return true;
  }

  changes(): { readonly changed: number; readonly inside: number } {
    let changed = 0;
    for (let k = 0; k < this.#touchedCount; k++) {
      const at = this.#touched[k]!;
      const word = this.#mask[at]!;
      changed += popcount(word ^ this.#before[at]!);
      this.#before[at] = word;
      this.#isTouched[at] = 0;
    }
    this.#touchedCount = 0;
    return { changed, inside: this.#inside };
  }

  #followStatistics(): void {
    if (!this.#speed.adaptive || !this.#speed.update(this.#moments)) return;
    this.#planes.invalidate();
    const four = this.#crossedByFour;
    for (let k = 0; k < four.length; k++) {
      if (four[k] === 0) continue;
      for (let at = 4 * k; at < 4 * k + 4; at++) if (this.#crossed[at] !== 0) this.#nearData.add(at, 0);
    }
  }

  /** Second half of an iteration: M2 from M1, the changes noted, M1 made equal to M2. */
  #settle(count: number): void {
    const mask = this.#mask;
    const half = this.#half;
    for (let k = 0; k < count; k++) {
      const at = this.#moving[k]!;
      const retreat = this.#retreat[at]!;
      let next = half[at]!;
      if (retreat !== 0 && this.#front.scan(half, at)) next &= ~(retreat & this.#front.inside);
      const change = next ^ mask[at]!;
      if (change === 0) continue;
      if (this.#speed.adaptive) this.#count(change, next, this.#cells[at]!);
      this.#inside += popcount(next) - popcount(mask[at]!);
      mask[at] = next;
      if (this.#isTouched[at] === 0) {
        this.#isTouched[at] = 1;
        this.#touched[this.#touchedCount++] = at;
      }
      this.#nearData.add(at, change);
      this.#nearFilter.add(at, change);
    }
    for (let k = 0; k < count; k++) half[this.#moving[k]!] = mask[this.#moving[k]!]!;
    if (this.#speed.adaptive) this.#takeCounts();
  }

  #refresh(at: number): void {
    if (this.#planes.isFresh(at)) return;
    const { width } = this.#field.grid;
    const cell = this.#cells[at]!;
    this.#planes.refresh(at, cell, Math.min(32, width - (cell % width)));
  }

  #count(change: number, next: number, cell: number): void {
    const { planes } = this.#field;
    const sums = this.#counts;
    const first = planes[0]!;
    for (let rest = change; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      const sign = (next >>> bit) & 1 ? 1 : -1;
      const value = first[cell + bit]!;
      sums[0]! += sign;
      sums[1]! += sign * value;
      sums[2]! += sign * value * value;
      for (let band = 1; band < planes.length; band++) {
        const other = planes[band]![cell + bit]!;
        sums[2 * band + 1]! += sign * other;
        sums[2 * band + 2]! += sign * other * other;
      }
    }
  }

  #takeCounts(): void {
    const sums = this.#counts;
    this.#moments[0] = this.#moments[0]! + sums[0]!;
    for (let k = 1; k < sums.length; k++) addTo64(this.#moments, 2 * k - 1, sums[k]!);
    sums.fill(0);
  }
}

const firstCells = (grid: Grid): Int32Array => {
  const words = rowWords(grid);
  const cells = new Int32Array(words * rowsOf(grid));
  for (let row = 0, at = 0; row < rowsOf(grid); row++) {
    for (let w = 0; w < words; w++, at++) cells[at] = row * grid.width + 32 * w;
  }
  return cells;
};

type Sums = Uint16Array | Uint32Array;

/** Those of the cells whose filtered inside is above half. */
const above = (cells: number, first: number, sums: Sums, total: number): number => {
  let chosen = 0;
  for (let rest = cells; rest !== 0; rest &= rest - 1) {
    const bit = rest & -rest;
    if (2 * sums[first + 31 - Math.clz32(bit)]! > total) chosen |= bit;
  }
  return chosen;
};

const below = (cells: number, first: number, sums: Sums, total: number): number => {
  let chosen = 0;
  for (let rest = cells; rest !== 0; rest &= rest - 1) {
    const bit = rest & -rest;
    if (2 * sums[first + 31 - Math.clz32(bit)]! < total) chosen |= bit;
  }
  return chosen;
};
