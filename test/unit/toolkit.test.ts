import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maskGeometry, measure, simplify, threshold, traceMask } from '../../src/toolkit.js';
import { coded } from '../support/errors.js';

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

describe('values that are wrong', () => {
  it('are named: sizes, elements, lengths', () => {
    const given = { mask: [0, 1], sizes: [Number.NaN, 2] } as const;
    assert.throws(() => traceMask(given.mask, ...given.sizes), coded('bad-parameter', 'width', 'NaN'));
    assert.throws(() => traceMask([1], 2, 2), coded('bad-parameter', '1 cells', '2 × 2'));
    assert.throws(() => simplify([0, 0, Number.NaN, 1, 2, 2], 1), coded('bad-parameter', 'ring[2]'));
    assert.throws(() => simplify([0, 0, 1], 1), coded('bad-parameter', '3 numbers'));
    assert.throws(() => simplify([0, 0], Number.NaN), coded('bad-parameter', 'tolerance'));
  });

  it('have no area of a mere part: what is too large to measure is refused', () => {
    const square = (size: number) =>
      ({
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [size, 0],
            [size, size],
            [0, size],
          ],
        ],
      }) as const;
    assert.equal(measure(square(2 ** 53))['Area px^2'], 2 ** 106);
    assert.throws(() => measure(square(1e300)), coded('bad-parameter', 'geometry', '2⁵³'));
    const placement = { pixelWidth: 1e300, pixelHeight: 1e300, unit: 'µm' } as const;
    assert.throws(() => measure(square(4), placement), coded('bad-parameter', 'placement'));
  });

  it('may span more than a number holds', () => {
    const found = threshold([-1.5e308, -1.4e308, 1.5e308, 1.4e308]);
    assert.ok(found !== undefined && found > -1.4e308 && found < 1.4e308);
  });
});
