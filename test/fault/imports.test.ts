/** Contours of odd files: the right ones come out or `bad-import`, in time that grows with the file and no faster. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Imported, readContours, writers } from '../../src/contours/formats/index.js';
import { readContourFile } from '../../src/contours/formats/read-file.js';
import { nest } from '../../src/contours/formats/svg/nest.js';
import { contains } from '../../src/contours/geometry.js';
import { SegmenterError } from '../../src/core/errors.js';
import type { Position } from '../../src/core/geometry/ring.js';
import { signedArea } from '../../src/core/geometry/ring.js';

const square = (x: number, y: number, side: number): Position[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const refused = (data: unknown, message: RegExp, name = String(message)): void =>
  assert.throws(() => readContours(data), { code: 'bad-import', message }, name);
const one = ({ contours }: Imported) => contours.map(({ geometry }) => geometry);
const annotation = (value: string, type: unknown = 'SvgSelector') => [
  { type: 'Annotation', target: { selector: { type, value } } },
];

describe('small files take little time', () => {
  // Each took from seconds to minutes. What is asserted is that they end: the runner's limit is the measure.
  for (const [name, text] of [
    ['unclosed tags', `<svg>${'<path '.repeat(100_000)}`],
    ['an endless name', `<svg><path ${'a'.repeat(500_000)}></svg>`],
    ['an endless value', `<svg><path d='${'"'.repeat(500_000)}'></svg>`],
    ['deep groups', `<svg>${'<g>'.repeat(200_000)}`],
    ['a path of blanks', `<svg><path d="M0 0${' ,'.repeat(300_000)}L x"/></svg>`],
  ] as const)
    test(name, { timeout: 20_000 }, () => {
      assert.throws(() => readContours(text), { code: 'bad-import' });
      assert.throws(() => readContours(annotation(text)), { code: 'bad-import' });
    });

  test('a path of 40,000 squares on one another', { timeout: 60_000 }, () => {
    const [all] = one(readContours(`<svg><path d="${'M1 1h2v2h-2z'.repeat(40_000)}"/></svg>`));
    assert.equal(all?.type, 'MultiPolygon');
  });

  test('a path of 40,000 squares, side by side and in one another', { timeout: 60_000 }, () => {
    const n = 40_000;
    const beside = Array.from({ length: n }, (_, k) => `M${3 * k} 0h2v2h-2z`).join('');
    const [flat] = one(readContours(`<svg><path d="${beside}"/></svg>`));
    assert.equal(flat?.type === 'MultiPolygon' && flat.coordinates.length, n);
    const inside = Array.from(
      { length: n },
      (_, k) => `M${k} ${k}h${3 * n - 2 * k}v${3 * n - 2 * k}h${2 * k - 3 * n}z`,
    );
    const [deep] = one(readContours(`<svg><path d="${inside.join('')}"/></svg>`));
    assert.ok(deep?.type === 'MultiPolygon' && deep.coordinates.length === n / 2);
    assert.ok(deep.coordinates.every((rings) => rings.length === 2));
  });
});

describe('what would be read wrongly is refused or said', () => {
  test('transforms of style sheets, odd ones, and drawings of another scale', () => {
    const triangle = '<polygon points="0,0 9,0 9,9"/>';
    refused(`<svg><g transform="spin(2)">${triangle}</g></svg>`, /the transform "spin\(2\)" cannot be read/);
    refused(`<svg><g style="fill:red; transform: scale(2)">${triangle}</g></svg>`, /a g has a transform/);
    refused(`<svg><g style="scale:2">${triangle}</g></svg>`, /a g has a transform/);
    refused(`<svg><polygon style="fill:red;rotate : 45deg" points="0,0 9,0 9,9"/></svg>`, /a polygon has a transform/);
    for (const sheet of ['polygon{transform:scale(2)}', '<![CDATA[.a { fill: red; translate: 3px }]]>'])
      refused(`<svg><defs><style>${sheet}</style></defs>${triangle}</svg>`, /style sheet has a transform/);
    const coloured = `<svg><style>.scale:hover { stroke: red; text-transform: none }</style>${triangle}</svg>`;
    assert.equal(one(readContours(coloured)).length, 1);
    refused(`<svg viewBox="0 0 10 10" width="20" height="20">${triangle}</svg>`, /viewBox 0 0 10 10 is not 0 0 20 20/);
    refused(`<svg viewBox="5 0 10 10">${triangle}</svg>`, /viewBox/);
    refused(`<svg><svg x="3">${triangle}</svg></svg>`, /place of its own/);
    for (const root of ['<svg viewBox="0 0 20 20" width="20px" height="20">', '<svg viewBox="0 0 9 9" width="4mm">'])
      assert.equal(one(readContours(`${root}${triangle}</svg>`)).length, 1);
  });

  test('comments, CDATA and what is only defined are no contours; other shapes are told', () => {
    const triangle = '<polygon points="0,0 9,0 9,9"/>';
    const { contours, skipped } = readContours(
      `<svg><!-- ${triangle} --><![CDATA[${triangle}]]><defs>${triangle}<g>${triangle}</g></defs>${triangle}<use href="#a"/></svg>`,
    );
    assert.equal(contours.length, 1);
    assert.deepEqual(skipped, ['shape 1: use']);
  });

  test('numbers that are none', () => {
    refused('<svg><path d="M1e308 0 l1e308 0 l0 5 z"/></svg>', /beyond all numbers/);
    refused('<svg><rect x="1e308" y="0" width="1e308" height="1"/></svg>', /beyond all numbers/);
    refused('<svg><line x1="1 2 3" y1=""/></svg>', /line has/);
    refused('<svg><line x1="1" y1=""/></svg>', /no number in y1/);
    refused('<svg><polygon points="1e999,0 1,1 2,2"/></svg>', /where a number belongs/);
  });

  test('paths of odd commands', () => {
    for (const [d, message] of [
      ['L0 0 L1 1', /begins with L/],
      ['0 0 L1 1', /where a command belongs/],
      ['M0 0 L1', /1 numbers after L/],
      ['M0 0 L', /0 numbers after L/],
      ['M0 0 Z 4', /1 numbers after Z/],
      ['M0 0 X 4', /where a command belongs/],
      ['M0 0 A 4', /1 numbers after A/],
      ['M0 0 C 1 2 3 4 5', /5 numbers after C/],
    ] as const)
      refused(`<svg><path d="${d}"/></svg>`, message, d);
    assert.deepEqual(one(readContours('<svg><path d="M1.5.5L3-2e0 4,4zL-9 9-8 8z"/></svg>')), [
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [1.5, 0.5],
              [3, -2],
              [4, 4],
              [1.5, 0.5],
            ],
          ],
          [
            [
              [1.5, 0.5],
              [-9, 9],
              [-8, 8],
              [1.5, 0.5],
            ],
          ],
        ],
      },
    ]);
  });

  test('boxes of W3C annotations', () => {
    for (const value of ['1.2.3,0,10,10', '.,.,.,.', `${'9'.repeat(400)},0,1,1`, '5,5,0,0', '5,5,3', 'percent:1,1,2,2'])
      refused(annotation(`xywh=${value}`), /annotation 0/, value);
    assert.equal(one(readContours(annotation('xywh=pixel:1,2,3.5,4')))[0]?.type, 'Polygon');
  });

  test('several shapes of one W3C annotation', () => {
    const triangle = '<polygon points="0,0 9,0 9,9"/>';
    const line = '<polyline points="0,0 9,0 9,9"/>';
    const mixed = readContours(annotation(`<svg>${triangle}${line}</svg>`));
    assert.deepEqual(one(mixed)[0]?.type, 'Polygon');
    assert.deepEqual(mixed.skipped, ['annotation 0: lines beside its polygons: 1']);
    assert.equal(one(readContours(annotation(`<svg>${line}${line}</svg>`)))[0]?.type, 'MultiLineString');
    assert.deepEqual(readContours(annotation('', { toString: 1 })).skipped, ['annotation 0: selector {"toString":1}']);
  });

  test('a drawing is XML whatever its classes are called', () => {
    const [contour] = readContours('<svg><polygon points="0,0 9,0 9,9"/></svg>').contours;
    for (const name of ['a\u0001b', 'a\ud800b', 'a\tb\nc', '<&">\u{1f600}', ' x ']) {
      const named = {
        ...contour!,
        properties: { ...contour!.properties, name, classification: { name, color: [1, 2, 3] as const } },
      };
      const svg = String(writers.svg.write([named], { name: '', width: 9, height: 9 }));
      const wanted = name.replace('\u0001', '\ufffd').replace('\ud800', '\ufffd');
      assert.equal(readContours(svg).contours[0]?.properties.classification?.name, wanted);
    }
  });
});

describe('only bad-import leaves', () => {
  const deep = (depth: number, open: string, core: string, close: string): string =>
    open.repeat(depth) + core + close.repeat(depth);
  const odd = { toString: 1, valueOf: 1 };
  for (const [name, data] of [
    ['children of children', deep(20_000, '{"type":"Feature","properties":{"childObjects":[', '1', ']}}')],
    ['a deep type', `{"type":${deep(100_000, '[', '1', ']')}}`],
    [
      'deep metadata',
      `{"type":"Feature","geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]},"properties":{"metadata":{"a":${deep(100_000, '[', '1', ']')}}}}`,
    ],
    ['deep coordinates', `{"type":"Polygon","coordinates":${deep(100_000, '[', '1', ']')}}`],
    ['a character that is none', '<svg><polygon data-class="&#9999999;" points="0,0 9,0 9,9"/></svg>'],
    ['an entity', '<svg>&x;</svg>'],
    ['a page', '<html><svg/></html>'],
    ['nothing', undefined],
    ['a symbol', Symbol('x')],
    ['a function', () => 1],
    [
      'a proxy',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('no');
          },
          has: () => {
            throw new Error('no');
          },
        },
      ),
    ],
  ] as const)
    test(name, () => assert.throws(() => readContours(data), { code: 'bad-import' }));

  test('odd members are left out', () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    };
    const { skipped } = readContours({ type: 'Feature', geometry: { type: odd } });
    assert.equal(skipped.length, 1);
    const classified = readContours({
      type: 'Feature',
      geometry: line,
      properties: { classification: { names: [odd] }, metadata: { a: undefined } },
    });
    assert.deepEqual(classified.contours[0]?.properties.metadata, { a: 'undefined' });
    assert.equal(classified.contours[0]?.properties.classification, undefined);
  });

  test('whatever comes', async () => {
    const coded = (error: unknown): void =>
      assert.ok(error instanceof SegmenterError && error.code === 'bad-import', String(error));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.anything({ withNullPrototype: true, maxDepth: 4 }), fc.json(), fc.string()),
        async (data) => {
          try {
            readContours(data);
          } catch (error) {
            coded(error);
          }
          await readContourFile(new Blob([String(typeof data === 'string' ? data : '')])).catch(coded);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('rings nest as counting would have it', () => {
  /** Squares cut into squares, with gaps between them, some of which touch at corners. */
  const rings = fc
    .array(fc.tuple(fc.nat(7), fc.nat(7), fc.nat(4)), { maxLength: 24 })
    .map((cells) =>
      cells.flatMap(([x, y, depth]) =>
        Array.from({ length: depth + 1 }, (_, k) => square(20 * x + 2 * k, 20 * y + 2 * k, 20 - 4 * k)),
      ),
    )
    .map((all) => [...new Map(all.map((ring) => [JSON.stringify(ring), ring])).values()]);
  fc.assert(
    fc.property(rings, fc.boolean(), fc.integer(), (all, reversed, seed) => {
      const turned = reversed ? all.map((ring) => [...ring].reverse()) : all;
      const shuffled = [...turned].sort(
        (a, b) => Math.sin(a[0]![0] * 7 + a[1]![1] + seed) - Math.sin(b[0]![0] * 7 + b[1]![1] + seed),
      );
      const inside = (a: readonly Position[], b: readonly Position[]): boolean => {
        // The centre of the innermost cell is in all squares round it; a corner moved inwards is in a's own.
        const [x, y] = a[0]!;
        const [u, v] = a[2]!;
        const point = { x: x + (u - x) * 0.001, y: y + (v - y) * 0.0013 };
        return (
          Math.abs(signedArea(b)) > Math.abs(signedArea(a)) && contains({ type: 'Polygon', coordinates: [b] }, point)
        );
      };
      const polygons = nest(shuffled);
      assert.equal(polygons.flat().length, shuffled.length);
      for (const [outer, ...holes] of polygons) {
        const around = shuffled.filter((ring) => ring !== outer && inside(outer!, ring)).length;
        assert.equal(around % 2, 0);
        for (const hole of holes) {
          const its = shuffled.filter((ring) => ring !== hole && inside(hole, ring));
          assert.equal(its.length % 2, 1);
          const smallest = its.sort((a, b) => Math.abs(signedArea(a)) - Math.abs(signedArea(b)))[0];
          assert.equal(smallest, outer);
        }
      }
    }),
    { numRuns: 200 },
  );
});

describe('what an SVG does not show', () => {
  const shapes = (inner: string) => readContours(`<svg>${inner}</svg>`).contours.length;
  const shown = '<rect width="9" height="9"/>';

  test('is no contour where display says so, of an element or of all in it', () => {
    assert.equal(shapes(`${shown}<rect display="none" width="9" height="9"/>`), 1);
    assert.equal(shapes(`<rect style="fill: red; display : none !important" width="9" height="9"/>${shown}`), 1);
    assert.equal(shapes(`<g display=" none "><g display="inline">${shown}</g></g>${shown}`), 1);
    assert.equal(shapes(`<rect display="none" style="display:inline" width="9" height="9"/>`), 1);
  });

  test('is no contour where it is not visible, unless something in it is', () => {
    assert.equal(shapes(`<g visibility="hidden">${shown}<rect visibility="visible" width="9" height="9"/></g>`), 1);
    assert.equal(shapes(`<g style="visibility:collapse"><g visibility="inherit">${shown}</g></g>${shown}`), 1);
  });
});
