/**
 * Contours that are too many to be painted in every frame: a picture of the view and its surroundings, painted anew when the
 * view or the list is another, and a smaller one of all contours for what the first does not show yet.
 */
import type { Context } from './contour-painter.js';
import { CrowdPicture, type CrowdView } from './crowd-picture.js';
import { outsideOf } from './moved-picture.js';
import { isSame, type Projection, visibleBox } from './projection.js';
import type { ContourIndex } from './spatial-index.js';

/** Maximum number of contours, and of distinguishable vertices, that a frame paints one by one. */
const CONTOURS = 400;
const VERTICES = 8000;
/** Milliseconds of a frame that go into pictures: while the view moves where it must be, and while it rests. */
const MOVING = 8;
const RESTING = 12;
/** The surroundings of the view that its picture shows, as a share of its size on each side. */
const ROUND = 0.2;
/** The longer side of the picture of all contours, in device pixels. */
const OVERVIEW = 1536;

/** Tells whether what is seen of an index is too much for a frame. */
export const isCrowd = (index: ContourIndex, places: Uint32Array, scale: number): boolean => {
  if (places.length > CONTOURS) return true;
  let vertices = 0;
  for (const place of places) vertices += index.vertices(place, scale);
  return vertices > VERTICES;
};

/** The contours of a frame, and the view in which they are drawn. */
export type CrowdFrame = Omit<CrowdView, 'plain' | 'sketch'>;

/** The pictures in which many contours are drawn. */
export class Crowd {
  /** The picture that is drawn, and the one that is being painted to replace it. */
  #picture: CrowdPicture | undefined;
  #coming: CrowdPicture | undefined;
  #overview: CrowdPicture | undefined;
  #last: Projection | undefined;
  /** Paints one after another that saw the same view. */
  #still = 0;

  /** @param part true for contours that were read for a view: lines alone, and no picture of all of them */
  constructor(private readonly part = false) {}

  /** Draws what there is, and paints on; true where another frame is needed. */
  paint(context: Context, { projection: p, ...frame }: CrowdFrame): boolean {
    const { ratio } = frame;
    this.#still = this.#last !== undefined && isSame(this.#last, p) ? this.#still + 1 : 0;
    this.#last = p;
    // A frame may paint twice, before the viewer has moved on and after: the first of the two sees the view of the frame before.
    const rests = this.#still > 1;
    const wanted: CrowdView = { ...frame, projection: widened(p, ratio), plain: this.part };
    // What takes long is a sketch first, and as long as the view moves.
    const sketch = { ...wanted, sketch: true };
    const picture = this.#picture;
    const current = picture !== undefined && shows(picture, wanted);
    const served = serves(picture ?? this.#coming, p);
    if (current) this.#coming = undefined;
    // While the picture serves, the next one is not begun: its view would be left before it is needed.
    else if (rests ? !this.#coming || !shows(this.#coming, sketch) : !served && !this.#suits(wanted)) {
      this.#coming = new CrowdPicture(rests && picture && hasSame(picture.view, wanted) ? wanted : sketch);
    }
    const budget = rests ? RESTING : served || this.#still === 1 ? 0 : MOVING;
    if (budget > 0) this.#coming?.work(budget);
    if (this.#coming?.done) {
      this.#picture = this.#coming;
      this.#coming = undefined;
    }
    const waits = this.#coming !== undefined;
    const overviewWaits = !waits && !this.part && this.#paintsOverview(wanted, budget);
    this.#draw(context, p, ratio);
    return waits || overviewWaits || (this.#picture !== undefined && !shows(this.#picture, wanted));
  }

  /** Tells whether the picture under way will do for a view that moves. */
  #suits(wanted: CrowdView): boolean {
    const coming = this.#coming;
    return coming !== undefined && hasSame(coming.view, wanted) && !coming.slow;
  }

  /** Drops everything: there is no crowd. */
  clear(): void {
    this.#picture = undefined;
    this.#coming = undefined;
    this.#overview = undefined;
    this.#last = undefined;
  }

  #draw(context: Context, p: Projection, ratio: number): void {
    const picture = this.#picture ?? this.#coming;
    const overview = this.#overview;
    if (overview?.done && picture && !covers(picture, p)) {
      context.save();
      context.clip(outsideOf(picture.view.projection, p), 'evenodd');
      overview.draw(context, p, ratio);
      context.restore();
    }
    picture?.draw(context, p, ratio);
  }

  /** Paints on at the picture of all contours; true where it is not done. */
  #paintsOverview(wanted: CrowdView, budget: number): boolean {
    const { extent } = wanted.index;
    if (!extent) return false;
    if (!this.#overview || !hasSame(this.#overview.view, wanted)) {
      const [width, height] = [extent.x1 - extent.x0, extent.y1 - extent.y0];
      const scale = OVERVIEW / wanted.ratio / Math.max(width, height, 1e-9);
      const centre = { x: (width * scale) / 2, y: (height * scale) / 2 };
      const origin = { x: (extent.x0 + extent.x1) / 2, y: (extent.y0 + extent.y1) / 2 };
      const projection: Projection = {
        origin,
        centre,
        a: scale,
        b: 0,
        c: 0,
        d: scale,
        scale,
        width: 2 * centre.x,
        height: 2 * centre.y,
      };
      this.#overview = new CrowdPicture({ ...wanted, projection, sketch: true });
    }
    if (budget > 0) this.#overview.work(budget);
    return !this.#overview.done;
  }
}

/** The same contours in the same look. */
const hasSame = (view: CrowdView, wanted: CrowdView): boolean =>
  view.index === wanted.index &&
  view.without === wanted.without &&
  view.ratio === wanted.ratio &&
  view.look === wanted.look;

/** Tells whether a picture is the one wanted; a sketch is, while a sketch will do. */
const shows = ({ view, rough }: CrowdPicture, wanted: CrowdView): boolean =>
  hasSame(view, wanted) && isSame(view.projection, wanted.projection) && (!rough || wanted.sketch === true);

/** The projection of a picture that shows the surroundings of a view too; its margins are whole device pixels. */
const widened = (p: Projection, ratio: number): Projection => {
  const dx = Math.ceil(p.width * ROUND * ratio) / ratio;
  const dy = Math.ceil(p.height * ROUND * ratio) / ratio;
  const centre = { x: p.centre.x + dx, y: p.centre.y + dy };
  return { ...p, centre, width: p.width + 2 * dx, height: p.height + 2 * dy };
};

/** Tells whether a picture will do while the view moves: it shows all of it, at no less than half and no more than twice its scale. */
const serves = (picture: CrowdPicture | undefined, p: Projection): boolean => {
  if (!picture?.done || !covers(picture, p)) return false;
  const ratio = p.scale / picture.view.projection.scale;
  return ratio >= 0.5 && ratio <= 2;
};

/** Tells whether a picture shows all of a view, or all contours that lie in it. */
const covers = ({ view }: CrowdPicture, p: Projection): boolean => {
  const { extent } = view.index;
  const upright = view.projection.b === 0 && view.projection.c === 0 && p.b === 0 && p.c === 0;
  if (!upright || !extent) return false;
  const [outer, inner] = [visibleBox(view.projection), visibleBox(p)];
  return (
    outer.x0 <= Math.max(inner.x0, extent.x0) &&
    outer.y0 <= Math.max(inner.y0, extent.y0) &&
    outer.x1 >= Math.min(inner.x1, extent.x1) &&
    outer.y1 >= Math.min(inner.y1, extent.y1)
  );
};
