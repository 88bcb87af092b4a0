import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { french as demoFrench } from '../../../../demo/texts/fr.js';
import { firstKnown } from '../../../../demo/texts/texts.js';
import { englishDrawing } from '../../../../src/element/i18n/drawing/en.js';
import { english } from '../../../../src/element/i18n/en.js';
import { englishFiles } from '../../../../src/element/i18n/files/en.js';
import { messages as german } from '../../../../src/element/i18n/languages/de.js';
import { errors, fields, messages, reasons } from '../../../../src/element/i18n/languages/fr.js';
import { translator, validTag } from '../../../../src/element/i18n/messages.js';
import { englishPanes } from '../../../../src/element/i18n/panes/en.js';
import { englishProblems } from '../../../../src/element/i18n/problems/en.js';
import { englishSearches } from '../../../../src/element/i18n/searches/en.js';
import { englishUnsure } from '../../../../src/element/i18n/unsure/en.js';
import { byFinger } from '../../../../src/element/parts/by-finger.js';

test('French has no-break spaces beside guillemets and before high signs', () => {
  const texts = [messages, errors, fields, reasons, demoFrench].map((table) => JSON.stringify(table));
  for (const text of texts) assert.doesNotMatch(text, /« | »| [:;!?%](?![A-Za-z])/);
});

describe('a finger is asked to click nowhere', () => {
  /** Of keys and mice, which the menu does not show to a finger. */
  const ofMice = new Set(['menuPointer']);
  const inEnglish = [
    english,
    englishDrawing,
    englishFiles,
    englishPanes,
    englishProblems,
    englishSearches,
    englishUnsure,
  ];
  for (const [name, table] of [
    ['English', Object.assign({}, ...inEnglish)],
    ['German', german],
    ['French', messages],
  ] as const)
    it(`in ${name}`, () => {
      const clicks = Object.keys(table).filter((key) => /click|klick|cli[cq]/i.test(Reflect.get(table, key)));
      const instead = new Map<string, string | undefined>(Object.entries(byFinger));
      const unmet = clicks.filter((key) => !ofMice.has(key) && !instead.has(key));
      const still = clicks.filter((key) => [...instead.values()].includes(key));
      assert.deepEqual([clicks.includes('beyondImage'), unmet, still], [true, [], []]);
    });
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
