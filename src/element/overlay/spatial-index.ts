/** Spatial index of a list of contours: their boxes in a packed Hilbert R-tree, made once for each list. */
import Flatbush from 'flatbush';
import { boundsOf, pathsOf } from '../../contours/geometry.js';
import type { Box } from '../../core/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';

/** Finds the contours of a list in a rectangle or near a point. */
export class ContourIndex {
  /** x0, y0, x1, y1 of each contour. */
  readonly #boxes: Float64Array;
  /** Vertices of each contour. */
  readonly #vertices: Uint32Array;
  readonly #tree: Flatbush | undefined;
  /** The box of all; of none where there is no contour. */
  readonly extent: Box | undefined;

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
      this.#vertices[k] = pathsOf(contour.geometry).paths.reduce((sum, path) => sum + path.length, 0);
    }
    if (count === 0) return;
    const tree = new Flatbush(count);
    for (let k = 0; k < count; k++) {
      const { x0, y0, x1, y1 } = this.boundsOf(k);
      tree.add(x0, y0, x1, y1);
    }
    tree.finish();
    this.#tree = tree;
    this.extent = { x0: tree.minX, y0: tree.minY, x1: tree.maxX, y1: tree.maxY };
  }

  /** The box of the contour at a place of the list. */
  boundsOf(place: number): Box {
    const boxes = this.#boxes;
    return { x0: boxes[4 * place]!, y0: boxes[4 * place + 1]!, x1: boxes[4 * place + 2]!, y1: boxes[4 * place + 3]! };
  }

  vertices(place: number): number {
    return this.#vertices[place]!;
  }

  /** Places of the contours whose boxes share a point with a box, borders included; in the order of the list. */
  within({ x0, y0, x1, y1 }: Box): Uint32Array {
    if (!this.#tree) return new Uint32Array(0);
    return Uint32Array.from(this.#tree.search(x0, y0, x1, y1)).sort();
  }
}

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
