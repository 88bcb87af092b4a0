/** Aperio's XML: what is read, and what it says of files that are wrong. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Imported } from '../../../../src/contours/formats/features.js';
import { readContours } from '../../../../src/contours/formats/index.js';
import { areaOf } from '../../../../src/contours/geometry.js';
import { coded } from '../../../support/errors.js';

type Points = readonly (readonly [unknown, unknown])[];

const region = (type: string, points: Points, more = ''): string =>
  `<Region Id="1" ${type === '' ? '' : `Type="${type}"`} ${more}><Attributes/><Vertices>${points
    .map(([x, y]) => `<Vertex X="${x}" Y="${y}" Z="0"/>`)
    .join('')}</Vertices></Region>`;

const layer = (regions: string, attributes = 'Name="Tumor" LineColor="65280"'): string =>
  `<Annotation Id="1" ${attributes}><Attributes/><Regions><RegionAttributeHeaders/>${regions}</Regions></Annotation>`;

const read = (...layers: readonly string[]): Imported =>
  readContours(`<?xml version="1.0"?>\n<Annotations MicronsPerPixel="0.25">${layers.join('')}</Annotations>`);

const square = (at: number, side: number): Points => [
  [at, at],
  [at + side, at],
  [at + side, at + side],
  [at, at + side],
];

const ring = (points: Points): number[][] => [...points, ...points.slice(0, 1)].map(([x, y]) => [Number(x), Number(y)]);

describe('Aperio’s XML', () => {
  it('gives areas with the class and the colour of their layer, in full-resolution pixels', () => {
    const { contours, skipped } = read(
      layer(region('0', square(0, 10)) + region('1', square(20, 5.5))),
      layer(region('', square(40, 4)), 'Name="Stroma" LineColor="255"'),
    );
    assert.deepEqual(skipped, []);
    assert.deepEqual(
      contours.map(({ geometry }) => geometry),
      [square(0, 10), square(20, 5.5), square(40, 4)].map((points) => ({
        type: 'Polygon',
        coordinates: [ring(points)],
      })),
    );
    assert.deepEqual(
      contours.map(({ properties }) => properties.classification),
      [
        { name: 'Tumor', color: [0, 255, 0] },
        { name: 'Tumor', color: [0, 255, 0] },
        { name: 'Stroma', color: [255, 0, 0] },
      ],
    );
    assert.equal(new Set(contours.map(({ id }) => id)).size, 3);
  });

  it('gives the same ids when it is read again', () => {
    const ids = (): string[] => read(layer(region('0', square(0, 10)))).contours.map(({ id }) => id);
    assert.deepEqual(ids(), ids());
  });

  it('gives a class its own colour where the layer’s is none, and no class where it has no name', () => {
    const colours = ['', 'LineColor="x"', 'LineColor="-1"', 'LineColor="1.5"', 'LineColor="16777216"'].map((colour) => {
      const [contour] = read(layer(region('0', square(0, 9)), `Name="A" ${colour}`)).contours;
      return contour?.properties.classification?.color;
    });
    assert.equal(new Set(colours.map(String)).size, 1);
    const [plain] = read(layer(region('0', square(0, 9)), 'Name=" "')).contours;
    assert.equal(plain?.properties.classification, undefined);
    assert.equal(read(layer(region('0', square(0, 9)), '')).contours[0]?.properties.classification, undefined);
  });

  it('gives ellipses by the corners of the box round them', () => {
    const corners: Points = [
      [30, 40],
      [10, 20],
    ];
    const { contours, skipped } = read(layer(region('2', corners)));
    assert.deepEqual(skipped, []);
    const [round] = contours;
    assert.ok(round && Math.abs(areaOf(round.geometry) - Math.PI * 100) < 5);
  });

  it('gives the polygons of HALO', () => {
    const points = square(3, 8).map(([x, y]) => `<V X="${x}" Y="${y}" />`);
    const text = `<Region Type="Polygon" HasEndcaps="0" NegativeROA="0"><Vertices>${points.join('')}</Vertices><Comments /></Region>`;
    assert.deepEqual(read(layer(text)).contours[0]?.geometry, { type: 'Polygon', coordinates: [ring(square(3, 8))] });
  });

  it('puts holes into the regions of their layer that they lie in', () => {
    const hole = 'NegativeROA="1"';
    const { contours, skipped } = read(
      layer(region('0', square(2, 3), hole) + region('0', square(0, 10)) + region('0', square(50, 3), hole)),
    );
    assert.deepEqual(
      contours.map(({ geometry }) => geometry),
      [{ type: 'Polygon', coordinates: [ring(square(0, 10)), ring(square(2, 3))] }],
    );
    assert.deepEqual(skipped, ['layer 1, region 3: a hole outside of all regions']);
  });

  it('skips what encloses nothing, and says so', () => {
    const two = square(0, 5).slice(0, 2);
    const still: Points = [
      [1, 1],
      [1, 1],
      [1, 1],
    ];
    const { contours, skipped } = read(
      layer(
        [region('0', two), region('0', still), region('2', still), region('2', []), region('3', two)].join('') +
          region('4', two.slice(1)) +
          region('9', square(0, 5)),
      ),
    );
    assert.deepEqual(contours, []);
    assert.deepEqual(skipped, [
      'layer 1, region 1: type 0, vertices: 2',
      'layer 1, region 2: type 0, vertices: 3',
      'layer 1, region 3: type 2, vertices: 3',
      'layer 1, region 4: type 2, vertices: 0',
      'layer 1, region 5: type 3, vertices: 2',
      'layer 1, region 6: type 4, vertices: 1',
      'layer 1, region 7: type 9, vertices: 4',
    ]);
  });

  it('keeps to finite numbers where an ellipse is as large as numbers go', () => {
    const far: Points = [
      [-1e308, -1e308],
      [1e308, 1e308],
    ];
    for (const { geometry } of read(layer(region('2', far))).contours)
      assert.ok(geometry.coordinates.flat(3).every(Number.isFinite));
  });

  it('leaves out regions outside of layers, and vertices outside of regions', () => {
    assert.deepEqual(read(region('0', square(0, 5)), layer('<Vertex X="1" Y="1"/>')), { contours: [], skipped: [] });
    assert.deepEqual(readContours('<Annotations/>'), { contours: [], skipped: [] });
  });

  it('refuses vertices without a place', () => {
    for (const bad of ['', ' ', 'x', 'NaN', 'Infinity', '1e999'])
      for (const point of [[bad, 1] as const, [1, bad] as const])
        assert.throws(() => read(layer(region('0', [point]))), coded('bad-import', 'layer 1, region 1'), bad);
    assert.throws(() => read(layer('<Region><Vertex/></Region>')), coded('bad-import', 'X undefined'));
  });

  it('refuses what is not well-formed', () => {
    for (const bad of [
      '<Annotations><Annotation',
      '<Annotations><a></b></Annotations>',
      '<Annotations>&none;</Annotations>',
    ])
      assert.throws(() => readContours(bad), coded('bad-import', 'well-formed'), bad);
  });
});
