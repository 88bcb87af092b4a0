import assert from 'node:assert/strict';
import { test } from 'node:test';
import { data } from 'dcmjs';
import fc from 'fast-check';
import type { Geometry } from '../../../../src/algorithm/algorithm.js';
import { polygonsOf } from '../../../../src/algorithm/shapes/polygons.js';
import { decode } from '../../../../src/contours/formats/dicom/decode.js';
import { labOf, rgbOf } from '../../../../src/contours/formats/dicom/lab.js';
import { writers } from '../../../../src/contours/formats/index.js';
import { readContourFile } from '../../../../src/contours/formats/read-file.js';
import { keyholeWith, opened } from '../../../../src/contours/shapes/keyhole.js';
import type { Position } from '../../../../src/core/geometry/ring.js';
import { itemOf, itemsOf, numberOf, textOf, valuesOf } from '../../../../src/image/formats/dicom/dataset.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';

const image = { name: 'slide.svs', width: 900, height: 700 };

const square = (x: number, y: number, side: number): Position[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];

const contour = (
  id: string,
  geometry: Geometry,
  properties: Partial<ContourFeature['properties']> = {},
): ContourFeature => ({
  type: 'Feature',
  id,
  geometry,
  properties: { objectType: 'annotation', measurements: {}, metadata: {}, ...properties },
});

const file = async (
  format: 'dicom-seg' | 'dicom-seg-classes' | 'dicom-ann',
  contours: readonly ContourFeature[],
  frame: Parameters<(typeof writers)['dicom-seg']['write']>[1] = image,
): Promise<Blob> => new Blob([await writers[format].write(contours, frame)]);

const bytesOf = async (...given: Parameters<typeof file>): Promise<ArrayBuffer> => (await file(...given)).arrayBuffer();

/** What a file keeps of a contour. */
const kept = ({ id, geometry, properties }: ContourFeature) => {
  const { name, classification, objectType, isLocked, measurements } = properties;
  return { id, geometry, name, classification, objectType, isLocked, measurements };
};

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }).filter((each) => each.trim() !== '');
const byte = fc.integer({ min: 0, max: 255 });
const single = fc.float({ min: -1e6, max: 1e6, noNaN: true }).map((v) => v + 0);
const point = fc.tuple(single, single);
/** Sound rings: readers drop what has fewer than three corners. */
const ring = fc
  .uniqueArray(point, { minLength: 3, maxLength: 8, selector: String })
  .map((points): Position[] => [...points, ...points.slice(0, 1)]);
const geometry: fc.Arbitrary<Geometry> = fc.oneof(
  fc.array(ring, { minLength: 1, maxLength: 3 }).map((coordinates) => ({ type: 'Polygon' as const, coordinates })),
  fc
    .array(fc.array(ring, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 3 })
    .map((coordinates) => ({ type: 'MultiPolygon' as const, coordinates })),
  fc.array(point, { minLength: 2, maxLength: 8 }).map((coordinates) => ({ type: 'LineString' as const, coordinates })),
  fc
    .array(fc.array(point, { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 3 })
    .map((coordinates) => ({ type: 'MultiLineString' as const, coordinates })),
);
const described = fc.record({
  id: text,
  name: fc.option(text, { nil: undefined }),
  class: fc.option(
    fc.tuple(text, byte, byte, byte).map(([name, ...color]) => ({ name, color })),
    { nil: undefined },
  ),
  objectType: fc.constantFrom('annotation' as const, 'detection' as const, 'cell' as const),
  isLocked: fc.boolean(),
});
type Described = typeof described extends fc.Arbitrary<infer T> ? T : never;

const propertiesOf = ({ name, class: classification, objectType, isLocked }: Described) => ({
  objectType,
  ...(name === undefined ? {} : { name }),
  ...(classification ? { classification } : {}),
  ...(isLocked ? { isLocked } : {}),
});

test('bulk annotations come back with the coordinates of single precision, ids, names, classes, colours and measurements', async () => {
  const given = fc.uniqueArray(fc.record({ described, geometry, area: fc.option(single, { nil: undefined }) }), {
    minLength: 1,
    maxLength: 6,
    selector: ({ described: { id } }) => id,
  });
  await fc.assert(
    fc.asyncProperty(given, async (list) => {
      const contours = list.map(({ described: its, geometry: shape, area }) =>
        contour(its.id, shape, {
          ...propertiesOf(its),
          measurements: area === undefined ? {} : { 'Area px^2': area, [`Längst\\er Name ${'x'.repeat(70)}`]: 2 },
        }),
      );
      const read = await readContourFile(await file('dicom-ann', contours));
      assert.deepEqual(read.skipped, []);
      assert.deepEqual(read.contours.map(kept), contours.map(kept));
    }),
    { numRuns: 60 },
  );
});

test('coordinates that single precision does not have are rounded to it', async () => {
  const given = contour('a', {
    type: 'LineString',
    coordinates: [
      [0.1, 100_000.01],
      [1 / 3, 7],
    ],
  });
  const read = await readContourFile(await file('dicom-ann', [given]));
  assert.deepEqual(read.contours[0]?.geometry.coordinates, [
    [Math.fround(0.1), Math.fround(100_000.01)],
    [Math.fround(1 / 3), 7],
  ]);
});

/** Pixels that no two objects share, as polygons along their edges. */
const cells = fc
  .uniqueArray(fc.record({ x: fc.nat(8), y: fc.nat(6), hole: fc.boolean(), island: fc.boolean(), its: described }), {
    minLength: 1,
    maxLength: 8,
    selector: ({ its: { id } }) => id,
  })
  .map((list) =>
    list.map(({ x, y, hole, island, its }) => {
      const [left, top] = [100 * x + 3, 100 * y + 5];
      const outer: Position[] = square(left, top, 90);
      const inner = square(left + 20, top + 20, 50).reverse();
      const polygon = hole ? [outer, inner] : [outer];
      return {
        its,
        polygons: hole && island ? [polygon, [square(left + 30, top + 30, 20)]] : [polygon],
      };
    }),
  );

/** Polygons as sets of rings: where a ring begins, and the order of polygons, say nothing. */
const normal = (shape: Geometry): string => {
  const turned = (positions: readonly Position[]): string => {
    const open = positions.slice(0, -1).map(([x, y]) => `${x} ${y}`);
    const turns = open.map((_, k) => [...open.slice(k), ...open.slice(0, k)].join());
    const back = [...open].reverse();
    return [...turns, ...back.map((_, k) => [...back.slice(k), ...back.slice(0, k)].join())].sort()[0] ?? '';
  };
  return polygonsOf(shape)
    .map((rings) => rings.map(turned).sort().join(';'))
    .sort()
    .join('|');
};

test('a segmentation has a segment for each object, which comes back pixel for pixel with id, name, class and colour', async () => {
  await fc.assert(
    fc.asyncProperty(cells, async (list) => {
      const contours = list.map(({ its, polygons }) =>
        contour(
          its.id,
          polygons.length === 1
            ? { type: 'Polygon', coordinates: polygons[0] ?? [] }
            : { type: 'MultiPolygon', coordinates: polygons },
          propertiesOf(its),
        ),
      );
      const read = await readContourFile(await file('dicom-seg', contours));
      const plain = (each: ContourFeature) => ({ ...kept(each), geometry: normal(each.geometry) });
      assert.deepEqual(read.contours.map(plain), contours.map(plain));
    }),
    { numRuns: 30 },
  );
});

test('a segmentation of classes has a segment for each, and gives its parts as objects', async () => {
  const tumour = { classification: { name: 'Tumour', color: [200, 0, 0] as const } };
  const contours = [
    contour('a', { type: 'Polygon', coordinates: [square(250, 250, 20)] }, tumour),
    contour('b', { type: 'Polygon', coordinates: [square(10, 10, 20)] }),
    contour('c', { type: 'Polygon', coordinates: [square(600, 10, 20)] }, tumour),
  ];
  const written = await file('dicom-seg-classes', contours);
  const segments = itemsOf(decode(await written.arrayBuffer()), '00620002');
  assert.deepEqual(
    segments.map((each) => textOf(each, '00620005')),
    ['Tumour', 'Unclassified'],
  );
  const read = await readContourFile(written);
  const told = ({ geometry, properties: { classification } }: ContourFeature): string =>
    `${classification?.name} ${normal(geometry)}`;
  assert.deepEqual(read.contours.map(told).sort(), contours.map(told).sort());
});

test('every colour comes back from CIELab', () => {
  const each = fc.tuple(byte, byte, byte);
  fc.assert(
    fc.property(each, (colour) => {
      const [l = 0, a = 0, b = 0] = labOf(colour);
      assert.deepEqual(rgbOf([l, a, b]), colour);
    }),
    { numRuns: 2000 },
  );
  assert.deepEqual(labOf([255, 255, 255]), [65535, 32896, 32896]);
  assert.deepEqual(labOf([0, 0, 0]), [0, 32896, 32896]);
});

test('a polygon is made again of its outline with bridges', () => {
  fc.assert(
    fc.property(fc.array(ring, { minLength: 1, maxLength: 5 }), (rings) => {
      const { ring: joined, bridges } = keyholeWith(rings);
      assert.deepEqual(opened(joined, bridges), rings);
    }),
  );
  const { ring: joined, bridges } = keyholeWith([square(0, 0, 9), square(2, 2, 3)]);
  assert.equal(opened(joined.slice(1), bridges), undefined);
  assert.equal(opened(joined, [[0, 99, 0]]), undefined);
});

test('references, places and spacing are those of the slide', async () => {
  const frame = {
    ...image,
    placement: { pixelWidth: 0.25, pixelHeight: 0.5, unit: 'µm' as const },
    dicom: {
      studyInstanceUID: '1.2',
      seriesInstanceUID: '1.2.3',
      sopInstanceUID: '1.2.3.4',
      sopClassUID: '1.2.840.10008.5.1.4.1.1.77.1.6',
      frameOfReferenceUID: '1.9',
      patientID: 'P7',
      patientName: 'Doe^Jane',
      origin: [10, 20] as const,
      orientation: [0, -1, 0, -1, 0, 0],
    },
  };
  const given = [contour('a', { type: 'Polygon', coordinates: [square(260, 520, 20)] })];
  const set = decode(await bytesOf('dicom-seg', given, frame));
  assert.equal(textOf(set, '0020000D'), '1.2');
  assert.equal(textOf(set, '00200052'), '1.9');
  assert.equal(textOf(set, '00100020'), 'P7');
  const series = itemOf(set, '00081115');
  assert.equal(textOf(series, '0020000E'), '1.2.3');
  assert.equal(textOf(itemOf(series, '0008114A'), '00081155'), '1.2.3.4');
  assert.deepEqual(valuesOf(set, '00480102').map(Number), [0, -1, 0, -1, 0, 0]);
  const place = itemOf(itemOf(set, '52009230'), '0048021A');
  assert.deepEqual(
    ['0048021E', '0048021F', '0040072A', '0040073A'].map((tag) => numberOf(place, tag)),
    [257, 513, 10 - 512 * 0.0005, 20 - 256 * 0.00025],
  );
  const measures = itemOf(itemOf(set, '52009229'), '00289110');
  assert.deepEqual(valuesOf(measures, '00280030').map(Number), [0.0005, 0.00025]);
  const source = itemOf(decode(await bytesOf('dicom-ann', given, frame)), '00081140');
  assert.equal(textOf(source, '00081155'), '1.2.3.4');
});

test('the same contours make the same file, and other contours another', async () => {
  const [a, b] = [5, 6].map((side) => [contour('a', { type: 'Polygon', coordinates: [square(1, 1, side)] })]);
  for (const format of ['dicom-seg', 'dicom-ann'] as const) {
    const bytes = async (given: readonly ContourFeature[] = []) =>
      new Uint8Array(await (await file(format, given)).arrayBuffer());
    assert.deepEqual(await bytes(a), await bytes(a));
    assert.notDeepEqual(await bytes(a), await bytes(b));
  }
});

test('dcmjs reads what is written here', async () => {
  const given = [
    contour(
      'a',
      { type: 'Polygon', coordinates: [square(260, 1, 5)] },
      { classification: { name: 'T', color: [1, 2, 3] } },
    ),
    contour('b', {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    }),
  ];
  const natural = async (format: 'dicom-seg' | 'dicom-ann') =>
    data.DicomMetaDictionary.naturalizeDataset(data.DicomMessage.readFile(await bytesOf(format, given)).dict);
  const seg = await natural('dicom-seg');
  assert.equal(seg.Modality, 'SEG');
  assert.equal(seg.NumberOfFrames, 2);
  assert.equal(seg.TotalPixelMatrixColumns, 900);
  const ann = await natural('dicom-ann');
  assert.equal(ann.Modality, 'ANN');
  assert.ok(Array.isArray(ann.AnnotationGroupSequence));
  const [first, second] = ann.AnnotationGroupSequence;
  assert.equal(first.GraphicType, 'POLYGON');
  assert.equal(first.NumberOfAnnotations, 1);
  assert.deepEqual([...new Float32Array(second.PointCoordinatesData[0])], [1, 2, 3, 4]);
});

test('what dcmjs writes is read: items without lengths, with representations and without', async () => {
  const pixels = new Uint8Array(8);
  pixels[0] = 0b0110;
  const text = (vr: string, ...Value: readonly unknown[]) => ({ vr, Value });
  const dict = {
    '00080005': text('CS', 'ISO_IR 192'),
    '00080016': text('UI', '1.2.840.10008.1.1'),
    '00280008': text('IS', '1'),
    '00280010': text('US', 8),
    '00280011': text('US', 8),
    '00280100': text('US', 1),
    '00620001': text('CS', 'BINARY'),
    '00620002': text('SQ', {
      '00620004': text('US', 1),
      '00620005': text('LO', 'Größe'),
      '0062000F': text('SQ', {
        '00080100': text('SH', '108369006'),
        '00080102': text('SH', 'SCT'),
        '00080104': text('LO', 'Neoplasm'),
      }),
    }),
    '7FE00010': text('OB', pixels.buffer),
  };
  const kind = '1.2.840.10008.5.1.4.1.1.66.4';
  for (const syntax of ['1.2.840.10008.1.2.1', '1.2.840.10008.1.2']) {
    const written = new data.DicomDict({ '00020010': text('UI', syntax) });
    written.dict = { ...dict, '00080016': text('UI', kind) };
    const { contours } = await readContourFile(new Blob([written.write()]));
    assert.equal(contours.length, 1);
    assert.equal(contours[0]?.properties.name, 'Größe');
    assert.equal(contours[0]?.properties.classification?.name, 'Neoplasm');
    assert.equal(normal(contours[0]?.geometry ?? { type: 'LineString', coordinates: [] }), '1 0,1 1,3 1,3 0');
  }
});
