import { longer } from '../../core/longer.js';

/** Polylines as x0, y0, x1, y1, …, in pixels of the level, corner origin. */
export type Polyline = Float64Array;

/**
 * Smooths the staircase of a pixel path: each point becomes the mean of itself and up to `reach` points on either
 * side, fewer near the ends, which stay fixed. Writes to `out`, which has the length of the line and must not overlap it.
 */
export const smoothed = (line: Polyline, reach: number, out: Polyline = new Float64Array(line.length)): Polyline => {
  const count = line.length / 2;
  for (let i = 0; i < count; i++) {
    const half = Math.min(reach, i, count - 1 - i);
    let x = 0;
    let y = 0;
    for (let j = i - half; j <= i + half; j++) {
      x += line[2 * j]!;
      y += line[2 * j + 1]!;
    }
    out[2 * i] = x / (2 * half + 1);
    out[2 * i + 1] = y / (2 * half + 1);
  }
  return out;
};

/** The length of a polyline, in pixels times the scales along x and y. */
export const lengthOf = (line: Polyline, scaleX = 1, scaleY = 1): number => {
  let sum = 0;
  for (let i = 2; i < line.length; i += 2) {
    const dx = (line[i]! - line[i - 2]!) * scaleX;
    const dy = (line[i + 1]! - line[i - 1]!) * scaleY;
    sum += Math.sqrt(dx * dx + dy * dy);
  }
  return sum;
};

/** The stack of spans that `simplified` still has to process, as from and to. */
let spans = new Int32Array(256);

/** Indices of the points that Douglas and Peucker's method keeps: no dropped point is farther away than `tolerance`. */
export const simplified = (line: Polyline, tolerance: number): number[] => {
  const last = line.length / 2 - 1;
  while (spans.length < line.length + 2) spans = longer(spans);
  const kept = [0];
  let count = 0;
  const push = (from: number, to: number): void => {
    spans[count] = from;
    spans[count + 1] = to;
    count += 2;
  };
  if (last > 0) push(0, last);
  while (count > 0) {
    count -= 2;
    const from = spans[count]!;
    const to = spans[count + 1]!;
    const at = farthest(line, from, to, tolerance);
    // The span before the point is processed first, so that the points kept are in order.
    if (at < 0) kept.push(to);
    else {
      push(at, to);
      push(from, at);
    }
  }
  return kept;
};

/** The point between two others that is farthest from the segment between them, if it is farther than `tolerance`; else -1. */
const farthest = (line: Polyline, from: number, to: number, tolerance: number): number => {
  const ax = line[2 * from]!;
  const ay = line[2 * from + 1]!;
  const dx = line[2 * to]! - ax;
  const dy = line[2 * to + 1]! - ay;
  const squared = dx * dx + dy * dy;
  let far = tolerance * tolerance;
  let at = -1;
  for (let i = from + 1; i < to; i++) {
    const px = line[2 * i]! - ax;
    const py = line[2 * i + 1]! - ay;
    // Parameter of the nearest point of the segment.
    const t = squared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squared));
    const x = px - t * dx;
    const y = py - t * dy;
    const distance = x * x + y * y;
    if (distance <= far) continue;
    far = distance;
    at = i;
  }
  return at;
};
