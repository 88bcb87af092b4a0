/** The four steps of MDNMS (ALGORITHMS C.1) as they are defined, pixel by pixel, with fractions kept as pairs. */
import { type MaximaOptions, stepsOf } from '../../../src/linear-features/kernels/shared/window.js';
import type { LineImage } from './images.js';

export interface Steps {
  readonly primary: Uint32Array;
  readonly secondary: Uint32Array;
  readonly accepted: Uint32Array;
  /** Secondary maxima that pass their own check, near a primary or not. */
  readonly passing: Uint32Array;
  /** Accepted primaries below, accepted secondary maxima above. */
  readonly lines: Uint32Array;
}

export const steps = (image: LineImage, options: MaximaOptions): Steps => {
  const { width, height, samples } = image;
  const { orientations, primary: h1, secondary: h2, threshold, ratio } = options;
  const value = (x: number, y: number): number =>
    x >= 0 && y >= 0 && x < width && y < height ? samples[y * width + x]! : 0;
  const directions = Array.from({ length: orientations }, (_, k) => stepsOf(k, orientations, h1));
  const side = (x: number, y: number, k: number, h: number, sign: 1 | -1): number[] =>
    directions[k]!.slice(0, h)
      .map(([dx, dy]) => value(x + sign * dx, y + sign * dy))
      .filter((found) => found !== 0);
  const isMaximum = (x: number, y: number, k: number, h: number): boolean => {
    const c = value(x, y);
    return c > 0 && side(x, y, k, h, 1).every((a) => c >= a) && side(x, y, k, h, -1).every((b) => c > b);
  };
  const isSymmetric = (x: number, y: number, k: number, h: number, T: number, rho: number): boolean => {
    const [a, b] = [side(x, y, k, h, 1), side(x, y, k, h, -1)];
    if (a.length === 0 || b.length === 0) return false;
    const sum = (values: number[]): number => values.reduce((s, v) => s + v, 0);
    const c = value(x, y);
    const common = a.length * b.length;
    const dA = (c * a.length - sum(a)) * b.length;
    const dB = (c * b.length - sum(b)) * a.length;
    return Math.min(dA, dB) >= T * common && Math.min(dA, dB) >= rho * Math.max(dA, dB);
  };
  const result: Steps = {
    primary: new Uint32Array(width * height),
    secondary: new Uint32Array(width * height),
    accepted: new Uint32Array(width * height),
    passing: new Uint32Array(width * height),
    lines: new Uint32Array(width * height),
  };
  const eachMark = (visit: (x: number, y: number, k: number, at: number) => void): void => {
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) for (let k = 0; k < orientations; k++) visit(x, y, k, y * width + x);
  };
  eachMark((x, y, k, at) => {
    if (isMaximum(x, y, k, h1)) result.primary[at]! |= 1 << k;
    if (isMaximum(x, y, k, h2)) result.secondary[at]! |= 1 << k;
  });
  eachMark((x, y, k, at) => {
    if ((result.primary[at]! >>> k) & 1 && isSymmetric(x, y, k, h1, threshold, ratio)) result.accepted[at]! |= 1 << k;
  });
  const half = Math.floor(Math.round(16 * threshold) / 2) / 16;
  const halfRatio = Math.floor(Math.round(64 * ratio) / 2) / 64;
  eachMark((x, y, k, at) => {
    if ((result.secondary[at]! >>> k) & 1 && isSymmetric(x, y, k, h2, half, halfRatio)) result.passing[at]! |= 1 << k;
  });
  result.lines.set(result.accepted);
  // The push form: each accepted primary looks along its own window.
  eachMark((x, y, k, at) => {
    if (((result.accepted[at]! >>> k) & 1) === 0) return;
    for (const sign of [1, -1]) {
      for (const [dx, dy] of directions[k]!.slice(h2)) {
        const [X, Y] = [x + sign * dx, y + sign * dy];
        if (X < 0 || Y < 0 || X >= width || Y >= height) continue;
        const other = Y * width + X;
        if (result.accepted[other] === 0 && (result.passing[other]! >>> k) & 1) result.lines[other]! |= 1 << (16 + k);
      }
    }
  });
  return result;
};
