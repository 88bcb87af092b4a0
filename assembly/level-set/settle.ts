import { open as openFront, scan } from './front';
import { mark } from './listed';
import {
  array,
  Beside_left,
  Beside_right,
  given,
  Listed_data,
  Listed_filter,
  Listed_touched,
  Place_adaptive,
  Place_bands,
  Place_beside,
  Place_cells,
  Place_changedData,
  Place_changedFilter,
  Place_first,
  Place_half,
  Place_isChangedData,
  Place_isChangedFilter,
  Place_isTouched,
  Place_mask,
  Place_moments,
  Place_moving,
  Place_radius,
  Place_retreat,
  Place_samples,
  Place_touched,
  Place_wideSamples,
  word,
} from './places';

/** Adds what came in to the changes of the moments, and takes away what went: whole numbers below 2⁵³, in doubles. */
function tally(change: u32, next: u32, first: usize): void {
  const moments = array(Place_moments);
  const samples = array(Place_samples);
  const cells = <usize>given(Place_cells);
  const bands = given(Place_bands);
  const wide = given(Place_wideSamples) !== 0;
  const came = popcnt(change & next);
  store<f64>(moments, load<f64>(moments) + <f64>(2 * <i32>came - <i32>popcnt(change)));
  for (let band = 0, from = first, to = moments + 8; band < bands; band++, from += cells, to += 16) {
    let s: i64 = 0;
    let q: i64 = 0;
    for (let rest = change; rest !== 0; rest &= rest - 1) {
      const bit = ctz(rest);
      const cell = from + <usize>bit;
      const value = wide ? <i64>load<u16>(samples + (cell << 1)) : <i64>load<u8>(samples + cell);
      const sign: i64 = (next >>> bit) & 1 ? 1 : -1;
      s += sign * value;
      q += sign * value * value;
    }
    store<f64>(to, load<f64>(to) + <f64>s);
    store<f64>(to + 8, load<f64>(to + 8) + <f64>q);
  }
}

/**
 * Second half of an iteration: the mask of the first `count` words of `moving` from `half`, the changes noted, `half` made equal to it.
 * Gives the cells that came inside, less those that went.
 */
export function settle(count: i32): i32 {
  openFront();
  const mask = array(Place_mask);
  const half = array(Place_half);
  const retreats = array(Place_retreat);
  const moving = array(Place_moving);
  const first = array(Place_first);
  const besides = array(Place_beside);
  const touched = array(Place_touched);
  const isTouched = array(Place_isTouched);
  const ofData = array(Place_changedData);
  const isOfData = array(Place_isChangedData);
  const ofFilter = array(Place_changedFilter);
  const isOfFilter = array(Place_isChangedFilter);
  const adaptive = given(Place_adaptive) !== 0;
  const reach = <u32>max(given(Place_radius), 1);
  const low: u32 = (1 << reach) - 1;
  const high = low << (32 - reach);
  let inside = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const k = <usize>load<u32>(word(moving, i));
    const retreat = load<u32>(word(retreats, k));
    let next = load<u32>(word(half, k));
    if (retreat !== 0) next &= ~(retreat & <u32>(scan(half, k) >>> 32));
    const old = load<u32>(word(mask, k));
    const change = next ^ old;
    if (change === 0) continue;
    if (adaptive) tally(change, next, <usize>load<u32>(word(first, k)));
    inside += <i32>popcnt(next) - <i32>popcnt(old);
    store<u32>(word(mask, k), next);
    mark(touched, isTouched, Listed_touched, k);
    mark(ofData, isOfData, Listed_data, k);
    mark(ofFilter, isOfFilter, Listed_filter, k);
    const beside = <u32>load<u8>(besides + k);
    if (beside & Beside_left) {
      if (change & 1) mark(ofData, isOfData, Listed_data, k - 1);
      if (change & low) mark(ofFilter, isOfFilter, Listed_filter, k - 1);
    }
    if (beside & Beside_right) {
      if (change >>> 31) mark(ofData, isOfData, Listed_data, k + 1);
      if (change & high) mark(ofFilter, isOfFilter, Listed_filter, k + 1);
    }
  }
  for (let i: usize = 0; i < <usize>count; i++) {
    const k = <usize>load<u32>(word(moving, i));
    store<u32>(word(half, k), load<u32>(word(mask, k)));
  }
  return inside;
}
