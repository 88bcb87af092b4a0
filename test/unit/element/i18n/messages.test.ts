import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstKnown } from '../../../../demo/texts/texts.js';
import { translator, validTag } from '../../../../src/element/i18n/messages.js';

describe('a language that is no valid tag', () => {
  for (const tag of ['C', 'C.UTF-8', 'en_US', '', 'x'])
    it(`"${tag}" is English, also in numbers`, () => {
      assert.equal(validTag(tag), 'en');
      assert.equal(translator(tag)('toolBox'), translator('en')('toolBox'));
      assert.equal(firstKnown([tag]), 'en');
    });

  it('is told from one that is', () => {
    assert.equal(validTag('de-ch'), 'de-CH');
    assert.equal(new Intl.NumberFormat(validTag('de')).format(1.5), '1,5');
  });
});
