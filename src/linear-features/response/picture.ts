import type { Picture } from '../../algorithm/algorithm.js';
import type { Rect } from '../../core/rect.js';
import type { LineFrame } from '../outcome.js';
import { type LineResponse, strengthOf } from './response.js';

/** Most cells of a picture's side: enough for a screen, little enough for a message with every state. */
const MOST = 512;
/** The brightest value, in multiples of the clutter. */
const FULL = 8;

/** The strength of a region as a picture that grows tile by tile: each cell is the greatest of its pixels. */
export class ResponsePicture {
  readonly #data: Uint8Array;
  readonly #columns: number;
  readonly #rows: number;
  readonly #side: number;
  #full = 0;

  constructor(private readonly frame: LineFrame) {
    const { width, height } = frame;
    this.#side = Math.max(1, Math.ceil(Math.max(width, height) / MOST));
    this.#columns = Math.ceil(width / this.#side);
    this.#rows = Math.ceil(height / this.#side);
    this.#data = new Uint8Array(this.#columns * this.#rows);
  }

  /** Nothing was taken in yet. */
  get empty(): boolean {
    return this.#full === 0;
  }

  /** Takes in the pixels of `tile`, in pixels of the region. The clutter of the first one sets the brightness of all; of later ones it need not be known. */
  add({ words, samples, width }: LineResponse, tile: Rect, clutter: number): void {
    if (this.#full === 0) this.#full = FULL * clutter;
    const side = this.#side;
    const right = tile.x + tile.width;
    const bottom = tile.y + tile.height;
    const first = Math.floor(tile.x / side);
    const most = new Uint32Array(Math.ceil(right / side) - first);
    for (let top = tile.y; top < bottom; ) {
      const row = Math.floor(top / side);
      const below = Math.min(bottom, (row + 1) * side);
      most.fill(0);
      // Row by row, as the words lie in memory.
      for (let y = top; y < below; y++)
        raise(most, words, samples, y * width + tile.x, tile.width, side, tile.x % side);
      for (let k = 0; k < most.length; k++) {
        const cell = row * this.#columns + first + k;
        const value = Math.min(255, Math.floor((255 * strengthOf(most[k]!)) / this.#full));
        this.#data[cell] = Math.max(this.#data[cell]!, value);
      }
      top = below;
    }
  }

  /** Picture as it now stands. */
  get picture(): Picture {
    const { x, y, scaleX, scaleY } = this.frame;
    const rect: Rect = {
      x: x * scaleX,
      y: y * scaleY,
      width: this.#columns * this.#side * scaleX,
      height: this.#rows * this.#side * scaleY,
    };
    return { rect, columns: this.#columns, rows: this.#rows, data: this.#data.slice() };
  }
}

/** Raises the greatest words of cells to those of a row that begins `into` pixels into the first of them, where there are samples. */
const raise = (
  most: Uint32Array,
  words: Uint32Array,
  samples: LineResponse['samples'],
  start: number,
  count: number,
  side: number,
  into: number,
): void => {
  const end = start + count;
  for (let cell = 0, i = start, until = start + side - into; i < end; cell++, until += side) {
    const last = Math.min(end, until);
    // The strength is the topmost part of a word.
    let greatest = most[cell]!;
    for (; i < last; i++) if (words[i]! > greatest && samples[i] !== 0) greatest = words[i]!;
    most[cell] = greatest;
  }
};
