/** Runs of positions in the form that nearly all files have: `1.5,-2],[3,4.25],[…`, without white space, exponents or more digits than a double has. */
import { DIGITS, POWERS } from './number.js';

const ZERO = 0x30;
const NINE = 0x39;
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
    const end = at + 2 * Math.floor((values.length - at) / 2);
    let place = from;
    this.count = 0;
    this.begun = true;
    this.end = from;
    // Both coordinates in one loop: a function for one of them would take a third longer.
    for (let to = at; to < end; to++) {
      const behind = (to - at) % 2 === 0 ? COMMA : CLOSE;
      let byte = bytes[place]!;
      const negative = byte === MINUS;
      if (negative) byte = bytes[++place]!;
      let begin = place;
      let whole = 0;
      while (byte >= ZERO && byte <= NINE) {
        whole = 10 * whole + (byte - ZERO);
        byte = bytes[++place]!;
      }
      const digits = place - begin;
      if (digits === 0 || (digits > 1 && bytes[begin] === ZERO)) break;
      let places = 0;
      if (byte === POINT) {
        begin = place + 1;
        byte = bytes[++place]!;
        while (byte >= ZERO && byte <= NINE) {
          whole = 10 * whole + (byte - ZERO);
          byte = bytes[++place]!;
        }
        places = place - begin;
        if (places === 0) break;
      }
      if (byte !== behind || digits + places > DIGITS) break;
      const value = places === 0 ? whole : whole / POWERS[places]!;
      values[to] = negative ? -value : value;
      place++;
      if (behind === COMMA) continue;
      this.count++;
      this.end = place;
      this.begun = bytes[place] === COMMA && bytes[place + 1] === OPEN;
      if (!this.begun) break;
      place += 2;
      this.end = place;
    }
  }
}
