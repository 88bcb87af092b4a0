/** Masks, run lengths, shapes of LabelMe and places in the world that are odd: what is sound comes in, and the rest is named. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Geometry } from '../../../../src/algorithm/algorithm.js';
import { polygonsOf } from '../../../../src/algorithm/shapes/polygons.js';
import { georeferenced } from '../../../../src/contours/formats/georeference.js';
import { readContours } from '../../../../src/contours/formats/index.js';
import { readMask } from '../../../../src/contours/formats/read-mask.js';
import { areaOf } from '../../../../src/contours/geometry.js';
import { maskGeometry } from '../../../../src/contours/shapes/mask-geometry.js';
import type { Position } from '../../../../src/core/geometry/ring.js';
import type { Placement } from '../../../../src/image/samples.js';
import { square, squareRing, withGeometry } from '../../../support/contours.js';
import { coded } from '../../../support/errors.js';
import { niftiFile } from '../../../support/images/nifti-file.js';
import { greyTags, type TagSpec, writeTiff } from '../../../support/images/tiff-writer.js';

const refused = (data: unknown, reason: RegExp): void =>
  assert.throws(() => readContours(data), coded('bad-import', reason), String(reason));

describe('masks', () => {
  const mask = (
    width: number,
    height: number,
    label: (x: number, y: number) => number,
    name = 'mask.tif',
    more: readonly TagSpec[] = [],
  ): File => {
    const words = Uint16Array.from({ length: width * height }, (_, k) => label(k % width, Math.floor(k / width)));
    const tags = greyTags(width, height, [
      { tag: 258, type: 3, values: [16] },
      { tag: 279, type: 4, values: [2 * width * height] },
      ...more,
    ]);
    return new File([writeTiff([{ tags }], new Uint8Array(words.buffer))], name);
  };
  const areas = async (file: Blob) => (await readMask(file)).contours.map(({ geometry }) => areaOf(geometry));

  it('have an object for each label, and for each part where there is one label or labels are classes', async () => {
    const halves = (x: number): number => (x < 3 ? 1 : x > 4 ? 2 : 0);
    assert.deepEqual(await areas(mask(8, 4, halves)), [12, 12]);
    const parts = (x: number): number => (x < 3 || x > 4 ? 7 : 0);
    assert.deepEqual(await areas(mask(8, 4, parts)), [12, 12]);
    const { contours } = await readMask(mask(8, 4, parts, 'classes.tif'));
    assert.deepEqual(
      contours.map(({ properties }) => properties.classification?.name),
      ['Class 7', 'Class 7'],
    );
    assert.deepEqual(await areas(mask(8, 4, () => 0)), []);
  });

  it('may have more parts than a call takes values', async () => {
    const { contours } = await readMask(mask(800, 800, (x, y) => (x % 2 === 0 && y % 2 === 0 ? 1 : 0)));
    assert.equal(contours.length, 160_000);
  });

  it('of several channels, of other numbers than labels, or of another size than the image are refused', async () => {
    const colours = greyTags(2, 1, [
      { tag: 262, type: 3, values: [2] },
      { tag: 277, type: 3, values: [3] },
      { tag: 258, type: 3, values: [8, 8, 8] },
      { tag: 279, type: 4, values: [6] },
    ]);
    await assert.rejects(
      readMask(new Blob([writeTiff([{ tags: colours }], new Uint8Array(6))])),
      coded('bad-import', '3 channels'),
    );
    const signed = mask(2, 1, () => 65_535, 'm.tif', [{ tag: 339, type: 3, values: [2] }]);
    await assert.rejects(readMask(signed), coded('bad-import', 'holds -1'));
    const frame = { name: 'a', width: 9, height: 9 };
    await assert.rejects(
      readMask(
        mask(2, 1, () => 1),
        frame,
      ),
      coded('bad-import', '2 × 1 pixels, and the image 9 × 9'),
    );
  });

  it('of a volume say the slice of each contour', async () => {
    const bytes = niftiFile();
    const view = new DataView(bytes.buffer);
    for (let k = 0; k < 720; k++) view.setUint16(352 + 2 * k, k % 12 < 4 ? 3 : 0, true);
    const { contours } = await readMask(new File([bytes], 'm.nii'));
    assert.deepEqual(
      contours.map(({ geometry }) => geometry.plane?.z),
      [0, 1, 2, 3, 4, 5],
    );
    assert.deepEqual(new Set(contours.map(({ properties }) => properties.metadata.object)).size, 1);
  });

  it('whose labels are strewn over it are refused before each is looked for everywhere', async () => {
    // Every label stands some eight times, in places far apart.
    const strewn = mask(1024, 256, (x, y) => 1 + (Math.imul((y * 1024 + x) ^ 0x5bd1, 0x9e3779b1) >>> 17));
    await assert.rejects(readMask(strewn), coded('bad-import', 'labels strewn'));
  });
});

describe('run lengths', () => {
  const coco = (segmentation: unknown) => ({ images: [], annotations: [{ segmentation }] });

  const byRows = ([ax, ay]: Position, [bx, by]: Position): number => ay - by || ax - bx;
  /** Rings from their first vertex on, row by row, without the repeated one; holes in the order of theirs. */
  const canonical = (geometry: Geometry | undefined): Position[][][] => {
    const turned = (ring: readonly Position[]): Position[] => {
      const open = ring.slice(0, -1);
      const first = open.indexOf([...open].sort(byRows)[0]!);
      return [...open.slice(first), ...open.slice(0, first)];
    };
    return polygonsOf(geometry ?? { type: 'MultiPolygon', coordinates: [] }).map(([outer, ...holes]) => [
      turned(outer!),
      ...holes.map(turned).sort(([a], [b]) => byRows(a!, b!)),
    ]);
  };

  it('are lists, or packed as COCO’s tools do', () => {
    const [listed] = readContours(coco({ size: [4, 4], counts: [5, 2, 2, 2, 5] })).contours;
    const [packed] = readContours(coco({ size: [4, 4], counts: '52203' })).contours;
    assert.equal(areaOf(listed!.geometry), 4);
    assert.deepEqual(packed?.geometry, listed?.geometry);
  });

  it('are read packed, too, where one is longer than 32 bits hold', () => {
    const side = 70_000;
    for (const [counts, text] of [
      [[2_450_000_100, 50, 2_449_999_850], 'TWR`PY2b1ZoQ`PY2'],
      [[0, 3_000_000_000, 1, 4, 1_899_999_995], '0P`gP]i21T`XobVMjg\\och1'],
    ] as const) {
      const [listed] = readContours(coco({ size: [side, side], counts })).contours;
      const [packed] = readContours(coco({ size: [side, side], counts: text })).contours;
      assert.ok(listed !== undefined);
      assert.deepEqual(packed?.geometry, listed.geometry);
    }
  });

  it('take as long as there are runs, whatever the size: of 32 million × 32 million pixels as of 16 × 16', () => {
    const side = 2 ** 25;
    const of = (...counts: number[]) => readContours(coco({ size: [side, side], counts })).contours[0]!.geometry;
    assert.deepEqual(of(0, side * side), {
      type: 'Polygon',
      coordinates: [squareRing(0, 0, side)],
    });
    const next = side * 1000 + side - 1;
    // A pixel at the foot of a column, all of the next two, and a pixel at the head of the one behind.
    assert.deepEqual(of(next, 2 * side + 2, side * side - next - 2 * side - 2).coordinates, [
      [
        [1001, 0],
        [1004, 0],
        [1004, 1],
        [1003, 1],
        [1003, side],
        [1000, side],
        [1000, side - 1],
        [1001, side - 1],
        [1001, 0],
      ],
    ]);
    const { skipped } = readContours(coco({ size: [side, side], counts: [side * side, 0] }));
    assert.match(skipped.join(), /no area/);
  });

  it('give the polygons of the same mask cell by cell', () => {
    const masks = fc
      .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })
      .chain(({ width, height }) =>
        fc.record({
          width: fc.constant(width),
          height: fc.constant(height),
          data: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: width * height, maxLength: width * height }),
          idle: fc.array(fc.nat(40), { maxLength: 3 }),
        }),
      );
    fc.assert(
      fc.property(masks, ({ width, height, data, idle }) => {
        const counts: number[] = [0];
        for (let k = 0, last = 0; k < width * height; k++) {
          const cell = data[(k % height) * width + Math.floor(k / height)]!;
          if (cell === last) counts[counts.length - 1]!++;
          else counts.push(1);
          last = cell;
        }
        // Runs of no cells between two others change nothing.
        for (const at of idle) {
          const k = at % counts.length;
          const [run, part] = [counts[k]!, Math.floor(counts[k]! / 2)];
          counts.splice(k, 1, part, 0, run - part);
        }
        const [found] = readContours(coco({ size: [height, width], counts })).contours;
        assert.deepEqual(canonical(found?.geometry), canonical(maskGeometry({ data, width, height })));
      }),
      { numRuns: 2000 },
    );
  });

  it('of no size, or that do not add up, are refused', () => {
    refused(coco({ counts: [1] }), /segmentation.size is undefined/);
    refused(coco({ size: [1e9, 1e9], counts: [1] }), /from 1 to 33554432/);
    refused(coco({ size: [2, 2], counts: [3] }), /does not add up to 2 × 2/);
    refused(coco({ size: [2, 2], counts: [5, -1] }), /does not add up/);
    refused(coco({ size: [2, 2], counts: 3 }), /does not add up/);
  });
});

describe('LabelMe', () => {
  const file = (...shapes: unknown[]) => ({ imagePath: 'a.png', shapes });
  const points = [
    [0, 0],
    [8, 6],
  ];

  it('shapes of every kind, some of them in groups', () => {
    const { contours, skipped } = readContours(
      file(
        { label: 'a', shape_type: 'rectangle', points },
        { label: 3, shape_type: 'circle', points },
        { label: '', shape_type: 'line', points },
        { label: 'b', shape_type: 'point', points: [[1, 1]] },
        { label: 'c', points: squareRing(0, 0, 4), group_id: 1 },
        { label: 'c', points: squareRing(9, 0, 4), group_id: 1 },
      ),
    );
    assert.deepEqual(
      contours.map(({ geometry }) => geometry.type),
      ['Polygon', 'Polygon', 'LineString', 'MultiPolygon'],
    );
    assert.match(skipped.join(), /shapes\[3\]: point/);
  });

  it('shapes and points that are none are named', () => {
    refused(file(3), /shapes\[0\] is 3, not an object/);
    refused(file({ points: 3 }), /shapes\[0\].points is 3, not a list/);
    refused(file({ points: [3] }), /points has 3; two finite numbers/);
  });
});

describe('places in the world', () => {
  const placement = (crs?: string, origin: readonly [number, number] = [4_321_000, 3_210_000]): Placement => ({
    pixelWidth: 10,
    pixelHeight: 10,
    unit: 'm',
    origin,
    ...(crs === undefined ? {} : { crs }),
  });
  const first = async (place: Placement) => {
    const { features } = await georeferenced([square(0, 0)], place, 'a', 'wgs84');
    return features[0]!.geometry.coordinates.flat(3).slice(0, 2);
  };

  it('are found in the systems that are known', async () => {
    assert.deepEqual(await first(placement('EPSG:3035')), [10, 52]);
    assert.deepEqual(await first(placement('EPSG:4258', [10, 52])), [10, 52]);
    assert.deepEqual(await first(placement('EPSG:32730', [500_000, 10_000_000])), [-3, 0]);
  });

  it('that are not known, and points that are nowhere, are named', async () => {
    await assert.rejects(first(placement()), coded('unsupported', 'of the image is not known'));
    await assert.rejects(first(placement('EPSG:9999')), coded('unsupported', 'EPSG:9999 is not known'));
    for (const crs of ['EPSG:3035', 'EPSG:32730'])
      await assert.rejects(
        first(placement(crs, [3e7, 0])),
        coded('unsupported', `has no longitude and latitude in ${crs}`),
      );
  });

  it('hold contours of every geometry', async () => {
    const ring = squareRing(0, 0, 4);
    const line = [
      [0, 0],
      [3, 4],
    ] as const;
    const all = [
      withGeometry(1, { type: 'MultiPolygon', coordinates: [[ring], [squareRing(9, 0, 3)]] }),
      withGeometry(2, { type: 'LineString', coordinates: line }),
      withGeometry(3, { type: 'MultiLineString', coordinates: [line, line] }),
    ];
    const { features } = await georeferenced(all, placement('EPSG:3035'), 'a');
    for (const { geometry } of features)
      assert.deepEqual(
        geometry.coordinates
          .flat(3)
          .slice(0, 2)
          .map((v) => Math.round(v / 1e6)),
        [4, 3],
        geometry.type,
      );
  });
});
