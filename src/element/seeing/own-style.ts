/** Looks of single contours, as a page's function or rules say. */

import { frozen } from '../../contours/frozen.js';
import { badParameter } from '../../core/errors.js';
import { givenOf } from '../../core/given.js';
import { ownValue } from '../../core/record.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { toldOf } from '../extensions/table.js';
import type { Look } from '../overlay/contour-painter.js';
import type { ContourStyle, ContourStyles, StyleRule } from './contour-style.js';

type Fits = (value: unknown) => boolean;

const within =
  (least: number, most: number): Fits =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most;
const isText: Fits = (value) => typeof value === 'string';
const isNumber: Fits = (value) => Number.isFinite(value);

const ofStyle: Readonly<Record<keyof ContourStyle, readonly [fits: Fits, wanted: string]>> = {
  color: [
    (value) => Array.isArray(value) && value.length === 3 && value.every(within(0, 255)),
    'it must be red, green and blue, 0 to 255',
  ],
  width: [within(0.5, 20), 'it must be a number from 0.5 to 20'],
  fill: [within(0, 1), 'it must be a number from 0 to 1'],
  opacity: [within(0, 1), 'it must be a number from 0 to 1'],
};
const ofRule: Readonly<Record<string, readonly [fits: Fits, wanted: string]>> = {
  ...ofStyle,
  class: [isText, 'it must be the name of a class'],
  measurement: [isText, 'it must be the name of a measurement'],
  from: [isNumber, 'it must be a number'],
  below: [isNumber, 'it must be a number'],
};

/** The entries that are given, copied. Throws `bad-parameter` where one is unknown or has no such value. */
const checked = <T extends object>(name: string, given: T, table: typeof ofRule): T => {
  const copy = givenOf(name, given);
  for (const [key, value] of Object.entries(copy)) {
    const [fits, wanted] = Object.hasOwn(table, key) ? table[key]! : [];
    if (!fits) throw badParameter(`${name}.${key}`, value, `there is ${Object.keys(table).join(', ')}`);
    if (!fits(value)) throw badParameter(`${name}.${key}`, value, wanted ?? '');
  }
  return copy;
};

const means = (
  { class: named, measurement, from = -Infinity, below = Infinity }: StyleRule,
  contour: ContourFeature,
) => {
  const { classification, measurements } = contour.properties;
  if (named !== undefined && classification?.name !== named) return false;
  if (measurement === undefined) return true;
  const value = ownValue(measurements, measurement);
  return value !== undefined && value >= from && value < below;
};

/** A function that gives the style of a contour. Throws `bad-parameter` where the page gave neither a function nor rules. */
const styleOf = (given: ContourStyles): ((contour: ContourFeature) => ContourStyle | undefined) => {
  if (typeof given === 'function') {
    return (contour) => {
      const style = given(contour);
      return style && checked('contourStyle', style, ofStyle);
    };
  }
  if (!Array.isArray(given)) throw badParameter('contourStyle', given, 'it must be a function or a list of rules');
  const rules = given.map((rule: StyleRule, k) => checked(`contourStyle[${k}]`, rule, ofRule));
  return (contour) => Object.assign({}, ...rules.filter((rule) => means(rule, contour)));
};

const merged = (look: Look, { color, width, fill, opacity }: ContourStyle): Look => ({
  ...look,
  ...(color && { colourOf: () => color }),
  ...(width !== undefined && { width }),
  ...(fill !== undefined && { fill }),
  ...(opacity !== undefined && { opacity: opacity * (look.opacity ?? 1) }),
});

/** Each contour is asked for once: another state of it is another object. */
const lookOfEach = (
  look: Look,
  style: (contour: ContourFeature) => ContourStyle | undefined,
  failed: (error: unknown) => void,
): ((contour: ContourFeature) => Look) => {
  const looks = new WeakMap<ContourFeature, Look>();
  let told = false;
  const fresh = (contour: ContourFeature): Look => {
    try {
      const given = style(frozen(contour));
      return given ? merged(look, given) : look;
    } catch (error) {
      if (!told) failed(toldOf('style', 'contourStyle', error));
      told = true;
      return look;
    }
  };
  return (contour) => {
    const known = looks.get(contour) ?? fresh(contour);
    looks.set(contour, known);
    return known;
  };
};

/** The look with those of single contours; `failed` is called with the first error, and contours are drawn without the invalid parts. */
export const withStyles = (look: Look, given: ContourStyles, failed: (error: unknown) => void): Look => {
  try {
    return { ...look, lookOf: lookOfEach(look, styleOf(given), failed) };
  } catch (error) {
    failed(error);
    return look;
  }
};
