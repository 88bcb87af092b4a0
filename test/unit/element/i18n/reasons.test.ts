/** Reasons of errors are told in every language: a language has a sentence for each code that stands in the sources, with its values. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import ts from 'typescript';
import { fromErrorData, isErrorData, SegmenterError, toErrorData } from '../../../../src/core/errors.js';
import { because } from '../../../../src/core/reasons.js';
import { frenchErrors } from '../../../../src/element/i18n/errors/fr.js';
import { reasons as german } from '../../../../src/element/i18n/languages/de.js';
import { reasons as french } from '../../../../src/element/i18n/languages/fr.js';
import { addLanguage, errorText, loadLanguage } from '../../../../src/element/i18n/messages.js';
import { decodePicture } from '../../../../src/image/codecs/decode.js';

/** The English sentences in the sources by their codes, each value as `{}`. */
const sentences = new Map<string, Set<string>>();

before(() => {
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  for (const path of paths) {
    const text = readFileSync(`src/${path}`, 'utf8');
    if (!text.includes('because(')) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node) && ts.isCallExpression(node.tag)) {
        const [code] = node.tag.arguments;
        if (node.tag.expression.getText() === 'because') {
          assert.ok(code && ts.isStringLiteral(code), `${path}: ${node.getText()}`);
          const { template } = node;
          const sentence = ts.isNoSubstitutionTemplateLiteral(template)
            ? template.text
            : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join('{}');
          sentences.set(code.text, (sentences.get(code.text) ?? new Set()).add(sentence));
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  }
});

describe('the sentences for reasons', () => {
  it('have a code each', () => {
    assert.ok(sentences.size > 400, `${sentences.size} codes`);
    const several = [...sentences].filter(([, texts]) => texts.size > 1).map(([code, texts]) => [code, ...texts]);
    assert.deepEqual(several, []);
  });

  for (const [language, table] of Object.entries({ german, french }))
    it(`are told in ${language}, with all that they name`, () => {
      assert.deepEqual(Object.keys(table).sort(), [...sentences.keys()].sort());
      const odd = [...sentences].filter(([code, [text = '']]) => {
        const count = text.split('{}').length - 1;
        const named = new Set([...(table[code] ?? '').matchAll(/\{(\d+)\}/g)].map(([, index]) => Number(index)));
        return named.size !== count || [...named].some((index) => index >= count);
      });
      assert.deepEqual(
        odd.map(([code, [text]]) => [code, text, table[code]]),
        [],
      );
    });
});

describe('a broken file', () => {
  /** The error of a picture of these bytes, as a page would tell it. */
  const told = async (bytes: Uint8Array<ArrayBuffer>, lang: string): Promise<string> => {
    try {
      await decodePicture(bytes, 'a.png');
    } catch (error) {
      return errorText(lang, structuredClone(toErrorData(error)));
    }
    throw new Error('it is whole');
  };

  it('is told with what its codec found, in the language of a page', async () => {
    await loadLanguage('de');
    addLanguage('fr', {}, frenchErrors, undefined, french);
    const png = new Uint8Array(readFileSync('test/data/images/grey16.png'));
    const cut = png.slice(0, png.length >> 1);
    assert.match(await told(cut, 'en'), /png: it ends early/);
    assert.match(await told(cut, 'de'), /png: die Datei endet zu früh/);
    assert.match(await told(cut, 'fr'), /png\s: le fichier se termine trop tôt/);
    const spoilt = png.slice();
    spoilt[20] = spoilt[20]! ^ 1;
    assert.match(await told(spoilt, 'de'), /die Prüfsumme des Blocks IHDR ist falsch/);
    const jpeg = new Uint8Array(readFileSync('test/data/images/jpeg-444.jpg'));
    assert.match(await told(jpeg.slice(0, jpeg.length - 200), 'de'), /jpeg: der JPEG-Strom endet zu früh/);
  });

  it('has a reason from every codec: no error of their own is a mere text', () => {
    const mere = readdirSync('src/image', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && path !== 'io/bytes.ts')
      .filter((path) => /new RangeError\(/.test(readFileSync(`src/image/${path}`, 'utf8')));
    assert.deepEqual(mere, []);
  });
});

describe('an error with a reason', () => {
  const outside = new SegmenterError('bad-init', {
    init: '{"x":9}',
    reason: because(
      'point-outside',
    )`the point lies outside ${because('x-and-y')`x from ${0} to ${4}, y from ${0} to ${3}`}`,
  });
  const text = 'The start {"x":9} cannot be used: the point lies outside x from 0 to 4, y from 0 to 3.';

  it('is told in words, and its values are texts', () => {
    assert.equal(outside.message, text);
    assert.equal(outside.values.reason, 'the point lies outside x from 0 to 4, y from 0 to 3');
  });

  it('goes as data through a message and JSON, and comes back', () => {
    for (const data of [structuredClone(outside.toJSON()), JSON.parse(JSON.stringify(outside))]) {
      assert.ok(isErrorData(data));
      const back = fromErrorData(data);
      assert.ok(back instanceof SegmenterError);
      assert.deepEqual(back.toJSON(), outside.toJSON());
    }
    for (const reason of [null, 'a text', { code: 1, text: 'a', values: [] }, { code: 'a', text: 'a', values: [{}] }])
      assert.ok(!isErrorData({ ...outside.toJSON(), reasons: { reason } }), JSON.stringify(reason));
  });

  it('is told in the language of a page from the error’s data, and in English what a language lacks', async () => {
    await loadLanguage('de');
    // Other tests of the process may have put texts of their own in its place.
    addLanguage('fr', {}, frenchErrors, undefined, french);
    const data = structuredClone(outside.toJSON());
    assert.equal(
      errorText('de', data),
      'Der Start {"x":9} ist nicht brauchbar: der Punkt liegt außerhalb von x 0 bis 4, y 0 bis 3.',
    );
    assert.match(errorText('fr', data), /: le point est hors de x 0 à 4, y 0 à 3\.$/);
    assert.equal(errorText('en', data), text);
    addLanguage(
      'eo',
      {},
      { ...({} as Record<string, string>), 'bad-init': 'Maltaŭga: {reason}.' } as never,
      undefined,
      {
        'point-outside': 'la punkto estas ekster {0}',
      },
    );
    assert.equal(errorText('eo', data), 'Maltaŭga: la punkto estas ekster x from 0 to 4, y from 0 to 3.');
  });
});
