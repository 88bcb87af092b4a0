import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromArrayBuffer } from 'geotiff';
import { JSDOM } from 'jsdom';
import { polygonsOf } from '../../../../src/algorithm/shapes/polygons.js';
import { type ImageFrame, readContours, writers } from '../../../../src/contours/formats/index.js';
import { readContourFile } from '../../../../src/contours/formats/read-file.js';
import { rounded } from '../../../../src/contours/shapes/rounded.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';

const image: ImageFrame = { name: 'cells.png', width: 40, height: 30, classes: ['Tumor', 'Stroma'] };

const box = (x: number, y: number, width: number, height = width): [number, number][] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
  [x, y],
];

const contour = (
  id: string,
  geometry: ContourFeature['geometry'],
  name?: string,
  measurements: Record<string, number> = {},
): ContourFeature => ({
  type: 'Feature',
  id,
  geometry,
  properties: {
    objectType: 'annotation',
    measurements,
    metadata: {},
    ...(name === undefined ? {} : { classification: { name, color: [1, 2, 3] } }),
  },
});

const plain = contour('a', { type: 'Polygon', coordinates: [box(2, 3, 8)] }, 'Stroma');
const holed = contour('b', { type: 'Polygon', coordinates: [box(20, 5, 12), box(24, 9, 4).reverse()] }, 'Tumor');
const line = contour(
  'c',
  {
    type: 'LineString',
    coordinates: [
      [2, 25],
      [38, 25],
    ],
  },
  'Vessel',
  { 'Mean width px': 3 },
);
const all = [plain, holed, line];

/** Pixels of each value in a mask that was written. */
const counted = async (blob: Blob): Promise<Record<number, number>> => {
  const { open } = await import('../../../../src/image/open.js');
  const read = await open({ kind: 'blob', blob, name: 'm' });
  const { data } = await read.region({ x: 0, y: 0, width: read.width, height: read.height }, 0, { signal: undefined });
  const counts: Record<number, number> = {};
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

const areaOf = (ring: readonly (readonly number[])[]): number =>
  Math.abs(
    ring.reduce((sum, [x = 0, y = 0], k) => {
      const [u = 0, v = 0] = ring[(k + 1) % ring.length] ?? [];
      return sum + x * v - u * y;
    }, 0),
  ) / 2;

describe('masks', () => {
  it('show lines as wide as they were measured, and a line without a width by a pixel', async () => {
    const mask = await writers['mask-png'].write(all, image);
    // 36 columns of three pixels, and two pixels of each round end.
    assert.ok(mask instanceof Blob);
    assert.deepEqual(await counted(mask), { 0: 1200 - 64 - 128 - 112, 1: 64, 2: 128, 3: 112 });
    const thin = await writers['mask-png'].write(
      [{ ...line, properties: { ...line.properties, measurements: {} } }],
      image,
    );
    assert.equal((await counted(thin as Blob))[1], 36);
  });

  it('of classes hold the number of the class in the list, then of those that only occur', async () => {
    for (const format of ['mask-classes-png', 'mask-classes-tiff'] as const) {
      const mask = await writers[format].write(all, image);
      assert.deepEqual(await counted(mask as Blob), { 0: 1200 - 64 - 128 - 112, 1: 128, 2: 64, 3: 112 });
    }
  });

  it('of classes come back with their classes, whatever the file is called', async () => {
    const classified = (which: typeof plain, name: string) => ({
      ...which,
      properties: { ...which.properties, classification: { name, color: [1, 2, 3] as const } },
    });
    for (const format of ['mask-classes-png', 'mask-classes-tiff'] as const) {
      const given = [classified(plain, 'Gland'), classified(holed, 'Vessel')];
      const mask = await writers[format].write(given, { ...image, classes: ['Gland', 'Vessel'] });
      const { contours } = await readContourFile(
        new File([mask as Blob], `tuesday-mask.${writers[format].extension}`),
        image,
      );
      assert.deepEqual(contours.map(({ properties }) => properties.classification?.name).sort(), ['Gland', 'Vessel']);
    }
  });

  it('are read back as the same pixels, under ids that stay', async () => {
    for (const format of ['mask-png', 'mask-tiff', 'mask-ome-tiff'] as const) {
      const written = await writers[format].write([plain, holed], image);
      const file = new File([written as Blob], `cells-mask.${writers[format].extension}`);
      const { contours } = await readContourFile(file, image);
      assert.deepEqual(
        contours.map(({ id }) => id),
        [`${file.name}#1`, `${file.name}#2`],
      );
      assert.deepEqual(
        contours.map(({ geometry }) => geometry.coordinates.length),
        [1, 2],
      );
      const again = await writers[format].write(contours, image);
      assert.deepEqual(await counted(again as Blob), await counted(written as Blob));
      assert.deepEqual((await readContourFile(file, image)).contours, contours);
    }
  });

  it('in OME-TIFF say the size of a pixel and the class of each label, which come back', async () => {
    const name = 'Ränder <1> & "mehr" 🙂';
    const given = [plain, contour('n', { type: 'Polygon', coordinates: [box(30, 20, 6)] }), { ...holed }];
    const named = {
      ...given[2]!,
      properties: { ...holed.properties, classification: { name, color: [1, 2, 3] } },
    } as const;
    const placement = { pixelWidth: 0.25, pixelHeight: 0.5, unit: 'µm' } as const;
    const written = await writers['mask-ome-tiff'].write([plain, given[1]!, named], { ...image, name, placement });
    const bytes = new Uint8Array(await (written as Blob).arrayBuffer());
    const tiff = await (await fromArrayBuffer(bytes.buffer)).getImage();
    const description = String(await tiff.fileDirectory.loadValue('ImageDescription'));
    assert.doesNotMatch(description, /[^\0-\x7f]/);
    const { document } = new JSDOM(description.replace(/\0$/, ''), { contentType: 'text/xml' }).window;
    const attribute = (tag: string, key: string) => document.getElementsByTagName(tag)[0]?.getAttribute(key);
    assert.equal(attribute('Image', 'Name'), name);
    assert.deepEqual(
      ['Type', 'SizeX', 'SizeY', 'SizeC', 'PhysicalSizeX', 'PhysicalSizeXUnit', 'PhysicalSizeY'].map((key) =>
        attribute('Pixels', key),
      ),
      ['uint8', '40', '30', '1', '0.25', 'µm', '0.5'],
    );
    const { open } = await import('../../../../src/image/open.js');
    assert.deepEqual((await open({ kind: 'blob', blob: written as Blob, name: 'm' })).placement, placement);
    const { contours } = await readContourFile(new File([written as Blob], 'cells-mask.ome.tif'), image);
    assert.deepEqual(
      contours.map(({ properties }) => properties.classification?.name),
      ['Stroma', undefined, name],
    );
  });

  it('in OME-TIFF of strangers have labels alone', async () => {
    const written = await writers['mask-ome-tiff'].write([plain, holed], image);
    // As bytes: the decoder of that name is of Windows-1252, which Node follows from 24 on.
    const text = Buffer.from(await (written as Blob).arrayBuffer()).toString('latin1');
    const read = async (from: string, to: string) => {
      assert.ok(text.includes(from) && from.length === to.length);
      const file = Uint8Array.from(text.replace(from, to), (c) => c.charCodeAt(0));
      const { contours } = await readContourFile(new File([file], 'm.tif'), image);
      return contours.map(({ properties }) => properties.classification?.name);
    };
    assert.deepEqual(await read('snake-segmenter/classes"><', 'other-segmenter/classes"><'), [undefined, undefined]);
    assert.deepEqual(await read('K="1"', 'K="0"'), [undefined, 'Tumor']);
    assert.deepEqual(await read('<M K="2">', '<M K="x">'), ['Stroma', undefined]);
    // Broken after the first label: what was read stays.
    assert.deepEqual(await read('</M><M K="2">', '</M></M K="2"'), ['Stroma', undefined]);
  });

  it('of one label are an object for each part', async () => {
    const parts = { type: 'MultiPolygon', coordinates: [[box(1, 1, 4)], [box(10, 10, 5)]] } as const;
    const written = await writers['mask-png'].write([contour('m', parts)], image);
    const { contours } = await readContourFile(new File([written as Blob], 'binary.png'), image);
    assert.deepEqual(
      contours.map(({ id }) => id),
      ['binary.png#1.1', 'binary.png#1.2'],
    );
  });

  it('are refused where they do not lie on the image, or are pictures', async () => {
    const written = (await writers['mask-png'].write([plain], image)) as Blob;
    await assert.rejects(readContourFile(new File([written], 'm.png'), { ...image, width: 50 }), {
      code: 'bad-import',
      message: /40 × 30.*50 × 30/,
    });
    await assert.rejects(readContourFile(new File([written.slice(0, 30)], 'm.png'), image), { name: 'SegmenterError' });
  });
});

describe('YOLO', () => {
  it('comes back with its classes, and the same again has the same ids', () => {
    const text = writers.yolo.write([plain, holed], image) as string;
    assert.match(text, /^1 0\.05 0\.1 /);
    const { contours } = readContours(text, image);
    assert.deepEqual(
      contours.map(({ properties }) => properties.classification?.name),
      ['Stroma', 'Tumor'],
    );
    assert.deepEqual(contours[0]?.geometry.coordinates, plain.geometry.coordinates);
    const [ring] = polygonsOf(contours[1]!.geometry)[0]!;
    assert.equal(areaOf(ring!), 128);
    assert.deepEqual(readContours(text, image).contours, contours);
  });

  it('reads boxes, and refuses to guess the size of an image', () => {
    const { contours } = readContours('4 0.5 0.5 0.5 0.2\n', image);
    assert.deepEqual(contours[0]?.geometry.coordinates, [box(10, 12, 20, 6)]);
    assert.equal(contours[0]?.properties.classification?.name, 'Class 4');
    assert.throws(() => readContours('4 0.5 0.5 0.5 0.2\n'), { code: 'bad-import', message: /open the image first/ });
  });
});

describe('LabelMe', () => {
  it('comes back with ids, classes, areas and lines', () => {
    const parts = contour('p', { type: 'MultiPolygon', coordinates: [[box(1, 1, 4)], [box(10, 10, 5)]] }, 'Tumor');
    const text = writers.labelme.write([plain, parts, line], image) as string;
    const { contours, skipped } = readContours(text);
    assert.deepEqual(skipped, []);
    assert.deepEqual(
      contours.map(({ id }) => id),
      ['a', 'p', 'c'],
    );
    assert.deepEqual(
      contours.map(({ geometry }) => geometry),
      [plain.geometry, parts.geometry, line.geometry],
    );
  });

  it('reads rectangles and circles, and says what it leaves out', () => {
    const shape = (shape_type: string, ...points: number[][]) => ({ label: 'x', shape_type, points, group_id: null });
    const shapes = [shape('rectangle', [1, 2], [5, 8]), shape('circle', [10, 10], [13, 10]), shape('point', [3, 3])];
    const { contours, skipped } = readContours({ shapes, imagePath: 'a.png' });
    assert.deepEqual(contours[0]?.geometry.coordinates, [box(1, 2, 4, 6)]);
    assert.equal(contours.length, 2);
    assert.equal(skipped.length, 1);
    assert.deepEqual(readContours({ shapes, imagePath: 'a.png' }).contours, contours);
  });

  it('refuses points that are none', () => {
    assert.throws(() => readContours({ shapes: [{ points: [[1, 'x']] }], imagePath: '' }), { code: 'bad-import' });
  });
});

describe('WKT', () => {
  it('comes back line by line, and twice with the same ids', () => {
    const text = writers.wkt.write(all, image) as string;
    const { contours } = readContours(text);
    assert.deepEqual(
      contours.map(({ geometry }) => geometry),
      all.map(({ geometry }) => geometry),
    );
    assert.deepEqual(
      readContours(text).contours.map(({ id }) => id),
      contours.map(({ id }) => id),
    );
  });
});

describe('COCO', () => {
  it('comes back with holes, which it holds as run lengths', async () => {
    const written = await writers.coco.write([plain, holed], image);
    const { contours, skipped } = readContours(await (written as Blob).text());
    assert.deepEqual(skipped, []);
    assert.equal(contours[1]?.geometry.coordinates.length, 2);
    const mask = await writers['mask-png'].write(contours, image);
    assert.deepEqual(await counted(mask as Blob), { 0: 1200 - 64 - 128, 1: 64, 2: 128 });
  });

  it('reads packed run lengths, as pycocotools writes them', () => {
    // A mask of 3 rows and 4 columns: rows 1 and 2 of columns 1 and 2.
    const packed = '4212';
    const coco = {
      images: [{ id: 1 }],
      annotations: [{ id: 9, image_id: 1, segmentation: { size: [3, 4], counts: packed } }],
    };
    const wide = { ...coco.annotations[0], segmentation: { size: [3, 4], counts: [4, 2, 1, 2, 3] } };
    const [plainRuns] = readContours({ ...coco, annotations: [wide] }).contours;
    assert.deepEqual(plainRuns?.geometry.coordinates, [box(1, 1, 2)]);
    // Differences to the last but one: 4, 2, 1, 2 − 2, 3 − 1.
    const [read] = readContours({
      ...coco,
      annotations: [{ ...wide, segmentation: { size: [3, 4], counts: '42102' } }],
    }).contours;
    assert.deepEqual(read?.geometry, plainRuns?.geometry);
    assert.throws(() => readContours(coco), { code: 'bad-import', message: /3|4/ });
  });
});

describe('features without ids', () => {
  it('have the same id each time they are read', () => {
    const features = [plain, plain].map(({ id: _id, ...rest }) => rest);
    const read = () => readContours({ type: 'FeatureCollection', features }).contours.map(({ id }) => id);
    const [first] = read();
    assert.equal(read()[0], first);
    assert.match(first ?? '', /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    assert.equal(new Set(read()).size, 2);
  });
});

describe('coordinates of files', () => {
  it('are whole hundredths of a pixel, and contours that have such stay the same', () => {
    const fine = contour('f', {
      type: 'Polygon',
      coordinates: [
        [
          [1 / 3, 2],
          [5, 2.005],
          [5, 9.123456],
          [1 / 3, 2],
        ],
      ],
    });
    assert.deepEqual(rounded(fine).geometry.coordinates, [
      [
        [0.33, 2],
        [5, 2.01],
        [5, 9.12],
        [0.33, 2],
      ],
    ]);
    assert.equal(rounded(plain), plain);
  });
});

describe('an object without a class, beside one of a class that is called object', () => {
  const three = [
    contour('1', { type: 'Polygon', coordinates: [box(2, 3, 8)] }, 'Stroma'),
    contour('2', { type: 'Polygon', coordinates: [box(20, 5, 6)] }),
    contour('3', { type: 'Polygon', coordinates: [box(30, 5, 6)] }, 'object'),
  ];
  /** What hold no classes at all, and what cannot tell. */
  const classless = ['svg', 'wkt', 'mask-png', 'mask-tiff', 'mask-nifti'];
  const untold = ['yolo', 'labelme', 'geojson-crs', 'geojson-wgs84', ...classless];
  for (const [format, { write, extension }] of Object.entries(writers).filter(([name]) => !untold.includes(name)))
    it(`comes back from ${format} without one`, async () => {
      const written = await write(three, image);
      const { contours } = await readContourFile(new File([written], `cells.${extension}`), image);
      assert.deepEqual(contours.map(({ properties }) => properties.classification?.name ?? 'none').sort(), [
        'Stroma',
        'none',
        'object',
      ]);
    });
});
