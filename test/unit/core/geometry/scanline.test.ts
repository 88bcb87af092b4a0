import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Position } from '../../../../src/core/geometry/ring.js';
import { columnOf, edgeOf, fillSpans, ringSpans, runsOn } from '../../../../src/core/geometry/scanline.js';

const WINDOW = { width: 12, height: 10 };

const maskOf = (rings: readonly (readonly Position[])[]): Uint8Array => {
  const mask = new Uint8Array(WINDOW.width * WINDOW.height);
  fillSpans(mask, WINDOW.width, ringSpans(rings, WINDOW), 1);
  return mask;
};

const half = (most: number) => fc.integer({ min: -4, max: 2 * most + 4 }).map((n) => n / 2);
const position: fc.Arbitrary<Position> = fc.tuple(half(WINDOW.width), half(WINDOW.height));
const rings = fc.array(fc.array(position, { minLength: 1, maxLength: 7 }), { maxLength: 3 });

/** Rings' crossings of the row's centre line at or left of a centre, in whole numbers: coordinates are halves. */
const crossingsLeft = (all: readonly (readonly Position[])[], px: number, py: number): number => {
  let count = 0;
  for (const ring of all) {
    for (const [i, a] of ring.entries()) {
      const b = ring[(i + 1) % ring.length]!;
      const [[x0, y0], [x1, y1]] = a[1] < b[1] ? [a, b] : [b, a];
      if (!(y0 <= py && py < y1)) continue;
      // x0 + (x1 − x0)(py − y0)/(y1 − y0) ≤ px, without the division.
      if ((x1 - x0) * (py - y0) <= (px - x0) * (y1 - y0)) count++;
    }
  }
  return count;
};

test('a pixel is inside where an odd number of edges lie left of its centre or on it', () => {
  fc.assert(
    fc.property(rings, (all) => {
      const mask = maskOf(all);
      for (let y = 0; y < WINDOW.height; y++) {
        for (let x = 0; x < WINDOW.width; x++) {
          const wanted = crossingsLeft(all, x + 0.5, y + 0.5) % 2;
          assert.equal(mask[y * WINDOW.width + x], wanted, `pixel ${x}, ${y}`);
        }
      }
    }),
  );
});

test('two regions along a common border share no pixel and leave none', () => {
  fc.assert(
    fc.property(fc.array(position, { minLength: 2, maxLength: 6 }), (border) => {
      const whole: Position[] = [
        [-9, -9],
        [30, -9],
        [30, 30],
        [-9, 30],
      ];
      const line: Position[] = [[3, -9], ...border, [5, 30]];
      const left = maskOf([[...line, [-9, 30], [-9, -9]]]);
      const right = maskOf([[...[...line].reverse(), [30, -9], [30, 30]]]);
      const all = maskOf([whole]);
      assert.deepEqual(
        left.map((inside, i) => inside ^ right[i]!),
        all,
      );
    }),
  );
});

test('an edge gives the same columns whichever way round its ring runs', () => {
  const real = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  const end: fc.Arbitrary<Position> = fc.tuple(real, real);
  fc.assert(
    fc.property(end, end, (a, b) => {
      assert.deepEqual(edgeOf(a, b), edgeOf(b, a));
    }),
  );
});

test('columns are exact where vertices lie on whole coordinates', () => {
  const whole = fc.integer({ min: 0, max: 65535 });
  fc.assert(
    fc.property(whole, whole, whole, whole, fc.nat(), (x0, y0, x1, y1, n) => {
      fc.pre(y0 !== y1);
      const edge = edgeOf([x0, y0], [x1, y1])!;
      const row = edge.first + (n % (edge.end - edge.first));
      const [top, bottom] = y0 < y1 ? [[x0, y0] as const, [x1, y1] as const] : [[x1, y1] as const, [x0, y0] as const];
      const [dx, dy] = [BigInt(bottom[0] - top[0]), BigInt(bottom[1] - top[1])];
      const numerator = 2n * BigInt(top[0]) * dy + dx * (2n * BigInt(row - top[1]) + 1n) - dy;
      const [quotient, rest] = [numerator / (2n * dy), numerator % (2n * dy)];
      assert.equal(BigInt(columnOf(edge, row)), rest > 0n ? quotient + 1n : quotient);
    }),
  );
});

test('the first position may be repeated, and rows outside have no runs', () => {
  const open: Position[] = [
    [1, 1],
    [4, 1],
    [4, 3],
    [1, 3],
  ];
  const spans = ringSpans([open]);
  assert.deepEqual(spans, {
    top: 1,
    rows: [
      [1, 4],
      [1, 4],
    ],
  });
  assert.deepEqual(ringSpans([[...open, open[0]!]]), spans);
  assert.deepEqual(runsOn(spans, 2), [1, 4]);
  assert.deepEqual(runsOn(spans, 3), []);
  assert.deepEqual(ringSpans([], WINDOW), { top: 0, rows: [] });
});

test('rows that are asked for have the runs that all rows have, the others none', () => {
  fc.assert(
    fc.property(rings, fc.array(fc.integer({ min: -2, max: WINDOW.height + 2 }), { maxLength: 4 }), (all, wanted) => {
      const whole = ringSpans(all, WINDOW);
      const some = ringSpans(
        all,
        WINDOW,
        wanted.map((firstRow) => ({ firstRow, rows: 2 })),
      );
      for (let row = 0; row < WINDOW.height; row++) {
        const asked = wanted.some((first) => first <= row && row < first + 2);
        assert.deepEqual(runsOn(some, row), asked ? runsOn(whole, row) : []);
      }
    }),
  );
});
