/** The options of `segment`, read once and checked, so that a run begins with plain data. */
import { badParameter } from '../../../core/errors.js';
import { reading, signalOf } from '../../../core/given.js';
import type { SegmentOptions } from '../events.js';

/** The options of `segment`, checked: the signal apart from what goes to the engine. */
export interface SplitOptions {
  readonly signal: AbortSignal | undefined;
  /** Everything else, by name; the engine tells options from parameters. */
  readonly given: SegmentOptions;
}

/** Throws `bad-parameter` where the options are not an object, cannot be read, or have an invalid signal. */
export const readOptions = (options: unknown): SplitOptions => {
  if (options === undefined) return { signal: undefined, given: {} };
  if (typeof options !== 'object' || options === null) {
    throw badParameter('options', options, 'it must be an object, such as {model: "gaussian"}');
  }
  const { signal, ...given }: SegmentOptions = reading('options', () => ({ ...options }));
  return { signal: signalOf(signal), given };
};

/** The options of a run to repeat, without the named parameters, which come from the page's settings now. */
export const without = (given: SplitOptions['given'], names: ReadonlySet<string>): SplitOptions['given'] => {
  const kept = (values: object): [string, unknown][] => Object.entries(values).filter(([name]) => !names.has(name));
  const { paused: _held, parameters = {}, ...others } = given;
  return { ...Object.fromEntries(kept(others)), parameters: Object.fromEntries(kept(parameters)) };
};
