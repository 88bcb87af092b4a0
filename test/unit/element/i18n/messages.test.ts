import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { french as demoFrench } from '../../../../demo/texts/fr.js';
import { firstKnown } from '../../../../demo/texts/texts.js';
import { errors, fields, messages, reasons } from '../../../../src/element/i18n/languages/fr.js';
import { translator, validTag } from '../../../../src/element/i18n/messages.js';

test('French has no-break spaces beside guillemets and before high signs', () => {
  const texts = [messages, errors, fields, reasons, demoFrench].map((table) => JSON.stringify(table));
  for (const text of texts) assert.doesNotMatch(text, /« | »| [:;!?%](?![A-Za-z])/);
});

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
