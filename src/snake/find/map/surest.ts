/**
 * Non-overlapping parts of several maps of a domain: those with the most evidence are chosen first, as detectors choose among overlapping
 * windows (ALGORITHMS D.7).
 */

import type { Size } from './box-blur.js';
import { rest } from './object-map.js';
import { greatest, type MapPart, partsOf } from './parts.js';

/** Maximum share of a part that may lie in others, which come before it; it loses those pixels. */
export const SHARED = 1 / 4;

/** Parts that are weighed between two pauses for messages: some hundredths of a second. */
const AT_ONCE = 256;

/** Parts by label; label 0 has none. */
export interface ChosenParts {
  readonly labels: Int32Array;
  /** Area of each, in pixels. */
  readonly areas: Int32Array;
  /** Evidence for each, before it lost pixels to others. */
  readonly evidence: Float64Array;
}

/** A map, and the evidence for each of its parts. */
export interface WeighedMap {
  /** Label of each pixel's part, 0 for none; parts are 4-connected. */
  readonly labels: Int32Array;
  /** By label; less than 0 for a part that cannot be an object. */
  readonly evidence: Float64Array;
}

/** A part of one of the maps. */
interface Candidate {
  /** Pixel indices, ascending. */
  readonly pixels: Int32Array;
  readonly evidence: number;
}

/** Evidence that a part of a map is an object; less than 0 for one that cannot be. */
export type Weigh = (part: MapPart) => number;

/** Evidence for each part of a map. Rejects with `AbortError`. */
export const weighed = async (
  labels: Int32Array,
  weigh: Weigh,
  size: Size,
  signal: AbortSignal,
): Promise<WeighedMap> => {
  const evidence = new Float64Array(greatest(labels) + 1);
  for (const [k, part] of partsOf(labels, size).entries()) {
    if (k % AT_ONCE === 0) await rest(signal);
    evidence[part.label] = weigh(part);
  }
  return { labels, evidence };
};

/**
 * Chooses parts of the maps in descending order of evidence; of equals, that of the earlier map comes first, then that of the lower label. A
 * part with more than a quarter of its pixels in chosen parts is left out; of a part that loses pixels, the largest piece is kept.
 */
export const surest = (maps: readonly WeighedMap[], { width, height }: Size): ChosenParts => {
  const candidates = maps.flatMap(candidatesIn);
  candidates.sort((a, b) => b.evidence - a.evidence);
  const labels = new Int32Array(width * height);
  const chosen = [0];
  const evidence = [0];
  for (const { pixels, evidence: its } of candidates) {
    let free = 0;
    for (let i = 0; i < pixels.length; i++) if (labels[pixels[i]!] === 0) free++;
    if (pixels.length - free > SHARED * pixels.length) continue;
    const label = chosen.length;
    const whole = free === pixels.length;
    const left = whole ? pixels : pixels.filter((pixel) => labels[pixel] === 0);
    for (let i = 0; i < left.length; i++) labels[left[i]!] = label;
    chosen.push(whole ? free : keepLargest(labels, left, label, width));
    evidence.push(its);
  }
  return { labels, areas: Int32Array.from(chosen), evidence: Float64Array.from(evidence) };
};

/** The parts that may be objects, by label. */
const candidatesIn = ({ labels, evidence }: WeighedMap): Candidate[] => {
  /** Where the pixels of each label end, then where its first one is. */
  const places = new Int32Array(evidence.length);
  const serves = (label: number): boolean => label !== 0 && evidence[label]! >= 0;
  for (let i = 0; i < labels.length; i++) if (labels[i] !== 0) places[labels[i]!]!++;
  let end = 0;
  for (let label = 0; label < places.length; label++) {
    if (serves(label)) end += places[label]!;
    places[label] = end;
  }
  const ends = places.slice();
  const pixels = new Int32Array(end);
  for (let i = labels.length - 1; i >= 0; i--) {
    const label = labels[i]!;
    if (label !== 0 && evidence[label]! >= 0) pixels[--places[label]!] = i;
  }
  const candidates: Candidate[] = [];
  for (let label = 0; label < ends.length; label++) {
    if (places[label] === ends[label]) continue;
    candidates.push({ pixels: pixels.subarray(places[label], ends[label]), evidence: evidence[label]! });
  }
  return candidates;
};

/** Removes the label from all but the largest 4-connected piece of its pixels (the first of equals); returns the area of that piece. */
export const keepLargest = (labels: Int32Array, pixels: ArrayLike<number>, label: number, width: number): number => {
  let largest: number[] = [];
  for (let i = 0; i < pixels.length; i++) {
    const start = pixels[i]!;
    if (labels[start] !== label) continue;
    const piece = [start];
    // −1 marks a pixel whose piece is known; no label is negative.
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
  for (let i = 0; i < pixels.length; i++) labels[pixels[i]!] = 0;
  for (const pixel of largest) labels[pixel] = label;
  return largest.length;
};
