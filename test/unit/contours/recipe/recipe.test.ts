import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { metadataPlaces, outputFormats, readRecipe, writeRecipe } from '../../../../src/contours/recipe/recipe.js';
import { SegmenterError } from '../../../../src/core/errors.js';
import { coded } from '../../../support/errors.js';

const schema = JSON.parse(readFileSync('recipe.schema.json', 'utf8'));
const isValid = new Ajv2020({ strict: false }).compile(schema);

const head = { type: 'snake-segmenter-recipe', version: 1 };
const position = fc.tuple(fc.integer({ max: 99 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
const polygon = fc.array(fc.array(position, { minLength: 4, maxLength: 5 }), { minLength: 1, maxLength: 2 });
const rect = fc.record({
  x: fc.integer(),
  y: fc.double({ noNaN: true, noDefaultInfinity: true }),
  width: fc.nat(),
  height: fc.nat(),
});
const junk = fc.oneof(
  fc.json().map((text): unknown => JSON.parse(text)),
  fc.constantFrom('auto', 0, -1, 1.5, 2 ** 53),
);
/** Mostly what is meant, now and then anything. */
const mostly = (meant: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: meant }, { weight: 1, arbitrary: junk });
const members = {
  $schema: junk,
  name: mostly(fc.string()),
  request: mostly(fc.record({ algorithm: fc.string(), init: junk })),
  region: mostly(
    fc.oneof(
      rect,
      fc.record({ type: fc.constant('Polygon'), coordinates: mostly(polygon) }),
      fc.record({ type: fc.constant('MultiPolygon'), coordinates: mostly(fc.array(polygon)) }),
      rect.map((each) => ({ ...each, type: 'Polygon' })),
    ),
  ),
  regions: mostly(
    fc.oneof(
      fc.constant(false),
      fc.record({ size: fc.integer({ min: 0, max: 9 }), largest: fc.integer({ min: 1 }) }, { requiredKeys: [] }),
    ),
  ),
  outputs: mostly(fc.uniqueArray(fc.constantFrom(...outputFormats, 'pdf'), { maxLength: 3 })),
  metadata: mostly(fc.constantFrom(...metadataPlaces)),
  other: mostly(fc.constant(undefined)),
};

describe('a recipe', () => {
  it('is read exactly where its JSON Schema allows it, and refused with a coded error elsewhere', () => {
    let [good, bad] = [0, 0];
    fc.assert(
      fc.property(fc.record(members, { requiredKeys: [] }), (rest) => {
        const recipe: unknown = JSON.parse(JSON.stringify({ ...head, ...rest }));
        let read: unknown;
        try {
          read = readRecipe(recipe);
        } catch (error) {
          assert.ok(error instanceof SegmenterError && error.code === 'bad-recipe', String(error));
        }
        assert.equal(read !== undefined, isValid(recipe), JSON.stringify(isValid.errors));
        if (read === undefined) bad++;
        else good++;
      }),
      { numRuns: 3000 },
    );
    assert.ok(good > 300 && bad > 300, `${good} good, ${bad} bad`);
  });

  it('comes back as it was written', () => {
    const recipe = {
      name: 'Nuclei',
      request: { algorithm: 'snake', init: 'auto', parameters: { channel: 'hematoxylin' }, like: [] },
      region: { x: 0, y: 0, width: 10, height: 5 },
      regions: { size: 2048, largest: 96 },
      outputs: ['flatgeobuf', 'csv'],
      metadata: 'once',
    } as const;
    const text = writeRecipe(recipe);
    assert.deepEqual(readRecipe(text), { ...head, ...recipe });
    assert.ok(isValid(JSON.parse(text)));
  });

  it('may name its schema, for editors', () => {
    const read = readRecipe({ $schema: './recipe.schema.json', ...head, request: {} });
    assert.deepEqual(read, { ...head, request: {} });
  });

  it('is refused with what would do', () => {
    const refused: readonly (readonly [unknown, string | RegExp])[] = [
      ['{', 'it is no JSON'],
      ['[]', 'it is no JSON object'],
      [
        { type: 'FeatureCollection', features: [] },
        'its type is "FeatureCollection"; wanted is "snake-segmenter-recipe"',
      ],
      [{ ...head, version: 2, request: {} }, 'it is of version 2, and this package reads version 1'],
      [{ type: head.type, request: {} }, 'it is of version not given'],
      [{ ...head }, 'its request is not given'],
      [{ ...head, request: {}, ouputs: ['csv'] }, 'the nearest is "outputs"'],
      [{ ...head, request: {}, like: [] }, 'what the engine is asked stands in "request"'],
      [{ ...head, request: {}, outputs: ['pdf'] }, /its outputs is \["pdf"\]; it must be a list of geojson,/],
      [{ ...head, request: {}, regions: { size: 0.5 } }, 'whole numbers of pixels'],
      [{ ...head, request: {}, region: { x: 0, y: 0, width: 0, height: 4 } }, 'it must be {x, y, width, height}'],
    ];
    for (const [data, words] of refused)
      assert.throws(() => readRecipe(data, 'nuclei.json'), coded('bad-recipe', 'nuclei.json', words));
  });
});
