/**
 * Objects of one plane, all at once: what lies above the threshold that parts the plane best into two classes, at a scale that
 * the objects themselves give, cut apart where they touch.
 */

import { throwIfAborted } from '../../../core/errors.js';
import { pause } from '../../../core/pause.js';
import { boxBlur, type Size } from './box-blur.js';
import { distancesIn } from './distance.js';
import { flagsAbove, removeMissing } from './flags.js';
import { filled, opened } from './mask.js';
import { runsOf } from './runs.js';
import { twoClasses } from './two-classes.js';
import { watershed } from './watershed.js';

/** Values to find objects in: the higher, the more an object's. */
export interface ObjectPlane extends Size {
  readonly name: string;
  /** The channel that it was made of. */
  readonly channel: string;
  readonly values: Uint16Array;
  /** 1 for a pixel without data. */
  readonly missing?: Uint8Array | undefined;
  /** How stored values became those of the plane. */
  readonly scale?: PlaneScale;
}

/** What makes the values of a plane, so that other samples of the image get the same ones. */
export interface PlaneScale {
  /** The record of the plane's channel (`ChannelRows`). */
  readonly record: Readonly<Record<string, string>>;
  /** Range of the channel's values that was stretched to 16 bits. */
  readonly range: readonly [least: number, most: number];
  /** The height above the ground that was stretched to 16 bits, where a ground was subtracted. */
  readonly height?: number;
}

/** The objects of one plane, by label. */
export interface ObjectMap extends Size {
  readonly plane: ObjectPlane;
  /** Number of the object of each pixel, from 1 on; 0 for what is none. */
  readonly labels: Int32Array;
  /** Typical radius of objects, in pixels: half of their pixels lie in objects whose largest disc has at most this radius. */
  readonly radius: number;
  /** Separability of the smoothed plane into objects and the rest (`TwoClasses`). */
  readonly separability: number;
  /** Radius of the window, in radii of a usual object, whose mean the objects' pixels exceed; not given where they need not. */
  readonly rising?: number;
}

/** Radius of the smoothing window as a share of the objects' own radius: a tenth changes no outline to speak of. */
const SMOOTHING = 0.1;
/** Share of the objects' radius: parts thinner than a disc of it do not belong to an object. */
export const THIN = 0.25;
/** An object has at least this share of the area of a disc of the objects' radius. */
const SMALL = 0.2;
/** Minimum pixels of an object: twice as many as a snake needs. */
export const LEAST = 16;
/** Radius of the window by which a plane is smoothed, in pixels. @param grain the least one */
export const smoothingOf = (radius: number, grain: number): number => Math.max(grain, Math.round(SMOOTHING * radius));
/** Radius of the largest hole that is filled at first, in radii of the smoothing window. */
const GRAINS = 10;
/** Units per pixel of distances. */
const FINE = 16;
/** Minimum rise of a peak of distance above the pass to a higher one, as a share of the peak; at least half a pixel. */
const RISE = 0.05;

/** The distance of a squared one, in fractions. */
const rootOf = (squared: number): number => Math.min(65535, Math.floor(FINE * Math.sqrt(squared)));

/** Distances of squared ones below 4,096, which nearly all are. */
const ROOTS = Uint16Array.from({ length: 4096 }, (_, squared) => rootOf(squared));

/** A plane at the scale of its objects, before they are cut apart. */
export interface ScaledPlane extends Pick<ObjectMap, 'plane' | 'radius' | 'separability'> {
  /** Radius of the smoothing window that it was begun with. */
  readonly grain: number;
  readonly above: Uint8Array;
}

/**
 * @param grain the radius of the smoothing window to begin with, in pixels
 * @param known the objects' radius in pixels, where it need not be looked for
 * @returns none where all values are alike, or where more than half of the pixels would be objects. Rejects with `AbortError`.
 */
export const scaledPlane = async (
  plane: ObjectPlane,
  grain: number,
  signal: AbortSignal,
  known?: number,
): Promise<ScaledPlane | undefined> => {
  const rough = known === undefined ? await roughly(plane, grain, signal) : { radius: known };
  if (rough === undefined) return undefined;
  const { radius } = rough;
  const smoothing = smoothingOf(radius, grain);
  // Most objects are so small that they are smoothed as they were to find their radius.
  const fine = 'upper' in rough && smoothing === grain ? rough.upper : upperClass(plane, smoothing);
  await rest(signal);
  return fine && { plane, grain, radius, ...fine };
};

/** The radius of objects by the least smoothing, and the pixels that gave it. */
const roughly = async (plane: ObjectPlane, grain: number, signal: AbortSignal) => {
  const upper = upperClass(plane, grain);
  await rest(signal);
  if (upper === undefined) return undefined;
  const { radius } = await apart(filled(upper.above, plane, Math.PI * (GRAINS * grain) ** 2), plane, signal);
  return { radius, upper };
};

/**
 * Finds the objects of a plane whose scale is known: fills holes, cuts touching objects apart, leaves small ones out.
 * Rejects with `AbortError`.
 *
 * @param flags 1 for the pixels that may be an object's; those above the plane's threshold when not given
 */
export const objectMap = async (
  scaled: ScaledPlane,
  signal: AbortSignal,
  flags: Uint8Array = scaled.above,
): Promise<ObjectMap> => {
  const { plane, radius: hole, separability } = scaled;
  const mask = opened(filled(flags, plane, Math.PI * hole ** 2), plane, Math.max(1, THIN * hole));
  await rest(signal);
  const { labels, areas, radius } = await apart(mask, plane, signal);
  // A part that has all of the map is not small, though nothing tells its radius.
  const least = Math.min(labels.length, Math.max(LEAST, SMALL * Math.PI * radius ** 2));
  keepParts(
    labels,
    areas.map((area) => (area >= least ? 1 : 0)),
  );
  const { width, height } = plane;
  return { plane, width, height, labels, radius, separability };
};

/** Removes the labels of parts that are not kept. @param kept by label */
export const keepParts = (labels: Int32Array, kept: ArrayLike<number>): void => {
  for (let i = 0; i < labels.length; i++) if (labels[i] !== 0 && kept[labels[i]!] === 0) labels[i] = 0;
};

/** Pauses, so that waiting messages are handled. Rejects with `AbortError`. */
export const rest = async (signal: AbortSignal): Promise<void> => {
  await pause();
  throwIfAborted(signal);
};

/** Pixels above the smoothed plane's threshold, where they are the smaller class. */
const upperClass = (plane: ObjectPlane, smoothing: number): Pick<ScaledPlane, 'above' | 'separability'> | undefined => {
  const { values, missing } = plane;
  const even = boxBlur(values, plane, smoothing);
  const classes = twoClasses(even, missing);
  if (classes === undefined || classes.upper > 1 / 2) return undefined;
  const { threshold, separability } = classes;
  const above = flagsAbove(even, threshold);
  removeMissing(above, missing);
  return { above, separability };
};

/** A mask's parts, cut apart where they touch. */
export const apart = async (mask: Uint8Array, size: Size, signal: AbortSignal) => {
  const runs = runsOf(mask, size, 1);
  const { starts, ends } = runs;
  const squared = distancesIn(runs, size);
  const distances = new Uint16Array(mask.length);
  for (let run = 0; run < starts.length; run++) {
    for (let i = starts[run]!; i < ends[run]!; i++) {
      const its = squared[i]!;
      distances[i] = its < ROOTS.length ? ROOTS[its]! : rootOf(its);
    }
  }
  await rest(signal);
  const relief = boxBlur(distances, size, 1);
  const { labels, count } = watershed(relief, runs, size, (peak) => Math.max(FINE / 2, RISE * peak));
  await rest(signal);
  const areas = new Int32Array(count + 1);
  const deepest = new Int32Array(count + 1);
  for (let run = 0; run < starts.length; run++) {
    for (let i = starts[run]!; i < ends[run]!; i++) {
      const label = labels[i]!;
      areas[label]!++;
      if (distances[i]! > deepest[label]!) deepest[label] = distances[i]!;
    }
  }
  return { labels, areas, radius: usual(areas, deepest) / FINE };
};

/** Median of the objects' depths, weighted by area; one pixel where there are no objects. */
const usual = (areas: Int32Array, deepest: Int32Array): number => {
  const order = Array.from(areas.keys()).sort((a, b) => deepest[a]! - deepest[b]! || a - b);
  const half = areas.reduce((sum, area) => sum + area, 0) / 2;
  let sum = 0;
  for (const label of order) {
    sum += areas[label]!;
    if (sum > 0 && sum >= half) return Math.max(FINE, deepest[label]!);
  }
  return FINE;
};
