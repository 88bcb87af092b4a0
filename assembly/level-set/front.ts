import {
  array,
  Beside_above,
  Beside_before,
  Beside_behind,
  Beside_below,
  Beside_left,
  Beside_right,
  given,
  Place_beside,
  Place_domain,
  Place_row,
  Place_slice,
  Place_whole,
  word,
} from './places';

let domain: usize = 0;
let besides: usize = 0;
let row: usize = 0;
let slice: usize = 0;
let whole: bool = false;

/** Before calls of `scan`. */
export function open(): void {
  domain = array(Place_domain);
  besides = array(Place_beside);
  row = <usize>given(Place_row);
  slice = <usize>given(Place_slice);
  whole = given(Place_whole) !== 0;
}

const ROWS: u32 = Beside_above | Beside_below | Beside_behind | Beside_before;

/**
 * The front in word `k` of a mask: L_out, and L_in in the upper 32 bits. What lies beyond the border, or has no data, is no neighbour.
 * A word that is not there is read, and not taken; so are four bytes before and after an array.
 */
export function scan(mask: usize, k: usize): u64 {
  const beside = <u32>load<u8>(besides + k);
  const here = word(mask, k);
  const there = word(domain, k);
  const m = load<u32>(here);
  const c = ~m & load<u32>(there);
  const left = 0 - (beside & Beside_left);
  const right = 0 - ((beside & Beside_right) >>> 1);
  let near = (m << 1) | (m >>> 1);
  let bare = (c << 1) | (c >>> 1);
  const before = load<u32>(here - 4);
  const after = load<u32>(here + 4);
  near |= ((before >>> 31) & left) | ((after << 31) & right);
  bare |= (((~before & load<u32>(there - 4)) >>> 31) & left) | (((~after & load<u32>(there + 4)) << 31) & right);
  if ((beside & ROWS) === ROWS) {
    const a = load<u32>(here - (row << 2));
    const b = load<u32>(here + (row << 2));
    const d = load<u32>(here - (slice << 2));
    const e = load<u32>(here + (slice << 2));
    near |= a | b | d | e;
    if (whole) bare |= ~(a & b & d & e);
    else
      bare |=
        (~a & load<u32>(there - (row << 2))) |
        (~b & load<u32>(there + (row << 2))) |
        (~d & load<u32>(there - (slice << 2))) |
        (~e & load<u32>(there + (slice << 2)));
  } else {
    if (beside & Beside_above) {
      const a = load<u32>(here - (row << 2));
      near |= a;
      bare |= ~a & load<u32>(there - (row << 2));
    }
    if (beside & Beside_below) {
      const b = load<u32>(here + (row << 2));
      near |= b;
      bare |= ~b & load<u32>(there + (row << 2));
    }
    if (beside & Beside_behind) {
      const d = load<u32>(here - (slice << 2));
      near |= d;
      bare |= ~d & load<u32>(there - (slice << 2));
    }
    if (beside & Beside_before) {
      const e = load<u32>(here + (slice << 2));
      near |= e;
      bare |= ~e & load<u32>(there + (slice << 2));
    }
  }
  return <u64>(near & c) | ((<u64>(bare & m)) << 32);
}
