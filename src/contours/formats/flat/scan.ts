/**
 * Extracts the coordinates of GeoJSON from its bytes, as doubles without an array for each position: a file is mostly coordinates, and parsing
 * them as JSON takes five times as long. In the remaining text, each extracted geometry has a number instead of its coordinates. Coordinates
 * other than evenly nested positions of two finite numbers stay in the text.
 */

import { positionRun } from './fast-positions.js';
import { numberAt, ParsedNumber } from './number.js';

/** Coordinates as they are nested: positions in paths (2), paths in a part (3), parts in a list (4). */
export interface FlatCoordinates {
  readonly depth: 2 | 3 | 4;
  /** Paths of each part, and positions of each path. */
  readonly parts: readonly number[];
  readonly lengths: readonly number[];
  /** x and y of each position, in an array whose buffer others share. */
  readonly values: Float64Array;
}

/** A file as its text without coordinates, and the coordinates extracted from it. */
export interface Scanned {
  /** The text without the extracted coordinates. */
  readonly text: string;
  readonly taken: readonly FlatCoordinates[];
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;
const BEGIN = 0x7b;
const END = 0x7d;

const encoder = new TextEncoder();

/** Deepest nesting of coordinates. */
const DEEPEST = 4;

/** Doubles of a buffer that several geometries share, which can be transferred to a page in one message. */
const SHARED = 2 * 20_000;

/** Thrown where the bytes are not JSON that this scan understands; they are then read as text. */
class Lost extends Error {}

class Scan {
  #at = 0;
  #values = new Float64Array(SHARED);
  #count = 0;
  /** The first double of the current geometry. */
  #from = 0;
  readonly #taken: FlatCoordinates[] = [];
  readonly #pieces: Uint8Array[] = [];
  #copied = 0;
  readonly #number = new ParsedNumber();
  readonly #run = positionRun();

  constructor(private readonly bytes: Uint8Array) {}

  run(): Scanned {
    const { bytes } = this;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3;
    const first = this.#next();
    if (first === OPEN) this.#list(() => this.#feature());
    else this.#record((key) => this.#inCollection(key));
    this.#pieces.push(bytes.subarray(this.#copied));
    const left = new Uint8Array(this.#pieces.reduce((sum, piece) => sum + piece.length, 0));
    let end = 0;
    for (const piece of this.#pieces) {
      left.set(piece, end);
      end += piece.length;
    }
    const text = new TextDecoder().decode(left);
    return { text, taken: this.#taken };
  }

  #inCollection(key: string): void {
    if (key === 'features' && this.#next() === OPEN) this.#list(() => this.#feature());
    else this.#skip();
  }

  #feature(): void {
    if (this.#next() !== BEGIN) this.#skip();
    else
      this.#record((key) => {
        if (key === 'geometry' && this.#next() === BEGIN) this.#record((member) => this.#inGeometry(member));
        else this.#skip();
      });
  }

  #inGeometry(key: string): void {
    if (key !== 'coordinates') {
      this.#skip();
      return;
    }
    // A number here would be mistaken for the number of an extracted geometry.
    if (this.#next() !== OPEN) throw new Lost();
    const from = this.#at;
    this.#from = this.#count;
    const shape = this.#coordinates();
    if (shape === undefined) {
      this.#at = from;
      this.#count = this.#from;
      this.#skip();
      return;
    }
    this.#pieces.push(this.bytes.subarray(this.#copied, from), encoder.encode(String(this.#taken.length)));
    this.#copied = this.#at;
    this.#taken.push({ ...shape, values: this.#own() });
  }

  /** Extracts coordinates whose first bracket is next; `undefined` where they are not evenly nested. */
  #coordinates(): Omit<FlatCoordinates, 'values'> | undefined {
    let depth = 0;
    while (this.#next() === OPEN && depth <= DEEPEST) {
      depth++;
      this.#at++;
    }
    if (depth !== 2 && depth !== 3 && depth !== 4) return undefined;
    const parts: number[] = [];
    const lengths: number[] = [];
    let [paths, positions, level] = [0, 0, depth];
    for (;;) {
      if (level === depth) {
        const run = this.#positions();
        if (run === 0) return undefined;
        positions += run;
        level--;
      }
      // After the end of an array: a comma and the next array, or the end of the enclosing one.
      const next = this.#next();
      this.#at++;
      if (next === COMMA) {
        while (level < depth) {
          if (this.#next() !== OPEN) return undefined;
          this.#at++;
          level++;
        }
      } else if (next === CLOSE) {
        if (level === depth - 1) {
          lengths.push(positions);
          positions = 0;
          paths++;
        } else if (level === depth - 2) {
          parts.push(paths);
          paths = 0;
        }
        level--;
        if (level === 0) break;
      } else return undefined;
    }
    if (depth === 2) parts.push(1);
    return { depth, parts, lengths };
  }

  /** Parses positions, from after the bracket of the first to after the end of the last; returns their number, 0 where no position follows. */
  #positions(): number {
    const run = this.#run;
    let taken = 0;
    for (;;) {
      if (this.#count + 2 > this.#values.length) this.#grow();
      run.take(this.bytes, this.#at, this.#values, this.#count);
      this.#at = run.end;
      this.#count += 2 * run.count;
      taken += run.count;
      if (!run.begun) return taken;
      // If the buffer was full, the next run continues; otherwise this position is written in another way.
      if (run.count > 0) continue;
      return this.#coordinate(COMMA) && this.#coordinate(CLOSE) ? taken + 1 : 0;
    }
  }

  /** Moves the current geometry to a buffer with more room, which it shares with the following ones. */
  #grow(): void {
    const own = this.#values.subarray(this.#from, this.#count);
    this.#values = new Float64Array(Math.max(SHARED, 2 * own.length));
    this.#values.set(own);
    this.#count = own.length;
    this.#from = 0;
  }

  /** The doubles of the current geometry; copied if it is too long to share a buffer, so that no memory is wasted. */
  #own(): Float64Array {
    const own = this.#values.subarray(this.#from, this.#count);
    if (this.#values.length === SHARED) return own;
    this.#values = new Float64Array(SHARED);
    this.#count = 0;
    return own.slice();
  }

  #coordinate(end: number): boolean {
    this.#next();
    if (!numberAt(this.bytes, this.#at, this.#number)) return false;
    this.#at = this.#number.end;
    this.#values[this.#count++] = this.#number.value;
    if (this.#next() !== end) return false;
    this.#at++;
    return true;
  }

  /** Skips white space; returns the byte after it. */
  #next(): number | undefined {
    const { bytes } = this;
    let byte = bytes[this.#at];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++this.#at];
    return byte;
  }

  #expect(byte: number): void {
    if (this.#next() !== byte) throw new Lost();
    this.#at++;
  }

  /** Skips an array, with a function that skips one value. */
  #list(value: () => void): void {
    this.#expect(OPEN);
    if (this.#next() === CLOSE) {
      this.#at++;
      return;
    }
    for (;;) {
      value();
      const next = this.#next();
      this.#at++;
      if (next === CLOSE) return;
      if (next !== COMMA) throw new Lost();
    }
  }

  /** Skips an object, with a function that skips the value of a key. */
  #record(value: (key: string) => void): void {
    this.#expect(BEGIN);
    if (this.#next() === END) {
      this.#at++;
      return;
    }
    for (;;) {
      if (this.#next() !== QUOTE) throw new Lost();
      const from = this.#at + 1;
      this.#string();
      let key = '';
      // Longer keys are not needed; files with an escaped key are read as text.
      if (this.#at - from <= 12) {
        for (let k = from; k < this.#at - 1; k++) {
          if (this.bytes[k] === BACKSLASH) throw new Lost();
          key += String.fromCharCode(this.bytes[k]!);
        }
      } else if (this.bytes.subarray(from, this.#at).includes(BACKSLASH)) throw new Lost();
      this.#expect(COLON);
      value(key);
      const next = this.#next();
      this.#at++;
      if (next === END) return;
      if (next !== COMMA) throw new Lost();
    }
  }

  /** Skips a string, whose quote is next. */
  #string(): void {
    const { bytes } = this;
    let at = this.#at + 1;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) throw new Lost();
      if (byte === QUOTE) break;
      at += byte === BACKSLASH ? 2 : 1;
    }
    this.#at = at + 1;
  }

  /** Skips any value; the reader of the text validates it. */
  #skip(): void {
    const { bytes } = this;
    let depth = 0;
    this.#next();
    for (;;) {
      const byte = bytes[this.#at];
      if (byte === undefined) throw new Lost();
      if (byte === QUOTE) {
        this.#string();
        if (depth === 0) return;
        continue;
      }
      if (depth === 0 && (byte === COMMA || byte === CLOSE || byte === END)) return;
      if (byte === OPEN || byte === BEGIN) depth++;
      else if (byte === CLOSE || byte === END) depth--;
      this.#at++;
      if (depth === 0 && (byte === CLOSE || byte === END)) return;
    }
  }
}

/** `undefined` where the scan does not understand the bytes: the caller then reads them as text. */
export const scan = (bytes: Uint8Array): Scanned | undefined => {
  try {
    return new Scan(bytes).run();
  } catch (error) {
    if (error instanceof Lost) return undefined;
    throw error;
  }
};
