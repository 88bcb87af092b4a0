/** Code that is loaded when first needed. */
import { reasonOf, SegmenterError } from './errors.js';

/** A module that is loaded on demand. */
export interface Later<T> {
  /** The module; `undefined` until it is loaded. */
  readonly now: T | undefined;
  /** Loads it, once. Rejects with `not-loaded`; the next call tries again. */
  load(): Promise<T>;
}

/** Awaits an `import()`. Rejects with `not-loaded` where it fails. */
export const loaded = async <T>(coming: Promise<T>): Promise<T> => {
  try {
    return await coming;
  } catch (cause) {
    // The address tells a person nothing; the cause has it.
    const reason = reasonOf(cause).replace(/:? *\w+:\/\/\S+/, '');
    throw new SegmenterError('not-loaded', { reason }, { cause });
  }
};

/** @param load imports the module */
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
