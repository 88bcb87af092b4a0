/** Scores of candidates and how they compare, as `src/snake/criterion/scores.ts`: an estimate and its bound each. */
import { lengthWeight, momentBytes } from './bound';
import { base, phase, present, presentScore, rowOf, scoreOf } from './contour';
import { bound, estimate, value } from './estimate';
import { Extra_valid, Phase_prune } from './layout';

/** The sign of a − b in whole numbers, for the rows at two addresses and the contour's state at a third. */
declare function exact(length: bool, a: usize, b: usize, state: usize): i32;

/** Writes the estimate of a row's energy or length to `score`. */
export function write(length: bool, row: usize, score: usize): void {
  estimate(length, row);
  store<f64>(score, value);
  store<f64>(score, bound, 8);
}

/** What no candidate has to beat. */
export function writeWorst(score: usize): void {
  store<f64>(score, Infinity);
  store<f64>(score, 0, 8);
}

export function isWorst(candidate: i32): bool {
  const score = scoreOf(candidate);
  return load<f64>(score) === Infinity && load<f64>(score, 8) === 0;
}

/** −1, 0 or 1. */
export function compare(length: bool, aScore: usize, aRow: usize, bScore: usize, bRow: usize): i32 {
  const difference = load<f64>(aScore) - load<f64>(bScore);
  const open = load<f64>(aScore, 8) + load<f64>(bScore, 8);
  if (difference > open) return 1;
  // Neither comparison holds for NaN (both infinite), which the exact form then settles.
  if (difference < -open) return -1;
  // By far the most frequent ties: vertices on a straight edge, which change nothing by sliding along it or by going.
  const extras = length || lengthWeight > 0 ? Extra_valid << 2 : 0;
  if (memory.compare(aRow, bRow, momentBytes + extras) === 0) return 0;
  return exact(length, aRow, bRow, base);
}

/** Of two candidates of the phase. */
export function compareCandidates(a: i32, b: i32): i32 {
  return compare(phase === Phase_prune, scoreOf(a), rowOf(a), scoreOf(b), rowOf(b));
}

/** Whether a candidate is better than the ring as it stands. */
export function improves(candidate: i32): bool {
  if (isWorst(candidate)) return false;
  return compare(phase === Phase_prune, scoreOf(candidate), rowOf(candidate), presentScore(), present) < 0;
}
