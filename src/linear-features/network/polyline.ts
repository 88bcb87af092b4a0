/** Polylines as x0, y0, x1, y1, …, in pixels of the level, corner origin. */
export type Polyline = Float64Array;

/**
 * Evens out the staircase of a pixel path: each point becomes the mean of itself and up to `reach` points on either
 * side, fewer near the ends, which stay. Written to `out`, as long as the line and apart from it.
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

/** Indices of the points that Douglas and Peucker's method keeps: none dropped is farther than `tolerance`. */
export const simplified = (line: Polyline, tolerance: number): number[] => {
  const last = line.length / 2 - 1;
  const keep = new Uint8Array(last + 1);
  keep[0] = keep[last] = 1;
  const stack: [number, number][] = [[0, last]];
  for (let span = stack.pop(); span; span = stack.pop()) {
    const [from, to] = span;
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
      // Of the nearest point of the segment.
      const t = squared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squared));
      const distance = (px - t * dx) ** 2 + (py - t * dy) ** 2;
      if (distance <= far) continue;
      far = distance;
      at = i;
    }
    if (at < 0) continue;
    keep[at] = 1;
    stack.push([from, at], [at, to]);
  }
  const kept: number[] = [];
  for (let i = 0; i <= last; i++) if (keep[i] === 1) kept.push(i);
  return kept;
};
