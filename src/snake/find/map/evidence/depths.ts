/** How deep each part of a map is: the distance of its deepest pixel to the nearest that is not of the part. */
import type { Size } from '../box-blur.js';
import { FAR, FAR_AWAY } from '../distance.js';
import { greatest } from '../parts.js';

/**
 * The greatest squared distance in each part, by label, in whole numbers; beyond the edges all is of the part. Most pixels are known to be no
 * deeper than another one by their distance along the column, so this takes far less time than all distances.
 */
export const squaredDepths = (labels: Int32Array, size: Size): Float64Array => {
  const { width } = size;
  const columns = columnDistances(labels, size);
  const depths = new Float64Array(greatest(labels) + 1);
  for (let row = 0; row < labels.length; row += width) {
    for (let from = row; from < row + width; ) {
      const label = labels[from]!;
      let until = from + 1;
      while (until < row + width && labels[until] === label) until++;
      if (label !== 0) {
        const run = { from, until, open: { left: from === row, right: until === row + width } };
        depths[label] = deepestOf(columns, run, depths[label]!);
      }
      from = until;
    }
  }
  return depths;
};

/** Pixels of a part along a row. */
interface Run {
  readonly from: number;
  readonly until: number;
  /** At which of its ends the image ends. */
  readonly open: { readonly left: boolean; readonly right: boolean };
}

/** The greatest squared distance in a run and in what was looked at before. */
const deepestOf = (columns: Int32Array, { from, until, open }: Run, before: number): number => {
  let deepest = before;
  for (let i = from; i < until; i++) {
    let nearest = Math.min(FAR, columns[i]! * columns[i]!);
    for (let away = 1; nearest > deepest && away * away < nearest; away++) {
      const [left, right] = [i - away, i + away];
      if (left < from && right >= until && open.left && open.right) break;
      const beside = Math.min(
        left >= from ? columns[left]! : open.left ? FAR_AWAY : 0,
        right < until ? columns[right]! : open.right ? FAR_AWAY : 0,
      );
      nearest = Math.min(nearest, away * away + beside * beside);
    }
    if (nearest > deepest) deepest = nearest;
  }
  return deepest;
};

/** Distance of each pixel along its column to the nearest that is not of its part. */
const columnDistances = (labels: Int32Array, { width }: Size): Int32Array => {
  const distances = new Int32Array(labels.length);
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (label === 0) continue;
    if (i < width) distances[i] = FAR_AWAY;
    else distances[i] = labels[i - width] === label ? Math.min(FAR_AWAY, distances[i - width]! + 1) : 1;
  }
  for (let i = labels.length - width - 1; i >= 0; i--) {
    const label = labels[i]!;
    if (label === 0) continue;
    const below = labels[i + width] === label ? distances[i + width]! + 1 : 1;
    if (below < distances[i]!) distances[i] = below;
  }
  return distances;
};
