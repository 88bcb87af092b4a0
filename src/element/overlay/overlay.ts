/**
 * The vector overlay: a canvas over the viewer's own, redrawn in the same frame as the tiles, from the springs'
 * current values, so that contours never trail behind the image. Its pixels are device pixels: crisp at any zoom.
 */

import type OpenSeadragon from 'openseadragon';
import { SegmenterError } from '../../core/errors.js';
import { because } from '../../core/reasons.js';
import type { Look } from './contour-painter.js';
import { Crowd } from './crowd.js';
import { type Drawing, emptyDrawing } from './drawing.js';
import { LongOutline } from './long-outline.js';
import { Painter } from './paint.js';
import { type Projection, projectionOf } from './projection.js';

/** Events after which the view differs. A flip raises only `flip` and `update-viewport`. */
const MOVES = ['update-viewport', 'flip', 'resize', 'open', 'close'] as const;

/** The canvas over a viewer, and its drawing. */
export class Overlay {
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #crowd = new Crowd();
  readonly #long = new LongOutline();
  readonly #redraw = (): void => this.draw();
  #drawing: Drawing = emptyDrawing;
  #look: Look = { accent: '#2f81f7', contour: '#2dd4bf' };
  #frame = 0;

  constructor(
    private readonly viewer: OpenSeadragon.Viewer,
    /** The image that the coordinates belong to; none while nothing is open. */
    private readonly item: () => OpenSeadragon.TiledImage | undefined,
  ) {
    this.canvas = document.createElement('canvas');
    this.canvas.className = 'snake-overlay';
    this.canvas.setAttribute('aria-hidden', 'true');
    Object.assign(this.canvas.style, {
      position: 'absolute',
      inset: '0',
      width: '100%',
      height: '100%',
      pointerEvents: 'none',
    });
    const context = this.canvas.getContext('2d');
    if (!context)
      throw new SegmenterError('unsupported', {
        what: because('the-viewer')`The viewer`,
        reason: because('no-canvas')`this document has no 2-D canvas`,
      });
    this.#context = context;
    viewer.canvas.append(this.canvas);
    for (const name of MOVES) viewer.addHandler(name, this.#redraw);
  }

  get drawing(): Drawing {
    return this.#drawing;
  }

  set drawing(drawing: Drawing) {
    this.#drawing = drawing;
    this.invalidate();
  }

  get look(): Look {
    return this.#look;
  }

  set look(look: Look) {
    this.#look = look;
    this.invalidate();
  }

  /** The projection of this frame, or none while no image is open. */
  get projection(): Projection | undefined {
    const item = this.item();
    return item && this.viewer.viewport ? projectionOf(this.viewer, item) : undefined;
  }

  /** Draws once in the next animation frame, however often it is called. */
  invalidate(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#redraw);
  }

  /** Draws now, and cancels the drawing requested for the next frame. */
  draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { canvas } = this;
    const ratio = globalThis.devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
    this.#context.clearRect(0, 0, width, height);
    const { projection } = this;
    if (!projection || projection.width === 0) return;
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const painter = new Painter(this.#context, this.#look, this.#crowd, this.#long);
    const waits = painter.paint(this.#drawing, projection, ratio);
    if (waits) this.invalidate();
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    for (const name of MOVES) this.viewer.removeHandler(name, this.#redraw);
    this.canvas.remove();
  }
}
