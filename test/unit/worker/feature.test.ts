import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Outcome } from '../../../src/algorithm/algorithm.js';
import type { Position } from '../../../src/core/geometry/ring.js';
import { uuid } from '../../../src/core/uuid.js';
import { version } from '../../../src/core/version.js';
import { features, measure, type Provenance, requestOf } from '../../../src/worker/feature.js';

const square: readonly Position[] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
  [0, 0],
];
const hole: readonly Position[] = [
  [2, 2],
  [2, 4],
  [4, 4],
  [4, 2],
  [2, 2],
];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const provenance: Provenance = {
  id: '123e4567-e89b-42d3-a456-426614174000',
  request: {
    algorithm: 'snake',
    init: { x: 0, y: 0, width: 10, height: 10 },
    level: 1,
    parameters: { model: 'gamma', weights: [1, 2] },
  },
  image: { name: 'slide.tif', width: 100, height: 50, bands: 3, bits: 8 },
  backend: { backend: 'cpu', adapter: 'cpu' },
  cancelled: false,
};
const outcome: Outcome = {
  contours: [
    {
      geometry: { type: 'Polygon', coordinates: [square] },
      measurements: { Criterion: 3, Bad: Number.NaN },
      metadata: { iterations: '4' },
    },
    { geometry: { type: 'Polygon', coordinates: [hole] }, measurements: {}, metadata: {} },
  ],
};

describe('a feature whose members are made when they are read', () => {
  it('gives the same members again, to a reader, a copy, a clone and JSON alike', () => {
    const [first] = features(outcome, provenance);
    const plain = { type: 'Feature', id: provenance.id, geometry: first!.geometry, properties: first!.properties };
    assert.equal(first!.properties, first!.properties);
    assert.deepEqual(first, plain);
    assert.deepEqual({ ...first }, plain);
    assert.deepEqual(structuredClone(first), plain);
    assert.equal(JSON.stringify(first), JSON.stringify(plain));
  });

  it('gives them to a reader through proxies of all that it holds, as frameworks make them', () => {
    const seen = <T extends object>(target: T): T =>
      new Proxy(target, {
        get: (own, name, receiver) => {
          const value = Reflect.get(own, name, receiver);
          return typeof value === 'object' && value !== null ? seen(value) : value;
        },
      });
    const [first] = features(outcome, provenance);
    const { geometry, properties } = seen(first!);
    assert.equal(geometry.coordinates.length, 1);
    assert.equal(properties.metadata.iterations, '4');
    assert.deepEqual(JSON.parse(JSON.stringify(seen(first!))), JSON.parse(JSON.stringify(first)));
  });

  it('may be written to', () => {
    const [first, second] = features(outcome, provenance);
    Object.assign(first!, { geometry: second!.geometry, properties: second!.properties });
    assert.equal(first!.geometry, second!.geometry);
    assert.equal(first!.properties, second!.properties);
  });
});

describe('measure', () => {
  it('takes holes from the area and adds them to the perimeter', () => {
    const measured = measure({ type: 'Polygon', coordinates: [square, hole] });
    assert.deepEqual(measured, { 'Area px^2': 96, 'Perimeter px': 48 });
  });

  it('counts the last edge of a ring that is not closed', () => {
    const open = { type: 'Polygon', coordinates: [square.slice(0, -1), hole.slice(0, -1)] } as const;
    assert.deepEqual(measure(open), { 'Area px^2': 96, 'Perimeter px': 48 });
    const parts = { type: 'MultiPolygon', coordinates: [open.coordinates] } as const;
    assert.deepEqual(measure(parts), { 'Area px^2': 96, 'Perimeter px': 48 });
  });

  it('adds the parts of a MultiPolygon', () => {
    const far = square.map(([x, y]) => [x + 100, y] as const);
    assert.equal(measure({ type: 'MultiPolygon', coordinates: [[square, hole], [far]] })['Area px^2'], 196);
  });

  it('gives physical units, also for pixels that are not square', () => {
    const measured = measure(
      { type: 'Polygon', coordinates: [square] },
      { pixelWidth: 0.5, pixelHeight: 0.25, unit: 'µm' },
    );
    assert.deepEqual(measured, { 'Area px^2': 100, 'Area µm^2': 12.5, 'Perimeter px': 40, 'Perimeter µm': 15 });
  });

  it('gives no areas in degrees', () => {
    const measured = measure(
      { type: 'Polygon', coordinates: [square] },
      { pixelWidth: 0.1, pixelHeight: 0.1, unit: 'degree' },
    );
    assert.deepEqual(Object.keys(measured), ['Area px^2', 'Perimeter px']);
  });

  it('measures lines by their length', () => {
    const lines = {
      type: 'MultiLineString',
      coordinates: [
        [
          [0, 0],
          [3, 4],
        ],
        [
          [0, 0],
          [0, 2],
        ],
      ],
    } as const;
    assert.deepEqual(measure(lines, { pixelWidth: 2, pixelHeight: 2, unit: 'm' }), { 'Length px': 7, 'Length m': 14 });
  });
});

describe('features', () => {
  const [first, second] = features(outcome, provenance);

  it('gives the run’s id to the first and fresh UUIDs to the others', () => {
    assert.equal(first!.id, provenance.id);
    assert.match(second!.id, UUID);
    assert.notEqual(second!.id, first!.id);
  });

  it('holds strings only as metadata and finite numbers only as measurements', () => {
    for (const [name, value] of Object.entries(first!.properties.metadata)) assert.equal(typeof value, 'string', name);
    assert.deepEqual(first!.properties.measurements, { 'Area px^2': 100, 'Perimeter px': 40, Criterion: 3 });
    assert.equal(first!.properties.objectType, 'annotation');
  });

  it('names everything that the contour came from', () => {
    const { metadata } = first!.properties;
    assert.equal(metadata.algorithm, 'snake');
    assert.equal(metadata.model, 'gamma');
    assert.equal(metadata.weights, '[1,2]');
    assert.equal(metadata.level, '1');
    assert.equal(metadata.image, 'slide.tif');
    assert.equal(metadata.backend, 'cpu');
    assert.equal(metadata.adapter, 'cpu');
    assert.equal(metadata.package, `snake-segmenter ${version}`);
    assert.equal(metadata.init, '{"x":0,"y":0,"width":10,"height":10}');
    assert.equal(metadata.iterations, '4');
    assert.ok(!('cancelled' in metadata));
    assert.ok(!('domain' in metadata));
  });

  it('gives back the request', () => {
    assert.deepEqual(requestOf(first!), { ...provenance.request });
    const broken: Record<string, string>[] = [
      {},
      { request: '{' },
      { request: '3' },
      { request: '{"algorithm":"snake"}' },
    ];
    for (const metadata of broken) {
      assert.equal(requestOf({ properties: { objectType: 'annotation', measurements: {}, metadata } }), undefined);
    }
  });
});

describe('version and uuid', () => {
  it('is the package’s version', () => {
    assert.equal(version, JSON.parse(readFileSync('package.json', 'utf8')).version);
  });

  it('is a random UUID, with and without crypto.randomUUID', (t) => {
    assert.match(uuid(), UUID);
    t.mock.method(crypto, 'randomUUID', undefined as never);
    assert.match(uuid(), UUID);
    assert.notEqual(uuid(), uuid());
  });
});
