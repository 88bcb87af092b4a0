/**
 * Scores of candidates and their comparison. A score is four words: the exact 128-bit energy, or, in a CPU kernel that
 * filters, the estimate and its bound as two f64. The results are the same.
 */

import { readSigned, writeWide } from '../../core/numbers/wide.js';
import { domainOffset, ENERGY_WORDS, Extra, G, S } from '../kernels/shared/layout.js';
import {
  descriptionLength,
  type NoiseModel,
  noiseModelOf,
  partitionEnergy,
  readTotals,
  stateDomain,
  WORST,
} from './energy.js';
import { Estimator } from './estimate.js';

/** Offsets of a candidate's score and of its row of totals. */
export interface Scored {
  readonly scores: Uint32Array;
  /** In words, a multiple of 4. */
  readonly score: number;
  readonly totals: Uint32Array;
  /** In words. */
  readonly row: number;
}

/** Which score is compared: the criterion, or the description length. */
export type ScoreKind = 'energy' | 'length';

/** Offsets of the ring's score and totals in a contour's state, which begins at word `base`. */
export const ringScore = (kind: ScoreKind, state: Uint32Array, base: number): Scored => ({
  scores: state,
  score: base + S[kind],
  totals: state,
  row: base + S.totals,
});

/** Writes the scores of candidates and compares them, exactly. */
export class Scores {
  readonly noise: NoiseModel;
  readonly #filter: boolean;
  readonly #estimator: Estimator;
  readonly #domain: number;

  constructor(geometry: Uint32Array) {
    this.noise = noiseModelOf(geometry);
    this.#filter = geometry[G.filter] === 1;
    this.#estimator = new Estimator(geometry);
    this.#domain = domainOffset(this.noise.moments);
  }

  /** Writes the score of the row `totals[row…]` to `scores[score…]`; `state[base…]` holds the domain's moments. */
  write(kind: ScoreKind, at: Scored, state: Uint32Array, base: number): void {
    if (this.#filter) {
      this.#estimator[kind](at.totals, at.row, state, base + this.#domain);
      putPair(at.scores, at.score, this.#estimator.value, this.#estimator.bound);
    } else writeWide(at.scores, at.score, ENERGY_WORDS, this.exact(kind, at, state, base));
  }

  /** Writes the worst score, which any candidate beats. */
  writeWorst(scores: Uint32Array, score: number): void {
    if (this.#filter) putPair(scores, score, Number.POSITIVE_INFINITY, 0);
    else writeWide(scores, score, ENERGY_WORDS, WORST);
  }

  isWorst(scores: Uint32Array, score: number): boolean {
    return this.#filter
      ? pairOf(scores, score).value === Number.POSITIVE_INFINITY && pairOf(scores, score).bound === 0
      : readSigned(scores, score, ENERGY_WORDS) === WORST;
  }

  /** a < b, exactly. */
  less(kind: ScoreKind, a: Scored, b: Scored, state: Uint32Array, base: number): boolean {
    return this.compare(kind, a, b, state, base) < 0;
  }

  compare(kind: ScoreKind, a: Scored, b: Scored, state: Uint32Array, base: number): number {
    if (!this.#filter)
      return sign(readSigned(a.scores, a.score, ENERGY_WORDS), readSigned(b.scores, b.score, ENERGY_WORDS));
    const one = f64(a.scores);
    const other = f64(b.scores);
    const difference = one[a.score >> 1]! - other[b.score >> 1]!;
    // Both comparisons are false for NaN (both infinite); the exact form then decides.
    const bound = one[(a.score >> 1) + 1]! + other[(b.score >> 1) + 1]!;
    if (difference > bound) return 1;
    if (difference < -bound) return -1;
    // By far the most frequent ties: vertices on a straight edge, where neither moving along it nor removal changes anything.
    if (this.#sameRow(kind, a, b)) return 0;
    return sign(this.exact(kind, a, state, base), this.exact(kind, b, state, base));
  }

  #sameRow(kind: ScoreKind, a: Scored, b: Scored): boolean {
    const extras = kind === 'length' || this.noise.lengthWeight > 0n;
    const words = 2 * this.noise.moments + (extras ? Extra.valid : 0);
    for (let word = 0; word < words; word++) {
      if (a.totals[a.row + word] !== b.totals[b.row + word]) return false;
    }
    return true;
  }

  exact(kind: ScoreKind, at: Scored, state: Uint32Array, base: number): bigint {
    const totals = readTotals(at.totals, at.row, this.noise.moments);
    const all = stateDomain(this.noise, state, base);
    return kind === 'energy' ? partitionEnergy(this.noise, totals, all) : descriptionLength(this.noise, totals, all);
  }
}

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
