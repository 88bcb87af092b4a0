/** Iterations of cycle two, as `src/level-set/bits/plain-passes.ts`. */
import { open as openFront, scan } from './front';
import { propose } from './listed';
import {
  array,
  given,
  Place_first,
  Place_half,
  Place_mask,
  Place_moving,
  Place_retreat,
  Place_sums,
  Place_total,
  Place_wideSums,
  word,
} from './places';

let sums: usize = 0;
let total: u32 = 0;
let wide: bool = false;

/** Twice the filtered inside of a cell, 0 to twice the total. */
function twice(cell: usize): u32 {
  return 2 * (wide ? load<u32>(word(sums, cell)) : <u32>load<u16>(sums + (cell << 1)));
}

/** Cells of L_out with more than half inside, and in the upper 32 bits those of L_in with less, of a word whose front is given the same way. */
function unstable(front: u64, first: usize): u64 {
  let more: u32 = 0;
  let less: u32 = 0;
  for (let rest = <u32>front | <u32>(front >>> 32); rest !== 0; rest &= rest - 1) {
    const bit = ctz(rest);
    const sum = twice(first + <usize>bit);
    more |= (<u32>(sum > total)) << bit;
    less |= (<u32>(sum < total)) << bit;
  }
  return front & (<u64>more | ((<u64>less) << 32));
}

/** Looks at the `count` words of a list, and gives the number of those that may change, which `moving` then lists. */
export function smooth(list: usize, count: i32): i32 {
  openFront();
  sums = array(Place_sums);
  total = <u32>given(Place_total);
  wide = given(Place_wideSums) !== 0;
  const mask = array(Place_mask);
  const half = array(Place_half);
  const retreats = array(Place_retreat);
  const moving = array(Place_moving);
  const first = array(Place_first);
  let end = moving;
  for (let i: usize = 0; i < <usize>count; i++) {
    const k = <usize>load<u32>(word(list, i));
    const front = scan(mask, k);
    if (front === 0) continue;
    end = propose(half, retreats, end, k, unstable(front, <usize>load<u32>(word(first, k))));
  }
  return <i32>((end - moving) >>> 2);
}
