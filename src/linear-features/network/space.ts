import { longer } from '../../core/longer.js';
import { linksOf, removable } from '../kernels/shared/neighbours.js';
import { STEPS } from '../kernels/shared/thinning-words.js';
import type { Wasm } from './kernels/simd/instance.js';
import { addresses, type Room } from './room.js';

/** Bit of the state of a removed pixel. */
export const GONE = 1;
/** Bit of the state of a pixel that is to be processed in this sweep. */
const WAITS = 2;
/** Bit of the state of a pixel that is to be processed in the next sweep. */
export const AGAIN = 4;

/** For each neighbourhood and neighbour: how many neighbours of the same row are before it, from W to E. */
const before = Uint8Array.from({ length: 256 * 8 }, (_, entry) => {
  const [set, n] = [entry >> 3, entry & 7];
  const has = (other: number): number => (set >> other) & 1;
  if (n === 1) return has(3) + has(2);
  if (n === 2) return has(3);
  if (n === 6) return has(5);
  return n === 7 ? has(5) + has(6) : 0;
});

/** Bytes of the module's tables by neighbourhood. */
const TABLES = 256 + 256 + 2048;

/**
 * The set pixels of a mask, identified by their index in row order, with their neighbours. All operations then visit only
 * these pixels.
 */
export class Space {
  /** Places in rows of `stride`, of which the last is never set. */
  readonly places: Int32Array;
  readonly strengths: Uint32Array;
  /** Strengths in steps, the order of thinning. */
  readonly keys: Uint16Array;
  /** Initial neighbours, and remaining neighbours: bit n is neighbour n. */
  readonly all: Uint8Array;
  readonly near: Uint8Array;
  /** The first neighbour in the row above, and in the row below. */
  readonly above: Int32Array;
  readonly below: Int32Array;
  readonly state: Uint8Array;
  readonly #room: Room;
  readonly #tables: Uint8Array;

  constructor(
    readonly count: number,
    readonly stride: number,
    room: Room,
  ) {
    this.#room = room;
    this.places = room.integers(count);
    this.strengths = room.words(count);
    this.keys = room.halves(count);
    this.all = room.bytes(count);
    this.near = room.bytes(count);
    this.above = room.integers(count);
    this.below = room.integers(count);
    this.state = room.bytes(count);
    this.#tables = room.bytes(TABLES);
    this.#tables.set(removable);
    this.#tables.set(linksOf, 256);
    this.#tables.set(before, 512);
  }

  /** The module, bound to this space; `undefined` where the plain forms have to be used. */
  get wasm(): Wasm | undefined {
    const { wasm } = this.#room;
    const { count, stride, places, strengths, keys, all, near, above, below, state } = this;
    wasm?.bind(count, stride, ...addresses(places, strengths, keys, all, near, above, below, state, this.#tables));
    return wasm;
  }

  has(k: number): boolean {
    return (this.state[k]! & GONE) === 0;
  }

  /** Neighbour n, which must be in `all`. */
  beside(k: number, n: number): number {
    if (n === 0) return k + 1;
    if (n === 4) return k - 1;
    return (n < 4 ? this.below[k]! : this.above[k]!) + before[(this.all[k]! << 3) | n]!;
  }

  /** Removes a pixel. */
  take(k: number): void {
    this.state[k]! |= GONE;
    for (let others = this.near[k]!; others !== 0; others &= others - 1) {
      const n = 31 - Math.clz32(others & -others);
      this.near[this.beside(k, n)]! &= ~(1 << (n ^ 4));
    }
  }

  /**
   * Thinning to lines of one pixel along the ridge of the strength: weakest pixels first, each only if it is simple (8-connected lines,
   * 4-connected background) and not the end of a line; repeated for neighbours of removed pixels until nothing changes. Pixels of equal strength are removed in
   * row order. @param list the pixels to thin, in row order; all others are thin already
   */
  thin(list: Int32Array): void {
    for (let sweep = list; sweep.length > 0; sweep = this.#sweep(sweep)) {
      const { state } = this;
      for (let i = 0; i < sweep.length; i++) state[sweep[i]!] = WAITS;
    }
  }

  /** Thins the surroundings of pixels that were added or removed. */
  mend(changed: Iterable<number>): void {
    const near = new Set<number>();
    for (const k of changed) {
      if (this.has(k)) near.add(k);
      for (let others = this.all[k]!; others !== 0; others &= others - 1) {
        const other = this.beside(k, 31 - Math.clz32(others & -others));
        if (this.has(other)) near.add(other);
      }
    }
    this.thin(Int32Array.from(near).sort());
  }

  /** Processes each waiting pixel once. Returns those that lost a neighbour after they were processed. */
  #sweep(list: Int32Array): Int32Array {
    const { near, state } = this;
    let again = new Int32Array(256);
    let count = 0;
    const ascending = this.#ascending(list);
    for (let i = 0; i < ascending.length; i++) {
      const k = ascending[i]!;
      state[k]! &= ~WAITS;
      if (removable[near[k]!] === 0 || !this.has(k)) continue;
      const others = near[k]!;
      this.take(k);
      for (let left = others; left !== 0; left &= left - 1) {
        const other = this.beside(k, 31 - Math.clz32(left & -left));
        if ((state[other]! & (WAITS | AGAIN)) !== 0) continue;
        state[other]! |= AGAIN;
        if (count === again.length) again = longer(again);
        again[count++] = other;
      }
    }
    return this.left(again.subarray(0, count));
  }

  /** The pixels of the list that remain, in row order. */
  left(list: Int32Array): Int32Array {
    return list.filter((k) => this.has(k)).sort();
  }

  /** Stable counting sort by strength. */
  #ascending(list: Int32Array): Int32Array {
    const { keys } = this;
    const starts = new Uint32Array(STEPS + 1);
    for (let i = 0; i < list.length; i++) starts[keys[list[i]!]! + 1]!++;
    for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
    const sorted = new Int32Array(list.length);
    for (let i = 0; i < list.length; i++) sorted[starts[keys[list[i]!]!]!++] = list[i]!;
    return sorted;
  }
}
