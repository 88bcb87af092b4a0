import assert from 'node:assert/strict';
import { isAbort, SegmenterError } from '../../src/core/errors.js';

/** For `assert.throws` and `assert.rejects`: a coded error whose message says each of `words`. */
export const coded =
  (code: string, ...words: (string | RegExp)[]) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof SegmenterError, String(error));
    assert.equal(error.code, code, error.message);
    for (const word of words) {
      if (typeof word === 'string')
        assert.ok(error.message.includes(word), `"${error.message}" does not say "${word}"`);
      else assert.match(error.message, word);
    }
    return true;
  };

/** For `assert.throws` and `assert.rejects`. */
export const aborted = (error: unknown): boolean => {
  assert.ok(isAbort(error), String(error));
  return true;
};
