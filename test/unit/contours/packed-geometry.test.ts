import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ContourFeature } from '../../../src/algorithm/contour-feature.js';
import { readGeoJSON, toFeatureCollection, writeGeoJSON } from '../../../src/contours/formats/geojson.js';
import { boundsOf, positionsIn } from '../../../src/contours/geometry.js';
import { pack, unpack } from '../../../src/contours/packed-contour.js';
import { inArrays, packedPathsOf } from '../../../src/contours/packed-geometry.js';
import { piecesOf } from '../../../src/contours/traffic/pieces.js';

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
