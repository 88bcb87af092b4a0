/** Labelled parts: position, size, and outline along pixel edges. */
import type { Size } from './box-blur.js';

/** One labelled part: its bounding box and its area, in pixels. */
export interface MapPart {
  readonly label: number;
  /** Bounding box, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly area: number;
  /** Index of its first pixel, row by row. */
  readonly first: number;
}

/** Numbers that are accumulated for each label: left, top, right, bottom, area, first. */
const KEPT = 6;

/** Parts by label, from 1 on; labels that no pixel has are left out. */
export const partsOf = (labels: Int32Array, { width: across }: Size): MapPart[] => {
  const kept = new Int32Array(KEPT * (greatest(labels) + 1));
  for (let row = 0, y = 0; row < labels.length; row += across, y++) {
    for (let x = 0; x < across; ) {
      const label = labels[row + x]!;
      const left = x++;
      while (x < across && labels[row + x] === label) x++;
      if (label === 0) continue;
      const at = KEPT * label;
      if (kept[at + 4] === 0) {
        kept[at] = left;
        kept[at + 1] = y;
        kept[at + 5] = row + left;
      } else if (left < kept[at]!) kept[at] = left;
      kept[at + 4]! += x - left;
      if (x > kept[at + 2]!) kept[at + 2] = x;
      kept[at + 3] = y + 1;
    }
  }
  const parts: MapPart[] = [];
  for (let at = KEPT; at < kept.length; at += KEPT) {
    const area = kept[at + 4]!;
    if (area === 0) continue;
    const [x, y] = [kept[at]!, kept[at + 1]!];
    const [width, height] = [kept[at + 2]! - x, kept[at + 3]! - y];
    parts.push({ label: at / KEPT, x, y, width, height, area, first: kept[at + 5]! });
  }
  return parts;
};

/** The greatest label; 0 where there is none. */
export const greatest = (labels: Int32Array): number => {
  let most = 0;
  for (let i = 0; i < labels.length; i++) if (labels[i]! > most) most = labels[i]!;
  return most;
};

/** East, south, west, north: the step, and the pixels to the left and to the right of it, beside the corner it begins at. */
const HEADINGS = [
  { dx: 1, dy: 0, left: [0, -1], right: [0, 0] },
  { dx: 0, dy: 1, left: [0, 0], right: [-1, 0] },
  { dx: -1, dy: 0, left: [-1, 0], right: [-1, -1] },
  { dx: 0, dy: -1, left: [-1, -1], right: [0, -1] },
] as const;

/**
 * The outer ring of a part of 4-connected pixels, clockwise on the screen, a vertex at each corner: x0, y0, x1, y1, … It
 * touches itself where pixels of the part meet at a corner only.
 */
export const outline = (labels: Int32Array, { width, height }: Size, { label, first }: MapPart): number[] => {
  const holds = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && labels[y * width + x] === label;
  const [startX, startY] = [first % width, Math.floor(first / width)];
  let [x, y, heading] = [startX, startY, 0];
  const ring: number[] = [];
  do {
    ring.push(x, y);
    for (;;) {
      x += HEADINGS[heading]!.dx;
      y += HEADINGS[heading]!.dy;
      const { left, right } = HEADINGS[heading]!;
      if (!holds(x + right[0], y + right[1])) heading = (heading + 1) % 4;
      else if (holds(x + left[0], y + left[1])) heading = (heading + 3) % 4;
      else continue;
      break;
    }
  } while (x !== startX || y !== startY);
  return ring;
};
