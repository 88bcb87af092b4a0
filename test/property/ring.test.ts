import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clipRing, distinct, positionsOf, signedArea } from '../../src/core/geometry/ring.js';
import { firstTouch } from '../../src/core/geometry/segments.js';

type Point = readonly [number, number];
const point = (most: number) => fc.tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: most }));
/** A small lattice, so that vertices on edges, overlaps and fold-backs are common. */
const ring = fc
  .array(point(6), { minLength: 3, maxLength: 9 })
  .map(distinct)
  .filter((vertices) => vertices.length >= 3);

const turn = (a: Point, b: Point, c: Point): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
const on = (a: Point, b: Point, p: Point): boolean =>
  turn(a, b, p) === 0 && (p[0] - a[0]) * (p[0] - b[0]) + (p[1] - a[1]) * (p[1] - b[1]) <= 0;

/** Every pair of edges, by definition: adjacent ones share their vertex only, others share nothing. */
const simple = (vertices: readonly Point[]): boolean => {
  const n = vertices.length;
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const [a, b] = [vertices[i]!, vertices[(i + 1) % n]!];
      const [c, d] = [vertices[j]!, vertices[(j + 1) % n]!];
      if (j === i + 1 || (i === 0 && j === n - 1)) {
        const [from, to] = j === i + 1 ? [a, d] : [c, b];
        const shared = j === i + 1 ? b : a;
        if (on(shared, from, to) || on(shared, to, from)) return false;
        continue;
      }
      const crossed = turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
      if (crossed || on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b)) return false;
    }
  }
  return true;
};

describe('firstTouch', () => {
  it('finds a touch exactly where the definition does', () => {
    fc.assert(
      fc.property(ring, (vertices) => {
        assert.equal(firstTouch(vertices) === undefined, simple(vertices));
      }),
      { numRuns: 5000, seed: 20 },
    );
  });

  it('knows rings that are simple, however they are turned round or reversed', () => {
    let found = 0;
    fc.assert(
      fc.property(ring, fc.nat(), (vertices, shift) => {
        if (!simple(vertices)) return;
        found++;
        const turned = vertices.map((_, k) => vertices[(k + shift) % vertices.length]!);
        assert.equal(firstTouch(turned), undefined);
        assert.equal(firstTouch(turned.toReversed()), undefined);
      }),
      { numRuns: 2000, seed: 20 },
    );
    assert.ok(found > 50, `${found} simple rings`);
  });
});

describe('clipRing', () => {
  it('keeps the signed area: what is cut off on one side is left on the other', () => {
    fc.assert(
      fc.property(ring, fc.double({ min: 0.1, max: 5.9, noNaN: true }), fc.boolean(), (vertices, at, upright) => {
        const size = upright ? { width: at, height: 6 } : { width: 6, height: at };
        const rest = upright ? { x: at, y: 0, width: 6 - at, height: 6 } : { x: 0, y: at, width: 6, height: 6 - at };
        const parts = [{ x: 0, y: 0, ...size }, rest].map((rect) =>
          signedArea(positionsOf(clipRing(vertices.flat(), rect))),
        );
        assert.ok(Math.abs(parts[0]! + parts[1]! - signedArea(vertices)) < 1e-9);
      }),
      { numRuns: 2000, seed: 20 },
    );
  });

  it('stays inside', () => {
    const rect = { x: 1.5, y: 2, width: 2.25, height: 1.5 };
    fc.assert(
      fc.property(ring, (vertices) => {
        for (const [x, y] of positionsOf(clipRing(vertices.flat(), rect))) {
          assert.ok(x >= rect.x - 1e-12 && x <= rect.x + rect.width + 1e-12);
          assert.ok(y >= rect.y - 1e-12 && y <= rect.y + rect.height + 1e-12);
        }
      }),
    );
  });
});
