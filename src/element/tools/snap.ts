/** Places that a vertex snaps to: outlines of other objects, else the strongest edge of the image within reach. */
import type { Point } from '../../contours/geometry.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { RgbaPicture } from '../../image/display.js';
import { edgeAt } from '../overlay/hit.js';
import { indexOf } from '../overlay/spatial-index.js';
import { displayRequest } from '../viewer/display-request.js';
import type { Workbench } from '../workbench/workbench.js';

/** The side of the picture in which edges are sought, as a multiple of the reach. */
const AROUND = 16;
/** Most pixels a side of that picture. */
const LARGEST = 384;
/** The least gradient, in grey steps over two pixels, that counts as an edge. */
const LEAST = 12;

/** Grey values of a part of the image. */
interface Window {
  readonly rect: Rect;
  readonly image: number;
  readonly slice: number | undefined;
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

const greyOf = ({ data, width, height }: RgbaPicture): Uint8Array => {
  const grey = new Uint8Array(width * height);
  for (let k = 0; k < grey.length; k++)
    grey[k] = ((data[4 * k] ?? 0) + 2 * (data[4 * k + 1] ?? 0) + (data[4 * k + 2] ?? 0)) >> 2;
  return grey;
};

/** Sum of the absolute differences across and down, of 3 × 3 pixels weighted as Sobel does. */
const gradientAt = ({ grey, width }: Window, x: number, y: number): number => {
  const of = (dx: number, dy: number): number => grey[(y + dy) * width + x + dx] ?? 0;
  const across = of(1, -1) + 2 * of(1, 0) + of(1, 1) - of(-1, -1) - 2 * of(-1, 0) - of(-1, 1);
  const down = of(-1, 1) + 2 * of(0, 1) + of(1, 1) - of(-1, -1) - 2 * of(0, -1) - of(1, -1);
  return Math.abs(across) + Math.abs(down);
};

/** The place of the strongest edge within `reach` of a point; the nearest of equals. */
const strongestEdge = (window: Window, at: Point, reach: number): Point | undefined => {
  const { rect, width, height } = window;
  const scale = width / rect.width;
  const [cx, cy, radius] = [(at.x - rect.x) * scale, (at.y - rect.y) * scale, reach * scale];
  let found: Point | undefined;
  let most = 4 * LEAST;
  let nearest = Number.POSITIVE_INFINITY;
  for (let y = Math.max(1, Math.floor(cy - radius)); y <= Math.min(height - 2, cy + radius); y++) {
    for (let x = Math.max(1, Math.floor(cx - radius)); x <= Math.min(width - 2, cx + radius); x++) {
      const distance = Math.hypot(x + 0.5 - cx, y + 0.5 - cy);
      if (distance > radius) continue;
      const gradient = gradientAt(window, x, y);
      if (gradient < most || (gradient === most && distance >= nearest)) continue;
      most = gradient;
      nearest = distance;
      found = { x: rect.x + (x + 0.5) / scale, y: rect.y + (y + 0.5) / scale };
    }
  }
  return found;
};

/** Finds the place that a vertex snaps to, in full-resolution pixels. */
export class Snapping {
  #window: Window | undefined;
  #asked: Rect | undefined;

  constructor(private readonly bench: Workbench) {}

  /** Reads the image round a point, so that its edges are at hand. */
  async prepare(at: Point, reach: number): Promise<void> {
    const { engine, image, slice } = this.bench.stage;
    if (!engine || !image) return;
    const side = AROUND * reach;
    const rect = {
      x: Math.floor(at.x - side / 2),
      y: Math.floor(at.y - side / 2),
      width: Math.ceil(side),
      height: Math.ceil(side),
    };
    const pixels = Math.max(8, Math.min(LARGEST, rect.width));
    this.#asked = rect;
    const request = displayRequest(image, rect, { width: pixels, height: pixels, slice });
    const picture = await engine.display(image.id, request).catch(() => undefined);
    if (!picture || this.#asked !== rect) return;
    const { width, height } = picture;
    this.#window = { rect, image: image.id, slice, width, height, grey: greyOf(picture) };
  }

  /** The place to which a point snaps; itself where nothing is near. `own` is the contour that it belongs to. */
  at(point: Point, reach: number, own: string): Point {
    return this.#onOutline(point, reach, own) ?? this.#onEdge(point, reach) ?? point;
  }

  #onOutline(at: Point, reach: number, own: string): Point | undefined {
    const spot = { x0: at.x - reach, y0: at.y - reach, x1: at.x + reach, y1: at.y + reach };
    let found: Point | undefined;
    let distance = reach;
    const index = indexOf(this.bench.shown);
    for (const place of index.within(spot)) {
      const contour = index.list[place];
      if (!contour || contour.id === own) continue;
      const edge = edgeAt(contour, at, distance);
      if (!edge) continue;
      distance = edge.distance;
      found = edge.point;
    }
    return found;
  }

  #onEdge(at: Point, reach: number): Point | undefined {
    const window = this.#window;
    const { image, slice } = this.bench.stage;
    const { rect } = window ?? {};
    const inside =
      rect !== undefined &&
      at.x - reach >= rect.x &&
      at.y - reach >= rect.y &&
      at.x + reach <= rect.x + rect.width &&
      at.y + reach <= rect.y + rect.height;
    if (!window || !inside || window.image !== image?.id || window.slice !== slice) {
      const { x, y, width, height } = this.#asked ?? { x: 0, y: 0, width: 0, height: 0 };
      const underWay = Math.hypot(x + width / 2 - at.x, y + height / 2 - at.y) < width / 4;
      if (!underWay || (window && window.image !== image?.id)) void this.prepare(at, reach);
      return undefined;
    }
    return strongestEdge(window, at, reach);
  }
}
