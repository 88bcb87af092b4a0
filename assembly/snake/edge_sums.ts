/**
 * `EdgeSums`, eight samples at a time: the moments of an edge, as 64-bit words, from the rows that it crosses. Samples of 16
 * bits are weighed as z − 2¹⁵, whose products of pairs fit 32 bits, and the rest is made up for at the end.
 */
import {
  bits,
  codes,
  entries,
  entryWords,
  height,
  masked,
  momentBytes,
  planes,
  prefixes,
  rowWords,
  samples,
  scratch,
  shift,
  width,
} from './bound';

/** Columns of 2 × 4 rows … of ones before the samples that count, then zeros: row `n` has `n` lanes. */
const masks = memory.data<u16>([
  0, 0, 0, 0, 0, 0, 0, 0, 0xffff, 0, 0, 0, 0, 0, 0, 0, 0xffff, 0xffff, 0, 0, 0, 0, 0, 0, 0xffff, 0xffff, 0xffff, 0, 0,
  0, 0, 0, 0xffff, 0xffff, 0xffff, 0xffff, 0, 0, 0, 0, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0, 0, 0, 0xffff, 0xffff,
  0xffff, 0xffff, 0xffff, 0xffff, 0, 0, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0,
]);

/** Samples that sums of 32 bits a lane have room for, in rows of a stride each. */
const ROOM = 32768;

/** Of the rows last weighed: Σz and Σz² of the plane, and of the next one where two were weighed at once. */
let sumOf: i64 = 0;
let squaresOf: i64 = 0;
let otherSumOf: i64 = 0;
let otherSquaresOf: i64 = 0;

/** Writes the moments of the edge to `to`. */
export function sumEdge(xa: i32, ya: i32, xb: i32, yb: i32, to: usize): void {
  for (let at = 0; at < momentBytes; at += 8) store<i64>(to + at, 0);
  if (ya === yb) return;
  const down = ya < yb;
  const x0 = down ? xa : xb;
  const y0 = down ? ya : yb;
  const dy = down ? yb - ya : ya - yb;
  const dx = down ? xb - xa : xa - xb;
  const sign: i64 = down ? 1 : -1;
  // k(r) = ⌈(2·x0·dy + dx·(2(r − y0) + 1) − dy) / 2dy⌉, carried from row to row: numerator = 2dy·k − rest.
  const period = 2 * dy;
  const step = ceiling(dx, dy);
  const restStep = step * period - 2 * dx;
  // ⌈dx/2dy − ½⌉ = ⌊⌈dx/dy⌉ / 2⌋.
  let k = x0 + (step >> 1);
  let rest = (step >> 1) * period - (dx - dy);
  const end = min(y0 + dy, height);
  const most = ROOM >> shift;
  for (let row = y0; row < end; row += most) {
    const count = min(most, end - row);
    let columns: i64 = 0;
    for (let i = 0; i < count; i++) {
      const column = min(max(k, 0), width);
      store<i32>(scratch + (i << 2), column);
      columns += column;
      // No branch: which way it went, a processor could not predict.
      rest += restStep;
      const over = <i32>(rest >= period);
      rest -= period & -over;
      k += step - over;
    }
    if (masked === 0) add(to, sign * columns);
    if (codes > 0) countCodes(row, count, sign, to);
    else {
      let plane = 0;
      if (bits === 8) {
        for (; plane + 1 < planes; plane += 2) {
          weighPair8(plane, row, count);
          const sums = to + 8 + 16 * plane;
          add(sums, sign * sumOf);
          add(sums + 8, sign * squaresOf);
          add(sums + 16, sign * otherSumOf);
          add(sums + 24, sign * otherSquaresOf);
        }
      }
      for (; plane < planes; plane++) {
        weigh(plane, row, count);
        add(to + 8 + 16 * plane, sign * sumOf);
        add(to + 16 + 16 * plane, sign * squaresOf);
      }
      if (masked !== 0) {
        weigh(planes, row, count);
        add(to, sign * sumOf);
      }
    }
  }
}

/** ⌈a / b⌉ for b > 0. */
function ceiling(a: i32, b: i32): i32 {
  return (a + (a > 0 ? b - 1 : 0)) / b;
}

function add(to: usize, value: i64): void {
  store<i64>(to, load<i64>(to) + value);
}

/** The rows of a stored plane up to the columns that are in `scratch`. */
function weigh(plane: i32, row: i32, count: i32): void {
  const line = plane * height + row;
  const prefix = prefixes + line * (entries * entryWords) * 4;
  const sample = samples + line * (rowWords << 2);
  if (bits === 16) weigh16(prefix, sample, count);
  else weigh8(prefix, sample, count);
}

function weigh16(prefix: usize, sample: usize, count: i32): void {
  const line = entries * 12;
  const pitch = rowWords << 2;
  const within = (1 << shift) - 1;
  const middle = i16x8.splat(-32768);
  let sums = i32x4.splat(0);
  let squares = i64x2.splat(0);
  let s: i64 = 0;
  let q: i64 = 0;
  let counted: i64 = 0;
  for (let i = 0; i < count; i++) {
    const column = load<i32>(scratch + (i << 2));
    const at = prefix + (column >> shift) * 12;
    s += load<u32>(at);
    q += load<i64>(at, 4);
    let place = sample + ((column & ~within) << 1);
    let left = column & within;
    counted += left;
    for (; left >= 8; left -= 8) {
      const z = v128.xor(v128.load(place), middle);
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_s(z));
      squares = addPairs(squares, i32x4.dot_i16x8_s(z, z));
      place += 16;
    }
    const z = v128.and(v128.xor(v128.load(place), middle), v128.load(masks + (left << 4)));
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_s(z));
    squares = addPairs(squares, i32x4.dot_i16x8_s(z, z));
    prefix += line;
    sample += pitch;
  }
  const sum = sumLanes(sums);
  sumOf = s + sum + (counted << 15);
  squaresOf = q + i64x2.extract_lane(squares, 0) + i64x2.extract_lane(squares, 1) + (sum << 16) + (counted << 30);
}

function addPairs(squares: v128, pairs: v128): v128 {
  return i64x2.add(squares, i64x2.add(i64x2.extend_low_i32x4_u(pairs), i64x2.extend_high_i32x4_u(pairs)));
}

function sumLanes(sums: v128): i64 {
  return (
    <i64>i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}

function weigh8(prefix: usize, sample: usize, count: i32): void {
  const line = entries << 3;
  const pitch = rowWords << 2;
  const within = (1 << shift) - 1;
  let sums = i32x4.splat(0);
  let squares = i32x4.splat(0);
  let before = i64x2.splat(0);
  for (let i = 0; i < count; i++) {
    const column = load<i32>(scratch + (i << 2));
    before = i64x2.add(before, i64x2.extend_low_i32x4_u(v128.load64_zero(prefix + ((column >> shift) << 3))));
    let place = sample + (column & ~within);
    let left = column & within;
    for (; left >= 8; left -= 8) {
      const z = i16x8.extend_low_i8x16_u(v128.load64_zero(place));
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_s(z));
      squares = i32x4.add(squares, i32x4.dot_i16x8_s(z, z));
      place += 8;
    }
    const z = v128.and(i16x8.extend_low_i8x16_u(v128.load64_zero(place)), v128.load(masks + (left << 4)));
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_s(z));
    squares = i32x4.add(squares, i32x4.dot_i16x8_s(z, z));
    prefix += line;
    sample += pitch;
  }
  sumOf = i64x2.extract_lane(before, 0) + sumLanes(sums);
  squaresOf = i64x2.extract_lane(before, 1) + sumLanes(squares);
}

/**
 * As `weigh8`, a plane and the next one: what is looked up for a column serves both. One function with a flag for both takes 3 % more of a
 * nucleus.
 */
function weighPair8(plane: i32, firstRow: i32, count: i32): void {
  const line = entries << 3;
  const pitch = rowWords << 2;
  const within = (1 << shift) - 1;
  const toOther = height * pitch;
  const toOtherEntry = height * line;
  let prefix = prefixes + (plane * height + firstRow) * line;
  let sample = samples + (plane * height + firstRow) * pitch;
  let sums = i32x4.splat(0);
  let squares = i32x4.splat(0);
  let before = i64x2.splat(0);
  let otherSums = i32x4.splat(0);
  let otherSquares = i32x4.splat(0);
  let otherBefore = i64x2.splat(0);
  for (let i = 0; i < count; i++) {
    const column = load<i32>(scratch + (i << 2));
    const at = prefix + ((column >> shift) << 3);
    before = i64x2.add(before, i64x2.extend_low_i32x4_u(v128.load64_zero(at)));
    otherBefore = i64x2.add(otherBefore, i64x2.extend_low_i32x4_u(v128.load64_zero(at + toOtherEntry)));
    let place = sample + (column & ~within);
    let left = column & within;
    for (; left >= 8; left -= 8) {
      const z = i16x8.extend_low_i8x16_u(v128.load64_zero(place));
      const other = i16x8.extend_low_i8x16_u(v128.load64_zero(place + toOther));
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_s(z));
      squares = i32x4.add(squares, i32x4.dot_i16x8_s(z, z));
      otherSums = i32x4.add(otherSums, i32x4.extadd_pairwise_i16x8_s(other));
      otherSquares = i32x4.add(otherSquares, i32x4.dot_i16x8_s(other, other));
      place += 8;
    }
    const mask = v128.load(masks + (left << 4));
    const z = v128.and(i16x8.extend_low_i8x16_u(v128.load64_zero(place)), mask);
    const other = v128.and(i16x8.extend_low_i8x16_u(v128.load64_zero(place + toOther)), mask);
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_s(z));
    squares = i32x4.add(squares, i32x4.dot_i16x8_s(z, z));
    otherSums = i32x4.add(otherSums, i32x4.extadd_pairwise_i16x8_s(other));
    otherSquares = i32x4.add(otherSquares, i32x4.dot_i16x8_s(other, other));
    prefix += line;
    sample += pitch;
  }
  sumOf = i64x2.extract_lane(before, 0) + sumLanes(sums);
  squaresOf = i64x2.extract_lane(before, 1) + sumLanes(squares);
  otherSumOf = i64x2.extract_lane(otherBefore, 0) + sumLanes(otherSums);
  otherSquaresOf = i64x2.extract_lane(otherBefore, 1) + sumLanes(otherSquares);
}

/** Counts of codes, two a word of a prefix. Those of a row are < 2¹⁶, and of all rows < 2³². */
function countCodes(firstRow: i32, count: i32, sign: i64, to: usize): void {
  const counts = scratch + ROOM;
  memory.fill(counts, 0, (codes + 8) << 2);
  for (let i = 0; i < count; i++) {
    const column = load<i32>(scratch + (i << 2));
    const row = firstRow + i;
    const at = prefixes + (row * entries + (column >> shift)) * (entryWords << 2);
    // Eight at a time; what that counts beyond the last code is nobody's.
    for (let code = 0; code < codes; code += 8) {
      const pairs = v128.load(at + (code << 1));
      const to = counts + (code << 2);
      v128.store(to, i32x4.add(v128.load(to), i32x4.extend_low_i16x8_u(pairs)));
      v128.store(to, i32x4.add(v128.load(to, 16), i32x4.extend_high_i16x8_u(pairs)), 16);
    }
    const end = samples + row * (rowWords << 2) + column;
    for (let place = end - (column & ((1 << shift) - 1)); place < end; place++) {
      const code = load<u8>(place);
      if (<i32>code < codes) store<u32>(counts + (code << 2), load<u32>(counts + (code << 2)) + 1);
    }
  }
  let all: i64 = 0;
  for (let code = 0; code < codes; code++) {
    const found = <i64>load<u32>(counts + (code << 2));
    all += found;
    add(to + 8 + 8 * code, sign * found);
  }
  if (masked !== 0) add(to, sign * all);
}
