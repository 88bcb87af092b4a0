/** Errors of the browser's storage. */

import { reasonOf, SegmenterError } from '../../core/errors.js';
import { because } from '../../core/reasons.js';

/** Names of errors of a browser that keeps nothing for the page: it refuses, has no database, or does not answer. */
const REFUSALS: ReadonlySet<string> = new Set([
  'SecurityError',
  'InvalidStateError',
  'NotAllowedError',
  'NotSupportedError',
  'TimeoutError',
]);

/** A `storage-failed` error with the reason of `error`. */
export const storageFailed = (error: unknown): SegmenterError => {
  if (error instanceof SegmenterError) return error;
  const name = error instanceof Error ? error.name : '';
  const reason =
    name === 'QuotaExceededError'
      ? because('no-room')`the browser has no room left for this site`
      : name === 'VersionError'
        ? because('newer-version')`a newer version of this page has kept objects here; reload the page`
        : REFUSALS.has(name)
          ? because('no-storing')`the browser does not let this page store anything (${name})`
          : reasonOf(error);
  return new SegmenterError('storage-failed', { reason }, { cause: error });
};
