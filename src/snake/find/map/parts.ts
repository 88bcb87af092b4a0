/** The parts that labels name: where they are, how large, and their outlines along pixel edges. */
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
  /** The pixel of it that comes first, row by row. */
  readonly first: number;
}

/** Parts by label, from 1 on; labels that no pixel has are left out. */
export const partsOf = (labels: Int32Array, { width }: Size): MapPart[] => {
  const found = new Map<
    number,
    [left: number, top: number, right: number, bottom: number, area: number, first: number]
  >();
  for (let pixel = 0; pixel < labels.length; pixel++) {
    const label = labels[pixel]!;
    if (label === 0) continue;
    const x = pixel % width;
    const y = (pixel - x) / width;
    const part = found.get(label);
    if (part === undefined) found.set(label, [x, y, x + 1, y + 1, 1, pixel]);
    else {
      part[0] = Math.min(part[0], x);
      part[2] = Math.max(part[2], x + 1);
      part[3] = y + 1;
      part[4]++;
    }
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([label, [left, top, right, bottom, area, first]]) => ({
      label,
      x: left,
      y: top,
      width: right - left,
      height: bottom - top,
      area,
      first,
    }));
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
