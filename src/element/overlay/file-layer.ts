/**
 * Contours of a file under those of the list: what is in view is read when the view leaves what was read. Until it has come,
 * what there is is drawn: first boxes of large groups, which a few kilobytes of the index tell.
 */
import type { InView } from '../../contours/traffic/contour-view.js';
import { isAbort } from '../../core/errors.js';
import type { Box } from '../../core/geometry/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { BoxPicture } from './box-picture.js';
import { type Context, ContourPainter, type Look } from './contour-painter.js';
import { Crowd, isCrowd } from './crowd.js';
import { type Projection, visibleBox } from './projection.js';
import { ContourIndex } from './spatial-index.js';

/** Reads what is in view; the next look ends the one before. */
export interface ViewReader {
  /** `most`: boxes that are wanted at most. */
  look(wanted: Box, pixel: number, most?: number): Promise<InView>;
  next(): Promise<readonly ContourFeature[] | undefined>;
}

/** Calls of a layer to its owner. */
export interface LayerEvents {
  /** Called when the layer has to be redrawn. */
  changed(): void;
  /** All that is in view was read. */
  read(what: { readonly kind: InView['kind']; readonly count: number }): void;
  failed(error: unknown): void;
}

/** The surroundings of the view that are read with it, as a share of its size on each side. */
const ROUND = 0.5;
/** Ratio of zooms from which contours are read again. */
const ZOOM = 2;
/** Milliseconds of a frame that go into a picture of boxes. */
const BUDGET = 5;
/** Boxes of the first overview: a sixteenth of them at least, which 160 kB of the index give. */
const ROUGH = 2 ** 12;
/** The longer side of an overview's picture, in CSS pixels. */
const OVERVIEW = 2048;

/** What was read of a part of the image. */
interface Read {
  readonly area: Box;
  /** Image pixels to one CSS pixel. */
  readonly pixel: number;
  index?: ContourIndex;
  boxes?: Extract<InView, { readonly kind: 'boxes' }>;
  picture?: BoxPicture;
  readonly crowd: Crowd;
}

/** Contours of a file in view, read through its index. */
export class FileLayer {
  /** What is drawn, what is being read, and boxes of all contours for what neither shows. */
  #shown: Read | undefined;
  #coming: Read | undefined;
  #overview: Read | undefined;
  #surveyed = false;
  /** What is shown was not whole in the last frame. */
  #painting = false;
  #closed = false;

  constructor(
    private readonly reader: ViewReader,
    private readonly bounds: Box,
    private readonly events: LayerEvents,
  ) {}

  /** Draws what there is, and sees to it that the rest comes; true where another frame is needed. */
  paint(context: Context, look: Look, p: Projection, ratio: number): boolean {
    const view = visibleBox(p);
    const seen = common(view, this.bounds);
    if (seen && !this.#closed) this.#want(view, seen, 1 / p.scale);
    const beyond = seen !== undefined && !(this.#shown && holds(this.#shown.area, seen));
    // Under pictures that are still being painted the overview stays.
    const under = beyond || this.#painting ? this.#overview : undefined;
    let waits = under !== undefined && this.#draw(under, context, look, p, ratio);
    const painting = this.#shown !== undefined && this.#draw(this.#shown, context, look, p, ratio);
    if (painting || this.#painting) waits = true;
    this.#painting = painting;
    if (this.#coming && this.#draw(this.#coming, context, look, p, ratio)) waits = true;
    return waits;
  }

  close(): void {
    this.#closed = true;
  }

  #want(view: Box, seen: Box, pixel: number): void {
    const fits = (read: Read | undefined): boolean =>
      read !== undefined && holds(read.area, seen) && pixel <= ZOOM * read.pixel && ZOOM * pixel >= read.pixel;
    if (fits(this.#coming) || (!this.#coming && fits(this.#shown))) return;
    const [dx, dy] = [ROUND * (view.x1 - view.x0), ROUND * (view.y1 - view.y0)];
    const wide = { x0: view.x0 - dx, y0: view.y0 - dy, x1: view.x1 + dx, y1: view.y1 + dy };
    this.#read({ area: common(wide, this.bounds) ?? seen, pixel, crowd: new Crowd(true) });
  }

  /** Reads a part; ends silently if another part is requested in the meantime. */
  async #read(read: Read): Promise<void> {
    this.#coming = read;
    try {
      if (!this.#overview) await this.#survey(ROUGH);
      if (this.#coming !== read) return;
      const found = await this.reader.look(read.area, read.pixel);
      if (this.#coming !== read) return;
      if (found.kind === 'boxes') read.boxes = found;
      else {
        const list: ContourFeature[] = [];
        for (let next = await this.reader.next(); next; next = await this.reader.next()) {
          if (this.#coming !== read) return;
          list.push(...next);
          // Where other contours are shown, these come together: each new list is painted from the beginning.
          if (this.#shown?.index) continue;
          read.index = new ContourIndex([...list], read.index);
          this.events.changed();
        }
        read.index ??= new ContourIndex(list);
        if (this.#coming !== read) return;
      }
      this.#shown = read;
      this.#painting = true;
      this.#coming = undefined;
      this.events.changed();
      const count = found.kind === 'boxes' ? found.boxes.length / 4 : found.count;
      this.events.read({ kind: found.kind, count });
      if (this.#surveyed) return;
      await this.#survey();
      this.#surveyed = true;
    } catch (error) {
      if (this.#coming !== read && isAbort(error)) return;
      if (this.#coming === read) this.#coming = undefined;
      if (isAbort(error) || this.#closed) return;
      this.#closed = true;
      this.events.failed(error);
    }
  }

  /** Boxes of all there is; contours that are few enough to be told apart are left to the look at them. */
  async #survey(most?: number): Promise<void> {
    const { x0, y0, x1, y1 } = this.bounds;
    const extent = Math.max(x1 - x0, y1 - y0);
    // So coarse that single contours are not asked for.
    const found = await this.reader.look(this.bounds, extent, most);
    if (this.#closed || found.kind !== 'boxes' || (most !== undefined && found.each === 1)) return;
    this.#overview = { area: this.bounds, pixel: extent / OVERVIEW, boxes: found, crowd: new Crowd(true) };
    this.events.changed();
  }

  #draw(read: Read, context: Context, look: Look, p: Projection, ratio: number): boolean {
    const { boxes, index, crowd, area } = read;
    if (boxes) {
      read.picture ??= new BoxPicture(boxes.boxes, boxes.each, area, ratio / read.pixel, look);
      read.picture.work(BUDGET);
      read.picture.draw(context, p, ratio);
      return !read.picture.done;
    }
    if (!index) return false;
    const places = index.within(visibleBox(p));
    if (isCrowd(index, places, p.scale)) return crowd.paint(context, { index, look, projection: p, ratio });
    crowd.clear();
    const painter = new ContourPainter(context, look);
    for (const place of places) painter.contour(index.list[place]!, p);
    return false;
  }
}

const holds = (outer: Box, inner: Box): boolean =>
  outer.x0 <= inner.x0 && outer.y0 <= inner.y0 && outer.x1 >= inner.x1 && outer.y1 >= inner.y1;

const common = (a: Box, b: Box): Box | undefined => {
  const box = {
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  };
  return box.x0 <= box.x1 && box.y0 <= box.y1 ? box : undefined;
};
