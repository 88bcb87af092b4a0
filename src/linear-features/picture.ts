import type { Rect } from '../image/samples.js';
import type { Picture } from '../worker/algorithm.js';
import type { Frame } from './outcome.js';
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

  constructor(private readonly frame: Frame) {
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

  /** Takes in the pixels of `tile`, in pixels of the region. The clutter of the first one sets the brightness of all. */
  add({ words, samples, width }: LineResponse, tile: Rect, clutter: number): void {
    if (this.#full === 0) this.#full = FULL * clutter;
    for (let y = tile.y; y < tile.y + tile.height; y++) {
      const row = Math.floor(y / this.#side) * this.#columns;
      for (let x = tile.x; x < tile.x + tile.width; x++) {
        const i = y * width + x;
        if (samples[i] === 0) continue;
        const cell = row + Math.floor(x / this.#side);
        const value = Math.min(255, Math.floor((255 * strengthOf(words[i]!)) / this.#full));
        this.#data[cell] = Math.max(this.#data[cell]!, value);
      }
    }
  }

  /** As it now stands. */
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
