import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SegmenterError } from '../../../src/core/errors.js';

test('an error keeps long texts whole, and over the border of a worker', () => {
  const reason = 'a reason of many words, '.repeat(20);
  const error = new SegmenterError('image-not-found', { url: 'https://example.org/image', reason });
  assert.equal(error.values.reason, reason);
  assert.equal(SegmenterError.from(structuredClone(error.toJSON())).values.reason, reason);
});
