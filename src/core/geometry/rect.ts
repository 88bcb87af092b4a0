/**
 * Upright rectangles in pixels, corner origin, y down, in two forms: `Rect`, a corner and a size, for requests and for pixels
 * that are read; and `Box`, two corners, for computing and comparing bounds.
 */

import { SegmenterError, show } from '../errors.js';
import { because } from '../reasons.js';

/** The intersection of two rectangles; `undefined` where it has no area. */
export const intersection = (a: Rect, b: Rect): Rect | undefined => {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
};

/** The rectangle with `margin` pixels more on each side. */
export const grownBy = ({ x, y, width, height }: Rect, margin: number): Rect => ({
  x: x - margin,
  y: y - margin,
  width: width + 2 * margin,
  height: height + 2 * margin,
});

/** The smallest rectangle that contains a rectangle and some positions. */
export const holding = (rect: Rect, positions: readonly (readonly [number, number])[] = []): Rect => {
  let [left, top, right, bottom] = [rect.x, rect.y, rect.x + rect.width, rect.y + rect.height];
  for (const [x, y] of positions) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
};

/** The smallest box that contains both. */
export const boxOfBoth = (a: Box, b: Box): Box => ({
  x0: Math.min(a.x0, b.x0),
  y0: Math.min(a.y0, b.y0),
  x1: Math.max(a.x1, b.x1),
  y1: Math.max(a.y1, b.y1),
});

/** The box moved by `dx` and `dy` pixels. */
export const movedBox = ({ x0, y0, x1, y1 }: Box, dx: number, dy: number): Box => ({
  x0: x0 + dx,
  y0: y0 + dy,
  x1: x1 + dx,
  y1: y1 + dy,
});

/**
 * A pyramid's levels from their sizes in pixels, finest first. Where a size is the full size divided by a whole number, rounded
 * down, the remainder was dropped, as by libvips, Aperio and Bio-Formats, and the scale is that number. Otherwise, as with
 * GDAL, which rounds sizes up, the level covers the image to its edge.
 */
export const levelsOf = (sizes: readonly { readonly width: number; readonly height: number }[]): Level[] =>
  sizes.map(({ width, height }) => ({
    width,
    height,
    scaleX: scaleOf(sizes[0]!.width, width),
    scaleY: scaleOf(sizes[0]!.height, height),
  }));

const scaleOf = (full: number, size: number): number => {
  const ratio = full / size;
  const whole = Math.floor(ratio);
  return Math.floor(full / whole) === size ? whole : ratio;
};

/** Levels, followed by further levels of half the size each, rounded up, until the longer side is at most `longest` pixels. */
export const halved = (levels: readonly Level[], longest: number): Level[] => {
  const all = [...levels];
  for (let last = all.at(-1)!; Math.max(last.width, last.height) > longest; all.push(last)) {
    const { width, height, scaleX, scaleY } = last;
    last = { width: Math.ceil(width / 2), height: Math.ceil(height / 2), scaleX: 2 * scaleX, scaleY: 2 * scaleY };
  }
  return all;
};

/**
 * The level of a region, after checking that the rectangle lies wholly inside it on whole pixels.
 * @throws SegmenterError `bad-parameter`
 */
export const levelAt = (levels: readonly Level[], level: number, rect: Rect): Level => {
  const found = levels[level];
  if (found === undefined)
    throw new SegmenterError('bad-parameter', {
      name: 'level',
      value: show(level),
      wanted: because('wanted-levels')`this image has the levels 0 to ${levels.length - 1}`,
    });
  const { x, y, width, height } = rect;
  const whole = [x, y, width, height].every(Number.isInteger);
  if (!whole || width < 1 || height < 1 || x < 0 || y < 0 || x + width > found.width || y + height > found.height)
    throw new SegmenterError('bad-parameter', {
      name: 'rect',
      value: show(rect),
      wanted: because('wanted-inside')`whole pixels inside ${found.width} × ${found.height} at level ${level}`,
    });
  return found;
};

/** Two corners: `x0 ≤ x ≤ x1`, `y0 ≤ y ≤ y1`. */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/**
 * Pixels `[x, x + width) × [y, y + height)`: the corner of the image's first pixel is the origin, y points down. They are full-resolution
 * pixels unless stated otherwise, and need not be whole.
 */
export interface Rect {
  /** The left side. */
  readonly x: number;
  /** The upper side. */
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One level of a pyramid: 0 is full resolution. */
export interface Level {
  readonly width: number;
  readonly height: number;
  /** Full-resolution pixels per pixel of this level, in x and y: exact ratios, not necessarily powers of 2. */
  readonly scaleX: number;
  readonly scaleY: number;
}
