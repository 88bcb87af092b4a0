/**
 * Spatial index of a list of contours: their boxes, side by side in memory. A search looks at all of them: a hundred thousand take a quarter of a
 * millisecond, where a tree would take longer to be made after each change of the list than it ever saves.
 */
import { boundsOf, positionsIn } from '../../contours/geometry.js';
import type { Box } from '../../core/geometry/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { MERGE } from './screen-paths.js';

/** Finds the contours of a list in a rectangle or near a point. */
export class ContourIndex {
  /** x0, y0, x1, y1 of each contour. */
  readonly #boxes: Float64Array;
  /** Vertices of each contour. */
  readonly #vertices: Uint32Array;
  /** Room for the places of a search. */
  #found: Uint32Array | undefined;
  /** Places by ids, made when first asked for. */
  #byId: Map<string, number> | undefined;
  /** What was asked for last. */
  #last: (Box & { readonly places: Uint32Array }) | undefined;
  /** The bounding box of all contours; empty without contours. */
  readonly extent: Box | undefined;
  /** Vertices of the contour that has most of them; 0 where there is none. */
  readonly mostVertices: number;

  /** Takes over what is known of contours that stood at the same place of the list before, or one further. */
  constructor(
    readonly list: readonly ContourFeature[],
    before?: ContourIndex,
  ) {
    const count = list.length;
    this.#boxes = new Float64Array(4 * count);
    this.#vertices = new Uint32Array(count);
    let old = 0;
    for (let k = 0; k < count; k++) {
      const contour = list[k]!;
      if (before && before.list[old] !== contour && before.list[old + 1] === contour) old++;
      if (before?.list[old] === contour) {
        this.#boxes.set(before.#boxes.subarray(4 * old, 4 * old + 4), 4 * k);
        this.#vertices[k] = before.#vertices[old]!;
        old++;
        continue;
      }
      if (before && before.list.length === count) old++;
      const { x0, y0, x1, y1 } = boundsOf(contour.geometry);
      this.#boxes.set([x0, y0, x1, y1], 4 * k);
      this.#vertices[k] = positionsIn(contour.geometry);
    }
    this.mostVertices = this.#vertices.reduce((most, vertices) => Math.max(most, vertices), 0);
    if (count === 0) return;
    const extent = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
    for (let k = 0; k < count; k++) {
      const { x0, y0, x1, y1 } = this.boundsOf(k);
      extent.x0 = Math.min(extent.x0, x0);
      extent.y0 = Math.min(extent.y0, y0);
      extent.x1 = Math.max(extent.x1, x1);
      extent.y1 = Math.max(extent.y1, y1);
    }
    this.extent = extent;
  }

  /** The box of the contour at a place of the list. */
  boundsOf(place: number): Box {
    const boxes = this.#boxes;
    return { x0: boxes[4 * place]!, y0: boxes[4 * place + 1]!, x1: boxes[4 * place + 2]!, y1: boxes[4 * place + 3]! };
  }

  /** Vertices of the contour at a place that can be told apart on the screen, at most. @param scale CSS pixels per image pixel */
  vertices(place: number, scale: number): number {
    const { x0, y0, x1, y1 } = this.boundsOf(place);
    // An outline that winds four times round its box has no more.
    return Math.min(this.#vertices[place]!, (8 * (x1 - x0 + y1 - y0) * scale) / MERGE);
  }

  /** Places of the contours whose boxes share a point with a box, borders included; in the order of the list. The caller does not write into them. */
  within(box: Box): Uint32Array {
    const { x0, y0, x1, y1 } = box;
    const last = this.#last;
    // A frame is often painted twice: where the viewer was, and where it has moved to.
    if (last && last.x0 === x0 && last.y0 === y0 && last.x1 === x1 && last.y1 === y1) return last.places;
    const places = this.#within(box);
    this.#last = { x0, y0, x1, y1, places };
    return places;
  }

  #within({ x0, y0, x1, y1 }: Box): Uint32Array {
    const { extent } = this;
    const boxes = this.#boxes;
    const count = this.list.length;
    if (!extent) return new Uint32Array(0);
    if (x0 <= extent.x0 && y0 <= extent.y0 && x1 >= extent.x1 && y1 >= extent.y1) return rangeOf(count);
    this.#found ??= new Uint32Array(count);
    const found = this.#found;
    let many = 0;
    for (let place = 0, k = 0; place < count; place++, k += 4)
      if (boxes[k]! <= x1 && boxes[k + 2]! >= x0 && boxes[k + 1]! <= y1 && boxes[k + 3]! >= y0) found[many++] = place;
    return found.slice(0, many);
  }

  /** Places of those contours of given ids whose boxes share a point with a box, in the order of the list. */
  placesOf(ids: Iterable<string>, { x0, y0, x1, y1 }: Box): Uint32Array {
    this.#byId ??= new Map(this.list.map(({ id }, place) => [id, place]));
    const places: number[] = [];
    for (const id of ids) {
      const place = this.#byId.get(id);
      if (place === undefined) continue;
      const box = this.boundsOf(place);
      if (box.x0 <= x1 && box.x1 >= x0 && box.y0 <= y1 && box.y1 >= y0) places.push(place);
    }
    return Uint32Array.from(places).sort();
  }
}

const rangeOf = (count: number): Uint32Array => {
  const places = new Uint32Array(count);
  for (let place = 0; place < count; place++) places[place] = place;
  return places;
};

const known = new WeakMap<readonly ContourFeature[], ContourIndex>();
let newest: WeakRef<ContourIndex> | undefined;

/** The index of a list; the same for the same list. */
export const indexOf = (list: readonly ContourFeature[]): ContourIndex => {
  let index = known.get(list);
  if (!index) {
    index = new ContourIndex(list, newest?.deref());
    known.set(list, index);
    newest = new WeakRef(index);
  }
  return index;
};
