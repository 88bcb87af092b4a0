/**
 * The energies of `src/snake/criterion/estimate.ts`: in f64, each with the same bound on its distance from the whole-number
 * one. A logarithm of a quotient stands for the difference of two, and that of a product for a sum.
 */
import {
  codes,
  contourWeight,
  dataPlanes,
  lengthWeight,
  minimumPixels,
  model,
  momentBytes,
  moments,
  order,
  polarity,
  priorWeight,
} from './bound';
import { domain } from './contour';
import {
  Extra_dx,
  Extra_dy,
  Extra_length,
  Extra_vertices,
  Model_bernoulli,
  Model_categorical,
  Model_common,
  Model_gamma,
  Model_gaussian,
  Model_poisson,
  Model_rayleigh,
} from './layout';
import { log2 } from './log2';

const PER_PIXEL: f64 = 1.2e-11;
/** Where a product of variances is above this, its logarithm is taken before the next factor, which is below 2³⁶. */
const LARGE: f64 = 1e290;
const UNIT: f64 = 1.1102230246251565e-16;

/** Energy and bound of the last call, in half bits. */
export let value: f64 = 0;
export let bound: f64 = 0;

/** Of the row at `row`: the energy, or the description length. */
export function estimate(length: bool, row: usize): void {
  energy(row);
  if (length && value !== Infinity) addLength(row);
}

function sum(at: usize): f64 {
  return <f64>load<u64>(at);
}

function extra(row: usize, word: i32): f64 {
  return <f64>load<u32>(row + momentBytes + (word << 2));
}

function energy(row: usize): void {
  const n = <f64>load<i64>(row);
  const total = <f64>load<i64>(domain);
  bound = 0;
  value = Infinity;
  if (n < minimumPixels || total - n < minimumPixels) return;
  for (let i = 1; i < moments; i++) if (load<u64>(row + (i << 3)) > load<u64>(domain + (i << 3))) return;
  if (polarity !== 0) {
    const s = sum(row + 8);
    const rest = sum(domain + 8) - s;
    // Whole numbers below 2⁸⁰: near a tie the bound sends the comparison to the exact form.
    const difference = s * (total - n) - rest * n;
    if (abs(difference) <= 8 * UNIT * s * total) bound = Infinity;
    else if (polarity === 1 ? difference <= 0 : difference >= 0) return;
  }
  value = 0;
  if (model === Model_categorical) categorical(row, n, total);
  else if (model === Model_common) common(row, n, total);
  else if (model === Model_gaussian) gaussian(row, n, total);
  else {
    for (let plane = 0; plane < dataPlanes; plane++) {
      const at = row + 8 + 16 * plane;
      const all = domain + 8 + 16 * plane;
      const s = sum(at);
      const q = sum(at + 8);
      region(n, s, q, 0);
      // Differences of two rounded 64-bit sums: each is off by at most half a unit of the larger.
      const allQ = sum(all + 8);
      region(total - n, sum(all) - s, allQ - q, allQ * UNIT * 2);
    }
  }
  value += lengthWeight * extra(row, Extra_length);
  if (priorWeight > 0) {
    const prior = sum(row + 8 + 16 * dataPlanes);
    value -= priorWeight * (prior - 128 * n);
    bound += priorWeight * (prior + 128 * n) * UNIT * 4;
  }
}

function addLength(row: usize): void {
  const n = <f64>load<i64>(row);
  const total = <f64>load<i64>(domain);
  const k = extra(row, Extra_vertices);
  const dx = max(2 * extra(row, Extra_dx), k);
  const dy = max(2 * extra(row, Extra_dy), k);
  const steps = log2((dx / (2 * k)) * (dy / (2 * k)));
  if (model !== Model_categorical) {
    const parameters = dataPlanes * (model === Model_gaussian ? 2 : 1);
    value += parameters * log2(n * (total - n));
  }
  value += contourWeight * (2 * log2(total) + 4 * log2(k) + k * (4 + 4 * Math.LOG2E + 2 * steps));
  bound += (contourWeight * (64 + 16 * k) + 64) * PER_PIXEL;
}

function common(row: usize, n: f64, total: f64): void {
  const m = total - n;
  const floor = (n * m * total) / 12;
  let quotient: f64 = 1;
  for (let plane = 0; plane < dataPlanes; plane++) {
    const at = row + 8 + 16 * plane;
    const all = domain + 8 + 16 * plane;
    const s = sum(at);
    const t = sum(all) - s;
    const product = n * m * sum(all + 8);
    const v = product - m * s * s - n * t * t;
    const error = product * UNIT * 12;
    const safe = max(v - error, floor);
    if (quotient > LARGE) {
      value += total * log2(quotient);
      quotient = 1;
    }
    quotient *= max(v, floor) / floor;
    bound += total * PER_PIXEL + (v + error > floor ? (total * error * 1.5) / safe : 0);
  }
  value += total * log2(quotient);
}

function gaussian(row: usize, n: f64, total: f64): void {
  let inside: f64 = 1;
  let outside: f64 = 1;
  const m = total - n;
  for (let plane = 0; plane < dataPlanes; plane++) {
    const at = row + 8 + 16 * plane;
    const all = domain + 8 + 16 * plane;
    const s = sum(at);
    const q = sum(at + 8);
    const allQ = sum(all + 8);
    if (max(inside, outside) > LARGE) {
      value += n * log2(inside) + m * log2(outside);
      inside = 1;
      outside = 1;
    }
    inside *= spread(n, s, q, 0);
    outside *= spread(m, sum(all) - s, allQ - q, allQ * UNIT * 2);
  }
  value += n * log2(inside) + m * log2(outside);
  bound += <f64>dataPlanes * (total + 2) * PER_PIXEL;
}

/** A region's variance as a multiple of the least that counts, at least 1. `slack`: how far `q` may be off beyond its own rounding. */
function spread(n: f64, s: f64, q: f64, slack: f64): f64 {
  const product = n * q;
  const v = product - s * s;
  const floor = (n * n) / 12;
  const error = product * UNIT * 4 + slack * n;
  if (v + error > floor) bound += (n * error * 1.5) / max(v - error, floor);
  return max(v, floor) / floor;
}

/** `slack`: how far `q` may be off beyond its own rounding. */
function region(n: f64, s: f64, q: f64, slack: f64): void {
  let scale = n;
  if (model === Model_poisson) {
    scale = 2 * s;
    if (s > 0) value += scale * log2(n / s);
  } else if (model === Model_gamma) {
    scale = 2 * order * n;
    value += scale * log2(max(2 * s, n) / n);
  } else if (model === Model_rayleigh) {
    scale = 2 * order * n;
    value += scale * log2(max(2 * q, n) / n);
    bound += scale * 1.5 * ((2 * slack) / max(2 * q, n) + 8 * UNIT);
  } else if (model === Model_bernoulli) {
    scale = 2 * n;
    if (s > 0) value -= 2 * s * log2(s / n);
    if (s < n) value -= 2 * (n - s) * log2((n - s) / n);
  }
  bound += scale * PER_PIXEL + PER_PIXEL;
}

function categorical(row: usize, n: f64, total: f64): void {
  const rest = total - n;
  let logs = n * log2(n) + rest * log2(rest);
  for (let b = 1; b <= codes; b++) {
    const inside = <f64>load<u32>(row + (b << 3));
    const outside = <f64>load<u32>(domain + (b << 3)) - inside;
    if (inside > 1) logs -= inside * log2(inside);
    if (outside > 1) logs -= outside * log2(outside);
  }
  value += 2 * logs + <f64>(codes - 1) * log2(n * rest);
  bound += (2 * total + 2 * <f64>codes) * PER_PIXEL;
}
