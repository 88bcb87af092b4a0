/** GeoJSON read from bytes is what is read from text: the same contours, and the same refusals. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { numberAt, ParsedNumber } from '../../../../src/contours/formats/flat/number.js';
import { readFlat } from '../../../../src/contours/formats/flat/read-flat.js';
import { readContours } from '../../../../src/contours/formats/index.js';
import { unpack } from '../../../../src/contours/packed-contour.js';
import { piecesAsPacked } from '../../../../src/contours/traffic/pieces.js';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Contours without what is left out of packed ones: members of other programs beside `properties`. */
const byText = (text: string) => {
  const { contours, skipped } = readContours(text);
  return {
    contours: contours.map(({ type, id, geometry, properties }) => ({ type, id, geometry, properties })),
    skipped,
  };
};

const byBytes = (text: string) => {
  const read = readFlat(encode(text));
  assert.ok(read, `not followed: ${text.slice(0, 200)}`);
  return { contours: read.contours.map(unpack), skipped: read.skipped };
};

const number = fc.oneof(
  fc.integer({ min: -5, max: 5 }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.integer({ min: -2_000_000, max: 2_000_000 }).map((value) => (value / 100).toFixed(2)),
  fc.constantFrom('-0', '0.10', '1e3', '1.5E-7', '123456789012345678901234567890', '0.1234567890123456789', '4.35'),
);
const space = fc.constantFrom('', ' ', '\n\t');
const position = fc.tuple(number, number, space).map(([x, y, s]) => `[${s}${x}${s},${y}${s}]`);
const listOf = (item: fc.Arbitrary<string>, max: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(item, { minLength: 1, maxLength: max }), fc.constantFrom(',', ', '))
    .map(([items, comma]) => `[${items.join(comma)}]`);
const path = listOf(position, 7);
const geometry = fc.oneof(
  path.map((coordinates) => ({ type: 'LineString', coordinates })),
  listOf(path, 3).map((coordinates) => ({ type: 'MultiLineString', coordinates })),
  listOf(path, 3).map((coordinates) => ({ type: 'Polygon', coordinates })),
  listOf(listOf(path, 2), 3).map((coordinates) => ({ type: 'MultiPolygon', coordinates })),
  position.map((coordinates) => ({ type: 'Point', coordinates })),
  path.map((coordinates) => ({ type: 'MultiPoint', coordinates })),
);

test('every geometry is the same as read from text', () => {
  const feature = fc
    .tuple(geometry, fc.boolean(), fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }), fc.boolean())
    .map(([{ type, coordinates }, typeFirst, z, named]) => {
      const members = [`"type": "${type}"`, `"coordinates": ${coordinates}`];
      const plane = z === undefined ? '' : `, "plane": {"c": -1, "z": ${z}, "t": 0}`;
      const id = named ? `, "id": "\\u00e4 ${type} ${coordinates.length}"` : '';
      return `{"type":"Feature"${id},"geometry":{${(typeFirst ? members : members.reverse()).join(',')}${plane}},"properties":{"name":"a \\"quoted\\" [1, 2","metadata":{"coordinates":[[1,2]],"geometry":{"coordinates":7}}}}`;
    });
  fc.assert(
    fc.property(fc.array(feature, { maxLength: 5 }), fc.boolean(), (features, bare) => {
      const list = `[${features.join(' , ')}]`;
      const text = bare ? list : `\uFEFF{"type":"FeatureCollection","metadata":{"channel":"red"},"features":${list}}`;
      assert.deepEqual(byBytes(text), byText(text));
    }),
    { numRuns: 300 },
  );
});

test('numbers are those of JSON, to the last bit, or none', () => {
  const parsed = new ParsedNumber();
  fc.assert(
    fc.property(number, (text) => {
      assert.ok(numberAt(encode(`${text},`), 0, parsed));
      assert.ok(Object.is(parsed.value, JSON.parse(text)), `${text}: ${parsed.value}`);
      assert.equal(parsed.end, text.length);
    }),
    { numRuns: 2000 },
  );
  for (const text of ['01', '-', '.5', '1.', '1e', '+1', 'NaN', '1e999', '--1', '']) {
    assert.equal(numberAt(encode(`${text},`), 0, parsed) && parsed.end === text.length, false, text);
  }
  const long = `0.${'3'.repeat(200_000)}`;
  assert.ok(numberAt(encode(long), 0, parsed), 'more digits than a call takes values');
  assert.equal(parsed.value, 1 / 3);
});

test('what is refused is refused with the same words', () => {
  const polygon = (coordinates: string): string =>
    `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":${coordinates}}}]}`;
  for (const coordinates of [
    '[[[1,2],[3,null],[5,6]]]',
    '[[1,2],[3,4]]',
    '[[[1,2,3],[4,5,6],[7,8]]]',
    '[[[1,2],["3",4],[5,6]]]',
    '[]',
    '[[]]',
    '[[[]]]',
    '[[[1,2],[3,4],[1,2]]]',
    '[[[1,2],[3,4],[9,1]],[[2,2]]]',
    '[[[1e999,2],[3,4],[5,6]]]',
  ]) {
    const said = (read: () => unknown): unknown => {
      try {
        return read();
      } catch (error) {
        return error instanceof Error ? error.message : error;
      }
    };
    const text = polygon(coordinates);
    assert.deepEqual(
      said(() => byBytes(text)),
      said(() => byText(text)),
      coordinates,
    );
  }
});

test('what is no JSON, or another format, is left to the reader of text', () => {
  for (const text of [
    '',
    '{',
    '[1,',
    '{"type":"FeatureCollection","features":[{"geometry":{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6]]]}}',
    '{"type":"FeatureCollection","features":[{"geometry":{"type":"Polygon","coordinates":[[[1,2],[3,4],,[5,6]]]}}]}',
    '{"type":"FeatureCollection","features":[{"geometry":{"type":"Polygon","coordinates":0}}]}',
    '{"features":[{"geom\\u0065try":{"coordinates":1}}]}',
    '{"images":[],"annotations":[]}',
    '{"type":"AnnotationPage","items":[]}',
  ])
    assert.equal(readFlat(encode(text)), undefined, text);
});

test('a number in the place of coordinates is never taken for those of another feature', () => {
  const text =
    '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,9]]]}},{"type":"Feature","geometry":{"coordinates":[[[1,2],[3,4],[5,8]]],"coordinates":0,"type":"Polygon"}}]}';
  assert.equal(readFlat(encode(text)), undefined);
});

test('long paths are taken whole, whatever of them is written in another way', () => {
  // Short coordinates: more of them than a file of so many bytes has room for at first.
  const plain = Array.from({ length: 3000 }, (_, k) => `[${k % 7},${k % 5}]`);
  for (const odd of [
    '[1e1,-2]',
    '[ 3,4]',
    '[-0,0.5]',
    '[1234567890.1234567,5]',
    '[.5,1]',
    '[01,1]',
    '[1,2,3]',
    '[1.,2]',
    '[-,1]',
  ]) {
    for (const at of [0, 1, 1499, 2999]) {
      const path = plain.with(at, odd).join(',');
      const text = `{"type":"Feature","geometry":{"type":"LineString","coordinates":[${path}]},"properties":{}}`;
      const read = readFlat(encode(text));
      // What is no position of two numbers is left to the reader of text, which takes three and refuses the others.
      const wanted = (() => {
        try {
          return readContours(text).contours.map(({ geometry }) => geometry);
        } catch {
          return undefined;
        }
      })();
      assert.deepStrictEqual(
        read?.contours.map((contour) => unpack(contour).geometry),
        wanted,
        odd,
      );
    }
  }
});

test('rings are closed as text is, where the last position is the first but for the sign of a zero', () => {
  for (const ring of [
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [-0, 0],
    ],
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 0],
      [0, 0],
    ],
    [
      [0, 0],
      [4, 0],
      [0, 0],
    ],
  ]) {
    const written = `[${ring.map(([x, y]) => `[${Object.is(x, -0) ? '-0' : x},${y}]`).join(',')}]`;
    const text = `[{"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":[[${written}],[[[9,9],[12,9],[12,12],[9,9]]]]},"properties":{}}]`;
    assert.deepStrictEqual(byBytes(text), byText(text));
  }
});

/** A ring of so many positions, closed or not. */
const ringOf = (positions: number, closed: boolean): number[][] => {
  const ring = Array.from({ length: positions - 1 }, (_, k) => [k, k % 2 === 0 ? 0.25 : 7 + k / 4]);
  return closed ? [...ring, [0, 0.25]] : ring;
};
const collectionOf = (rings: readonly (readonly number[][])[]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: rings.map((ring, k) => ({
      type: 'Feature',
      id: `f${k}`,
      properties: {},
      geometry: { type: 'Polygon', coordinates: [ring] },
    })),
  });

test('contours of any sizes leave in pieces, in order, none of which takes the coordinates of another with it', () => {
  const sizes = fc.array(fc.tuple(fc.constantFrom(4, 5, 201, 3000, 19_999, 20_000, 20_001, 50_000), fc.boolean()), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(sizes, (list) => {
      const text = collectionOf(list.map(([size, closed]) => ringOf(size, closed)));
      const { contours } = readFlat(encode(text)) ?? { contours: [] };
      const pieces = [...piecesAsPacked(contours)];
      const seen = new Set<ArrayBufferLike>();
      for (const piece of pieces) {
        const [buffer, ...more] = new Set(piece.map(({ coordinates }) => coordinates.buffer));
        assert.ok(buffer && more.length === 0 && !seen.has(buffer), 'one buffer, its own');
        seen.add(buffer);
        const used = piece.reduce((sum, { coordinates }) => sum + coordinates.byteLength, 0);
        assert.ok(2 * used >= buffer.byteLength, `${used} of ${buffer.byteLength} bytes`);
      }
      assert.deepEqual(pieces.flat().map(unpack), byText(text).contours);
    }),
    { numRuns: 25 },
  );
});

test('coordinates of closed rings go from the text into what leaves, and are not copied on the way', () => {
  const { contours } = readFlat(encode(collectionOf(Array.from({ length: 1000 }, () => ringOf(201, true))))) ?? {
    contours: [],
  };
  const read = new Set(contours.map(({ coordinates }) => coordinates.buffer));
  assert.equal(read.size, Math.ceil(1000 / Math.floor(20_000 / 201)));
  const pieces = [...piecesAsPacked(contours)];
  const kept = pieces.filter(([first]) => first && read.has(first.coordinates.buffer));
  // The last is not full.
  assert.deepEqual([pieces.length, kept.length], [read.size, read.size - 1]);
});
