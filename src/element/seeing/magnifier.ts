/** A round glass at the pointer that shows image and contours larger. */
import type { Point } from '../../contours/geometry.js';
import { Crowd } from '../overlay/crowd.js';
import { emptyDrawing } from '../overlay/drawing.js';
import { LongOutline } from '../overlay/long-outline.js';
import { Painter } from '../overlay/paint.js';
import { type Projection, toImage } from '../overlay/projection.js';
import type { ViewerHold } from '../viewer/viewer.js';
import { glassPlace } from './glass-place.js';

/** Width of the frame's line, in CSS pixels. */
const LINE = 2;
/** Magnification. */
const POWER = 4;

interface Glass {
  readonly frame: HTMLElement;
  readonly image: HTMLCanvasElement;
  readonly contours: HTMLCanvasElement;
  readonly stop: AbortController;
}

/** The glass at the pointer. */
export class Magnifier {
  #glass: Glass | undefined;
  #at: Point | undefined;
  #by: 'finger' | 'pointer' = 'pointer';
  #frame = 0;

  constructor(
    private readonly hold: () => ViewerHold | undefined,
    /** The filter of the image's canvas. */
    private readonly filter: () => string,
  ) {}

  get open(): boolean {
    return this.#glass !== undefined;
  }

  toggle(): void {
    if (this.open) this.close();
    else this.#show();
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#glass?.stop.abort();
    this.#glass?.frame.remove();
    this.#glass = undefined;
  }

  /** Draws the glass in the next frame: what lies below it may have changed. */
  refresh(): void {
    if (this.#glass && this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #show(): void {
    const hold = this.hold();
    if (!hold) return;
    const { viewer, overlay } = hold;
    const frame = document.createElement('div');
    frame.className = 'snake-magnifier';
    frame.setAttribute('aria-hidden', 'true');
    Object.assign(frame.style, {
      position: 'absolute',
      left: '0',
      top: '0',
      boxSizing: 'border-box',
      borderRadius: '50%',
      overflow: 'hidden',
      zIndex: '1',
      pointerEvents: 'none',
      background: '#000',
      border: `${LINE}px solid #fff`,
      boxShadow: '0 0 0 1px #000, 0 6px 24px rgb(0 0 0 / 0.4)',
    });
    const [image, contours] = [canvasIn(frame), canvasIn(frame)];
    // Above the map, which lies beside the canvas.
    viewer.container.append(frame);
    const stop = new AbortController();
    const { signal } = stop;
    viewer.canvas.addEventListener('pointermove', (event) => this.#move(event, overlay.canvas), {
      signal,
      capture: true,
    });
    viewer.canvas.addEventListener('pointerdown', (event) => this.#move(event, overlay.canvas), {
      signal,
      capture: true,
    });
    const refresh = (): void => this.refresh();
    viewer.addHandler('update-viewport', refresh);
    signal.addEventListener('abort', () => viewer.removeHandler('update-viewport', refresh));
    this.#glass = { frame, image, contours, stop };
    this.#draw();
  }

  #move({ clientX, clientY, pointerType }: PointerEvent, over: HTMLElement): void {
    this.#by = pointerType === 'touch' ? 'finger' : 'pointer';
    const box = over.getBoundingClientRect();
    this.#at = { x: clientX - box.left, y: clientY - box.top };
    this.refresh();
  }

  #draw(): void {
    this.#frame = 0;
    const glass = this.#glass;
    const hold = this.hold();
    if (!glass || !hold) return;
    const { overlay, viewer } = hold;
    const { clientWidth, clientHeight } = overlay.canvas;
    // The window may have become smaller since. Until a pointer comes it is the middle.
    const { x, y } = this.#at ?? { x: clientWidth / 2, y: clientHeight / 2 };
    const at = { x: Math.min(x, clientWidth), y: Math.min(y, clientHeight) };
    const place = glassPlace(at, { width: clientWidth, height: clientHeight }, this.#by);
    Object.assign(glass.frame.style, {
      width: `${place.side}px`,
      height: `${place.side}px`,
      transform: `translate(${place.x}px, ${place.y}px)`,
    });
    const radius = place.side / 2 - LINE;
    const ratio = globalThis.devicePixelRatio || 1;
    const side = Math.round(2 * radius * ratio);
    for (const canvas of [glass.image, glass.contours]) if (canvas.width !== side) canvas.width = canvas.height = side;
    this.#drawImage(glass.image, viewer.drawer?.canvas, at, clientWidth, radius);
    const { projection } = overlay;
    const context = glass.contours.getContext('2d');
    if (!context || !projection) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, side, side);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const { placement: _scaleBar, ...drawing } = overlay.drawing ?? emptyDrawing;
    new Painter(context, overlay.look, new Crowd(), new LongOutline()).paint(
      drawing,
      enlarged(projection, at, radius),
      ratio,
    );
  }

  #drawImage(target: HTMLCanvasElement, source: unknown, at: Point, width: number, radius: number): void {
    const context = target.getContext('2d');
    if (!context || !(source instanceof HTMLCanvasElement) || source.width === 0) return;
    target.style.filter = this.filter();
    const scale = source.width / Math.max(1, width);
    const half = (radius / POWER) * scale;
    context.imageSmoothingEnabled = false;
    context.clearRect(0, 0, target.width, target.height);
    context.drawImage(
      source,
      at.x * scale - half,
      at.y * scale - half,
      2 * half,
      2 * half,
      0,
      0,
      target.width,
      target.height,
    );
  }
}

const canvasIn = (frame: HTMLElement): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  Object.assign(canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
  frame.append(canvas);
  return canvas;
};

/** The projection of the glass: what lies at `at` is in its middle. */
const enlarged = (p: Projection, at: Point, radius: number): Projection => ({
  origin: toImage(p, at.x, at.y),
  centre: { x: radius, y: radius },
  a: POWER * p.a,
  b: POWER * p.b,
  c: POWER * p.c,
  d: POWER * p.d,
  scale: POWER * p.scale,
  width: 2 * radius,
  height: 2 * radius,
});
