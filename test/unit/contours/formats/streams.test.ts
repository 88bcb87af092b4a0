import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Geometry } from '../../../../src/algorithm/algorithm.js';
import type { ImageFrame } from '../../../../src/contours/formats/features.js';
import { readContours } from '../../../../src/contours/formats/index.js';
import { cocoStream } from '../../../../src/contours/formats/streams/coco.js';
import { csvTable } from '../../../../src/contours/formats/streams/csv.js';
import { geojsonLines, geojsonStream } from '../../../../src/contours/formats/streams/geojson-stream.js';
import type { TextOptions, TextWriter } from '../../../../src/contours/formats/streams/text-writer.js';
import { fromWkt, toWkt } from '../../../../src/contours/formats/wkt.js';
import { contourSet } from '../../../../src/contours/set/contour-set.js';
import { spansOf } from '../../../../src/contours/spans.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';
import { ringed, square, squareRing, withGeometry } from '../../../support/contours.js';
import { coded } from '../../../support/errors.js';

const image: ImageFrame = { name: 'slide 1.tif', width: 64, height: 48 };

const withProperties = (
  contour: ContourFeature,
  properties: Partial<ContourFeature['properties']>,
): ContourFeature => ({ ...contour, properties: { ...contour.properties, ...properties } });

const several: readonly ContourFeature[] = [
  withProperties(square(1), {
    name: 'a "quoted", name\nover two lines',
    classification: { name: 'Tumor', color: [200, 0, 0] },
    measurements: { 'Area px^2': 64, Probability: 0.75 },
    metadata: { algorithm: 'snake', domain: 'first' },
  }),
  withProperties(ringed(2), { measurements: { Circularity: 0.5 }, metadata: { algorithm: 'snake', domain: 'second' } }),
  withProperties(
    withGeometry(3, {
      type: 'MultiPolygon',
      coordinates: [[squareRing(0, 0, 5)], [squareRing(10, 0, 9), squareRing(12, 2, 3)]],
    }),
    { metadata: { algorithm: 'snake', domain: 'second' } },
  ),
  withProperties(
    withGeometry(4, {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [2.5, 3],
        [7, 7],
      ],
    }),
    {
      metadata: { algorithm: 'snake', domain: 'second' },
    },
  ),
];

const write = async (
  writer: TextWriter,
  contours: readonly ContourFeature[] = several,
  options?: TextOptions,
  frame = image,
): Promise<string> => {
  let text = '';
  for await (const piece of writer(contourSet(contours), frame, options)) text += piece;
  return text;
};

describe('GeoJSON in a stream', () => {
  it('is what the whole collection reads back as, wherever common metadata stand', async () => {
    for (const metadata of ['each', 'once'] as const) {
      const text = await write(geojsonStream, several, { metadata });
      assert.deepEqual(readContours(text).contours, several, metadata);
    }
    const once = JSON.parse(await write(geojsonStream, several, { metadata: 'once' }));
    assert.deepEqual(once.metadata, { algorithm: 'snake' });
    assert.deepEqual(once.features[1].properties.metadata, { domain: 'second' });
    const none = readContours(await write(geojsonStream, several, { metadata: 'none' }));
    assert.deepEqual(none.contours[0]?.properties.metadata, {});
  });

  it('is a collection without contours too', async () => {
    assert.deepEqual(JSON.parse(await write(geojsonStream, [])), { type: 'FeatureCollection', features: [] });
    assert.deepEqual(readContours(await write(geojsonStream, [], { metadata: 'once' })).contours, []);
  });

  it('may have a feature a line, also with the separators of RFC 8142', async () => {
    const text = await write(geojsonLines);
    assert.equal(text.split('\n').length, several.length + 1);
    assert.deepEqual(readContours(text).contours, several);
    const sequence = text.replace(/^(?=.)/gm, '\u001e');
    assert.deepEqual(readContours(sequence).contours, several);
    assert.throws(() => readContours(`${text}{`), coded('bad-import', 'line 5 is no JSON'));
  });
});

describe('a table', () => {
  it('has a row a contour, all measurements as columns, and comes back but for metadata and colours', async () => {
    const text = await write(csvTable);
    const [head] = text.split('\r\n');
    assert.equal(
      head,
      'Image,Object ID,Name,Classification,Centroid X px,Centroid Y px,Area px^2,Probability,Circularity,Geometry',
    );
    assert.ok(text.includes('slide 1.tif,'));
    const { contours } = readContours(text);
    assert.deepEqual(
      contours.map(({ id, geometry, properties: { name, measurements, classification } }) => [
        id,
        geometry,
        name,
        measurements,
        classification?.name,
      ]),
      several.map(({ id, geometry, properties: { name, measurements, classification } }) => [
        id,
        geometry,
        name,
        measurements,
        classification?.name,
      ]),
    );
  });

  it('names the slice where contours lie on slices', async () => {
    const [first] = several;
    const onSlice = { ...first!, geometry: { ...first!.geometry, plane: { c: -1, z: 7, t: 0 } as const } };
    const text = await write(csvTable, [onSlice]);
    assert.match(text, /Slice/);
    assert.doesNotMatch(text, /of the slice/);
    assert.deepEqual(readContours(text).contours[0]?.geometry, onSlice.geometry);
  });

  it('names the channel and the time of a slice where a contour has one', async () => {
    const planes = [{ c: 2, z: 4, t: 0 }, { c: -1, z: 0, t: 7 }, { c: 0, z: 1, t: 3 }, undefined];
    const contours = planes.map((plane, k) => {
      const { plane: _none, ...geometry } = several[0]!.geometry;
      return { ...several[0]!, id: `${k}`, geometry: { ...geometry, ...(plane && { plane }) } };
    });
    const text = await write(csvTable, contours);
    assert.match(text, /Slice,Channel of the slice,Time of the slice,/);
    const read = readContours(text).contours;
    assert.deepEqual(
      read.map(({ geometry }) => geometry.plane),
      planes,
    );
    assert.deepEqual(
      Object.keys(read[0]!.properties.measurements).filter((name) => /slice/i.test(name)),
      [],
    );
  });

  it('is refused in words where it is broken', () => {
    const head = 'Object ID,Geometry\n';
    assert.throws(() => readContours(`${head}1,"POLYGON((0 0,1 0,1 1,0 0))`), coded('bad-import', 'without an end'));
    assert.throws(() => readContours(`${head}1,2,3`), coded('bad-import', 'row 2 has 3 cells, the first has 2'));
    assert.throws(() => readContours(`${head}1,"POLYGON((0 0,1 x,1 1,0 0))"`), coded('bad-import', '1 x'));
    assert.throws(() => readContours(`${head}1,here`), coded('bad-import', 'not well-known text'));
    assert.deepEqual(readContours(`${head}1,POINT (1 1)\n`).skipped.length, 1);
  });
});

describe('well-known text', () => {
  const ring = fc
    .tuple(fc.integer({ min: -99, max: 99 }), fc.integer(), fc.integer({ min: 1, max: 50 }))
    .map(([x, y, size]) => squareRing(x, y, size));
  const polygon = fc.array(ring, { minLength: 1, maxLength: 3 });
  const geometry: fc.Arbitrary<Geometry> = fc.oneof(
    polygon.map((coordinates): Geometry => ({ type: 'Polygon', coordinates })),
    fc
      .array(polygon, { minLength: 2, maxLength: 3 })
      .map((coordinates): Geometry => ({ type: 'MultiPolygon', coordinates })),
    ring.map((coordinates): Geometry => ({ type: 'LineString', coordinates })),
    fc
      .array(ring, { minLength: 2, maxLength: 3 })
      .map((coordinates): Geometry => ({ type: 'MultiLineString', coordinates })),
  );

  it('comes back as it went out', () => {
    fc.assert(fc.property(geometry, (each) => assert.deepEqual(fromWkt(toWkt(each), 'it'), each)));
  });

  it('of other writers is read: lower case, spaces, a system, heights; empty ones are none', () => {
    const square = { type: 'Polygon', coordinates: [squareRing(0, 0, 2)] };
    assert.deepEqual(fromWkt('srid=4326; polygon z (( 0 0 5 , 2 0 5, 2 2 5,0 2 5 , 0 0 5))', 'it'), square);
    assert.equal(fromWkt('POLYGON EMPTY', 'it'), undefined);
    assert.equal(fromWkt('POINT (1 2)', 'it'), undefined);
  });
});

describe('COCO', () => {
  it('has polygons, and run lengths where there are holes; lines are left out', async () => {
    const coco = JSON.parse(await write(cocoStream));
    assert.deepEqual(coco.images, [{ id: 1, file_name: 'slide 1.tif', width: 64, height: 48 }]);
    assert.deepEqual(
      coco.categories.map(({ id, name }: { id: number; name: string }) => [id, name]),
      [
        [1, 'Tumor'],
        [2, 'object'],
      ],
    );
    const [first, second] = coco.annotations;
    assert.equal(coco.annotations.length, 3);
    assert.deepEqual(first.bbox, [10, 0, 8, 8]);
    assert.deepEqual(first.segmentation, [[10, 0, 18, 0, 18, 8, 10, 8]]);
    assert.deepEqual([first.score, first.area, second.area], [0.75, 64, 300]);
    assert.deepEqual(second.segmentation.size, [48, 64]);
  });

  it('has run lengths of a contour as wide as the largest slide in no more memory than its rows take', async () => {
    const side = 2 ** 20;
    const [wide, hole] = [squareRing(0, side - 12, 12), squareRing(3, side - 8, 2)].map((ring) =>
      ring.map(([x, y]): [number, number] => [x > 6 ? side : x, y]),
    );
    const contour = withGeometry(1, { type: 'Polygon', coordinates: [wide!, hole!] });
    const frame = { ...image, width: side, height: side };
    const { counts } = JSON.parse(await write(cocoStream, [contour], {}, frame)).annotations[0].segmentation;
    // Two columns of the hole have their twelve pixels in two runs.
    const columns = [...Array(3).fill([side - 12, 12]), ...Array(2).fill([side - 12, 4, 2, 6])].flat();
    assert.deepEqual(counts.slice(0, columns.length), columns);
    assert.equal(
      counts.reduce((sum: number, run: number) => sum + run, 0),
      side * side,
    );
  });

  it('has run lengths that are the pixels of the contour, column by column', async () => {
    const edges = withGeometry(5, { type: 'Polygon', coordinates: [squareRing(40, 30, 24), squareRing(50, 35, 5)] });
    const coco = JSON.parse(await write(cocoStream, [...several, edges]));
    for (const [k, contour] of [several[1]!, several[2]!, edges].entries()) {
      const { counts } = coco.annotations[k + 1].segmentation;
      assert.equal(
        counts.reduce((sum: number, run: number) => sum + run, 0),
        64 * 48,
      );
      const pixels: string[] = [];
      let at = 0;
      counts.forEach((run: number, i: number) => {
        for (let n = 0; n < run; n++, at++) if (i % 2 === 1) pixels.push(`${Math.floor(at / 48)},${at % 48}`);
      });
      const { top, rows } = spansOf(contour.geometry);
      const expected = rows.flatMap((row, y) =>
        row.flatMap((from, i) =>
          i % 2 === 1
            ? []
            : Array.from({ length: Math.min(64, row[i + 1]!) - from }, (_, n) => [from + n, top + y] as const),
        ),
      );
      assert.deepEqual(
        pixels.sort(),
        expected
          .filter(([, y]) => y < 48)
          .map(([x, y]) => `${x},${y}`)
          .sort(),
      );
    }
  });

  it('is read back but for other images and broken numbers, run lengths as their pixels', async () => {
    const written = JSON.parse(await write(cocoStream));
    const { contours, skipped } = readContours(written);
    assert.deepEqual(
      contours.map(({ geometry }) => spansOf(geometry)),
      [0, 1, 2].map((k) => spansOf(several[k]!.geometry)),
    );
    assert.deepEqual(contours[0]?.geometry, several[0]!.geometry);
    assert.deepEqual(contours[0]?.properties.measurements, { Probability: 0.75 });
    assert.equal(contours[0]?.properties.classification?.name, 'Tumor');
    assert.equal(skipped.length, 0);
    written.annotations[0].image_id = 9;
    assert.equal(readContours(written).skipped.length, 1);
    written.annotations[0] = { image_id: 1, segmentation: [[1, 2, 3, 'x', 5, 6]] };
    assert.throws(() => readContours(written), coded('bad-import', '[3,"x"]'));
  });
});
