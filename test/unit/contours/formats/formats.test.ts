import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decode } from 'fast-png';
import { fromArrayBuffer } from 'geotiff';
import { colourOf } from '../../../../src/contours/formats/features.js';
import {
  type ImageFrame,
  isWritable,
  readContours,
  writerOf,
  writers,
} from '../../../../src/contours/formats/index.js';
import { labelRows } from '../../../../src/contours/formats/scanlines.js';
import { areaOf } from '../../../../src/contours/geometry.js';
import type { Position } from '../../../../src/core/geometry/ring.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';
import { ringed, square, squareRing, uuidOf, withGeometry } from '../../../support/contours.js';

const image: ImageFrame = { name: 'slide.png', width: 64, height: 48 };
const write = (format: string, contours: readonly ContourFeature[]): string => {
  const data = writerOf(format).write(contours, image);
  assert.ok(typeof data === 'string');
  return data;
};

const tumour: ContourFeature = {
  ...ringed(7),
  properties: {
    ...ringed(7).properties,
    name: 'A < B & "C"',
    classification: { name: 'Tumor', color: [200, 0, 0] },
    measurements: { 'Area px^2': 300, ratio: 1.5 },
    metadata: { algorithm: 'snake' },
  },
};
const several: readonly ContourFeature[] = [
  tumour,
  square(1),
  withGeometry(2, {
    type: 'MultiPolygon',
    coordinates: [[squareRing(0, 0, 5)], [squareRing(10, 0, 9), squareRing(12, 2, 3)]],
  }),
  withGeometry(3, {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [2.5, 3],
      [7, 7],
    ],
  }),
];

describe('GeoJSON', () => {
  it('comes back as it went out', () => {
    assert.deepEqual(readContours(write('geojson', several)).contours, several);
  });

  it('writes what QuPath reads: annotations with closed rings and a class that has a colour', () => {
    const written = JSON.parse(write('geojson', several));
    assert.equal(written.type, 'FeatureCollection');
    const [first] = written.features;
    assert.equal(first.properties.objectType, 'annotation');
    assert.deepEqual(first.properties.classification, { name: 'Tumor', color: [200, 0, 0] });
    for (const ring of first.geometry.coordinates) assert.deepEqual(ring.at(0), ring.at(-1));
  });

  it('writes numbers that are not finite as strings, and reads them back', () => {
    const odd = { ...square(1), properties: { ...square(1).properties, measurements: { a: Number.NaN, b: Infinity } } };
    const text = write('geojson', [odd]);
    assert.match(text, /"a":"NaN","b":"Infinity"/);
    assert.deepEqual(readContours(text).contours[0]?.properties.measurements, { a: Number.NaN, b: Infinity });
  });

  it('reads every shape that QuPath has written', () => {
    const geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0, 5],
          [9, 0, 5],
          [9, 9, 5],
        ],
      ],
      plane: { c: -1, z: 0, t: 0 },
    };
    const { contours } = readContours([
      {
        type: 'Feature',
        id: 'PathAnnotationObject',
        geometry,
        nucleusGeometry: geometry,
        properties: {
          object_type: 'annotation',
          classification: { names: ['Immune', 'CD8'], colorRGB: -3670016 },
          measurements: [
            { name: 'Area', value: 3 },
            { name: 'bad', value: 'many' },
          ],
          isLocked: true,
          isEllipse: true,
          childObjects: [{ type: 'Feature', geometry, properties: { classification: 'Stroma' } }],
        },
      },
    ]);
    assert.equal(contours.length, 2);
    const [parent, child] = contours;
    assert.match(parent!.id, /^[0-9a-f]{8}-/);
    assert.deepEqual(parent!.properties.classification, { name: 'Immune: CD8', color: [200, 0, 0] });
    assert.deepEqual(parent!.properties.measurements, { Area: 3 });
    assert.equal(parent!.properties.isLocked, true);
    assert.deepEqual(parent!.geometry, {
      type: 'Polygon',
      plane: { c: -1, z: 0, t: 0 },
      coordinates: [
        [
          [0, 0],
          [9, 0],
          [9, 9],
          [0, 0],
        ],
      ],
    });
    assert.deepEqual(child!.properties.classification, { name: 'Stroma', color: colourOf('Stroma') });
  });

  it('gives the second of two equal ids a fresh one', () => {
    const { contours } = readContours([square(1), square(1, 30)]);
    assert.equal(contours[0]?.id, uuidOf(1));
    assert.notEqual(contours[1]?.id, uuidOf(1));
  });

  it('tells what it left out', () => {
    const { contours, skipped } = readContours({
      type: 'FeatureCollection',
      features: [
        square(1),
        { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 1] } },
        { type: 'Feature', geometry: null },
        {
          type: 'Feature',
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [9, 0],
                [0, 0],
              ],
            ],
          },
        },
      ],
    });
    assert.equal(contours.length, 1);
    assert.deepEqual(skipped, ['features[1]: geometry Point', 'features[2]: geometry none', 'features[3]: no area']);
  });

  for (const [what, data] of [
    ['no JSON', '{"type": "Feature'],
    ['another type', { type: 'Topology' }],
    ['a number', '42'],
    ['null', 'null'],
    [
      'a coordinate that is none',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, null],
            [1, 1],
          ],
        ],
      },
    ],
    [
      'a coordinate as text',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            ['1', 0],
            [1, 1],
          ],
        ],
      },
    ],
    ['coordinates that are no list', { type: 'Polygon', coordinates: 5 }],
    ['features that are no list', { type: 'FeatureCollection', features: {} }],
    ['an entry that is no feature', [7]],
  ] as const) {
    it(`refuses ${what} as bad-import`, () => {
      assert.throws(() => readContours(data), { code: 'bad-import' });
    });
  }

  it('either reads or refuses, whatever comes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), fc.anything()), (data) => {
        try {
          assert.ok(Array.isArray(readContours(data).contours));
        } catch (error) {
          assert.ok(error instanceof Error && 'code' in error && error.code === 'bad-import', String(error));
        }
      }),
      { numRuns: 2000, seed: 20 },
    );
  });
});

describe('what a host put into its features', () => {
  const geometry = { type: 'Polygon', coordinates: [squareRing(0, 0, 5)] };

  it('comes back out: ids of any kind, kinds of objects, members of its own', () => {
    const cell = {
      type: 'Feature',
      id: 'db-42',
      geometry,
      nucleusGeometry: { type: 'Polygon', coordinates: [squareRing(1, 1, 2)] },
      properties: { objectType: 'cell', score: 0.5, tags: ['a', { b: null }], color: [1, 2, 3], user: { id: 7 } },
    };
    const numbered = { type: 'Feature', id: 42, geometry, properties: { objectType: 'tile' } };
    const { contours } = readContours({ type: 'FeatureCollection', features: [cell, numbered] });
    const written = JSON.parse(write('geojson', contours)).features;
    assert.equal(written[0].id, 'db-42');
    assert.deepEqual(written[0].nucleusGeometry, cell.nucleusGeometry);
    const { measurements, metadata, ...kept } = written[0].properties;
    assert.deepEqual([kept, measurements, metadata], [cell.properties, {}, {}]);
    assert.deepEqual([written[1].id, written[1].properties.objectType], ['42', 'annotation']);
    assert.deepEqual(readContours(write('geojson', contours)).contours, contours);
  });

  it('is kept as JSON alone: no functions, no cycles', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const feature = {
      type: 'Feature',
      id: 'a',
      geometry,
      properties: { loop, run: () => 1, infinite: Infinity, fine: 1 },
    };
    const { contours } = readContours(feature);
    assert.equal(Reflect.get(contours[0]!.properties, 'fine'), 1);
    assert.ok(!('run' in contours[0]!.properties) && !('infinite' in contours[0]!.properties));
    assert.doesNotThrow(() => structuredClone(contours));
    assert.doesNotThrow(() => write('geojson', contours));
  });
});

describe('W3C annotations', () => {
  it('are written as Annotorious reads them', () => {
    const [holed, plain] = JSON.parse(write('w3c', several));
    assert.equal(plain.target.selector.value, '<svg><polygon points="10,0 18,0 18,8 10,8" /></svg>');
    assert.equal(
      holed.target.selector.value,
      '<svg><g><path fill-rule="evenodd" d="M 0,0 L 20,0 L 20,20 L 0,20 Z M 5,5 L 15,5 L 15,15 L 5,15 Z" /></g></svg>',
    );
    assert.deepEqual(holed.body[0], { type: 'TextualBody', purpose: 'tagging', value: 'Tumor' });
    assert.equal(holed.target.source, 'slide.png');
  });

  it('come back with geometry, id, class and name', () => {
    const { contours } = readContours(write('w3c', several));
    assert.deepEqual(
      contours.map(({ id }) => id),
      several.map(({ id }) => id),
    );
    for (const [k, contour] of contours.entries()) assert.equal(areaOf(contour.geometry), areaOf(several[k]!.geometry));
    assert.equal(contours[0]?.properties.classification?.name, 'Tumor');
    assert.equal(contours[0]?.properties.name, 'A < B & "C"');
    assert.deepEqual(contours[3]?.geometry, several[3]!.geometry);
  });

  it('take the exact outline of several selectors, as Mirador writes them', () => {
    const selector = [
      { type: 'FragmentSelector', value: 'xywh=0,0,100,100' },
      { type: 'SvgSelector', value: '<svg><polygon points="10,10 20,10 20,20" /></svg>' },
    ];
    const { contours } = readContours([{ id: 'a', type: 'Annotation', body: [], target: { selector } }]);
    assert.equal(areaOf(contours[0]!.geometry), 50);
  });

  it('give back ids, bodies and members that mean nothing here', () => {
    const annotation = {
      '@context': 'http://www.w3.org/ns/anno.jsonld',
      id: 'https://example.org/anno/1',
      type: 'Annotation',
      creator: { id: 'https://example.org/people/1', name: 'Ada' },
      created: '2026-01-01T00:00:00Z',
      body: [
        { type: 'TextualBody', purpose: 'tagging', value: 'Tumor' },
        { type: 'TextualBody', purpose: 'tagging', value: 'second tag' },
        { type: 'TextualBody', purpose: 'commenting', value: 'first' },
        { type: 'TextualBody', purpose: 'commenting', value: 'reply', creator: 'Ada' },
      ],
      target: { selector: { type: 'SvgSelector', value: '<svg><polygon points="1,1 9,1 9,9" /></svg>' } },
    };
    const { contours } = readContours([annotation]);
    const [again] = JSON.parse(write('w3c', contours));
    assert.equal(again.id, annotation.id);
    assert.deepEqual([again.creator, again.created], [annotation.creator, annotation.created]);
    assert.deepEqual(new Set(again.body), new Set(annotation.body));
    assert.deepEqual(readContours(write('w3c', contours)).contours, contours);
  });

  it('may be a page without any', () => {
    assert.deepEqual(readContours({ type: 'AnnotationPage', items: [] }).contours, []);
    assert.deepEqual(readContours({ type: 'AnnotationPage' }).contours, []);
  });

  it('read rectangles, the first selector of several, and pages', () => {
    const annotation = {
      id: '#x',
      type: 'Annotation',
      body: { purpose: 'tagging', value: 'Cell' },
      target: {
        selector: [
          { type: 'FragmentSelector', value: 'xywh=pixel:1,2,3,4' },
          { type: 'SvgSelector', value: '' },
        ],
      },
    };
    const { contours } = readContours({ type: 'AnnotationPage', items: [annotation] });
    assert.equal(contours.length, 1);
    assert.equal(areaOf(contours[0]!.geometry), 12);
    assert.equal(contours[0]?.properties.classification?.name, 'Cell');
  });

  it('leave out annotations of text, and refuse what is no path where nothing else is there', () => {
    const of = (value: string): unknown => [
      { type: 'Annotation', target: { selector: { type: 'SvgSelector', value } } },
    ];
    assert.equal(readContours(of('')).skipped.length, 1);
    assert.throws(() => readContours(of('<svg><path d="M 0,0 C 1,1 Z"/></svg>')), { code: 'bad-import' });
  });
});

describe('SVG', () => {
  it('comes back with geometry, id and class', () => {
    const { contours } = readContours(write('svg', several));
    assert.deepEqual(
      contours.map(({ id }) => id),
      several.map(({ id }) => id),
    );
    for (const [k, contour] of contours.entries()) assert.equal(areaOf(contour.geometry), areaOf(several[k]!.geometry));
    assert.equal(contours[0]?.properties.classification?.name, 'Tumor');
  });

  it('reads relative commands and packed numbers', () => {
    const { contours } = readContours(
      '<svg><path d="m10-5h10v10l-10,0z"/><rect x="1" y="1" width="4" height="5"/></svg>',
    );
    assert.deepEqual(
      contours.map(({ geometry }) => areaOf(geometry)),
      [100, 20],
    );
  });

  for (const [what, text] of [
    ['an odd transform', '<svg><rect transform="scale(x)" x="1" y="1" width="4" height="5"/></svg>'],
    ['a word for a number', '<svg><polygon points="0,0 1,x 2,2"/></svg>'],
    ['half a pair', '<svg><polygon points="0,0 1,1 2"/></svg>'],
    ['other markup', '<html></html>'],
  ] as const) {
    it(`refuses ${what}`, () => {
      assert.throws(() => readContours(text), { code: 'bad-import' });
    });
  }
});

/** Whether a pixel's centre is inside, by the winding of the ring about it. */
const winds = (ring: readonly Position[], x: number, y: number): boolean => {
  let turn = 0;
  for (let k = 1; k < ring.length; k++) {
    const a = Math.atan2(ring[k - 1]![1] - y, ring[k - 1]![0] - x);
    const b = Math.atan2(ring[k]![1] - y, ring[k]![0] - x);
    let d = b - a;
    if (d > Math.PI) d -= 2 * Math.PI;
    if (d < -Math.PI) d += 2 * Math.PI;
    turn += d;
  }
  return Math.abs(turn) > Math.PI;
};

/** Whether an edge passes through the point, where rounding alone decides which side it is on. */
const onEdge = (ring: readonly Position[], x: number, y: number): boolean =>
  ring.slice(1).some(([bx, by], k) => {
    const [ax, ay] = ring[k]!;
    return Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) < 1e-9 * (1 + Math.hypot(bx - ax, by - ay));
  });

describe('masks', () => {
  it('hold the pixels whose centre is inside', () => {
    const corner = fc.tuple(fc.integer({ min: -40, max: 200 }), fc.integer({ min: -40, max: 200 }));
    fc.assert(
      fc.property(corner, corner, corner, (a, b, c) => {
        const ring: Position[] = [a, b, c, a].map(([x, y]) => [x / 8 + 0.013, y / 8 + 0.017]);
        const rows = labelRows([withGeometry(1, { type: 'Polygon', coordinates: [ring] })], 20, 16);
        let y = 0;
        for (const row of rows) {
          for (let x = 0; x < 20; x++) {
            if (onEdge(ring, x + 0.5, y + 0.5)) continue;
            assert.equal(row[x] === 1, winds(ring, x + 0.5, y + 0.5), `${x},${y}`);
          }
          y++;
        }
        assert.equal(y, 16);
      }),
      { numRuns: 300, seed: 20 },
    );
  });

  it('tile without gap or overlap along shared borders', () => {
    const left = withGeometry(1, {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [8.5, 0],
          [3.5, 9],
          [0, 9],
          [0, 0],
        ],
      ],
    });
    const right = withGeometry(2, {
      type: 'Polygon',
      coordinates: [
        [
          [8.5, 0],
          [12, 0],
          [12, 9],
          [3.5, 9],
          [8.5, 0],
        ],
      ],
    });
    for (const contours of [
      [left, right],
      [right, left],
    ]) {
      const counts = [0, 0, 0];
      for (const row of labelRows(contours, 12, 9)) for (const label of row) counts[label]!++;
      assert.equal(counts[0], 0);
      assert.equal(counts[contours.indexOf(left) + 1], countOf(left));
    }
  });

  const countOf = (contour: ContourFeature): number => {
    let count = 0;
    for (const row of labelRows([contour], 12, 9)) for (const label of row) count += label;
    return count;
  };

  it('are PNG files whose values are the places in the collection', async () => {
    const blob = await writers['mask-png'].write([ringed(1), square(2, 30, 10, 8)], image);
    assert.ok(blob instanceof Blob);
    const { width, height, depth, channels, data } = decode(new Uint8Array(await blob.arrayBuffer()));
    assert.deepEqual([width, height, depth, channels], [64, 48, 8, 1]);
    const counts = [0, 0, 0];
    for (const value of data) counts[value]!++;
    assert.deepEqual(counts, [64 * 48 - 300 - 64, 300, 64]);
    assert.equal(data[10 * 64 + 30], 2);
  });

  it('take 16 bits beyond 255 contours', async () => {
    const many = Array.from({ length: 300 }, (_, k) => square(k, (k % 60) + 0.0, Math.floor(k / 60), 1));
    const blob = await writers['mask-png'].write(many, image);
    assert.ok(blob instanceof Blob);
    const { depth, data } = decode(new Uint8Array(await blob.arrayBuffer()));
    assert.equal(depth, 16);
    assert.equal(data[4 * 64 + 59], 300);
  });

  it('are GeoTIFF files too, on the place of their image', async () => {
    const placement = {
      pixelWidth: 2,
      pixelHeight: 2,
      unit: 'm',
      crs: 'EPSG:32633',
      origin: [500_000, 4_000_000],
    } as const;
    const blob = await writers['mask-tiff'].write([ringed(1), square(2, 30, 10, 8)], { ...image, placement });
    assert.ok(blob instanceof Blob);
    const tiff = await (await fromArrayBuffer(await blob.arrayBuffer())).getImage();
    assert.deepEqual(tiff.getOrigin().slice(0, 2), [500_000, 4_000_000]);
    const [data] = await tiff.readRasters();
    assert.ok(data && typeof data === 'object');
    const counts = [0, 0, 0];
    for (const value of data) counts[value]!++;
    assert.deepEqual(counts, [64 * 48 - 300 - 64, 300, 64]);
  });

  it('refuse to be larger than any reader takes', async () => {
    await assert.rejects(async () => writers['mask-png'].write([], { name: '', width: 1e6, height: 1e6 }), {
      code: 'image-too-large',
    });
  });
});

describe('georeferenced GeoJSON', () => {
  const placement = {
    pixelWidth: 2,
    pixelHeight: 2,
    unit: 'm',
    crs: 'EPSG:32633',
    origin: [500_000, 4_000_000],
  } as const;

  it('names its system, and is refused where pixels are wanted', async () => {
    const text = await writers['geojson-crs'].write([square(1)], { ...image, placement });
    assert.ok(typeof text === 'string');
    assert.match(text, /urn:ogc:def:crs:EPSG::32633/);
    assert.match(text, /\[500020,4000000\]/);
    assert.throws(() => readContours(text), { code: 'bad-import', message: /EPSG/ });
  });

  it('is refused for an image without a place, and not offered', async () => {
    await assert.rejects(async () => writers['geojson-crs'].write([square(1)], image), { code: 'unsupported' });
    const offered = (frame: ImageFrame | undefined): string[] =>
      Object.entries(writers).flatMap(([name, writer]) => (isWritable(writer, frame) ? [name] : []));
    assert.deepEqual(offered(undefined), ['geojson', 'geojsonl', 'flatgeobuf', 'csv', 'w3c', 'wkt']);
    assert.deepEqual(offered(image), [
      'geojson',
      'geojsonl',
      'flatgeobuf',
      'csv',
      'coco',
      'w3c',
      'svg',
      'yolo',
      'labelme',
      'wkt',
      'mask-png',
      'mask-classes-png',
      'mask-classes-tiff',
      'mask-tiff',
      'mask-ome-tiff',
      'dicom-seg',
      'dicom-seg-classes',
      'dicom-ann',
    ]);
    assert.equal(offered({ ...image, placement }).length, 20);
  });
});

describe('formats', () => {
  it('are named where one is not known', () => {
    assert.throws(() => writerOf('shapefile'), {
      code: 'bad-parameter',
      message: /geojson, .*w3c, svg, yolo, .*mask-png/,
    });
  });
});
