/**
 * Lines of one device pixel that are set pixel by pixel, without smooth borders: the sketch of a contour of very many vertices. A canvas takes
 * some three times as long to stroke them where a program draws in place of a GPU.
 */
import type { Projection } from './projection.js';

/** Device pixels from coordinates: x·a + y·c + e and x·b + y·d + f. */
export type Placing = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Placing of image pixels by a projection, among the device pixels right of and below (left, top). */
export const placingOf = ({ a, b, c, d, origin, centre }: Projection, ratio: number, left = 0, top = 0): Placing => [
  a * ratio,
  b * ratio,
  c * ratio,
  d * ratio,
  (centre.x - a * origin.x - c * origin.y) * ratio - left,
  (centre.y - b * origin.x - d * origin.y) * ratio - top,
];

/** A line that ends less than the border off would be set beyond it, in pixels. */
const WITHIN = 1e-3;

/** The part of an edge whose coordinate, at + t·by, lies between 0 and `most`. */
const cut = (at: number, by: number, most: number, from: number, to: number): [from: number, to: number] => {
  const [one, other] = [-at / by, (most - at) / by];
  return [Math.max(from, Math.min(one, other)), Math.min(to, Math.max(one, other))];
};

let tinted: OffscreenCanvasRenderingContext2D | undefined;

/** A CSS colour as a pixel of `ImageData`, in the machine's order of bytes. */
export const wordOf = (colour: string): number => {
  tinted ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true }) ?? undefined;
  if (!tinted) return 0;
  tinted.clearRect(0, 0, 1, 1);
  tinted.fillStyle = colour;
  tinted.fillRect(0, 0, 1, 1);
  return new Uint32Array(tinted.getImageData(0, 0, 1, 1).data.buffer)[0]!;
};

/** Pixels of a rectangle, transparent where no line is. */
export class PixelLines {
  readonly #image: ImageData;
  readonly #words: Uint32Array;

  /** @param width whole device pixels, at least one, as `height` is */
  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    this.#image = new ImageData(width, height);
    this.#words = new Uint32Array(this.#image.data.buffer);
  }

  /** Sets edges of a path x0, y0, x1, y1, …, from one to before another: edge k begins at vertex k, and after the last vertex comes the first. */
  edges(path: ArrayLike<number>, from: number, end: number, [a, b, c, d, e, f]: Placing, word: number): void {
    const { width, height } = this;
    if (from >= end) return;
    let at = 2 * from;
    let x = path[at]! * a + path[at + 1]! * c + e;
    let y = path[at]! * b + path[at + 1]! * d + f;
    for (let k = from; k < end; k++) {
      at = at + 2 === path.length ? 0 : at + 2;
      const px = path[at]!;
      const py = path[at + 1]!;
      const toX = px * a + py * c + e;
      const toY = px * b + py * d + f;
      const off =
        (x < 0 && toX < 0) || (y < 0 && toY < 0) || (x >= width && toX >= width) || (y >= height && toY >= height);
      if (!off) this.#edge(x, y, toX, toY, word);
      x = toX;
      y = toY;
    }
  }

  /** Sets the pixels of an edge, cut to the rectangle (Liang & Barsky 1984). */
  #edge(x: number, y: number, toX: number, toY: number, word: number): void {
    const [dx, dy] = [toX - x, toY - y];
    const [right, bottom] = [this.width - WITHIN, this.height - WITHIN];
    let [from, to] = [0, 1];
    if (Math.min(x, toX) < 0 || Math.max(x, toX) > right) [from, to] = cut(x, dx, right, from, to);
    if (Math.min(y, toY) < 0 || Math.max(y, toY) > bottom) [from, to] = cut(y, dy, bottom, from, to);
    if (!(from <= to)) return;
    const count = Math.max(1, Math.ceil((to - from) * Math.max(Math.abs(dx), Math.abs(dy))));
    const [stepX, stepY] = [((to - from) * dx) / count, ((to - from) * dy) / count];
    const { width } = this;
    const words = this.#words;
    let [atX, atY] = [x + from * dx, y + from * dy];
    for (let k = 0; k <= count; k++, atX += stepX, atY += stepY) words[(atY | 0) * width + (atX | 0)] = word;
  }

  /** Draws the pixels over what a context has at (left, top) device pixels. */
  draw(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, left: number, top: number): void {
    const canvas = new OffscreenCanvas(this.width, this.height);
    const own = canvas.getContext('2d', { willReadFrequently: true });
    if (!own) return;
    own.putImageData(this.#image, 0, 0);
    context.save();
    context.resetTransform();
    context.drawImage(canvas, left, top);
    context.restore();
  }
}
