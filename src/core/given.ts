/** Reads values from callers of the public functions: returns plain data, or throws `bad-parameter`. */
import { isSignal } from './any-window.js';
import { badParameter, codedError, reasonOf, SegmenterError } from './errors.js';
import { unknownName } from './nearest.js';
import { isRecord } from './record.js';

/** Returns what `read` returns. Any error it throws, for instance in a caller's getter, becomes `bad-parameter`. */
export const reading = <T>(name: string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    const coded = codedError(error);
    if (!(coded instanceof SegmenterError) || coded.code !== 'internal') throw coded;
    throw badParameter(name, 'an object', `it could not be read (${reasonOf(error)})`);
  }
};

/** Whether a value is given: `null` counts as missing, as `undefined` does. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Copies an object that is no array, reading each member once; an empty object where it is missing. Throws `bad-parameter`. */
export const recordOf = <T extends object>(
  name: string,
  value: T | null | undefined,
  wanted = 'it must be an object',
): Partial<T> =>
  reading(name, () => {
    if (!isGiven(value)) return {};
    if (!isRecord(value)) throw badParameter(name, value, wanted);
    return { ...value };
  });

/** The same without members that are missing. */
export const membersOf: typeof recordOf = (name, value, wanted) => {
  const members = recordOf(name, value, wanted);
  for (const key in members) if (!isGiven(members[key])) delete members[key];
  return members;
};

/** The same of an object that must be there; its caller checks which members are. Throws `bad-parameter`. */
export const givenOf = <T extends object>(name: string, value: T, wanted?: string): T => {
  if (!isGiven(value)) throw badParameter(name, value, wanted ?? 'it must be an object');
  return membersOf(name, value, wanted) as T;
};

/** The same of options, of which there are none but those named. Throws `bad-parameter` where another is given. */
export const optionsOf = <T extends object>(
  value: T | null | undefined,
  ...known: readonly (keyof T & string)[]
): Partial<T> => {
  const options = membersOf('options', value);
  for (const [name, its] of Object.entries(options))
    if (!known.some((each) => each === name)) throw badParameter(name, its, unknownName(name, known));
  return options;
};

/** Returns the signal, or `undefined` where none was given. Throws `bad-parameter` for anything else. */
export const signalOf = (value: unknown): AbortSignal | undefined => {
  if (value === undefined || isSignal(value)) return value;
  throw badParameter('signal', value, 'it must be an AbortSignal');
};

/** Returns the text, or `undefined` where none was given. Throws `bad-parameter` for anything else. */
export const textOf = (name: string, value: unknown): string | undefined => {
  if (value === undefined || typeof value === 'string') return value;
  throw badParameter(name, value, 'it must be a text');
};

/** Throws `bad-parameter` where a value is not a function. */
export const checkFunction = (name: string, value: unknown): void => {
  if (typeof value !== 'function') throw badParameter(name, value, 'it must be a function');
};

/** Runs a public function; every error it throws has a code. */
export const coded = async <T>(call: () => T | Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw codedError(error);
  }
};

/**
 * The members of an object, each read once, with copies of plain data in them, a proxy's included. GeoJSON Features stay as they are: contours
 * are replaced and not changed. Throws what a getter throws, and a `RangeError` where data hold themselves.
 */
export const copied = <T extends object>(value: T): T => {
  const copy: T = { ...value };
  // A list may have a million starts of a few numbers each: only members that hold data are written again.
  for (const name in copy) {
    const member = copy[name];
    if (isObject(member)) copy[name] = copyOf(member) as typeof member;
  }
  return copy;
};

const copyOf = (value: unknown): unknown => {
  // Of a list with gaps, `map` would keep them.
  if (Array.isArray(value)) return Array.from(value, copyOf);
  return isObject(value) && isPlain(value) ? copied(value) : value;
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Objects without a class, of any window, that are no Features. */
const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  const classless = prototype === null || Object.getPrototypeOf(prototype) === null;
  return classless && !('type' in value && value.type === 'Feature');
};
