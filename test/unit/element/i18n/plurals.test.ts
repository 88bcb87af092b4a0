/** Every text that names a number has the right words for none, one and two. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { errorTexts } from '../../../../src/core/errors.js';
import { englishDrawing } from '../../../../src/element/i18n/drawing/en.js';
import { english } from '../../../../src/element/i18n/en.js';
import { englishFiles } from '../../../../src/element/i18n/files/en.js';
import * as german from '../../../../src/element/i18n/languages/de.js';
import * as french from '../../../../src/element/i18n/languages/fr.js';
import { addEnglish, addLanguage, translator } from '../../../../src/element/i18n/messages.js';
import { englishPanes } from '../../../../src/element/i18n/panes/en.js';
import { inNumber } from '../../../../src/element/i18n/plurals.js';
import { englishProblems } from '../../../../src/element/i18n/problems/en.js';
import { englishSearches } from '../../../../src/element/i18n/searches/en.js';
import type { MessageKey } from '../../../../src/element/i18n/tables.js';
import { englishUnsure } from '../../../../src/element/i18n/unsure/en.js';

const parts = [englishDrawing, englishFiles, englishPanes, englishProblems, englishSearches, englishUnsure];
const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: Object.assign({}, english, ...parts),
  de: german.messages,
  fr: french.messages,
};

/** Words after a number: those that are the same for every number, and by their plural category the others. */
const words: Readonly<Record<string, { readonly any: string; readonly one: string; readonly other: string }>> = {
  en: {
    any: 'px of at by waiting from to and shown selected times is',
    one: 'object region slice',
    other: 'objects regions slices',
  },
  de: {
    any: 'px von mal Pixel bis bei und gezeigt gewählt ist',
    one: 'Objekt Teil Schicht',
    other: 'Objekte Objekten Teile Teilen Schichten',
  },
  fr: {
    any: 'px est sur et à en affichés sélectionné fois',
    one: 'objet région coupe était',
    other: 'objets régions coupes étaient',
  },
};

/** Values that are never one: a share of objects, lists of several, how many times as large. */
const NEVER_ONE: Readonly<Partial<Record<MessageKey, string>>> = {
  runningMany: 'count',
  pausedMany: 'count',
  doneMany: 'count',
  dividedThrough: 'slices',
  marksGrew: 'times',
};

/** Values that are no numbers. */
const NO_NUMBER = new Set(
  'algorithm alt area colour high key limit low name note old others point reason side size text time value volume wanted'.split(
    ' ',
  ),
);

/** A value of a text, where all numbers in it are the same but for those that cannot be. */
const givenFor = (key: MessageKey, name: string, number: number): string | number =>
  name === NEVER_ONE[key] ? 2 : NO_NUMBER.has(name) ? '…' : number;

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)[},]/g)].map(([, name = '']) => name);

describe('texts with numbers', () => {
  before(async () => {
    for (const part of parts) addEnglish(part);
    // Other tests of the process may have replaced these.
    for (const [code, { messages, errors, fields, reasons }] of Object.entries({ de: german, fr: french }))
      addLanguage(code, messages, errors, fields, reasons);
  });

  for (const [language, table] of Object.entries(tables))
    it(`have the words for 0, 1 and 2 in ${language}`, () => {
      const rules = new Intl.PluralRules(language);
      const known = words[language]!;
      for (const [key, text] of Object.entries(table) as [MessageKey, string][])
        for (const number of [0, 1, 2]) {
          const values = Object.fromEntries(namesIn(text).map((name) => [name, givenFor(key, name, number)]));
          const said = translator(language)(key, values);
          for (const [, figure, word] of said.matchAll(/(?<![\d.,–-])(\d+)[ \u00a0](\p{L}+)/gu)) {
            const right = `${known.any} ${known[rules.select(Number(figure)) as 'one' | 'other']}`.split(' ');
            assert.ok(right.includes(word!), `${key}: “${said}”`);
          }
          assert.doesNotMatch(said, /, plural,/, key);
        }
    });

  it('agree with their verbs', () => {
    const said = (language: string, key: MessageKey, number: number) =>
      translator(language)(key, { count: number, regions: 5, done: 5, full: number, failed: number, time: '2 s' });
    const told = (key: MessageKey, language: string) => [0, 1, 2].map((number) => said(language, key, number));
    assert.deepEqual(told('searchCancelled', 'en'), [
      'Stopped after 5 of 5 regions. 0 objects are kept.',
      'Stopped after 5 of 5 regions. 1 object is kept.',
      'Stopped after 5 of 5 regions. 2 objects are kept.',
    ]);
    assert.deepEqual(told('searchFailed', 'de'), [
      'Fertig: 0 Objekte. 0 von 5 Teilen waren nicht lesbar.',
      'Fertig: 1 Objekt. 1 von 5 Teilen war nicht lesbar.',
      'Fertig: 2 Objekte. 2 von 5 Teilen waren nicht lesbar.',
    ]);
    assert.deepEqual(told('searchCancelled', 'fr'), [
      'Arrêté après 5 régions sur 5. 0 objet est gardé.',
      'Arrêté après 5 régions sur 5. 1 objet est gardé.',
      'Arrêté après 5 régions sur 5. 2 objets sont gardés.',
    ]);
  });

  it('name no number right before a value of another kind, or a word in two numbers at once', () => {
    const errors = { en: errorTexts, de: german.errors, fr: french.errors };
    const reasons = { de: german.reasons, fr: french.reasons };
    for (const texts of [...Object.values(tables), ...Object.values(errors), ...Object.values(reasons)])
      for (const text of Object.values(texts)) assert.doesNotMatch(text, /\{count\} \{\w+\}|\p{L}\(\p{L}{1,3}\)/u);
  });
});

describe('words in a number', () => {
  const text = '{count} {count, plural, one {plik} few {pliki} many {plików} other {pliku}}';

  it('follow the categories of a language that a page adds, which may be more than two', () => {
    addLanguage('pl', { objectsOn: text });
    const said = [1, 2, 5, 22].map((count) => translator('pl')('objectsOn', { count }));
    assert.deepEqual(said, ['1 plik', '2 pliki', '5 plików', '22 pliki']);
  });

  it('are those of English where a language lacks the text', () => {
    addLanguage('ja', { undo: '元に戻す' });
    assert.equal(translator('ja')('onSlices', { count: 1 }), '1 slice');
    assert.equal(translator('xx')('onSlices', { count: 1 }), '1 slice');
  });

  it('are those of every other number where there is none, or the value is no number', () => {
    assert.equal(inNumber('{n, plural, one {a} other {b}}', { n: '1,234' }, 'en'), 'b');
    assert.equal(inNumber('{n, plural, one {a} other {b}}', {}, 'en'), 'b');
    assert.equal(inNumber('{n, plural, few {a}}', { n: 1 }, 'en'), '{n, plural, few {a}}');
  });
});
