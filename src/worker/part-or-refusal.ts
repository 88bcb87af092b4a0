import { toErrorData } from '../core/errors.js';
import { loaded } from '../core/later.js';

/** The part that answers a page's calls; where it does not come, one whose every method rejects with the `ErrorData` of `not-loaded`. */
export const partOrRefusal = async (coming: Promise<object>): Promise<object> => {
  try {
    return await loaded(coming);
  } catch (error) {
    const refuse = (): Promise<never> => Promise.reject(toErrorData(error));
    // No `then`: it is no promise of a part.
    return new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : refuse) });
  }
};
