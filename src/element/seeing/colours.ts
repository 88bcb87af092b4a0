/** Colours of contours on the screen. */
import { objectOf } from '../../contours/on-slice.js';
import { ownValue } from '../../core/record.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { Colouring } from './display-settings.js';
import { colourIn } from './lookup-tables.js';

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** The colour of a contour; `undefined` for that of contours without a class. */
export type ColourOf = (contour: ContourFeature) => Colour | undefined;

/** The range of values that a colour map spans. */
export interface Scale {
  readonly low: number;
  readonly high: number;
}

/** The names of all measurements of contours, in the order in which they occur. */
export const measurementNames = (contours: readonly ContourFeature[]): readonly string[] => {
  const names = new Set<string>();
  for (const { properties } of contours) for (const name in properties.measurements) names.add(name);
  return [...names];
};

/** The least and the largest of a measurement; `undefined` where no contour has it. */
export const scaleOf = (contours: readonly ContourFeature[], name: string): Scale | undefined => {
  let [low, high] = [Infinity, -Infinity];
  for (const { properties } of contours) {
    const value = ownValue(properties.measurements, name);
    if (value === undefined || !Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? { low, high } : undefined;
};

/** Different hues for some thousand objects, light enough for dark images. */
const ofObject = (id: string): Colour => {
  let hash = 0;
  for (let k = 0; k < id.length; k++) hash = (Math.imul(hash, 31) + id.charCodeAt(k)) >>> 0;
  const hue = (hash % 1021) / 1021;
  const part = (shift: number): number => {
    const at = Math.abs(((hue * 6 + shift) % 6) - 3) - 1;
    return Math.round(70 + 185 * Math.min(1, Math.max(0, at)));
  };
  return [part(0), part(4), part(2)];
};

/** Where the colours of measurements begin in their map: darker ones have less than 3 : 1 against black, and would not be seen on dark images. */
const LIGHT = 0.3;

/** The colour of a measurement from 0, the least, to 1. */
export const ofMeasurement = (value: number): Colour => colourIn('viridis', LIGHT + (1 - LIGHT) * value);

/** The colour of a contour's class; none where it has no class. */
export const ofClass: ColourOf = ({ properties }) => properties.classification?.color;

/** The function that colours contours; `contours` are those that a measurement's scale is taken from. */
export const colouring = (by: Colouring, contours: readonly ContourFeature[]): ColourOf => {
  if (by === 'class') return ofClass;
  if (by === 'object') return (contour) => ofObject(objectOf(contour));
  const scale = scaleOf(contours, by.measurement);
  if (!scale) return () => undefined;
  const range = scale.high - scale.low;
  return ({ properties }) => {
    const value = ownValue(properties.measurements, by.measurement);
    if (value === undefined || !Number.isFinite(value)) return undefined;
    return ofMeasurement(range > 0 ? (value - scale.low) / range : 0.5);
  };
};
