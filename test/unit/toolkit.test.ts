import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maskGeometry, measure, simplify, threshold, traceMask } from '../../src/toolkit.js';

describe('threshold', () => {
  it('parts two groups of values of any type and range', () => {
    for (const values of [
      [1, 2, 3, 101, 102, 103],
      [-0.5, -0.4, 7, 7.1],
      new Float32Array([1e6, 1.01e6, 5e6, 5.1e6]),
    ]) {
      const found = threshold(values);
      assert.ok(found !== undefined);
      const half = values.length / 2;
      assert.deepEqual(
        [...values].map((value) => value > found),
        [...values].map((_, k) => k >= half),
      );
    }
  });

  it('is none where all values are alike, and leaves out what is missing or not finite', () => {
    assert.equal(threshold([4, 4, 4]), undefined);
    assert.equal(threshold([]), undefined);
    assert.equal(threshold([4, 900, 4, NaN], new Uint8Array([0, 1, 0, 0])), undefined);
    assert.throws(() => threshold([1, 2], new Uint8Array(1)), { code: 'bad-parameter' });
  });
});

describe('maskGeometry', () => {
  const ring = [1, 1, 1, 1, 0, 1, 1, 1, 1];

  it('gives polygons with their holes, whose area is the number of cells', () => {
    const geometry = maskGeometry({ data: ring, width: 3, height: 3 });
    assert.equal(geometry?.type, 'Polygon');
    assert.equal(geometry.coordinates.length, 2);
    assert.equal(measure(geometry)['Area px^2'], 8);
  });

  it('lies where its rectangle says', () => {
    const geometry = maskGeometry({ data: ring, width: 3, height: 3, rect: { x: 10, y: 20, width: 6, height: 12 } });
    assert.ok(geometry?.type === 'Polygon');
    assert.deepEqual(geometry.coordinates[0]?.[0], [10, 20]);
    assert.equal(measure(geometry)['Area px^2'], 8 * 2 * 4);
  });

  it('is several polygons where cells meet at a corner only, and none where all are outside', () => {
    assert.equal(maskGeometry({ data: [1, 0, 0, 1], width: 2, height: 2 })?.type, 'MultiPolygon');
    assert.equal(maskGeometry({ data: new Uint8Array(4), width: 2, height: 2 }), undefined);
  });

  it('refuses sizes that do not fit', () => {
    for (const bad of [
      { data: [1], width: 2, height: 2 },
      { data: [], width: 0, height: 2 },
      { data: [1], width: 1, height: 1, rect: { x: 0, y: 0, width: 0, height: 1 } },
    ])
      assert.throws(() => maskGeometry(bad), { code: 'bad-parameter' });
  });
});

describe('outlines', () => {
  it('are traced and simplified', () => {
    const [part] = traceMask([0, 1, 1, 1, 1, 1], 3, 2);
    assert.equal(part?.area, 5);
    assert.deepEqual(simplify([0, 0, 5, 0.1, 10, 0, 10, 10, 0, 10], 1), [0, 0, 10, 0, 10, 10, 0, 10]);
  });
});
