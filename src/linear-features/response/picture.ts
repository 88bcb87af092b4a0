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
    for (let top = tile.y; top < bottom; top = (Math.floor(top / side) + 1) * side) {
      const row = Math.floor(top / side);
      for (let left = tile.x; left < right; left = (Math.floor(left / side) + 1) * side) {
        const column = Math.floor(left / side);
        const columns = Math.min(right, (column + 1) * side) - left;
        const below = Math.min(bottom, (row + 1) * side);
        let most = 0;
        for (let y = top; y < below; y++) {
          const first = y * width + left;
          for (let i = first; i < first + columns; i++) {
            // The strength is the topmost part of a word.
            if (words[i]! > most && samples[i] !== 0) most = words[i]!;
          }
        }
        const cell = row * this.#columns + column;
        const value = Math.min(255, Math.floor((255 * strengthOf(most)) / this.#full));
        this.#data[cell] = Math.max(this.#data[cell]!, value);
      }
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
