import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Geometry } from '../../../src/algorithm/algorithm.js';
import { labelRows } from '../../../src/contours/formats/scanlines.js';
import { commonPixels, type Spans, spansOf } from '../../../src/contours/spans.js';
import type { Position } from '../../../src/core/geometry/ring.js';
import { withGeometry } from '../../support/contours.js';

const SIDE = 24;
const half = fc.integer({ min: 0, max: 2 * SIDE }).map((n) => n / 2);
const ring = fc
  .array(fc.tuple(half, half), { minLength: 3, maxLength: 7 })
  .map((positions): Position[] => [...positions, positions[0]!]);
const geometry: fc.Arbitrary<Geometry> = fc.oneof(
  fc.array(ring, { minLength: 1, maxLength: 2 }).map((coordinates): Geometry => ({ type: 'Polygon', coordinates })),
  fc
    .array(
      ring.map((outer) => [outer]),
      { minLength: 2, maxLength: 3 },
    )
    .map((coordinates): Geometry => ({ type: 'MultiPolygon', coordinates })),
);

/** By a mask's rows, which are filled in another way. */
const pixelsOf = (shape: Geometry): number[] => {
  const pixels: number[] = [];
  let y = 0;
  for (const row of labelRows([withGeometry(1, shape)], SIDE, SIDE)) {
    row.forEach((label, x) => {
      if (label > 0) pixels.push(y * SIDE + x);
    });
    y++;
  }
  return pixels;
};

const listed = ({ top, rows }: Spans): number[] =>
  rows.flatMap((row, k) =>
    row.flatMap((from, i) =>
      i % 2 === 0 ? Array.from({ length: row[i + 1]! - from }, (_, n) => (top + k) * SIDE + from + n) : [],
    ),
  );

test('spans hold the pixels that a mask of the contour has', () => {
  fc.assert(
    fc.property(geometry, (shape) => {
      const spans = spansOf(shape);
      assert.deepEqual(listed(spans), pixelsOf(shape));
      assert.equal(spans.area, pixelsOf(shape).length);
    }),
  );
});

test('common pixels are those that are in both', () => {
  fc.assert(
    fc.property(geometry, geometry, (a, b) => {
      const held = new Set(pixelsOf(a));
      assert.equal(commonPixels(spansOf(a), spansOf(b)), pixelsOf(b).filter((pixel) => held.has(pixel)).length);
    }),
  );
});

test('lines hold nothing', () => {
  const line: Geometry = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [9, 9],
    ],
  };
  assert.deepEqual(spansOf(line), { top: 0, rows: [], area: 0 });
});
