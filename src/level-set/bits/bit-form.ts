/**
 * The sequential algorithm on one bit a cell, 32 cells at a time: the same masks as with lists, iteration by iteration.
 *
 * φ is a function of the inside mask M, and with speeds computed before switching an iteration is the synchronous map
 *   M1 = M ∪ {x ∈ L_out(M): F > 0},   M2 = M1 \ {x ∈ M ∩ ∂M1: F < 0}.
 * A cell can change in an iteration only if F changed there, or if it or a neighbour changed since the input of the same cycle's
 * last iteration: otherwise it would have changed then. For the filter, F changes within its radius of a changed cell. So only
 * words near a change are looked at.
 */

import type { Moments } from '../speed/moments.js';
import { addCell, momentsOf } from '../speed/moments.js';
import type { Speed } from '../speed/speed.js';
import { SpeedTables } from '../speed/speed.js';
import type { Progress, Schedule, SequentialForm } from '../steps/schedule.js';
import { runSequentially } from '../steps/schedule.js';
import type { Bits } from './bits.js';
import { domainBits, packBits, popcount, rowWords, unpackBits } from './bits.js';
import { DataPlanes } from './data-planes.js';
import { FilterSums } from './filter-sums.js';
import { FrontScan } from './front-scan.js';
import type { GaussianFilter } from './gaussian-filter.js';
import { gaussianFilter } from './gaussian-filter.js';
import type { Field } from './grid.js';
import { isVolume } from './grid.js';
import { NearWords } from './near-words.js';

export class BitForm implements SequentialForm {
  readonly #field: Field;
  readonly #mask: Bits;
  /** As it was at the last call of `changes`. */
  readonly #before: Bits;
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
  readonly #moments: Moments;
  readonly #nearData: NearWords;
  readonly #nearFilter: NearWords;
  /** Words that the front crosses, as last seen by a data iteration. */
  readonly #crossed: Uint8Array;

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
    this.#nearData = new NearWords(grid, 1, 'cross');
    this.#nearFilter = new NearWords(grid, Math.max(1, this.#filter.radius), 'box');
    this.#crossed = new Uint8Array(this.#mask.length).fill(1);
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
  get moments(): Moments | undefined {
    return this.#speed.adaptive ? this.#moments : undefined;
  }

  /** Runs to the end, yielding after every iteration. */
  run(): Generator<Progress, Progress> {
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
      const cell = this.#cellOf(at);
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
    let inside = 0;
    for (let at = 0; at < this.#mask.length; at++) {
      const word = this.#mask[at]!;
      if (word === 0 && this.#before[at] === 0) continue;
      inside += popcount(word);
      changed += popcount(word ^ this.#before[at]!);
      this.#before[at] = word;
    }
    return { changed, inside };
  }

  #followStatistics(): void {
    if (!this.#speed.adaptive || !this.#speed.update(this.#moments)) return;
    this.#planes.invalidate();
    for (let at = 0; at < this.#crossed.length; at++) if (this.#crossed[at] !== 0) this.#nearData.add(at, 0);
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
      if (this.#speed.adaptive) this.#count(change, next, this.#cellOf(at));
      mask[at] = next;
      this.#nearData.add(at, change);
      this.#nearFilter.add(at, change);
    }
    for (let k = 0; k < count; k++) half[this.#moving[k]!] = mask[this.#moving[k]!]!;
  }

  #cellOf(at: number): number {
    const words = rowWords(this.#field.grid);
    const row = Math.floor(at / words);
    return row * this.#field.grid.width + (at - row * words) * 32;
  }

  #refresh(at: number): void {
    if (this.#planes.isFresh(at)) return;
    const { width } = this.#field.grid;
    const cell = this.#cellOf(at);
    this.#planes.refresh(at, cell, Math.min(32, width - (cell % width)));
  }

  #count(change: number, next: number, cell: number): void {
    for (let rest = change; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      addCell(this.#moments, 0, this.#field, cell + bit, (next >>> bit) & 1 ? 1 : -1);
    }
  }
}

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
