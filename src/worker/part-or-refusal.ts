import { toErrorData } from '../core/errors.js';
import { loaded } from '../core/later.js';

/** The module that answers a page's calls; where it fails to load, an object whose every method rejects with the `ErrorData` of `not-loaded`. */
export const partOrRefusal = async (coming: Promise<object>): Promise<object> => {
  try {
    return await loaded(coming);
  } catch (error) {
    const refuse = (): Promise<never> => Promise.reject(toErrorData(error));
    // Without `then`, so that it is not treated as a promise.
    return new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : refuse) });
  }
};
