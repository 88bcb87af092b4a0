/** Model of objects as JSON. A page may store it and use it to find such objects in another image. */

import type { ExampleClass } from '../../../algorithm/examples.js';
import { badParameter } from '../../../core/errors.js';
import { because, type Told } from '../../../core/reasons.js';
import { LEAST } from '../map/object-map.js';
import { type Agreement, WINDOWS } from './agreement.js';
import { BINS, featuresIn } from './features.js';
import { PARTS, type Tree } from './forest.js';
import { MOST_NODES, MOST_TREES } from './voter.js';

/** A model of objects, learnt from examples on images of `bands` bands of `bits` bits. */
export interface ObjectModel {
  readonly type: 'ObjectModel';
  readonly version: 1;
  readonly bands: number;
  readonly bits: 8 | 16 | 32;
  /** Full-resolution pixels per pixel of the level at which it was learnt. */
  readonly scale: number;
  /** Radius of a disc of a usual object's area, in pixels of that level. */
  readonly radius: number;
  /** Areas of the smallest and of the largest example, in the same pixels. */
  readonly areas: readonly [least: number, most: number];
  readonly classes: readonly ExampleClass[];
  /** By feature: the values that separate its bins. */
  readonly cuts: readonly (readonly number[])[];
  readonly trees: readonly Tree[];
  /** Agreement of the contrast map with the examples; none where nothing stood out. */
  readonly agreement?: Agreement;
}

/** Throws `bad-parameter` where a value is not a model, or is a model of images with other bands or bits. */
export const checkModel = (model: unknown, bands: number, bits: number): ObjectModel => {
  const wanted = (reason: Told): never => {
    throw badParameter('like', 'a model', reason);
  };
  if (!isModel(model)) return wanted(because('model-whole')`it must be a model as a run gave it, whole`);
  if (model.bands !== bands || model.bits !== bits) {
    return wanted(
      because(
        'model-other-image',
      )`it was learnt on ${model.bands} × ${model.bits} bits, and this image has ${bands} × ${bits}`,
    );
  }
  return model;
};

/** Whether a value is an array whose members all satisfy `isSuch`; a missing element counts as `undefined`. */
const isListOf = (value: unknown, isSuch: (member: unknown) => boolean): value is readonly unknown[] =>
  Array.isArray(value) && Array.from(value).every((member) => isSuch(member));

const isPositive = (value: unknown): boolean => Number.isFinite(value) && Number(value) > 0;

const isModel = (value: unknown): value is ObjectModel => {
  if (typeof value !== 'object' || value === null) return false;
  const { type, version, bands, radius, scale, areas, classes, cuts, trees, agreement }: Partial<ObjectModel> = value;
  return (
    type === 'ObjectModel' &&
    version === 1 &&
    isPositive(radius) &&
    isPositive(scale) &&
    isListOf(areas, isPositive) &&
    areas.length === 2 &&
    isListOf(classes, isClass) &&
    classes.length > 0 &&
    isListOf(cuts, (each) => isListOf(each, Number.isInteger) && each.length === BINS - 1) &&
    typeof bands === 'number' &&
    cuts.length === featuresIn(bands) &&
    Array.isArray(trees) &&
    trees.length > 0 &&
    trees.length <= MOST_TREES &&
    isListOf(trees, (tree) => isTree(tree, cuts.length, classes.length + 1)) &&
    (agreement === undefined || isAgreement(agreement))
  );
};

const isClass = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { name, color }: Partial<ExampleClass> = value;
  return typeof name === 'string' && (color === undefined || (isListOf(color, Number.isFinite) && color.length === 3));
};

const isAgreement = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { objects, background, window }: Partial<Agreement> = value;
  if (!WINDOWS.some((known) => known === window)) return false;
  return [objects, background].every((share) => Number.isFinite(share) && Number(share) > 0 && Number(share) < 1);
};

/** Whether a value is a tree in which every path from the root ends in a leaf, as children come after their parents. */
const isTree = (tree: unknown, features: number, classes: number): boolean => {
  if (typeof tree !== 'object' || tree === null) return false;
  const { feature, bin, left, shares }: Partial<Tree> = tree;
  if (![feature, bin, left, shares].every(Array.isArray)) return false;
  if (!feature || !bin || !left || !shares) return false;
  if (
    feature.length === 0 ||
    feature.length > MOST_NODES ||
    [bin, left, shares].some(({ length }) => length !== feature.length)
  )
    return false;
  return Array.from(feature).every((of, node) => {
    if (of === -1)
      return isListOf(shares[node], (share) => isBelow(share, PARTS + 1)) && shares[node]!.length === classes;
    const inTree = Number.isInteger(left[node]) && left[node]! > node && left[node]! + 1 < feature.length;
    return isBelow(of, features) && isBelow(bin[node], BINS) && inTree;
  });
};

const isBelow = (value: unknown, end: number): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < end;

/**
 * Share of a disc's area in a cap whose height is a quarter of the radius: (acos ¾ − ¾ √(1 − (¾)²))/π. Thinner parts do not belong to an
 * object (`THIN`), so at least this share is visible of an object that the image's edge cuts off.
 */
const CAP = 0.072;

/**
 * Range of an object's area: from half the radius of the smallest example to twice that of the largest. For an object that the image's edge
 * cuts off, it begins at a cap of the smallest.
 */
export const boundsOf = (
  [least, most]: ObjectModel['areas'],
  cutOff = false,
): readonly [least: number, most: number] => [
  cutOff ? Math.min(least / 4, Math.max(LEAST, CAP * least)) : least / 4,
  4 * most,
];

/** Whether an area lies within bounds. */
export const isWithin = (area: number, [least, most]: readonly [least: number, most: number]): boolean =>
  area >= least && area <= most;
