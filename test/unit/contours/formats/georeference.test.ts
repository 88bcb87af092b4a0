import assert from 'node:assert/strict';
import { test } from 'node:test';
import { georeferenced, worldPoint } from '../../../../src/contours/formats/georeference.js';
import { writeMaskTiff } from '../../../../src/image/formats/tiff/write-mask.js';
import { open } from '../../../../src/image/open.js';
import type { Placement } from '../../../../src/image/samples.js';
import { measure } from '../../../../src/worker/feature.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';
import { greyTags, writeTiff } from '../../../support/images/tiff-writer.js';

const utm: Placement = { pixelWidth: 10, pixelHeight: 20, unit: 'm', crs: 'EPSG:32630', origin: [500000, 4200000] };

const contour = (geometry: ContourFeature['geometry']): ContourFeature => ({
  type: 'Feature',
  id: '00000000-0000-4000-8000-000000000000',
  geometry,
  properties: { objectType: 'annotation', measurements: { area: 1 }, metadata: { algorithm: 'snake' } },
});

/** Clockwise on the screen, its hole anticlockwise, and the other way round. */
const square: [number, number][] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
];
const hole: [number, number][] = [
  [1, 1],
  [1, 2],
  [2, 2],
  [2, 1],
  [1, 1],
];

const areaOf = (ring: readonly (readonly number[])[]): number => {
  const [x0 = 0, y0 = 0] = ring[0]!;
  let twice = 0;
  for (let k = 1; k < ring.length; k++)
    twice += (ring[k - 1]![0]! - x0) * (ring[k]![1]! - y0) - (ring[k]![0]! - x0) * (ring[k - 1]![1]! - y0);
  return twice / 2;
};

test('pixels lie in the world as the placement says', () => {
  assert.deepEqual(worldPoint(utm, [0, 0]), [500000, 4200000]);
  assert.deepEqual(worldPoint(utm, [1.5, 2]), [500015, 4199960]);
  assert.equal(worldPoint({ pixelWidth: 1, pixelHeight: 1, unit: 'µm' }, [1, 1]), undefined);
});

/** 3 m by 2 m pixels, turned by 30° anticlockwise: the row's direction points 30° north of east. */
const [cos, sin] = [Math.sqrt(3) / 2, 0.5];
const turned: Placement = {
  pixelWidth: Math.hypot(3 * cos, 3 * sin),
  pixelHeight: Math.hypot(2 * sin, -2 * cos),
  unit: 'm',
  crs: 'EPSG:32630',
  origin: [500000, 4200000],
  axes: [3 * cos, 3 * sin, 2 * sin, -2 * cos],
};

test('a GeoTIFF that is rotated, mirrored or sheared lies where its matrix says', async () => {
  const matrices: readonly (readonly [readonly number[], 1 | 2, Placement['axes']])[] = [
    [[3 * cos, 2 * sin, 0, 500000, 3 * sin, -2 * cos, 0, 4200000], 1, turned.axes],
    // A pixel that is a point has its centre at the place of the matrix.
    [[0, -5, 0, 100, 5, 0, 0, 200], 2, [0, 5, -5, 0]],
    [[4, 0, 0, 10, 0, 4, 0, 20], 1, [4, 0, 0, 4]],
    [[4, 1, 0, 10, 0, -4, 0, 20], 1, [4, 0, 1, -4]],
    [[4, 0, 0, 10, 0, -4, 0, 20], 1, undefined],
  ];
  for (const [rows, raster, axes] of matrices) {
    const tags = greyTags(2, 1, [
      { tag: 34264, type: 12, values: [...rows, 0, 0, 1, 0, 0, 0, 0, 1] },
      { tag: 34735, type: 3, values: [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, raster, 3072, 0, 1, 32630] },
    ]);
    const blob = new Blob([writeTiff([{ tags }], Uint8Array.of(1, 2))]);
    const { placement } = await open({ kind: 'blob', blob, name: 'turned.tif' });
    assert.deepEqual(placement?.axes, axes);
    const half = raster === 2 ? 0.5 : 0;
    const [a = 0, b = 0, , tx = 0, d = 0, e = 0, , ty = 0] = rows;
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [7.5, 11],
    ] as const) {
      const [X, Y] = worldPoint(placement!, [x, y])!;
      assert.ok(Math.abs(X - (a * (x - half) + b * (y - half) + tx)) < 1e-9);
      assert.ok(Math.abs(Y - (d * (x - half) + e * (y - half) + ty)) < 1e-9);
    }
  }
});

test('micrometres a pixel come from OME-XML in any of its units, and from what Aperio scanners write', async () => {
  const said = async (description: string): Promise<Placement | undefined> => {
    const tags = greyTags(2, 1, [{ tag: 270, type: 2, values: description }]);
    return (await open({ kind: 'blob', blob: new Blob([writeTiff([{ tags }], Uint8Array.of(1, 2))]) })).placement;
  };
  const ome = (attributes: string): string => `<OME><Image><Pixels SizeX="2" ${attributes}/></Image></OME>`;
  const half = { pixelWidth: 0.5, pixelHeight: 0.25, unit: 'µm' };
  assert.deepEqual(await said(ome('PhysicalSizeX="0.5" PhysicalSizeY="0.25"')), half);
  const nanometres = 'PhysicalSizeX="500" PhysicalSizeXUnit="nm" PhysicalSizeY="250" PhysicalSizeYUnit="nm"';
  assert.deepEqual(await said(ome(nanometres)), half);
  for (const size of ['0', '-1', 'NaN', 'wide']) {
    assert.equal(await said(ome(`PhysicalSizeX="${size}" PhysicalSizeY="0.25"`)), undefined, size);
  }
  const scanned = { pixelWidth: 0.499, pixelHeight: 0.499, unit: 'µm' };
  assert.deepEqual(await said('Aperio Image Library v11 |AppMag = 20|MPP = 0.4990|Left = 1'), scanned);
  assert.equal(await said('Aperio Image Library v11 |MPP = 0'), undefined);
});

test('a turned contour is exported in its place, wound as it must be, and measured on the ground', async () => {
  const polygon = contour({ type: 'Polygon', coordinates: [square, hole] });
  const { features } = await georeferenced([polygon], turned, 'x');
  const { geometry } = features[0]!;
  assert.ok(geometry.type === 'Polygon');
  assert.ok(Math.abs(areaOf(geometry.coordinates[0]!) - 16 * 6) < 1e-3);
  assert.ok(Math.abs(areaOf(geometry.coordinates[1]!) + 6) < 1e-3);
  const corner = geometry.coordinates[0]!.map(([x, y]) => `${x} ${y}`);
  const wanted = [500000 + 4 * 3 * cos, 4200000 + 4 * 3 * sin].map((value) => Math.round(value * 1e6) / 1e6);
  assert.ok(corner.includes(wanted.join(' ')), corner.join());
  const measured = measure({ type: 'Polygon', coordinates: [square] }, turned);
  assert.ok(Math.abs(measured['Area m^2']! - 96) < 1e-9 && Math.abs(measured['Perimeter m']! - 40) < 1e-9);
  const sheared: Placement = { ...turned, axes: [1, 0, 1, -1] };
  const diagonal = measure(
    {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [0, 3],
      ],
    },
    sheared,
  );
  assert.ok(Math.abs(diagonal['Length m']! - 3 * Math.SQRT2) < 1e-9);
});

test('GeoJSON in the system of the image names it, and keeps properties, areas and holes', async () => {
  for (const rings of [
    [square, hole],
    [square.toReversed(), hole.toReversed()],
  ]) {
    const { crs, features } = await georeferenced([contour({ type: 'Polygon', coordinates: rings })], utm, 'x');
    assert.equal(crs?.properties.name, 'urn:ogc:def:crs:EPSG::32630');
    assert.deepEqual(features[0]!.properties, contour({ type: 'LineString', coordinates: [] }).properties);
    const { geometry } = features[0]!;
    assert.ok(geometry.type === 'Polygon');
    assert.equal(areaOf(geometry.coordinates[0]!), 16 * 200, 'outer rings run anticlockwise');
    assert.equal(areaOf(geometry.coordinates[1]!), -200, 'holes run clockwise');
    assert.deepEqual(geometry.coordinates[0]![0], geometry.coordinates[0]!.at(-1));
  }
});

test('WGS 84 agrees with PROJ to a hundredth of a millimetre', async () => {
  // Values of `gdaltransform -s_srs EPSG:32630 -t_srs EPSG:4326`, GDAL 3.6.
  const line = contour({
    type: 'LineString',
    coordinates: [
      [0, 0],
      [1234.5, 678.25],
    ],
  });
  const { crs, features } = await georeferenced([line], utm, 'x', 'wgs84');
  assert.equal(crs, undefined);
  const { geometry } = features[0]!;
  assert.ok(geometry.type === 'LineString');
  for (const [k, expected] of [
    [-3, 37.9475895717832],
    [-2.85972433705219, 37.8252436865203],
  ].entries())
    for (const axis of [0, 1] as const) assert.ok(Math.abs(geometry.coordinates[k]![axis] - expected[axis]!) < 1e-10);
});

/** Longitude and latitude of a point on a map. */
const degreesOf = async (crs: string, origin: readonly [number, number]): Promise<readonly number[]> => {
  const { features } = await georeferenced(
    [contour({ type: 'LineString', coordinates: [[0, 0]] })],
    { ...utm, crs, origin },
    'x',
    'wgs84',
  );
  const { geometry } = features[0]!;
  assert.ok(geometry.type === 'LineString');
  return geometry.coordinates[0]!;
};

test('the systems that are known agree with PROJ, and others are refused in words', async () => {
  // The coordinates are proj4's 2.22 of the longitudes and latitudes, by formulas that it holds exactly in this direction. In the other one its series of
  // LAEA's latitudes is off by 2e-8 degrees, two millimetres.
  for (const [crs, origin, expected] of [
    ['EPSG:3035', [2671795.722368, 1919741.844262], [-9, 38.5]],
    ['EPSG:3035', [5118017.751473, 5330401.504925], [31, 70]],
    ['EPSG:3035', [4321000, 1327857.733771], [10, 35]],
    ['EPSG:3857', [-13636637.622176, 4544169.146645], [-122.5, 37.75]],
    ['EPSG:3857', [19981848.597393, -18807214.096748], [179.5, -84]],
    ['EPSG:32601', [304838.827269, 6656575.859116], [179.5, 60]],
    ['EPSG:32660', [639083.762089, 110556.640244], [178.25, 1]],
    ['EPSG:32733', [324321.514185, 6247306.743234], [13.1, -33.9]],
    ['EPSG:25838', [633447.061568, 7378848.118166], [48, 66.5]],
    ['EPSG:26901', [362705.634104, 5762926.81279], [-179, 52]],
  ] as const) {
    const found = await degreesOf(crs, origin);
    const off = crs === 'EPSG:3035' ? 3e-8 : 2e-10;
    for (const axis of [0, 1] as const) assert.ok(Math.abs(found[axis]! - expected[axis]) < off, `${crs}: ${found}`);
  }
  // The example of EPSG guidance note 7-2 for method 9820, in centimetres.
  const [longitude, latitude] = await degreesOf('EPSG:3035', [3962799.45, 2999718.85]);
  assert.ok(Math.abs(longitude! - 5) < 1e-7 && Math.abs(latitude! - 50) < 1e-7);
  await assert.rejects(degreesOf('EPSG:9999', [0, 0]), { code: 'unsupported', message: /EPSG:9999 is not known here/ });
  const flat: Placement = { pixelWidth: 1, pixelHeight: 1, unit: 'µm' };
  await assert.rejects(georeferenced([contour({ type: 'LineString', coordinates: [[0, 0]] })], flat, 'slide.svs'), {
    code: 'unsupported',
    message: /slide\.svs.*where in the world/,
  });
});

for (const [bits, placement] of [
  [8, utm],
  [16, { pixelWidth: 0.25, pixelHeight: 0.5, unit: 'µm' }],
  [8, { pixelWidth: 1e-4, pixelHeight: 2e-4, unit: 'degree', crs: 'EPSG:4326', origin: [-3.5, 41.25] }],
  [8, turned],
  [16, undefined],
] as const satisfies readonly (readonly [8 | 16, Placement | undefined])[])
  test(`a ${bits}-bit mask comes back as it was written, in its place (${placement?.unit ?? 'none'})`, async () => {
    const [width, height] = [701, 403];
    const label = (x: number, y: number): number => (x * 7 + y * 13) % (bits === 8 ? 256 : 65536);
    function* rows(): Generator<number[]> {
      for (let y = 0; y < height; y++) yield Array.from({ length: width }, (_, x) => label(x, y));
    }
    const blob = await writeMaskTiff({ width, height, bits, rows: rows() }, placement);
    const image = await open({ kind: 'blob', blob, name: 'mask.tif' });
    assert.deepEqual([image.width, image.height, image.bands, image.bits], [width, height, 1, bits]);
    assert.deepEqual(image.placement, placement);
    const { data } = await image.region({ x: 0, y: 0, width, height }, 0);
    for (let i = 0; i < data.length; i++) assert.equal(data[i], label(i % width, Math.floor(i / width)));
  });
