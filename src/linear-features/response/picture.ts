import type { Picture } from '../../algorithm/algorithm.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { LineFrame } from '../columns.js';
import type { ResponsePart } from './part.js';

/** Maximum number of cells of a picture's side: enough for a screen, and small enough to be sent with every state. */
const MOST = 512;
/** The strength of the brightest value, in multiples of the clutter. */
const FULL = 8;

/** The strength of a region as a picture that grows tile by tile: each cell has the maximum of its pixels. */
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

  /** Whether no part was added yet. */
  get empty(): boolean {
    return this.#full === 0;
  }

  /** Adds a part of the response. The clutter of the first part sets the brightness; that of later parts is not used. */
  async add(part: ResponsePart, clutter: number, signal?: AbortSignal): Promise<void> {
    if (this.#full === 0) this.#full = FULL * clutter;
    const { columns, maxima } = await part.cells(this.#side, signal);
    const first = Math.floor(part.rect.y / this.#side) * this.#columns + Math.floor(part.rect.x / this.#side);
    for (let k = 0; k < maxima.length; k++) {
      const row = Math.floor(k / columns);
      const cell = first + row * this.#columns + k - row * columns;
      const value = Math.min(255, Math.floor((255 * maxima[k]!) / this.#full));
      this.#data[cell] = Math.max(this.#data[cell]!, value);
    }
  }

  /** The current picture. */
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
