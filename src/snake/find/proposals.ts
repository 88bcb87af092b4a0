/** Where objects may be, before anybody drew a box. */
import { throwIfAborted } from '../../core/errors.js';
import { naturalLog } from '../../core/logarithm.js';
import { pause } from '../../core/pause.js';
import { ComponentTree } from './component-tree.js';
import { type Plane, PlaneSums } from './plane-sums.js';
import { relief } from './relief.js';

export interface Proposal {
  /** Bounding box, in pixels of the plane. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Nats: what the part's contrast is worth, less what its outline costs, by how much of an ellipse it is. */
  readonly gain: number;
}

export interface ProposalOptions {
  readonly polarity: 'any' | 'brighter' | 'darker';
  /** Most proposals. */
  readonly count: number;
  readonly signal: AbortSignal;
}

/** By how much of its size a part's bounding box is grown on every side for its surroundings. */
const SURROUNDINGS = 0.5;
/** A part that fills more of its surroundings than this is ground, not object. */
const MOST = 0.6;
/** Fewest pixels of a part. */
const LEAST = 16;
/** Nats that each unit edge of an outline costs. */
const EDGE = 1;
/** A part's outline is at most so many times as long as a square's of its area. */
const RAGGED = 3;

/**
 * Parts that do not overlap, of all that thresholds cut out of the plane, whose gains sum to the most; the greatest gain
 * first. Where `polarity` is `any`, the brighter or the darker ones, whichever gain more. Every number is a whole one or
 * comes from + − × ÷ √ on whole ones, so the same on every machine. Rejects with `AbortError`.
 */
export const propose = async (plane: Plane, { polarity, count, signal }: ProposalOptions): Promise<Proposal[]> => {
  const bright = relief(plane);
  const sums = new PlaneSums(plane);
  const best = async (levels: Uint8Array): Promise<readonly Proposal[]> => {
    await pause();
    throwIfAborted(signal);
    const tree = new ComponentTree({ ...plane, levels });
    await pause();
    throwIfAborted(signal);
    const found = apart(tree, gains(tree, plane, sums));
    return found.sort((a, b) => b.gain - a.gain || a.y - b.y || a.x - b.x).slice(0, count);
  };
  const total = (proposals: readonly Proposal[]): number => proposals.reduce((sum, { gain }) => sum + gain, 0);
  const brighter = polarity === 'darker' ? [] : await best(bright);
  const darker = polarity === 'brighter' ? [] : await best(bright.map((level) => 255 - level));
  return [...(total(darker) > total(brighter) ? darker : brighter)];
};

/** By a part's pixel; 0 or less where it is none. */
const gains = (tree: ComponentTree, { width, height, values }: Plane, sums: PlaneSums): Float64Array => {
  const { parts, area, perimeter, left, top, right, bottom } = tree;
  const sum = tree.sums((pixel) => values[pixel]!);
  const squares = tree.sums((pixel) => values[pixel]! * values[pixel]!);
  const ellipse = ellipticity(tree, width);
  const gain = new Float64Array(values.length);
  for (const part of parts) {
    const size = area[part]!;
    if (size < LEAST || perimeter[part]! ** 2 > 16 * RAGGED * size) continue;
    const dx = Math.ceil(SURROUNDINGS * (right[part]! - left[part]! + 1));
    const dy = Math.ceil(SURROUNDINGS * (bottom[part]! - top[part]! + 1));
    const [n, s, q] = sums.within(
      Math.max(0, left[part]! - dx),
      Math.max(0, top[part]! - dy),
      Math.min(width, right[part]! + 1 + dx),
      Math.min(height, bottom[part]! + 1 + dy),
    );
    if (size > MOST * n) continue;
    const worth = contrast(size, sum[part]!, squares[part]!, n, s, q) - EDGE * perimeter[part]!;
    // The eighth power: two that touch are told apart, and a lake's shore is forgiven.
    const share = ellipse[part]! * ellipse[part]!;
    gain[part] = worth * share * share * share * share;
  }
  return gain;
};

/** What n₁ pixels of a contrast to n − n₁ round about are worth, the noise being that of both. */
const contrast = (n1: number, s1: number, q1: number, n: number, s: number, q: number): number => {
  const n2 = n - n1;
  const [s2, q2] = [s - s1, q - q1];
  const difference = s1 / n1 - s2 / n2;
  // A twelfth: what rounding to whole numbers adds to a variance.
  const variance = (q1 - (s1 * s1) / n1 + q2 - (s2 * s2) / n2) / n + 1 / 12;
  return (n1 / 2) * naturalLog(1 + (difference * difference) / variance);
};

/** By a part's pixel: its area as a share of that of the ellipse with its second moments, at most 1. */
const ellipticity = (tree: ComponentTree, width: number): Float64Array => {
  const column = (pixel: number): number => pixel % width;
  const row = (pixel: number): number => Math.floor(pixel / width);
  const x = tree.sums(column);
  const y = tree.sums(row);
  const xx = tree.sums((pixel) => column(pixel) * column(pixel));
  const xy = tree.sums((pixel) => column(pixel) * row(pixel));
  const yy = tree.sums((pixel) => row(pixel) * row(pixel));
  const share = new Float64Array(x.length);
  for (const part of tree.parts) {
    const n = tree.area[part]!;
    const [mx, my] = [x[part]! / n, y[part]! / n];
    // A twelfth: a pixel's own second moment.
    const a = xx[part]! / n - mx * mx + 1 / 12;
    const b = xy[part]! / n - mx * my;
    const c = yy[part]! / n - my * my + 1 / 12;
    share[part] = Math.min(1, n / (4 * Math.PI * Math.sqrt(Math.max(a * c - b * b, 1 / 144))));
  }
  return share;
};

/** Of the parts on any way from the root to a leaf one at most, all together of the greatest gain. */
const apart = ({ parts, holder, left, top, right, bottom }: ComponentTree, gain: Float64Array): Proposal[] => {
  const within = new Float64Array(gain.length);
  for (const part of parts) {
    if (holder[part] !== part) within[holder[part]!]! += Math.max(gain[part]!, within[part]!);
  }
  const found: Proposal[] = [];
  const inside = new Uint8Array(gain.length);
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parts[i]!;
    if (inside[holder[part]!] === 1) {
      inside[part] = 1;
    } else if (gain[part]! > 0 && gain[part]! >= within[part]!) {
      inside[part] = 1;
      const [x, y] = [left[part]!, top[part]!];
      found.push({ x, y, width: right[part]! + 1 - x, height: bottom[part]! + 1 - y, gain: gain[part]! });
    }
  }
  return found;
};
