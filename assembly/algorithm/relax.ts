/**
 * Successive over-relaxation of a surface on a chessboard's cells, two at a time. The cells of either colour lie in arrays of their own
 * (`src/algorithm/evidence/relaxation.ts`), so that all neighbours of two cells lie side by side too.
 */

// Arrays of the room, each once for either colour.
const VALUES: usize = 0;
const DRAWN: usize = 2;
const ALL: usize = 4;
const RIGHT: usize = 6;
const BELOW: usize = 8;
const BEHIND: usize = 10;

/** Addresses of a row's first cell, in bytes, and of what its neighbours need. */
let values: usize = 0;
let others: usize = 0;
let drawn: usize = 0;
let all: usize = 0;
let before: usize = 0;
let right: usize = 0;
let above: usize = 0;
let below: usize = 0;
let front: usize = 0;
let behind: usize = 0;

/**
 * @param room address of the arrays, of `size` bytes each
 * @param stride bytes of a row
 * @param slice bytes of a slice; 0 in an image
 * @param start colour that the first sweep moves
 */
export function relax(
  room: usize,
  size: usize,
  width: i32,
  height: i32,
  depth: i32,
  stride: usize,
  slice: usize,
  start: i32,
  sweeps: i32,
  factor: f64,
): void {
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const colour = (sweep + start) & 1;
    const own = room + <usize>colour * size;
    const other = room + <usize>(1 - colour) * size;
    for (let z = 0; z < depth; z++) {
      for (let y = 0; y < height; y++) {
        const first = (colour + y + z) & 1;
        const at = (<usize>z + 1) * slice + (<usize>y + 1) * stride + 8;
        values = own + VALUES * size + at;
        others = other + VALUES * size + at;
        drawn = own + DRAWN * size + at;
        all = own + ALL * size + at;
        before = other + RIGHT * size + at;
        right = own + RIGHT * size + at;
        above = other + BELOW * size + at - stride;
        below = own + BELOW * size + at;
        front = other + BEHIND * size + at - slice;
        behind = own + BEHIND * size + at;
        row(first, (width - first + 1) >> 1, stride, slice, factor);
      }
    }
  }
}

/** `count` cells of a row; an odd last one is worked out beside one that is not stored. */
function row(first: i32, count: i32, stride: usize, slice: usize, factor: f64): void {
  const left: usize = first === 0 ? 8 : 0;
  const next: usize = first === 0 ? 0 : 8;
  const by = f64x2.splat(factor);
  const one = f64x2.splat(1);
  const zero = f64x2.splat(0);
  const bytes = (<usize>count) << 3;
  for (let i: usize = 0; i < bytes; i += 16) {
    const own = v128.load(values + i);
    let sum = v128.load(drawn + i);
    sum = f64x2.add(sum, f64x2.mul(v128.load(before + i - left), v128.load(others + i - left)));
    sum = f64x2.add(sum, f64x2.mul(v128.load(right + i), v128.load(others + i + next)));
    sum = f64x2.add(sum, f64x2.mul(v128.load(above + i), v128.load(others + i - stride)));
    sum = f64x2.add(sum, f64x2.mul(v128.load(below + i), v128.load(others + i + stride)));
    if (slice !== 0) {
      sum = f64x2.add(sum, f64x2.mul(v128.load(front + i), v128.load(others + i - slice)));
      sum = f64x2.add(sum, f64x2.mul(v128.load(behind + i), v128.load(others + i + slice)));
    }
    const moved = f64x2.add(own, f64x2.mul(by, f64x2.sub(f64x2.div(sum, v128.load(all + i)), own)));
    const held = f64x2.pmin(f64x2.pmax(zero, moved), one);
    if (i + 8 < bytes) v128.store(values + i, held);
    else f64.store(values + i, f64x2.extract_lane(held, 0));
  }
}
