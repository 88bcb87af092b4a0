/**
 * `src/snake/find/map/box-blur.ts` in strips of eight rows, eight pixels at a time. Each of the three passes keeps only the rows that its window holds, so
 * that a plane of any height goes through the same room. Addresses and strides are in bytes.
 */

const PASSES: i32 = 3;
/** Rows of a strip, and pixels of a vector. */
const EIGHT: i32 = 8;

let width: i32 = 0;
let height: i32 = 0;
let radius: i32 = 0;
/** 2³² over the window's side, rounded up: its product with a sum of 16 bits for each pixel of a side of up to 255 has the whole quotient above bit 32. */
let share: u32 = 0;
let stride: usize = 0;
/** Rows that the ring of a pass holds. */
let rows: i32 = 0;

/** The columns of a strip, eight rows in a vector, with `radius` and one more of the first and the last on either side; and the same evened out. */
let columns: usize = 0;
let even: usize = 0;
/** Of each pass the strip that it reads, the rows evened out along themselves, the sums of their columns, and how many rows came and went. */
let passes: usize = 0;
let passBytes: usize = 0;
let out: usize = 0;
let outRows: i32 = 0;

const CAME: usize = 0;
const WENT: usize = 4;
const STRIP: usize = 16;

/** Bytes for a plane of some width and a window, and for the rows that a strip lets out at most. */
export function blurRoom(across: i32, reach: i32): i32 {
  layOut(0, across, 1, reach);
  return <i32>(out + <usize>(PASSES * reach + 4 * EIGHT) * stride);
}

/** @param room its address, a multiple of 16; `reach`, the window's radius, from 1 to 127 */
export function blurBegin(room: usize, across: i32, down: i32, reach: i32): void {
  layOut(room, across, down, reach);
  for (let pass = 0; pass < PASSES; pass++) store<u64>(passAt(pass), 0);
}

/** Address of the strip that is read next. */
export function blurStrip(): usize {
  return passAt(0) + STRIP;
}

/** Address of the rows that the last strip let out. */
export function blurOut(): usize {
  return out;
}

/** Bytes of a row of either. */
export function blurStride(): usize {
  return stride;
}

/** Takes the first rows of the strip, eight but for the last strip of a plane; returns how many rows are out. */
export function blurTake(taken: i32): i32 {
  outRows = 0;
  take(0, taken);
  return outRows;
}

function layOut(room: usize, across: i32, down: i32, reach: i32): void {
  width = across;
  height = down;
  radius = reach;
  const side = 2 * reach + 1;
  share = <u32>((((<u64>1) << 32) + <u64>side - 1) / <u64>side);
  const wide = <usize>((across + EIGHT - 1) & ~(EIGHT - 1));
  stride = 2 * wide;
  rows = (side + 1 + 2 * EIGHT - 1) & ~(EIGHT - 1);
  columns = room;
  even = columns + 16 * (wide + 2 * <usize>reach + 2);
  passes = even + 16 * wide;
  passBytes = STRIP + <usize>EIGHT * stride + <usize>rows * stride + 2 * stride;
  out = passes + <usize>PASSES * passBytes;
}

function passAt(pass: i32): usize {
  return passes + <usize>pass * passBytes;
}

/** One pass of a strip's rows; what it lets out is the next one's strip. */
function take(pass: i32, taken: i32): void {
  const at = passAt(pass);
  const ring = at + STRIP + <usize>EIGHT * stride;
  const sums = ring + <usize>rows * stride;
  let came = load<i32>(at, CAME);
  let went = load<i32>(at, WENT);
  alongRows(at + STRIP, ring + <usize>(came % rows) * stride);
  came += taken;
  store<i32>(at, came, CAME);
  const last = height - 1;
  const next = pass + 1;
  while (went < height && (went + radius < came || came === height)) {
    if (went === 0) {
      memory.fill(sums, 0, 2 * stride);
      for (let i = -radius; i <= radius; i++) addRow(sums, ring + <usize>max(0, min(last, i)) * stride);
    } else {
      const gone = ring + <usize>(max(0, went - 1 - radius) % rows) * stride;
      moveRow(sums, gone, ring + <usize>(min(last, went + radius) % rows) * stride);
    }
    const place = next === PASSES ? out : passAt(next) + STRIP;
    const row = next === PASSES ? outRows : went & (EIGHT - 1);
    divideRow(sums, place + <usize>row * stride);
    if (next === PASSES) outRows++;
    went++;
    store<i32>(at, went, WENT);
    if (next < PASSES && ((went & (EIGHT - 1)) === 0 || went === height)) {
      take(next, ((went - 1) & (EIGHT - 1)) + 1);
    }
  }
}

/** Evens out eight rows along themselves: the strip on its side, so that a vector holds a column of it. */
function alongRows(strip: usize, to: usize): void {
  const first = columns + 16 * (<usize>radius + 1);
  for (let x: usize = 0; x < stride; x += 16) turned(strip + x, stride, first + 8 * x, 16);
  const begin = v128.load(first);
  for (let i = 0; i <= radius; i++) v128.store(columns + 16 * <usize>i, begin);
  const end = first + 16 * <usize>width;
  const last = v128.load(end - 16);
  for (let i = 0; i < radius; i++) v128.store(end + 16 * <usize>i, last);
  let low = i32x4.splat(0);
  let high = i32x4.splat(0);
  for (let i = -1 - radius; i < radius; i++) {
    const each = v128.load(first + 16 * i);
    low = i32x4.add(low, i32x4.extend_low_i16x8_u(each));
    high = i32x4.add(high, i32x4.extend_high_i16x8_u(each));
  }
  const reach = 16 * <usize>radius;
  for (let x: usize = 0; x < 16 * <usize>width; x += 16) {
    const come = v128.load(first + x + reach);
    const gone = v128.load(first + x - reach - 16);
    low = i32x4.add(low, i32x4.sub(i32x4.extend_low_i16x8_u(come), i32x4.extend_low_i16x8_u(gone)));
    high = i32x4.add(high, i32x4.sub(i32x4.extend_high_i16x8_u(come), i32x4.extend_high_i16x8_u(gone)));
    v128.store(even + x, divided(low, high));
  }
  for (let x: usize = 0; x < stride; x += 16) turned(even + 8 * x, 16, to + x, stride);
}

function addRow(sums: usize, row: usize): void {
  for (let x: usize = 0; x < stride; x += 16) {
    const each = v128.load(row + x);
    const at = sums + 2 * x;
    v128.store(at, i32x4.add(v128.load(at), i32x4.extend_low_i16x8_u(each)));
    v128.store(at, i32x4.add(v128.load(at, 16), i32x4.extend_high_i16x8_u(each)), 16);
  }
}

function moveRow(sums: usize, gone: usize, come: usize): void {
  for (let x: usize = 0; x < stride; x += 16) {
    const old = v128.load(gone + x);
    const young = v128.load(come + x);
    const at = sums + 2 * x;
    const low = i32x4.sub(i32x4.extend_low_i16x8_u(young), i32x4.extend_low_i16x8_u(old));
    const high = i32x4.sub(i32x4.extend_high_i16x8_u(young), i32x4.extend_high_i16x8_u(old));
    v128.store(at, i32x4.add(v128.load(at), low));
    v128.store(at, i32x4.add(v128.load(at, 16), high), 16);
  }
}

function divideRow(sums: usize, to: usize): void {
  for (let x: usize = 0; x < stride; x += 16) {
    const at = sums + 2 * x;
    v128.store(to + x, divided(v128.load(at), v128.load(at, 16)));
  }
}

/** The whole quotients of eight sums and the window's side. */
function divided(low: v128, high: v128): v128 {
  return i16x8.narrow_i32x4_u(quotients(low), quotients(high));
}

function quotients(sums: v128): v128 {
  const by = i32x4.splat(<i32>share);
  const two = i64x2.extmul_low_i32x4_u(sums, by);
  return v128.shuffle<i32>(two, i64x2.extmul_high_i32x4_u(sums, by), 1, 3, 5, 7);
}

/** Eight rows of eight pixels on their side. */
function turned(from: usize, fromStride: usize, to: usize, toStride: usize): void {
  const a = v128.load(from);
  const b = v128.load(from + fromStride);
  const c = v128.load(from + 2 * fromStride);
  const d = v128.load(from + 3 * fromStride);
  const e = v128.load(from + 4 * fromStride);
  const f = v128.load(from + 5 * fromStride);
  const g = v128.load(from + 6 * fromStride);
  const h = v128.load(from + 7 * fromStride);
  const ab = lows(a, b);
  const cd = lows(c, d);
  const ef = lows(e, f);
  const gh = lows(g, h);
  turnedHalf(ab, cd, ef, gh, to, toStride);
  turnedHalf(highs(a, b), highs(c, d), highs(e, f), highs(g, h), to + 4 * toStride, toStride);
}

function turnedHalf(ab: v128, cd: v128, ef: v128, gh: v128, to: usize, toStride: usize): void {
  const left = v128.shuffle<i32>(ab, cd, 0, 4, 1, 5);
  const right = v128.shuffle<i32>(ef, gh, 0, 4, 1, 5);
  const left2 = v128.shuffle<i32>(ab, cd, 2, 6, 3, 7);
  const right2 = v128.shuffle<i32>(ef, gh, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<i64>(left, right, 0, 2));
  v128.store(to + toStride, v128.shuffle<i64>(left, right, 1, 3));
  v128.store(to + 2 * toStride, v128.shuffle<i64>(left2, right2, 0, 2));
  v128.store(to + 3 * toStride, v128.shuffle<i64>(left2, right2, 1, 3));
}

function lows(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

function highs(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
