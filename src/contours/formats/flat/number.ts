/** Parses JSON numbers (RFC 8259) from bytes, with the same result as `JSON.parse`. */

/** A parsed number, and where it ends; one object is reused for a whole file. */
export class ParsedNumber {
  value = 0;
  /** Offset of the byte after it. */
  end = 0;
}

const ascii = new TextDecoder();
const ZERO = 0x30;
/** Digits of a whole number that is exact in a double; divided by one of `POWERS`, which are exact too, it is rounded once, as it must be. */
export const DIGITS = 15;
/** Powers of ten from 1, all exact. */
export const POWERS = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));

const isDigit = (byte: number | undefined): byte is number => byte !== undefined && byte >= ZERO && byte <= ZERO + 9;

/** Parses the finite number that begins at a byte; false where there is none. */
export const numberAt = (bytes: Uint8Array, from: number, into: ParsedNumber): boolean => {
  let at = from;
  const negative = bytes[at] === 0x2d;
  if (negative) at++;
  let byte = bytes[at];
  if (!isDigit(byte)) return false;
  let [whole, digits, places] = [0, 0, 0];
  if (byte === ZERO) byte = bytes[++at];
  else {
    while (isDigit(byte)) {
      whole = 10 * whole + (byte - ZERO);
      digits++;
      byte = bytes[++at];
    }
  }
  if (isDigit(byte)) return false;
  if (byte === 0x2e) {
    byte = bytes[++at];
    if (!isDigit(byte)) return false;
    while (isDigit(byte)) {
      whole = 10 * whole + (byte - ZERO);
      digits++;
      places++;
      byte = bytes[++at];
    }
  }
  const exponent = byte === 0x65 || byte === 0x45;
  if (exponent) {
    byte = bytes[++at];
    if (byte === 0x2b || byte === 0x2d) byte = bytes[++at];
    if (!isDigit(byte)) return false;
    while (isDigit(byte)) byte = bytes[++at];
  }
  into.end = at;
  if (exponent || digits > DIGITS) {
    into.value = Number(ascii.decode(bytes.subarray(from, at)));
    return Number.isFinite(into.value);
  }
  const value = whole / POWERS[places]!;
  into.value = negative ? -value : value;
  return true;
};
