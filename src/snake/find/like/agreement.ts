/**
 * The image's own contrast as second evidence beside the forest. A few examples show a few brightnesses; the threshold of the whole image
 * separates all of them from the background, but finds objects of every kind. Its agreement with the examples sets its weight.
 */
import { naturalLog } from '../../../core/numbers/logarithm.js';
import type { Samples } from '../../../image/samples.js';
import { mapAtScale } from '../map/best-map.js';
import { boxBlur, PASSES } from '../map/box-blur.js';
import type { ObjectMap } from '../map/object-map.js';
import { ANY_APPEARANCE } from '../map/planes.js';
import { boundsWhere, cutOut, grownWithin } from '../map/rectangles.js';
import type { Execution } from '../part-work.js';

/** Shares of the objects' and of the background's known pixels that stand out by themselves: more than 0, less than 1. */
export interface Agreement {
  readonly objects: number;
  readonly background: number;
  /** Half the side of the window whose mean a pixel must exceed, too, in radii of the objects; 0 for none. */
  readonly window: number;
}

/** Map of what stands out; none where nothing does. */
export type Standing = ObjectMap | undefined;

/** @param radius of the objects, in pixels. Rejects as `bestMap` does. */
export const standingOut = (samples: Samples, radius: number, execution: Execution): Promise<Standing> =>
  mapAtScale(samples, ANY_APPEARANCE, execution, radius);

/**
 * Windows to choose from. A window as wide as an object, or twice as wide, separates touching objects of different brightness, but also
 * removes the darker interior of uneven objects.
 */
export const WINDOWS: readonly number[] = [0, 1, 1.5, 2];

/** Cache of the smoothed planes of maps: learning and search use them with several windows. */
const evened = new WeakMap<ObjectMap, Uint16Array>();

/** 1 for each pixel that stands out. @param window half its side, in pixels; 0 for none */
export const pixelsOf = (map: ObjectMap, window: number): Uint8Array => {
  const out = new Uint8Array(map.labels.length);
  for (let i = 0; i < out.length; i++) out[i] = map.labels[i] === 0 ? 0 : 1;
  if (window === 0) return out;
  const even = evened.get(map) ?? boxBlur(map.plane.values, map, 1);
  evened.set(map, even);
  const means = boxBlur(even, map, Math.max(1, Math.round(window)));
  for (let i = 0; i < out.length; i++) if (even[i]! <= means[i]!) out[i] = 0;
  return out;
};

/** The agreement with the window that gives the most information about the known pixels. */
export const bestAgreement = (map: ObjectMap, known: Uint8Array, radius: number): Agreement => {
  const its = roundKnown(map, known, PASSES * (1 + Math.round(WINDOWS.at(-1)! * radius)));
  const all = WINDOWS.map((window) => ({
    ...agreementOf(pixelsOf(its.map, window * radius), its.known, radius, its.map.plane.missing),
    window,
  }));
  return all.reduce((best, next) => (informationIn(next) > informationIn(best) ? next : best));
};

/** The part of a map that holds the known pixels, with what windows round them look at. @param reach in pixels */
const roundKnown = (map: ObjectMap, known: Uint8Array, reach: number) => {
  const bounds = boundsWhere(known, map, (label) => label > 0);
  if (bounds === undefined) return { map, known };
  const around = grownWithin(bounds, reach, map);
  const { width, height } = around;
  const { plane, labels } = map;
  const cut = <Its extends Uint8Array | Uint16Array | Int32Array>(from: Its): Its => cutOut(from, map.width, around);
  const missing = plane.missing && cut(plane.missing);
  const part = { ...plane, width, height, values: cut(plane.values), missing };
  return { map: { ...map, width, height, labels: cut(labels), plane: part }, known: cut(known) };
};

/** Mutual information between standing out and belonging to an object, in nats, for equal priors. */
const informationIn = ({ objects, background }: Omit<Agreement, 'window'>): number =>
  entropyOf((objects + background) / 2) - (entropyOf(objects) + entropyOf(background)) / 2;

const entropyOf = (share: number): number => -share * naturalLog(share) - (1 - share) * naturalLog(1 - share);

/**
 * Shares by the rule of succession (Laplace): after s successes in n trials the next one has the probability (s + 1)/(n + 2). Pixels of
 * one object are not independent, so a trial is a disc of the objects' size.
 *
 * @param known class of each pixel, 0 for what is not known, 1 for background
 * @param radius of a usual object, in pixels
 * @param missing 1 for a pixel without data, which counts for nothing
 */
export const agreementOf = (
  standing: Uint8Array,
  known: Uint8Array,
  radius: number,
  missing?: Uint8Array,
): Omit<Agreement, 'window'> => {
  const [all, out] = [
    [0, 0],
    [0, 0],
  ];
  for (let i = 0; i < known.length; i++) {
    const label = known[i]!;
    if (label === 0 || missing?.[i]) continue;
    const side = label === 1 ? 1 : 0;
    all[side]!++;
    out[side]! += standing[i]!;
  }
  const disc = Math.PI * radius * radius;
  const [objects, background] = [0, 1].map((side) => (out[side]! + disc) / (all[side]! + 2 * disc));
  return { objects: objects!, background: background! };
};

/**
 * The probability by both kinds of evidence, taken as independent (naive Bayes): the odds of the forest times the likelihood ratio of the
 * contrast.
 *
 * @param probability that a pixel is an object's by the forest, 0 to 1
 */
export const agreed = (
  probability: number,
  stands: number,
  { objects, background }: Omit<Agreement, 'window'>,
): number => {
  const yes = probability * (stands ? objects : 1 - objects);
  const no = (1 - probability) * (stands ? background : 1 - background);
  return yes / (yes + no);
};
