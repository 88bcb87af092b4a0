/** The contours of an image as objects: of a volume, those on all slices are one. */

import { nearestTo, objectOf } from '../../contours/on-slice.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { classNameOf } from './classes.js';

/** An object: a contour, or in a volume one a slice. */
export interface AnnotatedObject {
  readonly id: string;
  /** Its place among the objects, from 1. */
  readonly number: number;
  /** One, or one a slice. */
  readonly contours: readonly [ContourFeature, ...ContourFeature[]];
}

const known = new WeakMap<readonly ContourFeature[], readonly AnnotatedObject[]>();

/** The objects in drawing order; the same list for the same contours. */
export const objectsIn = (contours: readonly ContourFeature[]): readonly AnnotatedObject[] => {
  const before = known.get(contours);
  if (before) return before;
  const groups = new Map<string, [ContourFeature, ...ContourFeature[]]>();
  for (const contour of contours) {
    const id = objectOf(contour);
    const group = groups.get(id);
    if (group) group.push(contour);
    else groups.set(id, [contour]);
  }
  const objects = [...groups].map(([id, list], k) => ({ id, number: k + 1, contours: list }));
  known.set(contours, objects);
  return objects;
};

/** The contours of the object that one belongs to: of a volume, those on all slices. */
export const wholeOf = (contour: ContourFeature, contours: readonly ContourFeature[]): readonly ContourFeature[] => {
  // Only a volume's object has other contours: hosts remove many by their ids, one after another.
  if (!contour.geometry.plane) return [contour];
  const object = objectOf(contour);
  return contours.filter((each) => objectOf(each) === object);
};

/** Tells whether contours have the outlines that they had before, and none came. */
export const sameOutlines = (before: readonly ContourFeature[], now: readonly ContourFeature[]): boolean => {
  const old = new Map(before.map(({ id, geometry }) => [id, geometry]));
  return now.every(({ id, geometry }) => old.get(id) === geometry);
};

/** How many objects these contours are. */
export const countObjects = (contours: readonly ContourFeature[]): number => new Set(contours.map(objectOf)).size;

/** The contour of an object on a slice, else the one nearest to it. */
export const contourOn = ({ contours }: AnnotatedObject, slice: number | undefined): ContourFeature =>
  (slice === undefined ? undefined : nearestTo(contours, slice)) ?? contours[0];

/** Size of an object, as a number to sort by and as the name of the measurement that says it; nothing where it was not measured. */
export const sizeOf = ({
  contours: [first],
}: Pick<AnnotatedObject, 'contours'>): { readonly name: string; readonly value: number } | undefined => {
  const { measurements } = first.properties;
  const names = Object.keys(measurements).filter((name) => /^(Volume|Voxels|Area|Length)\b/.test(name));
  const rank = (name: string): number =>
    (/^Vo/.test(name) ? 0 : 2) + (name.includes(' px') || name === 'Voxels' ? 1 : 0);
  const name = names.sort((a, b) => rank(a) - rank(b))[0];
  return name === undefined ? undefined : { name, value: measurements[name]! };
};

/** The order of the list of objects. */
export type ObjectOrder = 'drawn' | 'newest' | 'name' | 'class' | 'largest' | 'smallest';

/** The orders, as the list offers them. */
export const objectOrders = [
  'drawn',
  'newest',
  'name',
  'class',
  'largest',
  'smallest',
] as const satisfies readonly ObjectOrder[];

/** Search, order and filter of the list. */
export interface ObjectQuery {
  /** Part of the name, the class or the note. */
  readonly search: string;
  readonly order: ObjectOrder;
  /** Of this class; `''` without one. */
  readonly ofClass?: string;
}

/** The name of an object's class; empty where it has none. */
export const className = ({ contours: [first] }: AnnotatedObject): string => classNameOf(first);

/** The name given to an object, its note, and where it has none a name by its number. */
export const nameOf = ({ contours: [{ properties }], number }: AnnotatedObject, word: string): string =>
  properties.name ?? `${word} ${number}`;

/** The user's note on an object; empty where there is none. */
export const noteOf = ({ contours: [{ properties }] }: AnnotatedObject): string => properties.metadata.note ?? '';

/** The objects that a query asks for, in its order. */
export const queried = (
  objects: readonly AnnotatedObject[],
  { search, order, ofClass }: ObjectQuery,
  word: string,
): readonly AnnotatedObject[] => {
  const wanted = search.trim().toLocaleLowerCase();
  const found = objects.filter((object) => {
    if (ofClass !== undefined && className(object) !== ofClass) return false;
    if (wanted === '') return true;
    const text = `${nameOf(object, word)}\n${className(object)}\n${noteOf(object)}`;
    return text.toLocaleLowerCase().includes(wanted);
  });
  const compare = comparisons[order];
  if (order === 'newest') return found.reverse();
  return compare ? found.sort((a, b) => compare(a, b, word) || a.number - b.number) : found;
};

type Compare = (a: AnnotatedObject, b: AnnotatedObject, word: string) => number;

const collator = new Intl.Collator(undefined, { numeric: true });
const size = (object: AnnotatedObject): number => sizeOf(object)?.value ?? 0;

const comparisons: Readonly<Partial<Record<ObjectOrder, Compare>>> = {
  name: (a, b, word) => collator.compare(nameOf(a, word), nameOf(b, word)),
  class: (a, b) => collator.compare(className(a), className(b)),
  largest: (a, b) => size(b) - size(a),
  smallest: (a, b) => size(a) - size(b),
};
