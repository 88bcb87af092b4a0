/**
 * A picture of many contours, painted piece by piece, so that no frame waits for the whole; while the view moves it is drawn
 * in its place, and no contour is painted.
 */
import { later } from '../../core/later.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { type Context, ContourPainter, type Look } from './contour-painter.js';
import { drawMoved } from './moved-picture.js';
import { type Projection, visibleBox } from './projection.js';
import { type ScreenShape, shapeOf, WHOLE } from './screen-shape.js';
import type { Sketch } from './sketch.js';
import type { ContourIndex } from './spatial-index.js';
import { Tiles } from './tiles.js';

/** With more contours than this in a picture, each is a plain line, together with others of its colour. */
const PLAIN = 1500;
/** Margin outside a picture whose contours can still be seen in it, in CSS pixels. */
const REACH = 8;
/** Contours that are painted before the clock is read for the first time: lines, and with rim and filling. */
const FIRST_LINES = 64;
const FIRST_FILLED = 4;
/** Maximum number of contours painted before the clock is read again; and the maximum ratio to the previous number, since contours may be larger. */
const MOST = 1024;
const GROWTH = 4;

/** Until it is there, contours of many vertices are painted in full. */
export const sketching = later(() => import('./sketch.js'));

/** Contents of a picture. */
export interface CrowdView {
  readonly index: ContourIndex;
  readonly look: Look;
  /** The id of a contour that is left out. */
  readonly without?: string | undefined;
  /** Of the picture: its view has the picture's size. */
  readonly projection: Projection;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  /** Lines alone, however few the contours are. */
  readonly plain: boolean;
  /** Contours of many vertices are lines of one device pixel, which take a hundredth of the time. */
  readonly sketch?: boolean;
}

/** A contour that is painted tile by tile. */
interface LongContour {
  readonly contour: ContourFeature;
  readonly shape: ScreenShape;
  readonly tiles: Tiles;
}

/** A picture of contours, and the part of the image that it shows. */
export class CrowdPicture {
  readonly #canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #painter: ContourPainter;
  readonly #places: Uint32Array;
  readonly #plain: boolean;
  /** Whether a contour has so many vertices that it is painted tile by tile. */
  readonly long: boolean;
  #next = 0;
  /** Contours whose veil is taken away, which comes before all of them are drawn. */
  #cleared = Infinity;
  /** Contours that were painted before the clock was read for the last time, and how long each took, in milliseconds. */
  #count: number;
  #each = 0;
  /** The contour that is being painted tile by tile. */
  #long: LongContour | undefined;
  /** What sketches such contours, where they are sketched, and the sketch that is being made. */
  readonly #sketching: typeof sketching.now;
  #sketch: Sketch | undefined;

  constructor(readonly view: CrowdView) {
    const { projection, ratio, index, without, look } = view;
    const width = Math.max(1, Math.round(projection.width * ratio));
    const height = Math.max(1, Math.round(projection.height * ratio));
    this.#canvas = new OffscreenCanvas(width, height);
    // Kept in main memory: there, reading a pixel tells when what was painted is done.
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new TypeError('a 2-D canvas context is needed for the overlay');
    this.#context = context;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.lineJoin = 'round';
    context.lineCap = 'round';
    this.#painter = new ContourPainter(context, look);
    const places = index.within(visibleBox(projection, REACH));
    this.#plain = view.plain || places.length > PLAIN;
    this.#count = (this.#plain ? FIRST_LINES : FIRST_FILLED) / GROWTH;
    this.#places = without === undefined ? places : places.filter((place) => index.list[place]!.id !== without);
    this.long = index.mostVertices > WHOLE && this.#places.some((place) => this.#isLong(place));
    if (this.long && view.sketch) {
      this.#sketching = sketching.now;
      // Nothing is lost where it does not come.
      sketching.load().catch(() => {});
    }
    if (!look.dim) return;
    this.#painter.veil(projection);
    this.#cleared = 0;
  }

  /** Some contour is a sketch. */
  get rough(): boolean {
    return this.#sketching !== undefined;
  }

  /** Some contour is painted in full that could be a sketch. */
  get slow(): boolean {
    return this.long && !this.rough && sketching.now !== undefined;
  }

  get done(): boolean {
    return this.#next >= this.#places.length;
  }

  /** Continues painting for about this many milliseconds. */
  work(budget: number): void {
    const start = performance.now();
    const { index, projection } = this.view;
    while (!this.done) {
      const before = performance.now();
      const clears = this.#cleared < this.#places.length;
      if (!clears && this.#paintsLong()) {
        this.#context.getImageData(0, 0, 1, 1);
        if (performance.now() - start >= budget) return;
        continue;
      }
      const from = clears ? this.#cleared : this.#next;
      const pace = this.#paceFor(budget - (before - start));
      const end = clears ? Math.min(this.#places.length, from + pace) : this.#shortUntil(from + pace);
      if (clears) for (let k = from; k < end; k++) this.#painter.clear(index.list[this.#places[k]!]!, projection);
      else if (this.#plain) this.#painter.crowd(index, this.#places, projection, from, end);
      else for (let k = from; k < end; k++) this.#painter.contour(index.list[this.#places[k]!]!, projection);
      const count = end - from;
      if (clears) this.#cleared = end;
      else this.#next = end;
      this.#context.getImageData(0, 0, 1, 1);
      const now = performance.now();
      this.#count = count;
      this.#each = (now - before) / count;
      if (now - start >= budget) return;
    }
  }

  /** The number of contours that fit into a number of milliseconds, by the time that the last ones took. */
  #paceFor(left: number): number {
    return Math.max(1, Math.floor(Math.min(MOST, GROWTH * this.#count, left / Math.max(1e-3, this.#each))));
  }

  /** Paints a part of the next contour; false where that is short enough to be painted whole. */
  #paintsLong(): boolean {
    const { index, projection, ratio } = this.view;
    const place = this.#places[this.#next]!;
    if (!this.#isLong(place)) return false;
    const contour = index.list[place]!;
    if (this.#sketching) this.#sketches(contour, place, this.#sketching.Sketch);
    else {
      this.#long ??= { contour, shape: shapeOf(contour, projection), tiles: new Tiles(projection, ratio) };
      this.#paintsTile(this.#long);
    }
    if (!this.#long && !this.#sketch) this.#next++;
    return true;
  }

  #paintsTile({ contour, shape, tiles }: LongContour): void {
    const tile = tiles.next(shape);
    if (tile) this.#painter.partIn(contour, shape, tile, this.#plain);
    if (tiles.done) this.#long = undefined;
  }

  #sketches(contour: ContourFeature, place: number, Sketching: typeof Sketch): void {
    const { index, projection, ratio } = this.view;
    this.#sketch ??= new Sketching(contour, index.boundsOf(place), projection, ratio, this.#painter.colour(contour));
    this.#sketch.work();
    if (!this.#sketch.done) return;
    this.#painter.sketch(contour, projection, this.#sketch, this.#plain);
    this.#sketch = undefined;
  }

  #isLong(place: number): boolean {
    const { index, projection } = this.view;
    return index.vertices(place, projection.scale) > WHOLE;
  }

  /** The end of those from the next one on that are painted whole. */
  #shortUntil(most: number): number {
    const end = Math.min(this.#places.length, most);
    for (let k = this.#next; k < end; k++) if (this.#isLong(this.#places[k]!)) return k;
    return end;
  }

  /** Draws the picture where its contours lie in a projection. `ratio`: device pixels per CSS pixel of the context. */
  draw(context: Context, p: Projection, ratio: number): void {
    drawMoved(context, this.#canvas, this.view.projection, p, ratio);
  }
}
