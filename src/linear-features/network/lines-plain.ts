/** The plain forms of what `Lines` does to points, equal to those in `assembly/linear-features/network/`. */
import { POINT_WORDS } from '../kernels/shared/edge-words.js';
import type { LineArrays } from './line-arrays.js';
import { lengthOf, simplified, smoothed } from './polyline.js';

/** Points on either side between which the direction of a line is measured. */
const ALONG = 4;
/** Steps of a profile, in pixels. */
export const STEP = 0.5;
/** Parts of a pixel, and of a step, in the kernel's words. */
const PIXEL = 4096;
const PART = 256;

/** Sets `even` to the middles of the pixels, from node to node, smoothed. */
export const drawPlain = (lines: LineArrays, stride: number): void => {
  const { size, path, places, spare } = lines;
  for (let i = 0; i < size; i++) {
    const at = places[path[i]!]!;
    const row = Math.floor(at / stride);
    spare[2 * i] = at - row * stride - 0.5;
    spare[2 * i + 1] = row - 0.5;
  }
  pinnedAndSmoothed(lines, 3);
};

/** Puts the ends of the points of `spare` onto the nodes, and smooths them. */
const pinnedAndSmoothed = ({ count, starts, from, to, nodes, spare, even }: LineArrays, reach: number): void => {
  for (let line = 0; line < count; line++) {
    const [first, end] = [2 * starts[line]!, 2 * starts[line + 1]!];
    spare.set(nodes.subarray(2 * from[line]!, 2 * from[line]! + 2), first);
    spare.set(nodes.subarray(2 * to[line]!, 2 * to[line]! + 2), end - 2);
    smoothed(spare.subarray(first, end), reach, even.subarray(first, end));
  }
};

/** Sets `normals` and `words`. */
export const acrossPlain = ({ count, starts, even, normals, words }: LineArrays): void => {
  for (let line = 0; line < count; line++) {
    const [start, end] = [starts[line]!, starts[line + 1]! - 1];
    for (let i = start; i <= end; i++) {
      const first = Math.max(start, i - ALONG);
      const last = Math.min(end, i + ALONG);
      const dx = even[2 * last]! - even[2 * first]!;
      const dy = even[2 * last + 1]! - even[2 * first + 1]!;
      const norm = Math.sqrt(dx * dx + dy * dy) || 1;
      normals[2 * i] = -dy / norm;
      normals[2 * i + 1] = dx / norm;
      const x = Math.round(PIXEL * even[2 * i]!);
      const y = Math.round(PIXEL * even[2 * i + 1]!);
      const [column, row] = [Math.floor(x / PIXEL), Math.floor(y / PIXEL)];
      const at = POINT_WORDS * i;
      words[at] = column;
      words[at + 1] = row;
      words[at + 2] = (x - PIXEL * column) | ((y - PIXEL * row) << 12) | ((i - first) << 24) | ((last - i) << 28);
      words[at + 3] = (stepOf(normals[2 * i]!) & 0xffff) | (stepOf(normals[2 * i + 1]!) << 16);
    }
  }
};

const stepOf = (normal: number): number => Math.round(PIXEL * STEP * normal);

/** `words` are the edges, two of each point; with a `half` of 0 there are none, and the points stay. */
export const settlePlain = (lines: LineArrays, half: number, width: number, height: number): void => {
  const { size, words, even, normals, widths, spare } = lines;
  const sides = [width, height] as const;
  for (let i = 0; i < size; i++) {
    const [right, left] = half === 0 ? [0, 0] : [words[2 * i]!, words[2 * i + 1]!];
    widths[i] = half === 0 ? 0 : Math.max(1, ((right - left) * STEP) / PART);
    const aside = (((right + left) / 2 - PART * half) * STEP) / PART;
    for (const axis of [0, 1] as const) {
      const at = 2 * i + axis;
      spare[at] = half === 0 ? even[at]! : Math.min(sides[axis], Math.max(0, even[at]! + aside * normals[at]!));
    }
  }
  pinnedAndSmoothed(lines, 2);
};

/** Sets length, mean width and mean strength of each line. */
export const measurePlain = (
  { count, starts, even, widths, path, strengths, lengths, means, strong }: LineArrays,
  clutter: number,
): void => {
  for (let line = 0; line < count; line++) {
    const [first, end] = [starts[line]!, starts[line + 1]!];
    let width = 0;
    let strength = 0;
    for (let i = first; i < end; i++) {
      width += widths[i]!;
      strength += strengths[path[i]!]!;
    }
    lengths[line] = lengthOf(even.subarray(2 * first, 2 * end));
    means[line] = width / (end - first);
    strong[line] = strength / (end - first) / clutter;
  }
};

/** Sets `kept` and `keptStarts`. */
export const simplifyPlain = ({ count, starts, even, kept, keptStarts }: LineArrays, tolerance: number): void => {
  let out = 0;
  for (let line = 0; line < count; line++) {
    const first = starts[line]!;
    keptStarts[line] = out;
    for (const i of simplified(even.subarray(2 * first, 2 * starts[line + 1]!), tolerance)) kept[out++] = first + i;
  }
  keptStarts[count] = out;
};

/** A place of pixels of a level: they are moved, and then scaled. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

/** Writes the kept points, in a frame, to `spare`, and their widths times `scale` to `normals`. */
export const framedPlain = (
  { count, kept, keptStarts, even, widths, spare, normals }: LineArrays,
  { x, y, scaleX, scaleY }: Frame,
  scale: number,
): void => {
  for (let k = 0; k < keptStarts[count]!; k++) {
    const i = kept[k]!;
    spare[2 * k] = (x + even[2 * i]!) * scaleX;
    spare[2 * k + 1] = (y + even[2 * i + 1]!) * scaleY;
    normals[k] = widths[i]! * scale;
  }
};
