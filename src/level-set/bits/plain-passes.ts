import type { SpeedTables } from '../speed/speed.js';
import { popcount } from './bits.js';
import { DataPlanes } from './data-planes.js';
import type { FilterSums } from './filter-sums.js';
import type { FormArrays } from './form-arrays.js';
import { FrontScan } from './front-scan.js';
import type { NearWords } from './near-words.js';
import type { Passes } from './passes.js';

/** The loops in JavaScript; those of `assembly/level-set/` do the same, word by word. */
export class PlainPasses implements Passes {
  readonly #front: FrontScan;
  readonly #planes: DataPlanes;
  readonly #crossedByFour: Uint32Array;

  readonly #nearData: NearWords;
  readonly #nearFilter: NearWords;

  /**
   * @param total sum of the filter's weights
   * @param near words near a change: for the data, and for the filter
   */
  constructor(
    private readonly arrays: FormArrays,
    private readonly speed: SpeedTables,
    private readonly filtered: FilterSums | undefined,
    private readonly total: number,
    near: { readonly data: NearWords; readonly filter: NearWords },
  ) {
    this.#nearData = near.data;
    this.#nearFilter = near.filter;
    const { mask, crossed } = arrays;
    this.#front = new FrontScan(speed.field.grid, arrays.domain, arrays.beside);
    this.#planes = new DataPlanes(speed, mask.length);
    this.#crossedByFour = new Uint32Array(crossed.buffer, crossed.byteOffset, crossed.length / 4);
  }

  tablesChanged(): void {
    this.#planes.invalidate();
    const { crossed } = this.arrays;
    const four = this.#crossedByFour;
    for (let k = 0; k < four.length; k++) {
      if (four[k] === 0) continue;
      for (let at = 4 * k; at < 4 * k + 4; at++) if (crossed[at] !== 0) this.#nearData.add(at, 0);
    }
  }

  data(near: Int32Array): number {
    const { mask, crossed, half, retreat, moving } = this.arrays;
    const front = this.#front;
    const { positive, negative } = this.#planes;
    let count = 0;
    for (let k = 0; k < near.length; k++) {
      const at = near[k]!;
      const isCrossed = front.scan(mask, at);
      crossed[at] = isCrossed ? 1 : 0;
      if (!isCrossed) continue;
      this.#refresh(at);
      const advance = front.out & positive[at]!;
      const back = front.inside & negative[at]!;
      if ((advance | back) === 0) continue;
      half[at]! |= advance;
      retreat[at] = back;
      moving[count++] = at;
    }
    return count;
  }

  stopped(near: Int32Array): boolean {
    const { mask } = this.arrays;
    const front = this.#front;
    const { positive, negative } = this.#planes;
    for (let k = 0; k < near.length; k++) {
      const at = near[k]!;
      if (!front.scan(mask, at)) continue;
      this.#refresh(at);
      if (((front.out & positive[at]!) | (front.inside & negative[at]!)) !== 0) return false;
    }
    return true;
  }

  follow(words: Int32Array): void {
    this.filtered?.follow(words);
  }

  smooth(near: Int32Array): number {
    const { mask, half, retreat, moving, first, sums } = this.arrays;
    const front = this.#front;
    let count = 0;
    for (let k = 0; k < near.length; k++) {
      const at = near[k]!;
      if (!front.scan(mask, at)) continue;
      const cell = first[at]!;
      const advance = above(front.out, cell, sums, this.total);
      const back = below(front.inside, cell, sums, this.total);
      if ((advance | back) === 0) continue;
      half[at]! |= advance;
      retreat[at] = back;
      moving[count++] = at;
    }
    return count;
  }

  settle(count: number): number {
    const { mask, half, retreat, moving, first, touched, isTouched, counts } = this.arrays;
    const front = this.#front;
    const { adaptive } = this.speed;
    let inside = 0;
    for (let k = 0; k < count; k++) {
      const at = moving[k]!;
      const back = retreat[at]!;
      let next = half[at]!;
      if (back !== 0 && front.scan(half, at)) next &= ~(back & front.inside);
      const change = next ^ mask[at]!;
      if (change === 0) continue;
      if (adaptive) this.#count(change, next, first[at]!);
      inside += popcount(next) - popcount(mask[at]!);
      mask[at] = next;
      if (isTouched[at] === 0) {
        isTouched[at] = 1;
        touched[counts[0]!++] = at;
      }
      this.#nearData.add(at, change);
      this.#nearFilter.add(at, change);
    }
    for (let k = 0; k < count; k++) half[moving[k]!] = mask[moving[k]!]!;
    return inside;
  }

  #refresh(at: number): void {
    if (this.#planes.isFresh(at)) return;
    const { width } = this.speed.field.grid;
    const cell = this.arrays.first[at]!;
    this.#planes.refresh(at, cell, Math.min(32, width - (cell % width)));
  }

  #count(change: number, next: number, cell: number): void {
    const { planes } = this.speed.field;
    const sums = this.arrays.moments;
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
}

type Sums = Uint16Array | Uint32Array;

/** The cells of `cells` whose filtered inside is above half. */
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
