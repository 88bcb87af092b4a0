import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gaussianFilter, weightAt } from '../../../../src/level-set/bits/gaussian-filter.js';
import type { Field } from '../../../../src/level-set/bits/grid.js';
import { bandSums, momentsOf } from '../../../../src/level-set/speed/moments.js';
import type { Speed } from '../../../../src/level-set/speed/speed.js';
import { SpeedTables } from '../../../../src/level-set/speed/speed.js';
import { Random } from '../../../support/random.js';

const fieldOf = (...planes: (Uint8Array | Uint16Array)[]): Field => ({
  grid: { width: planes[0]!.length, height: 1, depth: 1 },
  planes,
});

const signs = (speed: Speed, field: Field, mask: Uint8Array): number[] => {
  const tables = new SpeedTables(speed, field);
  tables.update(momentsOf(field, mask));
  return Array.from(mask, (_, cell) => tables.at(cell));
};

test('a range is 1 strictly between its bounds and -1 elsewhere; of several bands all must agree', () => {
  const one = fieldOf(Uint8Array.of(97, 98, 99, 208, 209, 210));
  const range = { kind: 'range', lower: [98], upper: [209] } as const;
  assert.deepEqual(signs(range, one, new Uint8Array(6)), [-1, -1, 1, 1, -1, -1]);
  const two = fieldOf(Uint8Array.of(5, 5, 9, 9), Uint8Array.of(5, 9, 5, 9));
  const both = { kind: 'range', lower: [1, 1], upper: [6, 6] } as const;
  assert.deepEqual(signs(both, two, new Uint8Array(4)), [1, -1, -1, -1]);
});

/** The speeds in floating point, from the formulas; 0 where too near to call. */
const expected = (kind: 'chan-vese' | 'gaussian' | 'gamma', field: Field, mask: Uint8Array, cell: number): number => {
  const moments = momentsOf(field, mask);
  const bands = field.planes.length;
  const unit = field.planes[0] instanceof Uint8Array ? 256 : 1;
  let sum = 0;
  let scale = 0;
  for (let band = 0; band < bands; band++) {
    const { inside, outside } = bandSums(moments, band, bands);
    const z = field.planes[band]![cell]! * unit;
    const [mi, mo] = [inside, outside].map(({ n, s }) => (s / n) * unit) as [number, number];
    const [vi, vo] = [inside, outside].map(({ n, s, q }) =>
      Math.max(unit ** 2 / 12, (q / n - (s / n) ** 2) * unit ** 2),
    ) as [number, number];
    const terms =
      kind === 'chan-vese'
        ? [(z - mo) ** 2, -((z - mi) ** 2)]
        : kind === 'gaussian'
          ? [Math.log(vo / vi), (z - mo) ** 2 / vo, -((z - mi) ** 2) / vi]
          : [Math.log(mo / mi), z / mo, -z / mi];
    sum += terms.reduce((a, b) => a + b, 0);
    scale += terms.reduce((a, b) => a + Math.abs(b), 1);
  }
  return Math.abs(sum) < 2e-3 * scale ? 0 : Math.sign(sum);
};

test('the integer speeds have the signs of the formulas', () => {
  const random = new Random(61);
  let called = 0;
  for (let k = 0; k < 60; k++) {
    const bands = random.between(1, 3);
    const top = k % 2 ? 255 : 65535;
    const planes = Array.from({ length: bands }, () => {
      const [low, high] = [random.between(1, top >> 1), random.between(top >> 1, top)];
      const plane = top === 255 ? new Uint8Array(400) : new Uint16Array(400);
      return plane.map((_, cell) => random.between(cell < 150 ? low : 0, cell < 150 ? top : high));
    });
    const field = fieldOf(...planes);
    const mask = Uint8Array.from({ length: 400 }, (_, cell) => (cell < 150 ? 1 : 0));
    for (const kind of ['chan-vese', 'gaussian', 'gamma'] as const) {
      const got = signs({ kind }, field, mask);
      for (let cell = 0; cell < 400; cell++) {
        const wanted = expected(kind, field, mask, cell);
        if (wanted === 0) continue;
        called++;
        assert.equal(got[cell], wanted, `${kind}, case ${k}, cell ${cell}`);
      }
    }
  }
  assert.ok(called > 50000);
});

test('a speed is 0 where it cannot tell, and where a region is empty', () => {
  const field = fieldOf(Uint8Array.of(10, 20, 15, 10, 20));
  assert.equal(signs({ kind: 'chan-vese' }, field, Uint8Array.of(1, 0, 0, 1, 0))[0], 1);
  const even = fieldOf(Uint8Array.of(10, 20, 15));
  const masked = { ...even, missing: Uint8Array.of(0, 0, 1) };
  assert.deepEqual(signs({ kind: 'chan-vese' }, masked, Uint8Array.of(1, 0, 0)), [1, -1, 0]);
  assert.deepEqual(signs({ kind: 'gaussian' }, field, new Uint8Array(5)), [0, 0, 0, 0, 0]);
});

test('the filter by rows is the filter by cells', () => {
  for (const [size, variance, dimensions] of [
    [3, 2, 3],
    [5, 4, 2],
    [7, 1.5, 3],
  ] as const) {
    const { radius, rowSums, rowClass, total } = gaussianFilter(size, variance, dimensions);
    const random = new Random(size);
    const pattern = random.between(0, 2 ** size - 1);
    let sum = 0;
    rowClass.forEach((_, k) => {
      const dy = (k % size) - radius;
      const dz = dimensions === 3 ? Math.floor(k / size) - radius : 0;
      let row = 0;
      for (let j = 0; j < size; j++) {
        const weight = weightAt((j - radius) ** 2 + dy * dy + dz * dz, variance);
        sum += weight;
        if ((pattern >>> j) & 1) row += weight;
      }
      assert.equal(rowSums[(rowClass[k]! << size) | pattern], row);
    });
    assert.equal(total, sum);
  }
  assert.equal(gaussianFilter(3, 2, 3).total, 64 + 6 * 50 + 12 * 39 + 8 * 30);
});
