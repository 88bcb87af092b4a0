/** A picture of boxes, which stand for contours that are too small or too many to be drawn; painted piece by piece. */
import type { Box } from '../../core/geometry/rect.js';
import type { Context, Look } from './contour-painter.js';
import { type Projection, toScreen } from './projection.js';

/** The longer side of the picture, in device pixels. */
const LONGEST = 4096;
/** Boxes that are painted between two looks at the clock. */
const PACE = 1024;
/** Smaller boxes are filled, in device pixels. */
const FRAME = 4;

/** A picture of boxes on a canvas off the screen. */
export class BoxPicture {
  readonly #canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #scale: number;
  #next = 0;

  /**
   * @param area the part of the image that the picture shows
   * @param scale device pixels to one of the image
   * @param each contours that a box may hold
   */
  constructor(
    private readonly boxes: Float64Array,
    private readonly each: number,
    private readonly area: Box,
    scale: number,
    look: Look,
  ) {
    const [width, height] = [area.x1 - area.x0, area.y1 - area.y0];
    this.#scale = Math.min(scale, LONGEST / Math.max(width, height, 1e-9));
    const side = (length: number): number => Math.max(1, Math.ceil(length * this.#scale));
    this.#canvas = new OffscreenCanvas(side(width), side(height));
    const context = this.#canvas.getContext('2d');
    if (!context) throw new TypeError('a 2-D canvas context is needed for the overlay');
    this.#context = context;
    context.fillStyle = look.contour;
    context.strokeStyle = look.contour;
    // Groups overlap and have gaps: together they give a shade.
    context.globalAlpha = each > 1 ? 0.3 : 0.8;
  }

  get done(): boolean {
    return 4 * this.#next >= this.boxes.length;
  }

  /** Continues painting for about this many milliseconds. */
  work(budget: number): void {
    const end = performance.now() + budget;
    const context = this.#context;
    while (!this.done && performance.now() < end) {
      for (const last = this.#next + PACE; this.#next < last && !this.done; this.#next++) {
        const at = 4 * this.#next;
        const x = (this.boxes[at]! - this.area.x0) * this.#scale;
        const y = (this.boxes[at + 1]! - this.area.y0) * this.#scale;
        const width = Math.max(1, (this.boxes[at + 2]! - this.boxes[at]!) * this.#scale);
        const height = Math.max(1, (this.boxes[at + 3]! - this.boxes[at + 1]!) * this.#scale);
        if (this.each === 1 && Math.max(width, height) >= FRAME) context.strokeRect(x, y, width, height);
        else context.fillRect(x, y, width, height);
      }
    }
  }

  /** Draws the picture where its boxes lie. `ratio`: device pixels per CSS pixel of the context. */
  draw(context: Context, p: Projection, ratio: number): void {
    const { x, y } = toScreen(p, this.area.x0, this.area.y0);
    const s = ratio / this.#scale;
    context.save();
    context.setTransform(p.a * s, p.b * s, p.c * s, p.d * s, x * ratio, y * ratio);
    context.drawImage(this.#canvas, 0, 0);
    context.restore();
  }
}
