/** Iterations of cycle one, as `src/level-set/bits/plain-passes.ts`: cells of a word's front are looked at one by one. */
import { open as openFront, scan } from './front';
import { mark, propose } from './listed';
import {
  array,
  given,
  Listed_data,
  Place_bands,
  Place_bias,
  Place_cells,
  Place_changedData,
  Place_crossed,
  Place_first,
  Place_half,
  Place_isChangedData,
  Place_mask,
  Place_moving,
  Place_retreat,
  Place_samples,
  Place_tables,
  Place_values,
  Place_wideSamples,
  word,
} from './places';

let samples: usize = 0;
let tables: usize = 0;
let values: usize = 0;
let cells: usize = 0;
let bands: i32 = 0;
let bias: i32 = 0;
let wide: bool = false;

function open(): void {
  openFront();
  samples = array(Place_samples);
  tables = array(Place_tables);
  values = <usize>given(Place_values);
  cells = <usize>given(Place_cells);
  bands = given(Place_bands);
  bias = given(Place_bias);
  wide = given(Place_wideSamples) !== 0;
}

/** The speed of a cell, of which the sign counts. */
function speed(cell: usize): i32 {
  let sum = bias;
  for (let band = 0, from = cell, table = tables; band < bands; band++, from += cells, table += values << 2) {
    const value = wide ? <usize>load<u16>(samples + (from << 1)) : <usize>load<u8>(samples + from);
    sum += load<i32>(word(table, value));
  }
  return sum;
}

/** Cells of L_out with F > 0, and in the upper 32 bits those of L_in with F < 0, of a word whose front is given the same way. */
function unstable(front: u64, first: usize): u64 {
  let rising: u32 = 0;
  let falling: u32 = 0;
  for (let rest = <u32>front | <u32>(front >>> 32); rest !== 0; rest &= rest - 1) {
    const bit = ctz(rest);
    const sum = speed(first + <usize>bit);
    rising |= (<u32>(sum > 0)) << bit;
    falling |= (<u32>(sum < 0)) << bit;
  }
  return front & (<u64>rising | ((<u64>falling) << 32));
}

/** Looks at the `count` words of a list, and gives the number of those that may change, which `moving` then lists. */
export function data(list: usize, count: i32): i32 {
  open();
  const mask = array(Place_mask);
  const half = array(Place_half);
  const retreats = array(Place_retreat);
  const moving = array(Place_moving);
  const crossed = array(Place_crossed);
  const first = array(Place_first);
  let end = moving;
  for (let i: usize = 0; i < <usize>count; i++) {
    const k = <usize>load<u32>(word(list, i));
    const front = scan(mask, k);
    store<u8>(crossed + k, <u8>(front !== 0));
    if (front === 0) continue;
    end = propose(half, retreats, end, k, unstable(front, <usize>load<u32>(word(first, k))));
  }
  return <i32>((end - moving) >>> 2);
}

/** Whether no cell in the words of a list would change. */
export function stopped(list: usize, count: i32): bool {
  open();
  const mask = array(Place_mask);
  const first = array(Place_first);
  for (let i: usize = 0; i < <usize>count; i++) {
    const k = <usize>load<u32>(word(list, i));
    const front = scan(mask, k);
    if (front !== 0 && unstable(front, <usize>load<u32>(word(first, k))) !== 0) return false;
  }
  return true;
}

/** Lists all words that the front crosses as changed for cycle one: their speeds have changed. `count` is a multiple of 16. */
export function recross(count: i32): void {
  const crossed = array(Place_crossed);
  const changed = array(Place_changedData);
  const isChanged = array(Place_isChangedData);
  for (let k: usize = 0; k < <usize>count; k += 16) {
    const all = v128.load(crossed + k);
    if (!v128.any_true(all)) continue;
    for (let some = i8x16.bitmask(i8x16.ne(all, i8x16.splat(0))); some !== 0; some &= some - 1) {
      mark(changed, isChanged, Listed_data, k + <usize>ctz(some));
    }
  }
}
