/**
 * What the image itself takes for objects, as a second witness beside the forest. A few examples show a few brightnesses; the
 * threshold of the whole image knows them all, but not which objects are meant. How far it agrees with the examples says what it is worth.
 */
import type { Samples } from '../../../image/samples.js';
import { bestMap } from '../map/best-map.js';

/** Shares of the objects' and of the background's known pixels that stand out by themselves: more than 0, less than 1. */
export interface Agreement {
  readonly objects: number;
  readonly background: number;
}

/** 1 for each pixel that stands out by itself; none where nothing does. */
export type Standing = Uint8Array | undefined;

/** Rejects as `bestMap` does. */
export const standingOut = async (samples: Samples, signal: AbortSignal): Promise<Standing> => {
  const map = await bestMap(samples, 'auto', 'any', signal);
  return map && Uint8Array.from(map.labels, (label) => (label === 0 ? 0 : 1));
};

/**
 * By the rule of succession (Laplace): of n trials s times, the next time with (s + 1)/(n + 2). Pixels of one object are no trials of
 * their own, so that a trial is a disc of the objects' size.
 *
 * @param known class of each pixel, 0 for what is not known, 1 for background
 * @param radius of a usual object, in pixels
 */
export const agreementOf = (standing: Uint8Array, known: Uint8Array, radius: number): Agreement => {
  const [all, out] = [
    [0, 0],
    [0, 0],
  ];
  for (const [i, label] of known.entries()) {
    if (label === 0) continue;
    const side = label === 1 ? 1 : 0;
    all[side]!++;
    out[side]! += standing[i]!;
  }
  const disc = Math.PI * radius * radius;
  const [objects, background] = [0, 1].map((side) => (out[side]! + disc) / (all[side]! + 2 * disc));
  return { objects: objects!, background: background! };
};

/**
 * Two witnesses that err apart from each other: the odds are multiplied by how much likelier what the map says is of an object.
 *
 * @param probability that a pixel is an object's by the forest, 0 to 1
 */
export const agreed = (probability: number, stands: number, { objects, background }: Agreement): number => {
  const yes = probability * (stands ? objects : 1 - objects);
  const no = (1 - probability) * (stands ? background : 1 - background);
  return yes / (yes + no);
};
