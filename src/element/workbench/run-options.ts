/** The options of `segment`, read once: whatever a page passes, a run begins with plain data or not at all. */
import { badParameter, reasonOf } from '../../core/errors.js';
import type { SegmentOptions } from './events.js';

export interface RunOptions {
  readonly signal: AbortSignal | undefined;
  /** Everything else, by name; the engine tells options from parameters. */
  readonly given: SegmentOptions;
}

/** Throws `bad-parameter` where the options are no object, cannot be read, or have a signal that is none. */
export const readOptions = (options: unknown): RunOptions => {
  if (options === undefined) return { signal: undefined, given: {} };
  if (typeof options !== 'object' || options === null) {
    throw badParameter('options', options, 'it must be an object, such as {model: "gaussian"}');
  }
  let copy: SegmentOptions;
  try {
    copy = { ...options };
  } catch (cause) {
    throw badParameter('options', 'an object', `it could not be read (${reasonOf(cause)})`);
  }
  const { signal, ...given } = copy;
  if (signal === undefined || isSignal(signal)) return { signal, given };
  throw badParameter('signal', signal, 'it must be an AbortSignal');
};

/** Also one of another window. */
const isSignal = (value: unknown): value is AbortSignal =>
  value instanceof AbortSignal || Object.prototype.toString.call(value) === '[object AbortSignal]';

/** The options of a run to do again, without the named parameters: those come from the page's settings now. */
export const without = (given: RunOptions['given'], names: ReadonlySet<string>): RunOptions['given'] => {
  const kept = (values: object): [string, unknown][] => Object.entries(values).filter(([name]) => !names.has(name));
  const { paused: _held, parameters = {}, ...others } = given;
  return { ...Object.fromEntries(kept(others)), parameters: Object.fromEntries(kept(parameters)) };
};
