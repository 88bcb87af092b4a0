/** Runs of positions out of the bytes of JSON: the same as `contours/formats/flat/positions.ts` takes. */

const ZERO: u32 = 0x30;
const COMMA: u32 = 0x2c;
const MINUS: u32 = 0x2d;
const POINT: u32 = 0x2e;
const OPEN: u32 = 0x5b;
const CLOSE: u32 = 0x5d;
/** Digits of a whole number that is exact in a double. */
const DIGITS: usize = 15;
/** Powers of ten, all exact. */
const POWERS = memory.data<f64>([1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]);

/** The byte behind the last position's bracket, or behind that of the next position where `begun`. */
export let end: usize = 0;
/** Whether `end` lies behind the bracket of a position that was not taken. */
export let begun: bool = false;

let at: usize = 0;
let value: f64 = 0;

/** The number at `at`, and the byte that ends it; false where it is written in another way. */
function taken(stop: u32): bool {
  let place = at;
  let byte: u32 = load<u8>(place);
  const negative = byte === MINUS;
  if (negative) byte = load<u8>(++place);
  let begin = place;
  let whole: u64 = 0;
  let digit = byte - ZERO;
  while (digit <= 9) {
    whole = 10 * whole + digit;
    digit = <u32>load<u8>(++place) - ZERO;
  }
  const digits = place - begin;
  if (digits === 0 || (digits > 1 && <u32>load<u8>(begin) === ZERO)) return false;
  let places: usize = 0;
  if (digit === POINT - ZERO) {
    begin = place + 1;
    digit = <u32>load<u8>(++place) - ZERO;
    while (digit <= 9) {
      whole = 10 * whole + digit;
      digit = <u32>load<u8>(++place) - ZERO;
    }
    places = place - begin;
    if (places === 0) return false;
  }
  if (digit !== stop - ZERO || digits + places > DIGITS) return false;
  const size = places === 0 ? <f64>whole : <f64>whole / load<f64>(POWERS + (places << 3));
  value = negative ? -size : size;
  at = place + 1;
  return true;
}

/**
 * Takes positions from behind the bracket of the first.
 * @param from the first byte
 * @param limit the byte behind the last, where zeros lie
 * @param whole whether the text ends there; else the two bytes behind a position that is taken are known
 * @param to the doubles that are written
 * @param most so many positions at most
 * @returns the number of positions
 */
export function take(from: usize, limit: usize, whole: bool, to: usize, most: i32): i32 {
  at = from;
  end = from;
  begun = true;
  let count = 0;
  while (count < most) {
    if (!taken(COMMA)) break;
    const x = value;
    if (!taken(CLOSE) || (!whole && at + 2 > limit)) break;
    store<f64>(to, x);
    store<f64>(to + 8, value);
    to += 16;
    count++;
    end = at;
    begun = <u32>load<u8>(at) === COMMA && <u32>load<u8>(at + 1) === OPEN;
    if (!begun) break;
    at += 2;
    end = at;
  }
  return count;
}
