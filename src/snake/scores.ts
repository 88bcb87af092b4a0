/**
 * Scores of candidates and how they compare. A score is four words: the exact 128-bit energy, or in a twin that
 * filters, the estimate and its bound as two f64. Equal outcomes either way.
 */
import { descriptionLength, type Law, lawOf, partitionEnergy, readTotals, stateDomain, worst } from './energy.js';
import { Estimator } from './estimate.js';
import { domainOffset, Extra, energyWords, G } from './layout.js';

/** Where a candidate's score and its row of totals are. */
export interface Scored {
  readonly scores: Uint32Array;
  /** In words, a multiple of 4. */
  readonly score: number;
  readonly totals: Uint32Array;
  /** In words. */
  readonly row: number;
}

export type Kind = 'energy' | 'length';

export class Scores {
  readonly law: Law;
  readonly #filter: boolean;
  readonly #estimator: Estimator;
  readonly #domain: number;

  constructor(geometry: Uint32Array) {
    this.law = lawOf(geometry);
    this.#filter = geometry[G.filter] === 1;
    this.#estimator = new Estimator(geometry);
    this.#domain = domainOffset(this.law.moments);
  }

  /** Writes the score of the row `totals[row…]` to `scores[score…]`; `state[base…]` holds the domain's moments. */
  write(kind: Kind, at: Scored, state: Uint32Array, base: number): void {
    if (this.#filter) {
      this.#estimator[kind](at.totals, at.row, state, base + this.#domain);
      putPair(at.scores, at.score, this.#estimator.value, this.#estimator.bound);
    } else put128(at.scores, at.score, this.exact(kind, at, state, base));
  }

  /** What no candidate has to beat. */
  writeWorst(scores: Uint32Array, score: number): void {
    if (this.#filter) putPair(scores, score, Number.POSITIVE_INFINITY, 0);
    else put128(scores, score, worst);
  }

  isWorst(scores: Uint32Array, score: number): boolean {
    return this.#filter
      ? pairOf(scores, score).value === Number.POSITIVE_INFINITY && pairOf(scores, score).bound === 0
      : get128(scores, score) === worst;
  }

  /** a < b, exactly. */
  less(kind: Kind, a: Scored, b: Scored, state: Uint32Array, base: number): boolean {
    return this.compare(kind, a, b, state, base) < 0;
  }

  compare(kind: Kind, a: Scored, b: Scored, state: Uint32Array, base: number): number {
    if (!this.#filter) return sign(get128(a.scores, a.score), get128(b.scores, b.score));
    const one = f64(a.scores);
    const other = f64(b.scores);
    const difference = one[a.score >> 1]! - other[b.score >> 1]!;
    // Neither comparison holds for NaN (both infinite), which the exact form then settles.
    const bound = one[(a.score >> 1) + 1]! + other[(b.score >> 1) + 1]!;
    if (difference > bound) return 1;
    if (difference < -bound) return -1;
    // By far the most frequent ties: nodes on a straight edge, which change nothing by sliding along it or by going.
    if (this.#sameRow(kind, a, b)) return 0;
    return sign(this.exact(kind, a, state, base), this.exact(kind, b, state, base));
  }

  #sameRow(kind: Kind, a: Scored, b: Scored): boolean {
    const extras = kind === 'length' || this.law.lengthWeight > 0n;
    const words = 2 * this.law.moments + (extras ? Extra.valid : 0);
    for (let word = 0; word < words; word++) {
      if (a.totals[a.row + word] !== b.totals[b.row + word]) return false;
    }
    return true;
  }

  exact(kind: Kind, at: Scored, state: Uint32Array, base: number): bigint {
    const totals = readTotals(at.totals, at.row, this.law.moments);
    const all = stateDomain(this.law, state, base);
    return kind === 'energy' ? partitionEnergy(this.law, totals, all) : descriptionLength(this.law, totals, all);
  }
}

export const get128 = (words: Uint32Array, at: number): bigint => {
  let value = 0n;
  for (let i = energyWords - 1; i >= 0; i--) value = (value << 32n) | BigInt(words[at + i]!);
  return BigInt.asIntN(128, value);
};

export const put128 = (words: Uint32Array, at: number, value: bigint): void => {
  let rest = BigInt.asUintN(128, value);
  for (let i = 0; i < energyWords; i++) {
    words[at + i] = Number(rest & 0xffffffffn);
    rest >>= 32n;
  }
};

const sign = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

const views = new WeakMap<Uint32Array, Float64Array>();

/** The words of a buffer as f64; scores lie at multiples of 8 bytes. */
const f64 = (words: Uint32Array): Float64Array => {
  let view = views.get(words);
  if (view === undefined) {
    view = new Float64Array(words.buffer, words.byteOffset, words.length >> 1);
    views.set(words, view);
  }
  return view;
};

const putPair = (words: Uint32Array, at: number, value: number, bound: number): void => {
  const view = f64(words);
  view[at >> 1] = value;
  view[(at >> 1) + 1] = bound;
};

const pairOf = (words: Uint32Array, at: number): { value: number; bound: number } => {
  const view = f64(words);
  return { value: view[at >> 1]!, bound: view[(at >> 1) + 1]! };
};
