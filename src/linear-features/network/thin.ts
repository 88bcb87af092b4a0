import { longer } from '../../core/longer.js';
import { type PaddedMask, removable } from './neighbours.js';
import type { Strengths } from './strengths.js';
import { Sweep } from './sweep.js';

/**
 * Thinning to lines of one pixel along the ridge of the strength: weakest pixels first, each only if it is simple (8-connected lines,
 * 4-connected background) and no line's end. Pixels of like strength, in 4096 steps, go in the order of the rows.
 */
export class Thinning {
  readonly #mask: PaddedMask;
  readonly #strengths: Strengths;
  /** Places that are to be looked at in the present sweep, and later in it or in the next one. */
  readonly #waits: Int32Array;
  /** Bits by which strengths are shifted to be steps. */
  readonly #shift: number;

  constructor(mask: PaddedMask, strengths: Strengths) {
    this.#mask = mask;
    this.#strengths = strengths;
    this.#waits = new Int32Array(mask.bits.length);
    let most = 1;
    for (const strength of strengths.sorted) if (strength > most) most = strength;
    this.#shift = Math.max(0, 20 - Math.clz32(most));
  }

  /** Thins all of the mask, whose places these are, row by row. */
  thinAll(places: Int32Array): void {
    const { gone, again } = new Sweep(places, this.#mask.stride, this.#keys(places));
    for (let k = 0; k < places.length; k++) if (gone[k] === 1) this.#mask.clear(places[k]!);
    this.thin(this.#once(again.map((k) => places[k]!)).sort());
  }

  /** Thins what is around `places`, in the order of the rows, until nothing changes: everything else is thin. */
  thin(places: Int32Array): void {
    for (let sweep = places; sweep.length > 0; sweep = this.#sweep(sweep).sort());
  }

  /** Thins what is around places that came or went. */
  mend(places: Iterable<number>): void {
    const near = new Set<number>();
    for (const at of places) {
      if (this.#mask.has(at)) near.add(at);
      for (const step of this.#mask.steps) if (this.#mask.has(at + step)) near.add(at + step);
    }
    this.thin(Int32Array.from(near).sort());
  }

  /** Looks at each of the places once. Gives those beside which a pixel went after they were looked at. */
  #sweep(places: Int32Array): Int32Array {
    const mask = this.#mask;
    const waits = this.#waits;
    const { steps } = mask;
    for (let k = 0; k < places.length; k++) waits[places[k]! >>> 5]! |= 1 << (places[k]! & 31);
    let again = new Int32Array(256);
    let count = 0;
    const ascending = this.#ascending(places);
    for (let k = 0; k < ascending.length; k++) {
      const at = ascending[k]!;
      waits[at >>> 5]! &= ~(1 << (at & 31));
      let around = mask.around(at);
      if (removable[around] === 0 || !mask.has(at)) continue;
      mask.clear(at);
      for (let n = 0; around !== 0; around >>= 1, n++) {
        if ((around & 1) === 0) continue;
        const beside = at + steps[n]!;
        if (((waits[beside >>> 5]! >>> (beside & 31)) & 1) !== 0) continue;
        if (count === again.length) again = longer(again);
        again[count++] = beside;
      }
    }
    return this.#once(again.subarray(0, count));
  }

  /** Those that are still set, each once. */
  #once(places: Int32Array): Int32Array {
    const waits = this.#waits;
    let count = 0;
    for (let k = 0; k < places.length; k++) {
      const at = places[k]!;
      if (!this.#mask.has(at) || ((waits[at >>> 5]! >>> (at & 31)) & 1) !== 0) continue;
      waits[at >>> 5]! |= 1 << (at & 31);
      places[count++] = at;
    }
    return places.subarray(0, count);
  }

  /** Stable counting sort by strength. */
  #ascending(places: Int32Array): Int32Array {
    const keys = this.#keys(places);
    const starts = new Uint32Array(STEPS + 1);
    for (let i = 0; i < keys.length; i++) starts[keys[i]! + 1]!++;
    for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
    const sorted = new Int32Array(places.length);
    for (let i = 0; i < places.length; i++) sorted[starts[keys[i]!]!++] = places[i]!;
    return sorted;
  }

  #keys(places: Int32Array): Uint16Array {
    const keys = new Uint16Array(places.length);
    for (let i = 0; i < keys.length; i++) keys[i] = Math.min(STEPS - 1, this.#strengths.at(places[i]!) >>> this.#shift);
    return keys;
  }
}

/** Steps of strength in which pixels are ordered. */
const STEPS = 4096;
