/** What tells a part of a map that is an object from one that is a piece of one, several, or none (ALGORITHMS D.7). */
import { naturalLog } from '../../../core/numbers/logarithm.js';
import { squaredDistances } from './distance.js';
import { momentsOf } from './ellipticity.js';
import { near } from './mask.js';
import type { MapPart } from './parts.js';

/** Width of the ring round a part, in radii of a usual object, and in pixels at least. */
const RING = 0.3;
const NARROWEST = 1.5;
/** Spread of the areas of objects alike, as a factor: an octave of the radius (ALGORITHMS D.13). */
const SPREAD = 4;
/** Objects stand out by at least this share of the spread of all pixels: where they do not, the contrast says little. */
const FLAT = 1 / 5;

/** What sizes objects have. */
export interface Sizes {
  /** Of a usual object, in pixels. */
  readonly radius: number;
  /** Of the smallest and of the largest that are known, in pixels. */
  readonly areas: readonly [least: number, most: number];
}

/** What parts of maps are looked at in. Both have a value for each pixel. */
export interface Looked {
  readonly width: number;
  readonly height: number;
  /** For a pixel being an object's, of `certain`. */
  readonly votes: Uint8Array | Uint16Array;
  readonly certain: number;
  /** The plane in which objects stand out. */
  readonly values: Uint16Array;
  readonly model: Sizes;
}

/** What a part shows. */
export interface Traits {
  /** Logarithm of the area over the geometric mean of the least and the greatest known one, of base 4. */
  readonly size: number;
  /** Its share of the area of the ellipse with the same second moments. */
  readonly ellipticity: number;
  /** The shorter axis of that ellipse over the longer one. */
  readonly roundness: number;
  /** Depth of the deepest pixel over the radius of a disc of the same area. */
  readonly depth: number;
  /** Mean share of the votes, in the part and in a ring round it. */
  readonly votes: number;
  readonly around: number;
  /** How much higher the plane is in it than in the ring, over what pixels with most votes are higher than others. */
  readonly contrast: number;
}

/** The traits of parts: what all of them share is worked out once. */
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
    const inside = new Sums();
    const around = new Sums();
    for (let y = 0, at = 0; y < size.height; y++) {
      const row = (top + y) * width + left;
      for (let x = 0; x < size.width; x++, at++) {
        if (own[at] === 1) inside.add(x, y, votes[row + x]!, values[row + x]!);
        else if (within[at] === 1) around.add(x, y, votes[row + x]!, values[row + x]!);
      }
    }
    const { area } = part;
    const deepest = squaredDistances(own, size).reduce((most, next) => Math.max(most, next), 0);
    const [least, most] = model.areas;
    return {
      size: naturalLog(area / Math.sqrt(least * most)) / naturalLog(SPREAD),
      ...inside.shape(),
      depth: Math.sqrt((Math.PI * deepest) / area),
      votes: inside.votes / (area * certain),
      around: around.votes / (Math.max(1, around.count) * certain),
      contrast: around.count === 0 ? 0 : (inside.values / area - around.values / around.count) / this.#step,
    };
  }
}

/** Sums over pixels. */
class Sums {
  count = 0;
  votes = 0;
  values = 0;
  #x = 0;
  #y = 0;
  #xx = 0;
  #yy = 0;
  #xy = 0;

  add(x: number, y: number, votes: number, value: number): void {
    this.count++;
    this.votes += votes;
    this.values += value;
    this.#x += x;
    this.#y += y;
    this.#xx += x * x;
    this.#yy += y * y;
    this.#xy += x * y;
  }

  shape(): Pick<Traits, 'ellipticity' | 'roundness'> {
    const sums = [this.#x, this.#y, this.#xx, this.#yy, this.#xy] as const;
    const { across, down, both } = momentsOf(this.count, sums);
    const determinant = across * down - both * both;
    const half = (across + down) / 2;
    const away = Math.sqrt(Math.max(0, half * half - determinant));
    return {
      ellipticity: this.count / (4 * Math.PI * Math.sqrt(determinant)),
      roundness: Math.sqrt((half - away) / (half + away)),
    };
  }
}

const stepOf = ({ votes, certain, values }: Looked): number => {
  const [objects, rest] = [
    { count: 0, sum: 0 },
    { count: 0, sum: 0 },
  ];
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const side = 2 * votes[i]! > certain ? objects : rest;
    side.count++;
    side.sum += value;
    squares += value * value;
  }
  const mean = (objects.sum + rest.sum) / values.length;
  const spread = Math.sqrt(Math.max(0, squares / values.length - mean * mean));
  const step = objects.sum / Math.max(1, objects.count) - rest.sum / Math.max(1, rest.count);
  return Math.max(1, FLAT * spread, step);
};
