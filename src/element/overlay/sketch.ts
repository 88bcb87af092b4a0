/** Draws a contour with very many vertices as lines of one device pixel, in pieces, so that no frame waits for the whole contour. */
import type { Box } from '../../core/geometry/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { PixelLines, type Placing, placingOf, wordOf } from './pixel-lines.js';
import { prepare } from './prepared.js';
import { type Projection, toScreen } from './projection.js';

/** Edges that are set between two looks at the clock: some half of a millisecond where each is a few pixels long. */
const PIECE = 16_384;

/** The outline of a contour as far as it lies in the view of a projection. */
export class Sketch {
  readonly #lines: PixelLines;
  readonly #placing: Placing;
  readonly #word: number;
  readonly #closed: boolean;
  readonly #paths: readonly Float64Array[];
  readonly #left: number;
  readonly #top: number;
  #path = 0;
  #edge = 0;

  /**
   * @param box in which the contour lies, in image pixels
   * @param ratio device pixels per CSS pixel
   */
  constructor(contour: ContourFeature, { x0, y0, x1, y1 }: Box, p: Projection, ratio: number, colour: string) {
    const corners = [toScreen(p, x0, y0), toScreen(p, x1, y0), toScreen(p, x0, y1), toScreen(p, x1, y1)];
    const [xs, ys] = [corners.map(({ x }) => x * ratio), corners.map(({ y }) => y * ratio)];
    this.#left = Math.max(0, Math.floor(Math.min(...xs)));
    this.#top = Math.max(0, Math.floor(Math.min(...ys)));
    const right = Math.min(p.width * ratio, Math.max(...xs) + 1);
    const bottom = Math.min(p.height * ratio, Math.max(...ys) + 1);
    this.#lines = new PixelLines(
      Math.max(1, Math.ceil(right - this.#left)),
      Math.max(1, Math.ceil(bottom - this.#top)),
    );
    this.#placing = placingOf(p, ratio, this.#left, this.#top);
    this.#word = wordOf(colour);
    ({ closed: this.#closed, paths: this.#paths } = prepare(contour));
  }

  get done(): boolean {
    return this.#path >= this.#paths.length;
  }

  /** Sets the next edges. */
  work(): void {
    const path = this.#paths[this.#path];
    if (!path) return;
    const count = path.length / 2 - (this.#closed ? 0 : 1);
    const end = Math.min(count, this.#edge + PIECE);
    this.#lines.edges(path, this.#edge, end, this.#placing, this.#word);
    this.#edge = end;
    if (end < count) return;
    this.#path++;
    this.#edge = 0;
  }

  /** Draws what is set over what a context shows of the view. */
  draw(context: Parameters<PixelLines['draw']>[0]): void {
    this.#lines.draw(context, this.#left, this.#top);
  }
}
