/**
 * Parts of several maps of one domain, none on another: the surest first, as detectors choose among windows that overlap
 * (ALGORITHMS D.7).
 */

import type { Size } from '../map/box-blur.js';
import { rest } from '../map/object-map.js';
import { type MapPart, partsOf } from '../map/parts.js';

/** Share of a part that may lie in surer ones; it loses those pixels. */
const SHARED = 1 / 4;

/** Parts that are weighed before messages are let in: some hundredths of a second. */
const AT_ONCE = 256;

/** Parts by label, and the area of each in pixels; label 0 has none. */
export interface ChosenParts {
  readonly labels: Int32Array;
  readonly areas: Int32Array;
}

/** A part of one of the maps. */
interface Candidate {
  /** In their order. */
  readonly pixels: readonly number[];
  readonly evidence: number;
}

/** How much speaks for a part of a map being an object; `undefined` for one that cannot be. */
export type Weigh = (labels: Int32Array, part: MapPart) => number | undefined;

/**
 * Chooses among the parts of the maps: those first for which most speaks; of equals the one of the earlier map, then of the lower label.
 * A part of which more than a quarter is taken already is left out; of one that is cut the largest piece stays. Rejects with `AbortError`.
 *
 * @param maps label of each pixel's part, 0 for none; parts are 4-connected
 */
export const surest = async (
  maps: readonly Int32Array[],
  weigh: Weigh,
  size: Size,
  signal: AbortSignal,
): Promise<ChosenParts> => {
  const candidates: Candidate[] = [];
  for (const labels of maps) {
    const pixels = pixelsByLabel(labels);
    for (const [k, part] of partsOf(labels, size).entries()) {
      if (k % AT_ONCE === 0) await rest(signal);
      const evidence = weigh(labels, part);
      if (evidence !== undefined) candidates.push({ pixels: pixels[part.label]!, evidence });
    }
  }
  candidates.sort((a, b) => b.evidence - a.evidence);
  const labels = new Int32Array(size.width * size.height);
  const chosen = [0];
  for (const { pixels } of candidates) {
    const free = pixels.filter((pixel) => labels[pixel] === 0);
    if (pixels.length - free.length > SHARED * pixels.length) continue;
    const label = chosen.length;
    for (const pixel of free) labels[pixel] = label;
    chosen.push(free.length === pixels.length ? free.length : keepLargest(labels, free, label, size.width));
  }
  return { labels, areas: Int32Array.from(chosen) };
};

/** The pixels of each part, by label; none of labels that no pixel has. */
const pixelsByLabel = (labels: Int32Array): (number[] | undefined)[] => {
  const parts: (number[] | undefined)[] = [undefined];
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (label === 0) continue;
    const its = parts[label];
    if (its) its.push(i);
    else parts[label] = [i];
  }
  return parts;
};

/** Takes the label from all but the largest 4-connected piece of its pixels, the first of equals; returns that piece's area. */
const keepLargest = (labels: Int32Array, pixels: readonly number[], label: number, width: number): number => {
  let largest: number[] = [];
  for (const start of pixels) {
    if (labels[start] !== label) continue;
    const piece = [start];
    // No label is negative: a pixel whose piece is known.
    labels[start] = -1;
    for (let at = 0; at < piece.length; at++) {
      const pixel = piece[at]!;
      const column = pixel % width;
      const [left, right] = [column > 0 ? pixel - 1 : -1, column + 1 < width ? pixel + 1 : -1];
      for (const next of [left, right, pixel - width, pixel + width]) {
        if (labels[next] !== label) continue;
        labels[next] = -1;
        piece.push(next);
      }
    }
    if (piece.length > largest.length) largest = piece;
  }
  for (const pixel of pixels) labels[pixel] = 0;
  for (const pixel of largest) labels[pixel] = label;
  return largest.length;
};
