/** Reasons of errors are told in every language: a language has a sentence for each code that stands in the sources, with its values. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import ts from 'typescript';
import { builtIn } from '../../../../src/algorithms.js';
import { readSVG } from '../../../../src/contours/formats/svg/svg.js';
import { fromErrorData, isErrorData, SegmenterError, toErrorData } from '../../../../src/core/errors.js';
import { because } from '../../../../src/core/reasons.js';
import { frenchErrors } from '../../../../src/element/i18n/errors/fr.js';
import { reasons as german } from '../../../../src/element/i18n/languages/de.js';
import { reasons as french } from '../../../../src/element/i18n/languages/fr.js';
import { addLanguage, errorText, loadLanguage } from '../../../../src/element/i18n/messages.js';
import { decodePicture } from '../../../../src/image/codecs/decode.js';
import { open } from '../../../../src/image/open.js';
import { checkExamples } from '../../../../src/worker/checks/examples.js';
import { checkOne } from '../../../../src/worker/checks/task.js';
import { programReasons } from './program-reasons.js';

/** The English sentences in the sources by their codes, each value as `{}`. */
const sentences = new Map<string, Set<string>>();
/** English sentences that errors take in without a code. */
const plain = new Set<string>();

/** Errors of the command line are English; what is `internal` is for a report. */
const isToldInPages = (path: string): boolean => !/^(cli|node)\//.test(path) && path !== 'image/open-file.ts';

/** The members of an error that are, or hold, sentences. */
const MEMBERS = new Set([
  'reason',
  'wanted',
  'what',
  'where',
  'who',
  'limit',
  'size',
  'init',
  'hints',
  'pinned',
  'name',
  'tile',
]);
/** Functions that make or throw an error of a sentence that they are given. */
const REFUSING =
  /(?:^|\.)(?:badParameter|bad|refuse|refused|fail|failed|unreadable|unavailable|tooLarge|badImport|givenOf)$/;

/** A literal's text with each value as `{}`, where it is one. */
const textOf = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}');
};
const isSentence = (text: string): boolean => /[a-z]{2,}[,;:]? [a-z]|\} [a-z]{2,}|[a-z]{2,} \{/i.test(text);

/** The literals that an expression may be: of a condition both, of a name what it was declared as, of a call what its function gives. */
const literalsOf = (node: ts.Node, declared: ReadonlyMap<string, readonly ts.Node[]>): readonly string[] => {
  const through = (...nodes: readonly ts.Node[]): readonly string[] =>
    nodes.flatMap((each) => literalsOf(each, declared));
  if (ts.isConditionalExpression(node)) return through(node.whenTrue, node.whenFalse);
  if (ts.isParenthesizedExpression(node)) return through(node.expression);
  if (ts.isBinaryExpression(node)) return through(node.left, node.right);
  if (ts.isIdentifier(node)) return (declared.get(node.text) ?? []).flatMap((each) => textOf(each) ?? []);
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression))
    return (declared.get(node.expression.text) ?? []).flatMap((each) =>
      ts.isArrowFunction(each) ? (textOf(each.body) ?? []) : [],
    );
  const text = textOf(node);
  return text === undefined ? [] : [text];
};

/** Notes the sentences without a code that a node gives to an error. */
const notePlain = (node: ts.Node, declared: ReadonlyMap<string, readonly ts.Node[]>): void => {
  const note = (value: ts.Node): void => {
    for (const text of literalsOf(value, declared)) if (isSentence(text)) plain.add(text);
  };
  if (ts.isCallExpression(node) && REFUSING.test(node.expression.getText())) {
    // Before what is wanted of a parameter come its name and its value.
    const first = /^(badParameter|givenOf)$/.test(node.expression.getText()) ? 2 : 0;
    for (const value of node.arguments.slice(first)) note(value);
  }
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'SegmenterError') return;
  const [code, values] = node.arguments ?? [];
  if (code?.getText() === "'internal'" || !values || !ts.isObjectLiteralExpression(values)) return;
  for (const member of values.properties) {
    if (!member.name || !MEMBERS.has(member.name.getText())) continue;
    if (ts.isPropertyAssignment(member)) note(member.initializer);
    if (ts.isShorthandPropertyAssignment(member)) note(member.name);
  }
};

before(() => {
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  for (const path of paths) {
    const text = readFileSync(`src/${path}`, 'utf8');
    if (!/because\(|SegmenterError|badParameter/.test(text)) continue;
    const declared = new Map<string, readonly ts.Node[]>();
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
      if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
        declared.set(node.name.text, [...(declared.get(node.name.text) ?? []), node.initializer]);
      if (isToldInPages(path)) notePlain(node, declared);
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

  it('stand in every error that a person in a page can meet: what is English alone only programs meet', () => {
    const known = Object.values(programReasons).flat();
    assert.deepEqual(
      [...plain].filter((text) => !known.includes(text)),
      [],
    );
    assert.deepEqual(
      known.filter((text) => !plain.has(text)),
      [],
    );
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

describe('a reason of another part', () => {
  before(async () => {
    await loadLanguage('de');
    addLanguage('fr', {}, frenchErrors, undefined, french);
  });
  /** What a page tells in German and in French of the error that a call ends with. */
  const told = async (call: () => unknown): Promise<readonly string[]> => {
    try {
      await call();
    } catch (error) {
      const data = structuredClone(toErrorData(error));
      return ['de', 'fr'].map((lang) => errorText(lang, data));
    }
    throw new Error('nothing is wrong');
  };

  it('is told of tiles of another size, and of other bands, than their source says', async () => {
    const region = async (side: number, bands: (column: number) => number): Promise<unknown> => {
      const image = await open({
        kind: 'tiles',
        levels: [{ width: 16, height: 8, scale: 1, tileWidth: 8, tileHeight: 8, overlap: 0 }],
        tile: async (_level, column) => ({
          kind: 'pixels',
          width: side,
          height: 8,
          bands: bands(column),
          data: new Uint8Array(side * 8 * bands(column)),
        }),
      });
      return image.region({ x: 0, y: 0, width: 16, height: 8 }, 0);
    };
    const [size = '', taille = ''] = await told(() => region(4, () => 1));
    assert.match(size, /ließ sich nicht lesen \(sie hat 4 × 8 Pixel statt 8 × 8\)/);
    assert.match(taille, /n’a pas pu être lue \(elle a 4 × 8 pixels au lieu de 8 × 8\)/);
    const [kind = '', genre = ''] = await told(() => region(8, (column) => (column === 0 ? 3 : 2)));
    assert.match(kind, /\(sie hat 2 Bänder zu 8 Bit statt 3 zu 8\)/);
    assert.match(genre, /\(elle a 2 bandes de 8 bits au lieu de 3 de 8\)/);
  });

  it('is told of one start of a list, and of one of several examples', async () => {
    const levels = [{ width: 40, height: 30, scaleX: 1, scaleY: 1 }];
    const image = { name: 'a', format: 'a', width: 40, height: 30, bands: 1, bits: 8, levels } as const;
    const source = { ...image, region: () => Promise.reject(new Error()), close: () => {} };
    const [start = ''] = await told(() =>
      checkOne({ init: [] }, { x: 50, y: 0, width: 5, height: 5 }, 3, builtIn[0]!, source),
    );
    assert.match(start, /^Der Start 3 der Liste, .* ist nicht brauchbar: der Rahmen liegt außerhalb von x 0 bis 40/);
    const flat = { type: 'Polygon', coordinates: [Array.from({ length: 4 }, () => [1, 1])] };
    const [example = ''] = await told(() => checkExamples([flat], undefined, { x: 0, y: 0, width: 40, height: 30 }));
    assert.match(example, /das Polygon hat weniger als 3 verschiedene Eckpunkte/);
  });

  it('holds a library’s own words in quotes', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>';
    const [german = '', french = ''] = await told(() => readSVG(svg));
    assert.match(german, /das ist kein XML: „.*[a-z].*“/);
    assert.match(french, /: «\u00a0.*[a-z].*\u00a0»/);
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
