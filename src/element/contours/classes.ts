/** The classes of an image's work: those declared, then those that only occur. */

import { badImport, type Classification, checkClass } from '../../contours/formats/features.js';
import { classificationOf } from '../../contours/formats/geojson.js';
import { alike } from '../../core/alike.js';
import { reading } from '../../core/given.js';
import { because } from '../../core/reasons.js';
import { isRecord } from '../../core/record.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { freeColour } from './class-colours.js';

/** Classes that keys choose: 1 to 9. */
export const KEYED = 9;

/** The declared classes, and the class of contours made from now on. */
export interface ClassState {
  readonly list: readonly Classification[];
  readonly current: Classification | undefined;
}

/** The classes before a change of them, and after it. */
export interface ClassChange {
  readonly before: ClassState;
  readonly after: ClassState;
}

/** The classes with a change: what it did not change stays as it is now. */
export const withClassChange = (now: ClassState, { before, after }: ClassChange): ClassState => {
  const isIn = ({ list }: ClassState, entry: Classification): boolean => list.some((other) => alike(other, entry));
  const list = now.list.filter((entry) => isIn(after, entry) || !isIn(before, entry));
  for (const [place, entry] of after.list.entries())
    if (!isIn(before, entry) && !list.some(({ name }) => name === entry.name)) list.splice(place, 0, entry);
  return { list, current: alike(now.current, before.current) ? after.current : now.current };
};

/** The name of a contour's class; empty where it has none. */
export const classNameOf = ({ properties }: ContourFeature): string => properties.classification?.name ?? '';

/** The classes that one derives from, the nearest first: of `Tumour: Positive: Strong`, in the manner of QuPath, `Tumour: Positive` and `Tumour`. */
export const basesOf = (name: string): readonly string[] => {
  const bases: string[] = [];
  for (let end = name.lastIndexOf(': '); end > 0; end = name.lastIndexOf(': ', end - 1)) bases.push(name.slice(0, end));
  return bases;
};

/** The classes of a list that are some; the list itself where all are. */
export const soundClasses = (given: unknown): readonly Classification[] => {
  try {
    if (!Array.isArray(given)) return [];
    const list: readonly unknown[] = given;
    const sound = list.filter(isClass);
    return sound.length === list.length ? (list as readonly Classification[]) : sound;
  } catch {
    return [];
  }
};

const isClass = (value: unknown): value is Classification => {
  try {
    return value !== undefined && checkClass(value as Classification) !== undefined;
  } catch {
    return false;
  }
};

/**
 * The class that a page gave, or none. It may be a name, or lack a colour, as in contours that a page sets, and then has the colour
 * of its name; the given object itself where it is a class. Throws `bad-parameter`.
 */
export const givenClass = (given: Classification | undefined): Classification | undefined =>
  reading('classification', () => {
    const sound = (given?.color ? undefined : classificationOf(given)) ?? checkClass(given);
    return alike(sound, given) ? given : sound;
  });

/** The declared classes in their order, then those that only contours have. */
export const allClasses = (
  declared: readonly Classification[],
  contours: readonly ContourFeature[],
): readonly Classification[] => {
  const all = new Map(declared.map((entry) => [entry.name, entry]));
  for (const {
    properties: { classification },
  } of contours) {
    if (classification && !all.has(classification.name)) all.set(classification.name, classification);
  }
  return [...all.values()];
};

/** A list with a class put in the place of the one of a name, or at the end; one of its new name is joined with it. */
export const withClass = (
  classes: readonly Classification[],
  old: string | undefined,
  next: Classification,
): readonly Classification[] => {
  const place = classes.findIndex(({ name }) => name === (old ?? next.name));
  const put = place < 0 ? [...classes, next] : classes.with(place, next);
  return put.filter((entry, k) => entry === next || entry.name !== next.name || k === place);
};

/** The contours that a change of a class changes: those of it, with the new name and colour, or without it. */
export const reclassified = (
  contours: readonly ContourFeature[],
  old: string,
  next: Classification | undefined,
): readonly ContourFeature[] =>
  contours
    .filter(({ properties }) => properties.classification?.name === old)
    .map((contour) => withClassification(contour, next));

/** A contour with another class, or without one. */
export const withClassification = (
  contour: ContourFeature,
  classification: Classification | undefined,
): ContourFeature => {
  const { classification: _old, ...rest } = contour.properties;
  return { ...contour, properties: { ...rest, ...(classification ? { classification } : {}) } };
};

const packed = ([r, g, b]: Classification['color']): number => (255 << 24) | (r << 16) | (g << 8) | b;

/** Text of a list of classes, as QuPath keeps those of a project. */
export const writeClasses = (classes: readonly Classification[]): string =>
  JSON.stringify({ pathClasses: classes.map(({ name, color }) => ({ name, color: packed(color) })) }, null, 2);

/** Classes as QuPath keeps them, or a list of names or of names and colours. Throws `bad-import`. */
export const readClasses = (text: string): readonly Classification[] => {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw badImport(
      because('bad-classes')`the class list is no JSON (${error instanceof Error ? error.message : String(error)})`,
    );
  }
  const list: unknown = isRecord(data) ? (data.pathClasses ?? data.classes) : data;
  if (!Array.isArray(list))
    throw badImport(because('no-class-list')`it is no list of classes: an array, or an object with pathClasses`);
  return list.map((entry: unknown, k) => {
    const packedColour = isRecord(entry) && typeof entry.color === 'number' ? { colorRGB: entry.color } : {};
    const read = classificationOf(isRecord(entry) ? { ...entry, ...packedColour } : entry);
    if (!read) throw badImport(because('class-no-name')`entry ${k + 1} of the class list has no name`);
    return read;
  });
};

/** Whether a text is a list of classes and no contours. */
export const looksLikeClasses = (head: string): boolean => /^\s*\{\s*"(pathClasses|classes)"\s*:/.test(head);

/** The class of this name, or a new one with a new colour. */
export const classNamed = (classes: readonly Classification[], name: string): Classification =>
  classes.find((entry) => entry.name === name) ?? { name, color: freeColour(name, classes) };
