/** What a caller gave, read at a border: plain data comes out, or `bad-parameter`, whatever it was. */
import { badParameter, codedError, reasonOf, SegmenterError } from './errors.js';

/** What `read` gives. What it throws by itself, such as a getter of the caller's, becomes `bad-parameter`. */
export const reading = <T>(name: string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    const coded = codedError(error);
    if (!(coded instanceof SegmenterError) || coded.code !== 'internal') throw coded;
    throw badParameter(name, 'an object', `it could not be read (${reasonOf(error)})`);
  }
};

/** An object that was given, its members read once; an empty one where none was. Throws `bad-parameter`. */
export const membersOf = <T extends object>(
  name: string,
  value: T | undefined,
  wanted = 'it must be an object',
): T | Partial<T> => {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null) throw badParameter(name, value, wanted);
  return reading(name, () => ({ ...value }));
};

/** Also one of another window, and nothing that only looks like one. */
const isSignal = (value: unknown): value is AbortSignal => {
  try {
    return (
      typeof value === 'object' &&
      value !== null &&
      typeof Reflect.get(AbortSignal.prototype, 'aborted', value) === 'boolean'
    );
  } catch {
    return false;
  }
};

/** Throws `bad-parameter` where it is no signal. */
export const signalOf = (value: unknown): AbortSignal | undefined => {
  if (value === undefined || isSignal(value)) return value;
  throw badParameter('signal', value, 'it must be an AbortSignal');
};

/** A text, or nothing. Throws `bad-parameter`. */
export const textOf = (name: string, value: unknown): string | undefined => {
  if (value === undefined || typeof value === 'string') return value;
  throw badParameter(name, value, 'it must be a text');
};

/** Carries out a public function: whatever goes wrong leaves it coded. */
export const coded = async <T>(call: () => T | Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw codedError(error);
  }
};
