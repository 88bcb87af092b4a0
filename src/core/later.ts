/** Code that is loaded when it is first needed. */
import { reasonOf, SegmenterError } from './errors.js';

/** A part of the code. */
export interface Later<T> {
  /** The part, once it is there. */
  readonly now: T | undefined;
  /** Loads it, once. Rejects with `not-loaded`; the next call tries again. */
  load(): Promise<T>;
}

/** The part that `coming`, an `import()`, gives. Rejects with `not-loaded` where it does not come. */
export const loaded = async <T>(coming: Promise<T>): Promise<T> => {
  try {
    return await coming;
  } catch (cause) {
    throw new SegmenterError('not-loaded', { reason: reasonOf(cause) }, { cause });
  }
};

/** @param load imports the part */
export const later = <T>(load: () => Promise<T>): Later<T> => {
  let now: T | undefined;
  let loading: Promise<T> | undefined;
  return {
    get now() {
      return now;
    },
    load: () => {
      loading ??= loaded(load()).then(
        (part) => {
          now = part;
          return part;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
};
