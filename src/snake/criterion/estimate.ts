/**
 * The same energies in f64, each with a bound on its difference from the integer energy: the filter before the exact
 * arithmetic (ALGORITHMS D.1). A comparison that the bounds leave undecided is made in integers, so the result is
 * exact by construction.
 *
 * The bound: `log2Q44` is within 1.4e-12 of log2, at most three weigh on a region's N (or 2N for counts), and f64
 * adds a few units in the last place; the cancellation in V = N·Q − S² is measured for each value.
 */

import { FRACTION_BITS, LOG2E_Q44 } from '../../core/numbers/fixed-log2.js';
import { double64 } from '../../core/numbers/wide.js';
import { Extra, G, Model } from '../kernels/shared/layout.js';

const PER_PIXEL = 1.2e-11;
const UNIT = 2 ** -53;
const log2e = Number(LOG2E_Q44) / 2 ** FRACTION_BITS;

/** a > b, unsigned. */
const exceeds = (a: Uint32Array, at: number, b: Uint32Array, from: number): boolean =>
  a[at + 1]! > b[from + 1]! || (a[at + 1] === b[from + 1] && a[at]! > b[from]!);

/** N, which may temporarily be negative. */
const readCount = (words: Uint32Array, at: number): number => words[at]! + (words[at + 1]! | 0) * 2 ** 32;

/** Estimates energies in f64, in half bits, each with a bound on its error. */
export class Estimator {
  /** Energy and bound of the last call, in half bits. */
  value = 0;
  bound = 0;

  readonly #model: number;
  readonly #planes: number;
  readonly #codes: number;
  readonly #order: number;
  readonly #weight: number;
  readonly #minimum: number;
  readonly #polarity: number;
  readonly #moments: number;
  readonly #prior: number;
  /** Cost per 2⁻⁸ pixels of the ring's length, in half bits. */
  readonly #length: number;

  constructor(geometry: Uint32Array) {
    this.#model = geometry[G.model]!;
    this.#length = geometry[G.lengthWeight]! / 2 ** 20;
    this.#prior = geometry[G.priorWeight]! / 4096;
    this.#planes = geometry[G.planes]! - (this.#prior > 0 ? 1 : 0);
    this.#codes = geometry[G.codes]!;
    this.#order = geometry[G.order]! / 256;
    this.#weight = geometry[G.contourWeight]! / 256;
    this.#minimum = geometry[G.minimumPixels]!;
    this.#polarity = geometry[G.polarity]!;
    this.#moments = geometry[G.moments]!;
  }

  /** Energy of the partition with the target's moments at `words[at]` and the domain's at `all[domain]`. */
  energy(words: Uint32Array, at: number, all: Uint32Array, domain: number): void {
    const n = readCount(words, at);
    const total = readCount(all, domain);
    this.value = 0;
    this.bound = 0;
    if (n < this.#minimum || total - n < this.#minimum) {
      this.value = Number.POSITIVE_INFINITY;
      return;
    }
    for (let i = 1; i < this.#moments; i++) {
      if (exceeds(words, at + 2 * i, all, domain + 2 * i)) {
        this.value = Number.POSITIVE_INFINITY;
        return;
      }
    }
    if (this.#polarity !== 0) {
      const s = double64(words, at + 2);
      const rest = double64(all, domain + 2) - s;
      // Integers below 2⁸⁰: near a tie the bound leaves the comparison to the exact form.
      const difference = s * (total - n) - rest * n;
      const wrong = this.#polarity === 1 ? difference <= 0 : difference >= 0;
      if (Math.abs(difference) <= 8 * UNIT * s * total) this.bound = Number.POSITIVE_INFINITY;
      else if (wrong) {
        this.value = Number.POSITIVE_INFINITY;
        return;
      }
    }
    if (this.#model === Model.categorical) this.#categorical(words, at, all, domain, n, total);
    else if (this.#model === Model.common) this.#common(words, at, all, domain, n, total);
    else this.#planewise(words, at, all, domain, n, total);
    const extra = at + 2 * this.#moments;
    this.value += this.#length * words[extra + Extra.length]!;
    if (this.#prior > 0) {
      const prior = double64(words, at + 2 + 4 * this.#planes);
      this.value -= this.#prior * (prior - 128 * n);
      this.bound += this.#prior * (prior + 128 * n) * UNIT * 4;
    }
  }

  /** Description length of the same partition, with the row's extras. */
  length(words: Uint32Array, at: number, all: Uint32Array, domain: number): void {
    this.energy(words, at, all, domain);
    if (this.value === Number.POSITIVE_INFINITY) return;
    const n = readCount(words, at);
    const total = readCount(all, domain);
    const extra = at + 2 * this.#moments;
    const k = words[extra + Extra.vertices]!;
    const steps =
      Math.log2(Math.max(2 * words[extra + Extra.dx]!, k)) +
      Math.log2(Math.max(2 * words[extra + Extra.dy]!, k)) -
      2 * Math.log2(2 * k);
    if (this.#model !== Model.categorical) {
      const parameters = this.#planes * (this.#model === Model.gaussian ? 2 : 1);
      this.value += parameters * (Math.log2(n) + Math.log2(total - n));
    }
    this.value += this.#weight * (2 * Math.log2(total) + 4 * Math.log2(k) + k * (4 + 4 * log2e + 2 * steps));
    this.bound += (this.#weight * (64 + 16 * k) + 64) * PER_PIXEL;
  }

  #planewise(words: Uint32Array, at: number, all: Uint32Array, domain: number, n: number, total: number): void {
    for (let plane = 0; plane < this.#planes; plane++) {
      const offset = 2 + 4 * plane;
      const s = double64(words, at + offset);
      const q = double64(words, at + offset + 2);
      this.#region(n, s, q, 0);
      // Differences of two rounded 64-bit sums: each is off by at most half a unit of the larger.
      const allS = double64(all, domain + offset);
      const allQ = double64(all, domain + offset + 2);
      this.#region(total - n, allS - s, allQ - q, allQ * UNIT * 2);
    }
  }

  #common(words: Uint32Array, at: number, all: Uint32Array, domain: number, n: number, total: number): void {
    const m = total - n;
    const logs = Math.log2(n) + Math.log2(m) + Math.log2(total);
    const floor = (n * m * total) / 12;
    for (let plane = 0; plane < this.#planes; plane++) {
      const offset = 2 + 4 * plane;
      const s = double64(words, at + offset);
      const t = double64(all, domain + offset) - s;
      const product = n * m * double64(all, domain + offset + 2);
      const v = product - m * s * s - n * t * t;
      const error = product * UNIT * 12;
      const safe = Math.max(v - error, floor);
      this.value += total * (Math.log2(12 * Math.max(v, floor)) - logs);
      this.bound += total * PER_PIXEL + (v + error > floor ? (total * error * 1.5) / safe : 0);
    }
  }

  /** `slack`: error bound of `q` in addition to its rounding. */
  #region(n: number, s: number, q: number, slack: number): void {
    let scale = n;
    switch (this.#model) {
      case Model.gaussian: {
        const product = n * q;
        const v = product - s * s;
        const floor = (n * n) / 12;
        const error = product * UNIT * 4 + slack * n;
        const safe = Math.max(v - error, floor);
        this.value += n * Math.log2(12 * Math.max(v, floor)) - 2 * n * Math.log2(n);
        this.bound += v + error > floor ? (n * error * 1.5) / safe : 0;
        break;
      }
      case Model.poisson:
        scale = 2 * s;
        if (s > 0) this.value += 2 * s * (Math.log2(n) - Math.log2(s));
        break;
      case Model.gamma:
        scale = 2 * this.#order * n;
        this.value += scale * (Math.log2(Math.max(2 * s, n)) - Math.log2(n));
        break;
      case Model.rayleigh:
        scale = 2 * this.#order * n;
        this.value += scale * (Math.log2(Math.max(2 * q, n)) - Math.log2(n));
        this.bound += scale * 1.5 * ((2 * slack) / Math.max(2 * q, n) + 8 * UNIT);
        break;
      case Model.bernoulli:
        scale = 2 * n;
        if (s > 0) this.value -= 2 * s * (Math.log2(s) - Math.log2(n));
        if (s < n) this.value -= 2 * (n - s) * (Math.log2(n - s) - Math.log2(n));
        break;
    }
    this.bound += scale * PER_PIXEL + PER_PIXEL;
  }

  #categorical(words: Uint32Array, at: number, all: Uint32Array, domain: number, n: number, total: number): void {
    const rest = total - n;
    let sum = n * Math.log2(n) + rest * Math.log2(rest);
    for (let b = 1; b <= this.#codes; b++) {
      const inside = words[at + 2 * b]!;
      const outside = all[domain + 2 * b]! - inside;
      if (inside > 1) sum -= inside * Math.log2(inside);
      if (outside > 1) sum -= outside * Math.log2(outside);
    }
    this.value += 2 * sum + (this.#codes - 1) * (Math.log2(n) + Math.log2(rest));
    this.bound += (2 * total + 2 * this.#codes) * PER_PIXEL;
  }
}
