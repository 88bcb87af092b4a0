/** Points as x0, y0, x1, y1, …, and the width at each of them. */
export interface Widened {
  readonly points: ArrayLike<number>;
  readonly widths: ArrayLike<number>;
}

/** A mask, 1 where a pixel's centre is within half the width of a line: the area that the lines stand for. */
export const widen = (lines: readonly Widened[], width: number, height: number): Uint8Array => {
  const mask = new Uint8Array(width * height);
  for (const { points, widths } of lines) {
    for (let i = 0; i < widths.length; i++) {
      const next = Math.min(i + 1, widths.length - 1);
      const dx = points[2 * next]! - points[2 * i]!;
      const dy = points[2 * next + 1]! - points[2 * i + 1]!;
      const steps = Math.max(1, Math.ceil(2 * Math.hypot(dx, dy)));
      for (let s = 0; s < steps; s++) {
        const part = s / steps;
        const radius = (widths[i]! + part * (widths[next]! - widths[i]!)) / 2;
        disc(mask, width, height, points[2 * i]! + part * dx, points[2 * i + 1]! + part * dy, radius);
      }
    }
  }
  return mask;
};

/** At least the pixel around its centre. */
const disc = (mask: Uint8Array, width: number, height: number, x: number, y: number, radius: number): void => {
  const most = Math.max(radius, Math.SQRT1_2);
  for (let py = Math.max(0, Math.floor(y - most)); py < Math.min(height, y + most); py++) {
    for (let px = Math.max(0, Math.floor(x - most)); px < Math.min(width, x + most); px++) {
      if ((px + 0.5 - x) ** 2 + (py + 0.5 - y) ** 2 <= most * most) mask[py * width + px] = 1;
    }
  }
};
