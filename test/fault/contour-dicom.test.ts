import assert from 'node:assert/strict';
import { test } from 'node:test';
import { data } from 'dcmjs';
import type { Attributes } from '../../src/contours/formats/dicom/attributes.js';
import { encode } from '../../src/contours/formats/dicom/encode.js';
import { annotationsOf } from '../../src/contours/formats/dicom/write-annotations.js';
import { segmentationOf } from '../../src/contours/formats/dicom/write-segmentation.js';
import { writers } from '../../src/contours/formats/index.js';
import { readContourFile } from '../../src/contours/formats/read-file.js';
import { boundsOf } from '../../src/contours/geometry.js';
import { SegmenterError } from '../../src/core/errors.js';
import type { ContourFeature } from '../../src/worker/protocol.js';

const image = { name: 'slide.svs', width: 900, height: 700 };
const contour = (id: string, coordinates: [number, number][][], name?: string): ContourFeature => ({
  type: 'Feature',
  id,
  geometry: { type: 'Polygon', coordinates },
  properties: {
    objectType: 'annotation',
    measurements: { 'Area px^2': 4 },
    metadata: {},
    ...(name === undefined ? {} : { classification: { name, color: [1, 2, 3] } }),
  },
});
const square = (x: number, y: number, side: number): [number, number][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const given = [contour('a', [square(1, 1, 9), square(3, 3, 2)], 'T'), contour('b', [square(300, 300, 9)], 'T')];
const segmentation = segmentationOf(given, image, 'objects');
const annotations = annotationsOf(given, image);

/** What is said of a file that cannot be read. */
const refused = async (file: Blob): Promise<string> => {
  try {
    await readContourFile(file);
  } catch (error) {
    assert.ok(error instanceof SegmenterError);
    assert.equal(error.code, 'bad-import');
    return error.message;
  }
  assert.fail('it was read');
};

/** The items of a sequence. */
const items = (value: Attributes[keyof Attributes]): readonly Attributes[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'object') : [];
const [first = {}, second = {}] = items(segmentation.SegmentSequence);
const [group = {}] = items(annotations.AnnotationGroupSequence);
const [frame = {}] = items(segmentation.PerFrameFunctionalGroupsSequence);
const ofGroup = (change: Attributes): Attributes => ({
  ...annotations,
  AnnotationGroupSequence: [{ ...group, ...change }],
});
const measured = (change: Attributes): Attributes =>
  ofGroup({
    MeasurementsSequence: [
      {
        ConceptNameCodeSequence: [{ CodeMeaning: 'Area' }],
        MeasurementValuesSequence: [{ FloatingPointValues: new Float32Array([4, 4]).buffer, ...change }],
      },
    ],
  });
const place = (column: number, row: number): Attributes => ({
  ...frame,
  PlanePositionSlideSequence: [
    { ColumnPositionInTotalImagePixelMatrix: column, RowPositionInTotalImagePixelMatrix: row },
  ],
});

const faults: readonly (readonly [what: string, file: Attributes, said: RegExp])[] = [
  [
    'another class',
    { ...segmentation, SOPClassUID: '1.2.840.10008.5.1.4.1.1.2' },
    /of the class 1\.2\.840\.10008\.5\.1\.4\.1\.1\.2;/,
  ],
  ['no class', { ...segmentation, SOPClassUID: undefined }, /of the class none/],
  ['no segments', { ...segmentation, SegmentSequence: [] }, /SegmentSequence \(0062,0002\) is missing or empty/],
  [
    'segments of one number',
    { ...segmentation, SegmentSequence: [first, { ...second, SegmentNumber: 1 }] },
    /two segments have the number 1/,
  ],
  [
    'a segment 0',
    { ...segmentation, SegmentSequence: [{ ...first, SegmentNumber: 0 }] },
    /SegmentNumber is 0; it must be a whole number from 1 to 65535/,
  ],
  ['no rows', { ...segmentation, Rows: undefined }, /Rows is missing, or no number/],
  ['no columns', { ...segmentation, Columns: 0 }, /Columns is 0/],
  ['frames that are words', { ...segmentation, NumberOfFrames: 'many' }, /NumberOfFrames is missing, or no number/],
  [
    'two billion frames',
    { ...segmentation, NumberOfFrames: 2 ** 31 - 1 },
    /2147483647 frames of 256 × 256 pixels need \d+/,
  ],
  [
    'a hostile frame',
    { ...segmentation, Rows: 65535, Columns: 65535 },
    /a frame has 65535 × 65535 pixels; at most 268435456/,
  ],
  [
    'too few pixels',
    { ...segmentation, PixelData: new ArrayBuffer(10) },
    /PixelData has 10 bytes; 2 frames of 256 × 256 pixels need 16384/,
  ],
  ['no pixels', { ...segmentation, PixelData: undefined }, /PixelData has 0 bytes/],
  ['pixels of 16 bits', { ...segmentation, BitsAllocated: 16 }, /SegmentationType is BINARY, with 16 bits/],
  ['another type', { ...segmentation, SegmentationType: 'toString' }, /SegmentationType is toString/],
  [
    'frames that are not told',
    { ...segmentation, PerFrameFunctionalGroupsSequence: [] },
    /NumberOfFrames is 2, and PerFrameFunctionalGroupsSequence has 0 items/,
  ],
  [
    'planes of a volume',
    { ...segmentation, PerFrameFunctionalGroupsSequence: [frame, frame] },
    /frames of segment 1 lie over one another at column 1, row 1: segmentations of volumes/,
  ],
  [
    'frames far apart off a grid',
    { ...segmentation, PerFrameFunctionalGroupsSequence: [place(1, 1), place(1_000_002, 1_000_003)] },
    /segment 1 covers 1000257 × 1000258 pixels/,
  ],
  ['coordinates in mm', { ...annotations, AnnotationCoordinateType: '3D' }, /AnnotationCoordinateType is 3D/],
  [
    'coordinates of no kind',
    { ...annotations, AnnotationCoordinateType: undefined },
    /AnnotationCoordinateType is missing/,
  ],
  [
    'coordinates of frames',
    { ...annotations, PixelOriginInterpretation: 'FRAME' },
    /PixelOriginInterpretation is FRAME/,
  ],
  [
    'no groups',
    { ...annotations, AnnotationGroupSequence: [] },
    /AnnotationGroupSequence \(006A,0002\) is missing or empty/,
  ],
  ['no coordinates', ofGroup({ PointCoordinatesData: undefined }), /group 1 has 0 coordinates/],
  [
    'half a coordinate',
    ofGroup({ PointCoordinatesData: new ArrayBuffer(6) }),
    /group 1 has 6 bytes in \(0066,0016\), not a multiple of 4/,
  ],
  ['an odd coordinate', ofGroup({ PointCoordinatesData: new ArrayBuffer(12) }), /group 1 has 3 coordinates/],
  [
    'a coordinate that is none',
    ofGroup({ PointCoordinatesData: new Float32Array([1, Number.NaN]).buffer }),
    /pairs of finite numbers/,
  ],
  [
    'more annotations than there are',
    ofGroup({ NumberOfAnnotations: 4_000_000_000 }),
    /group 1 tells of 4000000000 annotations and has 2/,
  ],
  [
    'annotations that are not counted',
    ofGroup({ NumberOfAnnotations: undefined }),
    /group 1 tells of no number of annotations/,
  ],
  [
    'annotations out of order',
    ofGroup({ LongPrimitivePointIndexList: new Uint32Array([1, 1]).buffer }),
    /group 1 has annotation 2 at coordinate 1 of/,
  ],
  [
    'an annotation at a y',
    ofGroup({ LongPrimitivePointIndexList: new Uint32Array([1, 4]).buffer }),
    /group 1 has annotation 2 at coordinate 4 of/,
  ],
  [
    'an annotation behind the end',
    ofGroup({ LongPrimitivePointIndexList: new Uint32Array([1, 4_000_000_001]).buffer }),
    /at coordinate 4000000001 of/,
  ],
  [
    'annotations that begin late',
    ofGroup({ LongPrimitivePointIndexList: new Uint32Array([3, 5]).buffer }),
    /annotation 1 at coordinate 3/,
  ],
  [
    'a rectangle of two corners',
    ofGroup({ GraphicType: 'RECTANGLE', PointCoordinatesData: new Float32Array(4).buffer }),
    /group 1 of RECTANGLE has 4 coordinates, not a multiple of 8/,
  ],
  [
    'values for fewer annotations',
    measured({ AnnotationIndexList: new Uint32Array([1]).buffer }),
    /group 1 has 2 values of Area for 1 annotations/,
  ],
  [
    'values for an annotation that is not there',
    measured({ AnnotationIndexList: new Uint32Array([1, 9]).buffer }),
    /a value of Area for annotation 9 of 2/,
  ],
];
for (const [what, attributes, said] of faults)
  test(`a DICOM file is refused in words: ${what}`, async () => {
    assert.match(await refused(encode(attributes)), said);
  });

test('a DICOM file that is cut short anywhere is refused, in words that tell where', async () => {
  for (const attributes of [annotations, { ...segmentation, PixelData: new ArrayBuffer(4), Rows: 4, Columns: 4 }]) {
    const whole = encode(attributes);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    // A cut between two elements behind those that are read leaves a whole file.
    const behind = bytes.findIndex(
      (_, k) => k > 131 && [0x70, 0, 0x80, 0, 0x43, 0x53].every((byte, j) => bytes[k + j] === byte),
    );
    for (let size = 132; size < (attributes === annotations ? behind : bytes.length); size += 3) {
      const said = await refused(new Blob([bytes.slice(0, size)]));
      assert.match(
        said,
        /ends within|bytes, and \d+ are left|transfer syntax|missing|in the place of an item|class none|SegmentationType is missing|no number of bits|PixelData/,
        `${size}: ${said}`,
      );
    }
  }
});

test('lengths that lie, wrong items, compression and depth are refused', async () => {
  const bytes = new Uint8Array(await encode(annotations).arrayBuffer());
  const at = (tag: readonly number[]): number =>
    bytes.findIndex((_, k) => k > 131 && tag.every((byte, j) => bytes[k + j] === byte));
  const changed = (change: (copy: Uint8Array<ArrayBuffer>) => void): Blob => {
    const copy = bytes.slice();
    change(copy);
    return new Blob([copy]);
  };
  const sequence = at([0x6a, 0, 2, 0, 0x53, 0x51]);
  assert.match(
    await refused(changed((copy) => copy.fill(0xee, sequence + 8, sequence + 12))),
    /element \(006A,0002\) tells of \d+ bytes, and \d+ are left/,
  );
  assert.match(
    await refused(changed((copy) => copy.fill(0xff, sequence + 8, sequence + 12))),
    /\(0070,0080\) tells of \d+ bytes/,
  );
  assert.match(
    await refused(changed((copy) => copy.fill(0x11, sequence + 12, sequence + 14))),
    /a sequence has \(1111,E000\) at byte \d+ in the place of an item/,
  );
  assert.match(
    await refused(changed((copy) => copy.fill(0x30, sequence + 4, sequence + 6))),
    /element \(006A,0002\) at byte \d+ has no representation/,
  );
  const syntax = at([2, 0, 0x10, 0, 0x55, 0x49]);
  assert.match(
    await refused(changed((copy) => copy.set([0x39], syntax + 8 + 18))),
    /its transfer syntax is 1\.2\.840\.10008\.1\.2\.9; those without compression are read/,
  );
  assert.match(await refused(changed((copy) => copy.set([9], syntax + 2))), /its transfer syntax is not told/);
  const item = [0xfe, 0xff, 0, 0xe0, 0xff, 0xff, 0xff, 0xff];
  const deep = Array.from({ length: 2000 }, () => [
    0x40,
    0,
    0x43,
    0xa0,
    0x53,
    0x51,
    0,
    0,
    0xff,
    0xff,
    0xff,
    0xff,
    ...item,
  ]).flat();
  const head = bytes.slice(0, at([8, 0, 5, 0]));
  assert.match(await refused(new Blob([head, new Uint8Array(deep)])), /more than 32 deep/);
});

test('graphic types without an outline, and segments without pixels, are left out and named', async () => {
  const points = await readContourFile(
    encode({ ...annotations, AnnotationGroupSequence: [{ ...group, GraphicType: 'POINT' }, group] }),
  );
  assert.deepEqual(points.skipped, ['group 1: GraphicType POINT']);
  assert.equal(points.contours.length, 2);
  const blank = await readContourFile(
    encode({ ...segmentation, SegmentSequence: [first, second, { ...second, SegmentNumber: 3 }] }),
  );
  assert.deepEqual(blank.skipped, ['segment 3: no pixels']);
});

test('rectangles, ellipses and double precision of others are read', async () => {
  const corners = [0, 0, 8, 0, 8, 4, 0, 4];
  const axes = [0, 2, 8, 2, 4, 0, 4, 4];
  const kind = (GraphicType: string, coordinates: readonly number[]): Attributes => ({
    GraphicType,
    NumberOfAnnotations: 1,
    DoublePointCoordinatesData: new Float64Array(coordinates).buffer,
  });
  const { contours } = await readContourFile(
    encode({
      ...annotations,
      AnnotationGroupSequence: [kind('RECTANGLE', corners), kind('ELLIPSE', axes)],
    }),
  );
  assert.deepEqual(contours[0]?.geometry.coordinates, [
    [
      [0, 0],
      [8, 0],
      [8, 4],
      [0, 4],
      [0, 0],
    ],
  ]);
  const [outline = []] = contours[1]?.geometry.type === 'Polygon' ? contours[1].geometry.coordinates : [];
  assert.equal(outline.length, 73);
  for (const [x, y] of outline) assert.ok(Math.abs(((x - 4) / 4) ** 2 + ((y - 2) / 2) ** 2 - 1) < 1e-9);
});

test('label maps, fractions and full tilings of others are read', async () => {
  const pixels = new Uint8Array(32);
  pixels.set([0, 1, 1, 0, 0, 2, 2, 0], 8);
  const small: Attributes = {
    ...segmentation,
    Rows: 4,
    Columns: 8,
    NumberOfFrames: 1,
    PerFrameFunctionalGroupsSequence: [],
    BitsAllocated: 8,
  };
  const map = { ...small, SegmentationType: 'LABELMAP', PixelData: pixels.buffer };
  const boxes = async (attributes: Attributes): Promise<unknown[]> =>
    (await readContourFile(encode(attributes))).contours.map(({ geometry }) => Object.values(boundsOf(geometry)));
  const pair = [
    [1, 1, 3, 2],
    [5, 1, 7, 2],
  ];
  assert.deepEqual(await boxes(map), pair);
  const wide = new Uint16Array(pixels);
  assert.deepEqual(await boxes({ ...map, BitsAllocated: 16, PixelData: wide.buffer }), pair);
  const parts = pixels.map((value) => 60 * value);
  const fraction = {
    ...small,
    SegmentationType: 'FRACTIONAL',
    SegmentSequence: [first],
    MaximumFractionalValue: 200,
    PixelData: parts.buffer,
  };
  assert.deepEqual(await boxes(fraction), [[5, 1, 7, 2]]);
  const full = {
    ...small,
    BitsAllocated: 1,
    DimensionOrganizationType: 'TILED_FULL',
    TotalPixelMatrixColumns: 16,
    TotalPixelMatrixRows: 4,
    NumberOfFrames: 4,
    PixelData: new Uint8Array(16).fill(255).buffer,
  };
  assert.deepEqual(await boxes(full), [
    [0, 0, 16, 4],
    [0, 0, 16, 4],
  ]);
});

test('private values that make no sense, and those that the file has belied since, change nothing', async () => {
  const told = async (change: Attributes) => (await readContourFile(encode(ofGroup(change)))).contours;
  const names = (list: readonly ContourFeature[]) => list.map(({ properties }) => properties.classification?.name);
  for (const OwnMembers of [
    '{',
    '3',
    '{"annotations":3}',
    '{"annotations":[3,null]}',
    '{"annotations":[{"place":-1,"bridges":[[1]]},{"place":0.5,"bridges":[[9,9,9]]}]}',
  ])
    assert.deepEqual(names(await told({ OwnMembers })), ['T', 'T']);
  assert.equal((await told({ OwnCreator: 'ANOTHER' })).length, 2);
  assert.deepEqual(names(await told({ OwnMembers: '{"class":"Other"}' })), ['T', 'T']);
  const bare = await told({
    RecommendedDisplayCIELabValue: [1, 2],
    OwnMembers: undefined,
    AnnotationPropertyTypeCodeSequence: [],
  });
  assert.deepEqual(names(bare), [undefined, undefined]);
});

test('what DICOM cannot hold is refused in words', async () => {
  for (const format of ['dicom-seg', 'dicom-seg-classes', 'dicom-ann'] as const)
    await assert.rejects(async () => writers[format].write([], image), /there is no object/);
  const outside = [contour('a', [square(5000, 5000, 9)])];
  await assert.rejects(async () => writers['dicom-seg'].write(outside, image), /no object holds the centre of a pixel/);
  const many = Array.from({ length: 65_536 }, (_, k) => contour(String(k), [square(1, 1, 2)], String(k)));
  await assert.rejects(async () => writers['dicom-seg'].write(many, image), /65536 segments; at most 65535/);
  await assert.rejects(async () => writers['dicom-ann'].write(many, image), /65536 groups of one class; at most 65535/);
});

test('a file of items without lengths that is cut short is refused too', async () => {
  const text = (vr: string, ...Value: readonly unknown[]) => ({ vr, Value });
  const file = new data.DicomDict({ '00020010': text('UI', '1.2.840.10008.1.2.1') });
  file.dict = { '00620002': text('SQ', { '0062000F': text('SQ', { '00080104': text('LO', 'Neoplasm') }) }) };
  const bytes = file.write();
  for (let size = 132; size < bytes.byteLength; size++)
    assert.match(
      await refused(new Blob([bytes.slice(0, size)])),
      /ends within|are left|transfer syntax|in the place of an item|class none/,
    );
});

test('other letters, odd ids, values of some objects alone and places that are not told do no harm', async () => {
  for (const SpecificCharacterSet of ['ISO_IR 144', 'ISO 2022 IR 87', []])
    assert.equal((await readContourFile(encode({ ...annotations, SpecificCharacterSet }))).contours.length, 2);
  const [one, two] = given.map(
    (each, k): ContourFeature => ({
      ...each,
      id: ['11111111-2222-4333-8444-555555555555', '\\'][k] ?? '',
      properties: {
        ...each.properties,
        ...(k === 1 ? { name: '\\\\' } : {}),
        measurements: k === 0 ? { Roundness: 1 } : {},
      },
    }),
  );
  assert.ok(one && two);
  const dicom = {
    studyInstanceUID: '1.2',
    seriesInstanceUID: '1.3',
    sopInstanceUID: '1.4',
    sopClassUID: '1.5',
  };
  for (const format of ['dicom-seg', 'dicom-ann'] as const) {
    const written = await writers[format].write([one, two], { ...image, dicom });
    const { contours } = await readContourFile(new Blob([written]));
    assert.deepEqual(
      contours.map(({ id, properties: { name } }) => [id, name]),
      [one, two].map(({ id, properties: { name } }) => [id, name]),
    );
  }
  const alone: Attributes = { ...segmentation, NumberOfFrames: undefined, SegmentSequence: [first] };
  const places = await readContourFile(encode({ ...alone, PerFrameFunctionalGroupsSequence: undefined }));
  assert.equal(places.contours.length, 1);
  const untold = await readContourFile(encode(ofGroup({ GraphicType: undefined })));
  assert.deepEqual(untold.skipped, ['group 1: GraphicType none']);
});
