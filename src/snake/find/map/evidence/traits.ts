/** Traits that distinguish a single object from a piece of one, several objects, or none (ALGORITHMS D.7). */
import { naturalLog } from '../../../../core/numbers/logarithm.js';
import { momentsOf } from '../ellipticity.js';
import type { MapPart } from '../parts.js';
import { squaredDepths } from './depths.js';
import { type SummedPlanes, Surroundings } from './surroundings.js';

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

/** What parts of maps are measured by. */
export interface Looked extends SummedPlanes {
  /** The votes of a pixel that is certain to belong to an object. */
  readonly certain: number;
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

/** Measures the traits of a map's parts; what all parts share is computed once. */
export class TraitsIn {
  /** By how much the plane is higher where most votes are for an object's. */
  readonly #step: number;
  /** By label. */
  readonly #depths: Float64Array;
  readonly #around: Surroundings;

  /** @param labels of the map, which has the pixels of `looked` */
  constructor(
    private readonly looked: Looked,
    labels: Int32Array,
  ) {
    this.#step = stepOf(looked);
    this.#depths = squaredDepths(labels, looked);
    this.#around = new Surroundings(looked, labels, Math.max(NARROWEST, RING * looked.model.radius));
  }

  of(part: MapPart): Traits {
    const { certain, model } = this.looked;
    const { area, label } = part;
    const { inside, ring } = this.#around.sumsOf(part);
    const [least, most] = model.areas;
    return {
      size: naturalLog(area / Math.sqrt(least * most)) / naturalLog(SPREAD),
      ...shapeOf(area, inside.moments),
      depth: Math.sqrt((Math.PI * this.#depths[label]!) / area),
      votes: inside.votes / (area * certain),
      around: ring.votes / (Math.max(1, ring.count) * certain),
      contrast: ring.count === 0 ? 0 : (inside.values / area - ring.values / ring.count) / this.#step,
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
