import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Geometry } from '../../../src/algorithm/algorithm.js';
import type { ContourFeature } from '../../../src/algorithm/contour-feature.js';
import { lines, solid } from '../../../src/contours/formats/features.js';
import { readGeoJSON, toFeatureCollection, writeGeoJSON } from '../../../src/contours/formats/geojson.js';
import { geometryOf } from '../../../src/contours/formats/geometry-of.js';
import { frozen } from '../../../src/contours/frozen.js';
import { boundsOf, closeRing, positionsIn } from '../../../src/contours/geometry.js';
import { pack, unpack } from '../../../src/contours/packed-contour.js';
import { inArrays, packedPathsOf } from '../../../src/contours/packed-geometry.js';
import { piecesOf } from '../../../src/contours/traffic/pieces.js';
import type { Position } from '../../../src/core/geometry/ring.js';
import { Random } from '../../support/random.js';

const contour = (geometry: ContourFeature['geometry'], id = 'a'): ContourFeature => ({
  type: 'Feature',
  id,
  geometry,
  properties: { measurements: {}, metadata: {}, objectType: 'annotation' },
});

const ring = (x: number): [number, number][] => [
  [x, 0.25],
  [x + 4, 0.25],
  [x + 4, 7],
  [x, 0.25],
];
const plane = { c: -1, z: 3, t: 0 } as const;
const all: readonly ContourFeature[] = [
  contour({ type: 'Polygon', coordinates: [ring(0), ring(1)] }),
  contour({ type: 'MultiPolygon', coordinates: [[ring(0), ring(1)], [ring(9)]], plane }, 'b'),
  contour({ type: 'LineString', coordinates: ring(2).slice(0, 3) }, 'c'),
  contour({ type: 'MultiLineString', coordinates: [ring(2), ring(5).slice(1)] }, 'd'),
];

describe('geometries that stay packed', () => {
  it('are to everyone else what they were before they were packed', () => {
    for (const before of all) {
      const here = () => unpack(pack(before));
      assert.deepStrictEqual(here(), before);
      assert.equal(JSON.stringify(here()), JSON.stringify(before));
      assert.deepStrictEqual(structuredClone(here()), before);
      assert.deepStrictEqual({ ...here().geometry }, before.geometry);
      assert.deepStrictEqual(Object.keys(here().geometry), Object.keys(before.geometry));
      assert.equal(writeGeoJSON(toFeatureCollection([here()])), writeGeoJSON(toFeatureCollection([before])));
    }
  });

  it('give their box and the number of their positions, and are packed again, without being unpacked', () => {
    for (const before of all) {
      const { geometry } = unpack(pack(before));
      assert.deepStrictEqual(boundsOf(geometry), boundsOf(before.geometry));
      assert.equal(positionsIn(geometry), positionsIn(before.geometry));
      assert.deepStrictEqual(pack({ ...before, geometry }), pack(before));
      assert.deepStrictEqual(inArrays(geometry), before.geometry);
      assert.ok(packedPathsOf(geometry));
      assert.deepStrictEqual(geometry.coordinates, before.geometry.coordinates);
      assert.equal(packedPathsOf(geometry), undefined);
      assert.equal(geometry.coordinates, geometry.coordinates);
      assert.deepStrictEqual(boundsOf(geometry), boundsOf(before.geometry));
      assert.deepStrictEqual(pack({ ...before, geometry }), pack(before));
    }
  });

  it('can be read through a proxy, as frameworks wrap objects, and written into', () => {
    const proxied = <T extends object>(value: T): T =>
      new Proxy(value, {
        get(target, key, receiver) {
          const member: unknown = Reflect.get(target, key, receiver);
          const plain = typeof member === 'object' && member !== null && Object.isExtensible(member);
          return plain ? proxied(member) : member;
        },
      });
    for (const before of all) {
      const wrapped = proxied(unpack(pack(before)));
      assert.deepStrictEqual(JSON.parse(JSON.stringify(wrapped)), JSON.parse(JSON.stringify(before)));
    }
    const { geometry } = unpack(pack(all[0]!));
    Object.assign(geometry, { coordinates: [ring(5)] });
    assert.deepStrictEqual(geometry, { type: 'Polygon', coordinates: [ring(5)] });
    assert.equal(boundsOf(geometry).x0, 5);
  });

  it('stay packed when they are frozen, and cannot be written into then', () => {
    for (const before of all) {
      const { geometry } = frozen(unpack(pack(before)));
      assert.ok(packedPathsOf(geometry));
      assert.throws(() => Object.assign(geometry, { coordinates: [] }), TypeError);
      assert.ok([geometry.coordinates, ...geometry.coordinates].every(Object.isFrozen));
      assert.deepStrictEqual(geometry, before.geometry);
    }
  });

  it('come back from a host as they are, packed still', () => {
    const geometries = all.map((before) => unpack(pack(before)));
    const { contours } = readGeoJSON({ type: 'FeatureCollection', features: geometries });
    assert.ok(contours.every((read, k) => read.geometry === geometries[k]?.geometry && packedPathsOf(read.geometry)));
  });

  it('share a buffer in a message, and have one of their own when they are packed', () => {
    const [piece] = piecesOf(all);
    assert.equal(new Set(piece?.map(({ coordinates }) => coordinates.buffer)).size, 1);
    const read = (piece ?? []).map(unpack);
    assert.deepStrictEqual(read, all);
    for (const packed of (piece ?? []).map(unpack).map(pack))
      assert.equal(packed.coordinates.byteLength, packed.coordinates.buffer.byteLength);
  });
});

describe('geometries read from parsed JSON', () => {
  /** What `geometryOf` means, in arrays: rings closed, holes and parts of less than a triangle and lines of one position left out. */
  const meant = ({ type, coordinates }: { type: string; coordinates: Position[][][] }): Geometry | undefined => {
    if (type === 'MultiLineString') return lines(coordinates[0]!);
    if (type === 'LineString') return lines([coordinates[0]![0]!]);
    const polygon = (rings: Position[][]): Position[][] =>
      rings.map((path) => closeRing(path)).filter((path, k) => k === 0 || path.length >= 4);
    return solid((type === 'Polygon' ? coordinates.slice(0, 1) : coordinates).map(polygon));
  };

  it('are what their arrays say, packed, whatever repeats, is open, or is too small to stay', () => {
    const random = new Random(83);
    const place = (): Position => [random.between(0, 3), random.between(0, 3) - 0.5];
    const some = <T>(least: number, most: number, make: () => T): T[] =>
      Array.from({ length: random.between(least, most) }, make);
    let [none, several] = [0, 0];
    for (let trial = 0; trial < 4000; trial++) {
      const type = ['Polygon', 'MultiPolygon', 'LineString', 'MultiLineString'][random.between(0, 3)]!;
      const coordinates = some(1, 4, () => some(1, 4, () => some(0, 9, place)));
      const given =
        type === 'MultiPolygon' ? coordinates : type === 'LineString' ? coordinates[0]![0]! : coordinates[0]!;
      const wanted = meant({ type, coordinates });
      const read = geometryOf({ type, coordinates: given }, 'it');
      if (!read || !wanted) {
        assert.equal(read, wanted);
        none++;
        continue;
      }
      assert.ok(packedPathsOf(read));
      assert.equal(packedPathsOf(read)!.coordinates.buffer.byteLength, 16 * positionsIn(read));
      assert.deepStrictEqual(read, wanted);
      several += +wanted.type.startsWith('Multi');
    }
    assert.ok(none > 100 && several > 100, `${none} ${several}`);
  });

  it('of very many rings take no place on the stack', () => {
    const hole = [
      [0, 0],
      [1, 0],
      [1, 1],
    ];
    const many = { type: 'Polygon', coordinates: [hole, ...new Array(300_000).fill(hole)] };
    assert.equal(packedPathsOf(geometryOf(many, 'it')!)!.lengths.length, 300_001);
  });
});
