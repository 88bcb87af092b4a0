/** Parts of a plane's map and of two masks below its threshold, of which the likeliest objects are chosen (ALGORITHMS D.7). */

import type { Aside } from '../../../algorithm/algorithm.js';
import { lookedUp } from '../../../core/numbers/looked-up.js';
import { type Execution, partWork } from '../part-work.js';
import { boxBlur } from './box-blur.js';
import { evidenceOf } from './evidence/evidence.js';
import { STANDING_SCALES } from './evidence/standing-scales.js';
import { type Looked, TraitsIn } from './evidence/traits.js';
import { flagsAbove, inBoth, removeMissing } from './flags.js';
import { objectsOf } from './map-works.js';
import { type ObjectMap, objectMap, type ScaledPlane, smoothingOf } from './object-map.js';
import { FEW, partedMap, risingIn } from './parted.js';
import { partsOf } from './parts.js';
import { isPopulation } from './population.js';
import { rejoined } from './rejoined.js';
import { surest, type Weigh, weighed } from './surest.js';

/** Thresholds of the masks below the plane's own, as shares of the distance to the mean of the pixels that do not exceed it. */
const LOWER = [1 / 3, 2 / 3];
/**
 * Radius of the window whose mean the masks' pixels must exceed, in radii of a usual object; otherwise the masks would contain ground
 * between objects.
 */
const WINDOW = 1 / 2;
/** Vote of a pixel whose value is the objects' mean. */
const CERTAIN = 255;
/** Share of the map's pixels that the chosen parts must have. Where they have less, the traits do not fit this image, and the plain map is kept. */
const MOST_OF = 1 / 2;
/** Approximate shares of the time until the plane's map is there, and until the lower masks' parts are. */
const MAP_SHARE = 1 / 3;
const LOWER_SHARE = 2 / 3;

/** How the parts of a map were chosen. */
export interface PartsChoice {
  /** Two classes of the smoothed plane, by its values. */
  readonly classes: Omit<Classes, 'even'>;
  /** Area of a usual part, in pixels. */
  readonly area: number;
  /** As of `ObjectMap`. */
  readonly rising: number | undefined;
  /** Which parts were taken: the surest ones, those of the plane's map, or these rejoined. */
  readonly taken: 'surest' | 'map' | 'rejoined';
}

/** A map, how its parts were chosen, and how sure they are. */
export interface SurestMap extends ObjectMap {
  readonly choice: PartsChoice;
  /** Mean evidence of the parts, in hundredths of a nat (`evidenceOf`). */
  readonly sureness: number;
}

/**
 * The map of a plane (`partedMap`) with the surest of its own parts and of those of the lower masks, if these are a small population that
 * covers half of its pixels. Otherwise the map is kept; if it is not a small population either, touching parts may be rejoined (`rejoined`).
 * Rejects with `AbortError`.
 *
 * @param known the plane's map, where it is at hand
 */
export const surestMap = async (scaled: ScaledPlane, execution: Execution, known?: ObjectMap): Promise<SurestMap> => {
  const { signal, tell, aside } = execution;
  const its = classesOf(scaled);
  const { even, ...classes } = its;
  const lower = lowerParts(scaled, its, signal, aside);
  // The rejection is reported where it is awaited; this avoids an unhandled rejection before.
  lower.catch(() => {});
  const map = known ?? (await partedMap(scaled, signal, { even, aside }));
  await tell(MAP_SHARE);
  const area = usualArea(map);
  const { labels, sureness, own } = await surestIn({ map, lower, classes: its, area }, execution);
  const choice = { classes, area, rising: map.rising };
  if (hasMostOf(labels, map.labels) && isPopulation({ ...map, labels }, FEW))
    return { ...map, labels, sureness, choice: { ...choice, taken: 'surest' } };
  if (isPopulation(map, FEW)) return { ...map, sureness: own, choice: { ...choice, taken: 'map' } };
  return {
    ...map,
    labels: rejoined(map.labels, even, map, classes.ground),
    sureness: own,
    choice: { ...choice, taken: 'rejoined' },
  };
};

/** The map of a plane whose parts are chosen as those of another map were. Rejects with `AbortError`. */
export const mapLike = async (
  plane: Omit<ScaledPlane, 'above'>,
  { classes, area, rising, taken }: PartsChoice,
  execution: Execution,
): Promise<ObjectMap> => {
  const { signal, tell, aside } = execution;
  const its = { even: smoothed(plane), ...classes };
  // The threshold is the least value of an object.
  const above = flagsAbove(its.even, classes.threshold - 1);
  removeMissing(above, plane.plane.missing);
  const scaled = { ...plane, above };
  const lower = taken === 'surest' ? lowerParts(scaled, its, signal, aside) : undefined;
  lower?.catch(() => {});
  const [risen] = rising === undefined ? [] : await risingIn(scaled, [rising], signal, its.even);
  const map = await objectMap(scaled, signal, risen ? inBoth(above, risen) : above);
  await tell(MAP_SHARE);
  if (lower) return { ...map, labels: (await surestIn({ map, lower, classes: its, area }, execution)).labels };
  return taken === 'map' ? map : { ...map, labels: rejoined(map.labels, its.even, map, classes.ground) };
};

/** Maps whose parts compete. */
interface Competing {
  readonly map: ObjectMap;
  /** The parts of the masks below the threshold, by label. */
  readonly lower: Promise<readonly Int32Array[]>;
  readonly classes: Classes;
  /** Area of a usual part, in pixels. */
  readonly area: number;
}

/** The surest parts, by label, and the mean evidence of these and of the map's own parts. */
const surestIn = async (
  { map, lower, classes, area }: Competing,
  { signal, tell, aside }: Execution,
): Promise<{ readonly labels: Int32Array; readonly sureness: number; readonly own: number }> => {
  const { width, height, plane } = map;
  const model = { radius: Math.sqrt(area / Math.PI), areas: [area, area] as const };
  const looked = { width, height, votes: placesIn(classes), certain: CERTAIN, values: plane.values, model };
  const all = [map.labels, ...(await lower)];
  await tell(LOWER_SHARE);
  const maps = await Promise.all(
    all.map(async (labels, k) => {
      const by = k + 1 < all.length ? aside : undefined;
      return { labels, evidence: await evidenceIn.by(by, { labels, looked }, signal) };
    }),
  );
  const { labels, evidence } = surest(maps, map);
  return { labels, sureness: meanEvidence(evidence), own: meanEvidence(maps[0]!.evidence) };
};

/** @param evidence by label, from 1 on */
const meanEvidence = (evidence: Float64Array): number =>
  evidence.reduce((sum, one) => sum + one, 0) / Math.max(1, evidence.length - 1);

/** Evidence for each part of a map, by label. */
export const evidenceIn = partWork(
  'evidence',
  async ({ labels, looked }: { readonly labels: Int32Array; readonly looked: Looked }, signal) => {
    const traits = new TraitsIn(looked, labels);
    const weigh: Weigh = (part) => evidenceOf(STANDING_SCALES, traits.of(part));
    return (await weighed(labels, weigh, looked, signal)).evidence;
  },
);

/** A smoothed plane and its two classes: objects above the threshold, and ground. */
interface Classes {
  readonly even: Uint16Array;
  /** The least value above the threshold. */
  readonly threshold: number;
  /** Means of the classes. */
  readonly ground: number;
  readonly objects: number;
}

const smoothed = ({ plane, radius, grain }: Omit<ScaledPlane, 'above'>): Uint16Array =>
  boxBlur(plane.values, plane, smoothingOf(radius, grain));

const classesOf = (scaled: ScaledPlane): Classes => {
  const { plane, above } = scaled;
  const { missing } = plane;
  const even = smoothed(scaled);
  let [threshold, high, upper, low, lower] = [65535, 0, 0, 0, 0];
  for (let i = 0; i < even.length; i++) {
    const value = even[i]!;
    if (above[i] === 1) {
      threshold = Math.min(threshold, value);
      high += value;
      upper++;
    } else if (!missing?.[i]) {
      low += value;
      lower++;
    }
  }
  return { even, threshold, ground: low / Math.max(1, lower), objects: high / Math.max(1, upper) };
};

/** The parts of the masks below the threshold, by label. */
const lowerParts = async (
  scaled: ScaledPlane,
  { even, threshold, ground }: Classes,
  signal: AbortSignal,
  aside: Aside | undefined,
): Promise<readonly Int32Array[]> => {
  const { radius, plane } = scaled;
  const { width, height, missing } = plane;
  const [rising] = await risingIn(scaled, [WINDOW], signal, even);
  const partsBelow = async (share: number): Promise<Int32Array> => {
    const least = Math.floor(threshold + share * (ground - threshold));
    const flags = inBoth(rising!, flagsAbove(even, least));
    removeMissing(flags, missing);
    return (await objectsOf.by(aside, { flags, size: { width, height }, radius }, signal)).labels;
  };
  return Promise.all(LOWER.map(partsBelow));
};

/** Where each pixel's value lies between the means of the classes: 0 on the ground's, `CERTAIN` on the objects'. */
const placesIn = ({ even, ground, objects }: Classes): Uint8Array => {
  const unit = CERTAIN / Math.max(1, objects - ground);
  // Computed once per value.
  const places = new Uint8Array(2 ** 16);
  for (let value = 0; value < places.length; value++) {
    places[value] = Math.round(Math.min(CERTAIN, Math.max(0, unit * (value - ground))));
  }
  return lookedUp(even, places, new Uint8Array(even.length));
};

/** Median area of the parts, weighted by area. */
const usualArea = (map: ObjectMap): number => {
  const areas = partsOf(map.labels, map)
    .map(({ area }) => area)
    .sort((a, b) => a - b);
  const half = areas.reduce((sum, area) => sum + area, 0) / 2;
  let sum = 0;
  for (const area of areas) {
    sum += area;
    if (sum >= half) return area;
  }
  return 1;
};

/** Whether parts cover at least the share `MOST_OF` of the pixels of others. */
const hasMostOf = (labels: Int32Array, others: Int32Array): boolean => {
  let [all, kept] = [0, 0];
  for (let i = 0; i < labels.length; i++) {
    if (others[i] === 0) continue;
    all++;
    if (labels[i] !== 0) kept++;
  }
  return kept >= MOST_OF * all;
};
