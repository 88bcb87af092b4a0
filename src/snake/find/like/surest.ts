/**
 * Parts of several maps of one domain, none on another: the surest first, as detectors choose among windows that overlap
 * (ALGORITHMS D.7).
 */

import type { Border } from '../../../algorithm/evidence/box-prior.js';
import { naturalLog } from '../../../core/numbers/logarithm.js';
import type { Size } from '../map/box-blur.js';
import { cutOff } from '../map/cut-off.js';
import { boundsOf, isWithin, type ObjectModel } from './model.js';

/** Share of a part that may lie in surer ones; it loses those pixels. */
const SHARED = 1 / 4;
/** Spread of the areas of objects alike, as a factor: an octave of the radius (ALGORITHMS D.13). */
const SPREAD = 4;

/** Parts by label, and the area of each in pixels; label 0 has none. */
export interface ChosenParts {
  readonly labels: Int32Array;
  readonly areas: Int32Array;
}

/** A part of one of the maps. */
interface Candidate {
  /** In their order. */
  readonly pixels: readonly number[];
  /** How like the examples it is by its votes and its size; the higher, the likelier. */
  readonly likeness: number;
}

/**
 * Chooses among the parts of the maps: the likeliest first, by the mean of their votes and a log-normal law of areas round that of the
 * examples; of equals the one of the earlier map, then of the lower label. A part of which more than a quarter is taken already is left out; of one
 * that is cut the largest piece stays.
 *
 * @param maps label of each pixel's part, 0 for none; parts are 4-connected
 * @param votes of each pixel
 * @param half the mean vote that a part of the second map, or of a later one, exceeds
 * @param areas of the smallest and of the largest example, in pixels: the law is round their geometric mean, and parts of later maps lie
 *   within `boundsOf` them. Of a part that the image's edge cuts off a small area says nothing against it
 * @param border which sides of the maps are the image's
 */
export const surest = (
  maps: readonly Int32Array[],
  votes: Uint16Array,
  half: number,
  areas: ObjectModel['areas'],
  size: Size,
  border: Border,
): ChosenParts => {
  const middle = (naturalLog(areas[0]) + naturalLog(areas[1])) / 2;
  const spread = naturalLog(SPREAD);
  const candidates: Candidate[] = [];
  for (const [map, labels] of maps.entries()) {
    const parts = pixelsByLabel(labels);
    const cut = cutOff(labels, size, border, parts.length);
    for (const [label, pixels] of parts.entries()) {
      if (pixels === undefined) continue;
      const mean = pixels.reduce((sum, pixel) => sum + votes[pixel]!, 0) / pixels.length;
      if (map > 0 && (mean <= half || !isWithin(pixels.length, boundsOf(areas, cut[label] === 1)))) continue;
      // The logarithm of the product: an exponential would differ between machines.
      const beyond = (naturalLog(pixels.length) - middle) / spread;
      const away = cut[label] === 1 ? Math.max(0, beyond) : beyond;
      candidates.push({ pixels, likeness: naturalLog(Math.max(1, mean)) - (away * away) / 2 });
    }
  }
  candidates.sort((a, b) => b.likeness - a.likeness);
  const labels = new Int32Array(votes.length);
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
