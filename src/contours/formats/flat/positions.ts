/** Runs of positions in the form that nearly all files have: `1.5,-2],[3,4.25],[…`, without white space, exponents or more digits than a double has. */
import { DIGITS, POWERS } from './number.js';

const ZERO = 0x30;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/**
 * Parses positions, starting after the bracket of the first one; stops before a position that is written in another way. One object is
 * reused for a whole file.
 */
export class PositionRun {
  /** The byte behind the last position's bracket, or behind that of the next position where `begun`. */
  end = 0;
  /** Number of parsed positions. */
  count = 0;
  /** Whether `end` is after the bracket of a position that was not parsed. */
  begun = true;

  /** @param from the byte behind the bracket @param at the first of the doubles that are written, as many as there is room for */
  take(bytes: Uint8Array, from: number, values: Float64Array, at: number): void {
    const last = values.length - 2;
    let [place, to] = [from, at];
    this.begun = true;
    this.end = from;
    while (to <= last) {
      let [digits, places, whole] = [0, 0, 0];
      // The code for x and y is duplicated: a function would take a third longer.
      let byte = bytes[place]!;
      let negative = byte === MINUS;
      if (negative) byte = bytes[++place]!;
      let begin = place;
      while (byte >= ZERO && byte <= 0x39) {
        whole = 10 * whole + (byte - ZERO);
        byte = bytes[++place]!;
      }
      digits = place - begin;
      if (digits === 0 || (digits > 1 && bytes[begin] === ZERO)) break;
      if (byte === POINT) {
        begin = place + 1;
        byte = bytes[++place]!;
        while (byte >= ZERO && byte <= 0x39) {
          whole = 10 * whole + (byte - ZERO);
          byte = bytes[++place]!;
        }
        places = place - begin;
        if (places === 0) break;
      }
      if (byte !== COMMA || digits + places > DIGITS) break;
      let value = places === 0 ? whole : whole / POWERS[places]!;
      values[to] = negative ? -value : value;

      byte = bytes[++place]!;
      [digits, places, whole] = [0, 0, 0];
      negative = byte === MINUS;
      if (negative) byte = bytes[++place]!;
      begin = place;
      while (byte >= ZERO && byte <= 0x39) {
        whole = 10 * whole + (byte - ZERO);
        byte = bytes[++place]!;
      }
      digits = place - begin;
      if (digits === 0 || (digits > 1 && bytes[begin] === ZERO)) break;
      if (byte === POINT) {
        begin = place + 1;
        byte = bytes[++place]!;
        while (byte >= ZERO && byte <= 0x39) {
          whole = 10 * whole + (byte - ZERO);
          byte = bytes[++place]!;
        }
        places = place - begin;
        if (places === 0) break;
      }
      if (byte !== CLOSE || digits + places > DIGITS) break;
      value = places === 0 ? whole : whole / POWERS[places]!;
      values[to + 1] = negative ? -value : value;

      to += 2;
      place++;
      this.end = place;
      this.begun = bytes[place] === COMMA && bytes[place + 1] === OPEN;
      if (!this.begun) break;
      place += 2;
      this.end = place;
    }
    this.count = (to - at) / 2;
  }
}
