/** The options of `segment`, read once and checked, so that a run begins with plain data. */
import { badParameter } from '../../../core/errors.js';
import { membersOf, signalOf } from '../../../core/given.js';
import type { SegmentOptions } from '../events.js';

/** The options of `segment`, checked: the signal apart from what goes to the engine. */
export interface SplitOptions {
  readonly signal: AbortSignal | undefined;
  /** Everything else, by name; the engine tells options from parameters. */
  readonly given: SegmentOptions;
}

/** Throws `bad-parameter` where the options or their parameters are not an object or cannot be read, or signal or `paused` are invalid. */
export const readOptions = (options: unknown): SplitOptions => {
  const { signal, ...given } = membersOf('options', options as SegmentOptions | undefined);
  const { parameters, paused } = given;
  membersOf('parameters', parameters);
  if (paused !== undefined && typeof paused !== 'boolean')
    throw badParameter('paused', paused, 'it must be true or false');
  return { signal: signalOf(signal), given };
};

/** The options of a run to repeat, without the named parameters, which come from the page's settings now. */
export const without = (given: SplitOptions['given'], names: ReadonlySet<string>): SplitOptions['given'] => {
  const kept = (values: object): [string, unknown][] => Object.entries(values).filter(([name]) => !names.has(name));
  const { paused: _held, parameters = {}, ...others } = given;
  return { ...Object.fromEntries(kept(others)), parameters: Object.fromEntries(kept(parameters)) };
};
