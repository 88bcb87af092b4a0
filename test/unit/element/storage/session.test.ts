import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSession } from '../../../../src/element/storage/session.js';
import { coded } from '../../../support/errors.js';

test('a session of another version is refused with a code, whatever the version is', () => {
  for (const version of [2, '1', null, { toString: 1, valueOf: 1 }, [[]]]) {
    const text = JSON.stringify({ type: 'snake-segmenter-session', version, contours: { features: [] } });
    assert.throws(() => readSession(text), coded('bad-import', 'of version'), text);
  }
});
