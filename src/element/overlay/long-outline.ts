/**
 * The selected contour where it has so many vertices that its lines take more than a frame: a picture of it that moves with the view. A change
 * paints anew only the rectangle in which edges differ. What is too much for a frame is sketched, and painted tile by tile once view and contour rest.
 */
import type { Rect } from '../../core/geometry/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { type Context, ContourPainter, type Look } from './contour-painter.js';
import { drawMoved, outsideOf } from './moved-picture.js';
import { isSame, type Projection } from './projection.js';
import { difference, hasMore, type ScreenShape, shapeOf, vertexCountOf, WHOLE } from './screen-shape.js';
import { EDGES, Tiles } from './tiles.js';

/** Milliseconds of a frame that go into tiles. */
const RESTING = 12;

interface Sight {
  readonly contour: ContourFeature;
  readonly shape: ScreenShape;
  readonly look: Look;
  readonly projection: Projection;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

const isSight = (a: Sight, b: Sight): boolean =>
  a.contour === b.contour && a.look === b.look && a.ratio === b.ratio && isSame(a.projection, b.projection);

/** A picture of a contour in a view. */
class OutlinePicture {
  readonly canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #tiles: Tiles;
  /** True where a part is a sketch. */
  rough = false;

  constructor(public sight: Sight) {
    const { projection, ratio } = sight;
    const { width, height } = projection;
    this.canvas = new OffscreenCanvas(Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio)));
    // Kept in main memory: there, reading a pixel tells when what was painted is done.
    const context = this.canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new TypeError('a 2-D canvas context is needed for the overlay');
    this.#context = context;
    context.lineCap = 'round';
    this.#tiles = new Tiles(projection, ratio);
  }

  get done(): boolean {
    return this.#tiles.done;
  }

  /** Paints tiles for about this many milliseconds. */
  work(budget: number): void {
    const start = performance.now();
    const { shape } = this.sight;
    for (let tile = this.#tiles.next(shape); tile; tile = this.#tiles.next(shape)) {
      this.#paint(tile, false);
      this.#context.getImageData(0, 0, 1, 1);
      if (performance.now() - start >= budget) return;
    }
  }

  /** Sketches all of it. */
  sketch(): this {
    const { width, height } = this.sight.projection;
    this.#paint({ x: 0, y: 0, width, height }, true);
    this.#tiles.clear();
    this.rough = true;
    return this;
  }

  /** Paints what differs in another sight of the same view. */
  change(to: Sight): void {
    const { shape } = this.sight;
    this.sight = to;
    const box = difference(shape, to.shape);
    if (!box) return;
    const { width, height } = to.projection;
    const { x0, y0, x1, y1 } = box === 'all' ? { x0: 0, y0: 0, x1: width, y1: height } : box;
    const grid = (value: number, round: (value: number) => number): number => round(value * to.ratio) / to.ratio;
    const [left, top] = [grid(Math.max(0, x0 - MARGIN), Math.floor), grid(Math.max(0, y0 - MARGIN), Math.floor)];
    const right = grid(Math.min(width, x1 + MARGIN), Math.ceil);
    const bottom = grid(Math.min(height, y1 + MARGIN), Math.ceil);
    if (right <= left || bottom <= top) return;
    const rect = { x: left, y: top, width: right - left, height: bottom - top };
    const sketch = hasMore(to.shape, rect, EDGES);
    this.#paint(rect, sketch);
    this.rough ||= sketch;
  }

  #paint(rect: Rect, sketch: boolean): void {
    const context = this.#context;
    const { contour, shape, look, ratio } = this.sight;
    context.save();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.beginPath();
    context.rect(rect.x, rect.y, rect.width, rect.height);
    context.clip();
    context.clearRect(rect.x, rect.y, rect.width, rect.height);
    new ContourPainter(context, look).selectedIn(contour, shape, rect, sketch, ratio);
    context.restore();
  }
}

/** Half of the width of the widest line, and a pixel for smooth borders, in CSS pixels. */
const MARGIN = 5;

/** Paints one contour of many vertices. */
export class LongOutline {
  #shown: OutlinePicture | undefined;
  #coming: OutlinePicture | undefined;
  #last: Sight | undefined;
  /** Paints one after another that saw the same. */
  #still = 0;

  /** Paints a selected contour: true where another frame is needed, `undefined` where it has too few vertices and is not painted here. */
  paint(context: Context, contour: ContourFeature, look: Look, p: Projection, ratio: number): boolean | undefined {
    const last = this.#last;
    const same = last?.contour === contour && isSame(last.projection, p) ? last.shape : undefined;
    const sight: Sight = { contour, shape: same ?? shapeOf(contour, p), look, projection: p, ratio };
    if (!same && vertexCountOf(sight.shape) <= WHOLE) {
      this.clear();
      return undefined;
    }
    this.#still = last && isSight(last, sight) ? this.#still + 1 : 0;
    this.#last = sight;
    const shown = this.#toShow(sight);
    this.#shown = shown;
    const current = isSight(shown.sight, sight);
    if (current && !shown.rough) this.#coming = undefined;
    // A frame may paint twice, before the viewer has moved on and after.
    else if (this.#still > 1) {
      if (!this.#coming || !isSight(this.#coming.sight, sight)) this.#coming = new OutlinePicture(sight);
      this.#coming.work(RESTING);
      if (this.#coming.done) {
        this.#shown = this.#coming;
        this.#coming = undefined;
      }
    }
    this.#draw(context, sight);
    return this.#shown.rough || !isSight(this.#shown.sight, sight);
  }

  /** No such contour is drawn. */
  clear(): void {
    this.#shown = undefined;
    this.#coming = undefined;
    this.#last = undefined;
  }

  /** The picture to show, with what has changed in it. */
  #toShow(sight: Sight): OutlinePicture {
    const shown = this.#shown;
    const before = shown?.sight;
    if (!before || before.look !== sight.look || before.ratio !== sight.ratio || before.contour.id !== sight.contour.id)
      return new OutlinePicture(sight).sketch();
    const moved = !isSame(before.projection, sight.projection);
    if (moved && before.contour !== sight.contour) return new OutlinePicture(sight).sketch();
    if (before.contour !== sight.contour) shown.change(sight);
    return shown;
  }

  #draw(context: Context, { contour, shape, look, projection: p, ratio }: Sight): void {
    const shown = this.#shown;
    if (!shown) return;
    const from = shown.sight.projection;
    drawMoved(context, shown.canvas, from, p, ratio);
    if (isSame(from, p)) return;
    context.save();
    context.clip(outsideOf(from, p), 'evenodd');
    const all = { x: 0, y: 0, width: p.width, height: p.height };
    new ContourPainter(context, look).selectedIn(contour, shape, all, true, ratio);
    context.restore();
  }
}
