/** Rejoins touching parts with neither a neck nor a gap between them (ALGORITHMS D.7). */
import type { Size } from './box-blur.js';
import { greatest } from './parts.js';

/** Pixels, and the sum of their values. */
interface Sum {
  count: number;
  value: number;
}

/** The pixels of a part, and whether the edge of the map cuts it off. */
interface Part extends Sum {
  off: boolean;
}

/** The pixels beside a cut, each as often as it has neighbours across it, and where they lie. */
interface Cut extends Sum {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * How much lower than the parts the mean along a cut must be to count as a gap, as a share of their height above the ground. Smoothing by a tenth of a radius lowers the
 * ends of a cut by as much.
 */
const LOWER = 0.1;

/**
 * Maximum length of a cut through a neck, in diameters of a disc with the area of the smaller part: that of equal discs whose centres are 1½
 * radii apart.
 */
const NARROW = Math.sqrt(1 - (3 / 4) ** 2);

/**
 * Rejoins touching parts unless the mean beside the cut is lower than both parts, which shows a gap, or the cut is short, which shows a
 * neck. For a part that the map's edge cuts off, necks are ignored, as its shape is unknown. Joined parts have the least label of their
 * pieces.
 *
 * @param labels number of the part of each pixel, 0 for none
 * @param values in which objects are higher than what surrounds them
 * @param ground the mean value of what surrounds them
 */
export const rejoined = (
  labels: Int32Array,
  values: Uint16Array,
  { width, height }: Size,
  ground: number,
): Int32Array => {
  const parts = Array.from({ length: greatest(labels) + 1 }, (): Part => ({ count: 0, value: 0, off: false }));
  /** By the two labels, the lower one first. */
  const cuts = new Map<number, Cut>();
  /** Two neighbouring pixels, the first of a part. */
  const meet = (pixel: number, next: number): void => {
    const [one, other] = [labels[pixel]!, labels[next] ?? 0];
    if (other === 0 || other === one) return;
    const key = Math.min(one, other) * parts.length + Math.max(one, other);
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const cut = cuts.get(key) ?? { count: 0, value: 0, left: x, right: x, top: y, bottom: y };
    cuts.set(key, cut);
    cut.count += 2;
    cut.value += values[pixel]! + values[next]!;
    cut.left = Math.min(cut.left, x);
    cut.right = Math.max(cut.right, x);
    cut.bottom = y;
  };
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (label === 0) continue;
    const part = parts[label]!;
    part.count++;
    part.value += values[i]!;
    const x = i % width;
    part.off ||= x === 0 || x === width - 1 || i < width || i >= width * (height - 1);
    if (x + 1 < width) meet(i, i + 1);
    meet(i, i + width);
  }
  const became = Int32Array.from(parts.keys());
  const groupOf = (label: number): number => {
    let at = label;
    while (became[at] !== at) at = became[at] = became[became[at]!]!;
    return at;
  };
  const meanOf = ({ count, value }: Sum): number => value / count;
  for (const [key, cut] of cuts) {
    const [one, other] = [Math.floor(key / parts.length), key % parts.length];
    const sides = [parts[one]!, parts[other]!];
    const area = Math.min(...sides.map(({ count }) => count));
    const rise = Math.min(...sides.map(meanOf)) - ground;
    const [across, down] = [cut.right - cut.left + 1, cut.bottom - cut.top + 1];
    /** Square of the diameter of a disc of the smaller part's area. */
    const wide = (4 * area) / Math.PI;
    const isNeck = !sides.some(({ off }) => off) && across * across + down * down < NARROW * NARROW * wide;
    const isGap = meanOf(cut) - ground < (1 - LOWER) * rise;
    if (isNeck || isGap) continue;
    const [a, b] = [groupOf(one), groupOf(other)];
    became[Math.max(a, b)] = Math.min(a, b);
  }
  return labels.map(groupOf);
};
