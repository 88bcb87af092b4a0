/** Traits that distinguish a single object from a piece of one, several objects, or none (ALGORITHMS D.7). */
import { naturalLog } from '../../../core/numbers/logarithm.js';
import { squaredDistances } from './distance.js';
import { momentsOf } from './ellipticity.js';
import { near } from './mask.js';
import type { MapPart } from './parts.js';

/** Width of the ring round a part, in radii of a usual object, and its minimum in pixels. */
const RING = 0.3;
const NARROWEST = 1.5;
/** Spread of the areas of objects alike, as a factor: an octave of the radius (ALGORITHMS D.13). */
const SPREAD = 4;
/** Minimum contrast of objects, as a share of the standard deviation of all pixels; below it the contrast says little. */
const FLAT = 1 / 5;

/** Sizes of objects. */
export interface Sizes {
  /** Of a usual object, in pixels. */
  readonly radius: number;
  /** Areas of the smallest and of the largest known object, in pixels. */
  readonly areas: readonly [least: number, most: number];
}

/** Planes in which parts of maps are measured; `votes` and `values` have one element per pixel. */
export interface Looked {
  readonly width: number;
  readonly height: number;
  /** Votes for each pixel to belong to an object, 0 to `certain`. */
  readonly votes: Uint8Array | Uint16Array;
  readonly certain: number;
  /** The plane in which objects stand out. */
  readonly values: Uint16Array;
  readonly model: Sizes;
}

/** Traits of a part. */
export interface Traits {
  /** Logarithm to base `SPREAD` of the area over the geometric mean of the least and the greatest known one. */
  readonly size: number;
  /** Its area divided by that of the ellipse with the same second moments. */
  readonly ellipticity: number;
  /** The shorter axis of that ellipse over the longer one. */
  readonly roundness: number;
  /** Depth of the deepest pixel over the radius of a disc of the same area. */
  readonly depth: number;
  /** Mean share of the votes, in the part and in a ring round it. */
  readonly votes: number;
  readonly around: number;
  /** How much higher the plane is in it than in the ring, divided by how much higher pixels with most votes are than others. */
  readonly contrast: number;
}

/** Measures the traits of parts; what all parts share is computed once. */
export class TraitsIn {
  /** By how much the plane is higher where most votes are for an object's. */
  readonly #step: number;

  constructor(private readonly looked: Looked) {
    this.#step = stepOf(looked);
  }

  /** @param labels of a map of the same pixels */
  of(labels: Int32Array, part: MapPart): Traits {
    const { width, height, votes, certain, values, model } = this.looked;
    const reach = Math.max(NARROWEST, RING * model.radius);
    const margin = Math.ceil(reach) + 1;
    const [left, top] = [Math.max(0, part.x - margin), Math.max(0, part.y - margin)];
    const size = {
      width: Math.min(width, part.x + part.width + margin) - left,
      height: Math.min(height, part.y + part.height + margin) - top,
    };
    const own = new Uint8Array(size.width * size.height);
    for (let y = 0, at = 0; y < size.height; y++) {
      const row = (top + y) * width + left;
      for (let x = 0; x < size.width; x++, at++) own[at] = labels[row + x] === part.label ? 1 : 0;
    }
    const within = near(own, size, reach, 1);
    let [votesInside, valuesInside, count, votesAround, valuesAround] = [0, 0, 0, 0, 0];
    let [sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0];
    for (let y = 0, at = 0; y < size.height; y++) {
      const row = (top + y) * width + left;
      // Sums over the part's pixels in this row.
      let [pixels, along, squares] = [0, 0, 0];
      for (let x = 0; x < size.width; x++, at++) {
        if (within[at] === 0) continue;
        if (own[at] === 1) {
          votesInside += votes[row + x]!;
          valuesInside += values[row + x]!;
          pixels++;
          along += x;
          squares += x * x;
        } else {
          votesAround += votes[row + x]!;
          valuesAround += values[row + x]!;
          count++;
        }
      }
      sumX += along;
      sumY += pixels * y;
      sumXX += squares;
      sumYY += pixels * y * y;
      sumXY += along * y;
    }
    const { area } = part;
    const distances = squaredDistances(own, size);
    let deepest = 0;
    for (let i = 0; i < distances.length; i++) if (distances[i]! > deepest) deepest = distances[i]!;
    const [least, most] = model.areas;
    return {
      size: naturalLog(area / Math.sqrt(least * most)) / naturalLog(SPREAD),
      ...shapeOf(area, [sumX, sumY, sumXX, sumYY, sumXY]),
      depth: Math.sqrt((Math.PI * deepest) / area),
      votes: votesInside / (area * certain),
      around: votesAround / (Math.max(1, count) * certain),
      contrast: count === 0 ? 0 : (valuesInside / area - valuesAround / count) / this.#step,
    };
  }
}

/** @param sums over the pixels of a part, as of `momentsOf` */
const shapeOf = (area: number, sums: Parameters<typeof momentsOf>[1]): Pick<Traits, 'ellipticity' | 'roundness'> => {
  const { across, down, both } = momentsOf(area, sums);
  const determinant = across * down - both * both;
  const half = (across + down) / 2;
  const away = Math.sqrt(Math.max(0, half * half - determinant));
  return {
    ellipticity: area / (4 * Math.PI * Math.sqrt(determinant)),
    roundness: Math.sqrt((half - away) / (half + away)),
  };
};

const stepOf = ({ votes, certain, values }: Looked): number => {
  let [count, high, all, squares] = [0, 0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    all += value;
    squares += value * value;
    if (2 * votes[i]! <= certain) continue;
    count++;
    high += value;
  }
  const mean = all / values.length;
  const spread = Math.sqrt(Math.max(0, squares / values.length - mean * mean));
  const step = high / Math.max(1, count) - (all - high) / Math.max(1, values.length - count);
  return Math.max(1, FLAT * spread, step);
};
