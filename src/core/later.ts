/** Code that is loaded when it is first needed. */
import { reasonOf, SegmenterError } from './errors.js';

/** A part of the code. */
export interface Later<T> {
  /** The part, once it is there. */
  readonly now: T | undefined;
  /** Loads it, once. Rejects with `not-loaded`; the next call tries again. */
  load(): Promise<T>;
}

/** @param load imports the part */
export const later = <T>(load: () => Promise<T>): Later<T> => {
  let now: T | undefined;
  let loading: Promise<T> | undefined;
  return {
    get now() {
      return now;
    },
    load: () => {
      loading ??= load().then(
        (part) => {
          now = part;
          return part;
        },
        (cause: unknown) => {
          loading = undefined;
          throw new SegmenterError('not-loaded', { reason: reasonOf(cause) }, { cause });
        },
      );
      return loading;
    },
  };
};
