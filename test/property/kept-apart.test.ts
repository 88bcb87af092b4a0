/** Objects kept apart: no pixel twice, none lost, the same whatever the order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Geometry } from '../../src/algorithm/algorithm.js';
import { areaIn, common, geometryOfArea, grown, sizeOf, united } from '../../src/algorithm/shapes/clip.js';
import { keptApart } from '../../src/algorithm/shapes/kept-apart.js';
import { createEngine } from '../../src/engine.js';
import type { ContourFeature } from '../../src/worker/protocol.js';

/** Squared steps of the grid in a pixel. */
const PIXEL = 256 * 256;

/** A star-shaped ring on whole pixels round a centre. */
const star = (x: number, y: number, radii: readonly number[]): Geometry => {
  const ring = radii.map((radius, k) => {
    const turn = (2 * Math.PI * k) / radii.length;
    return [Math.round(x + radius * Math.cos(turn)), Math.round(y + radius * Math.sin(turn))] as const;
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
};

const stars = fc.array(
  fc
    .tuple(
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 60 }),
      fc.array(fc.integer({ min: 8, max: 12 }), { minLength: 6, maxLength: 14 }),
    )
    .map(([x, y, radii]) => star(x, y, radii)),
  { minLength: 1, maxLength: 8 },
);

const left = (shapes: readonly Geometry[]): Geometry[] =>
  keptApart(shapes.map((geometry) => ({ geometry }))).flatMap((each) => ('geometry' in each ? [each.geometry] : []));

test('no two share a pixel, and only those that shared one change', () => {
  fc.assert(
    fc.property(stars, (shapes) => {
      const apart = keptApart(shapes.map((geometry) => ({ geometry })));
      assert.equal(apart.length, shapes.length);
      const kept = left(shapes);
      for (const [i, a] of kept.entries()) {
        for (const b of kept.slice(i + 1)) assert.equal(geometryOfArea(common(areaIn(a), areaIn(b))), undefined);
      }
      for (const [i, each] of apart.entries()) {
        if ('same' in each) {
          assert.ok(each.same !== i);
          continue;
        }
        if (!each.cut) assert.equal(each.geometry, shapes[i]);
        else assert.equal(each.geometry.type, 'Polygon');
        const others = shapes.filter((_, j) => j !== i && 'geometry' in apart[j]!);
        const shares = others.some((other) => sizeOf(common(areaIn(shapes[i]!), areaIn(other))) > 0);
        if (each.cut) assert.ok(shares);
      }
    }),
  );
});

test('two that overlap share a boundary, and lose nothing of what they held together', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 20 }), fc.integer({ min: 10, max: 20 }), fc.nat(2), (r, s, by) => {
      // Far enough apart that less than half of the smaller disc lies in the larger.
      const [a, b] = [
        star(30, 30, Array(24).fill(r)),
        star(30 + Math.max(r, s) + (Math.min(r, s) >> 1) + by, 30, Array(24).fill(s)),
      ];
      const both = left([a, b]);
      assert.equal(both.length, 2);
      const [p, q] = both.map(areaIn);
      const before = sizeOf(united(areaIn(a), areaIn(b)));
      assert.ok(Math.abs(sizeOf(p!) + sizeOf(q!) - before) < PIXEL);
      // One ring round both: between them is no gap wider than the rounding of the cut's ends.
      const together = geometryOfArea(united(grown(p!, 1 / 64), q!));
      assert.equal(together?.type, 'Polygon');
    }),
  );
});

test('where none is the same object as another, the order of the objects does not matter', () => {
  fc.assert(
    fc.property(stars, fc.infiniteStream(fc.nat()), (shapes, keys) => {
      const apart = keptApart(shapes.map((geometry) => ({ geometry })));
      fc.pre(apart.every((each) => 'geometry' in each));
      const order = shapes.map((_, i) => [keys.next().value ?? 0, i] as const).sort(([a, i], [b, j]) => a - b || i - j);
      const again = keptApart(order.map(([, i]) => ({ geometry: shapes[i]! })));
      for (const [at, [, i]] of order.entries()) {
        const [p, q] = [apart[i]!, again[at]!];
        assert.ok('geometry' in p && 'geometry' in q);
        // A point on the line between two goes to the first of them: the cut may differ by a step of the grid along it.
        const [a, b] = [areaIn(p.geometry), areaIn(q.geometry)];
        assert.ok(Math.abs(sizeOf(a) - sizeOf(b)) < PIXEL && Math.abs(sizeOf(common(a, b)) - sizeOf(a)) < PIXEL);
      }
    }),
  );
});

test('of equal ones the first stays; on other slices nothing is cut; lines are left alone', () => {
  const one = star(20, 20, Array(12).fill(9));
  const line: Geometry = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [40, 40],
    ],
  };
  assert.deepEqual(keptApart([{ geometry: one }, { geometry: one }, { geometry: line }]), [
    { geometry: one, cut: false },
    { same: 0 },
    { geometry: line, cut: false },
  ]);
  const slices = [
    { geometry: one, slice: 1 },
    { geometry: one, slice: 2 },
  ];
  assert.deepEqual(
    keptApart(slices),
    slices.map(({ geometry }) => ({ geometry, cut: false })),
  );
});

const WIDTH = 120;
const HEIGHT = 60;
/** Two discs that touch, and one for itself. */
const data = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
  const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
  const disc = [24, 48, 96].some((cx) => Math.hypot(x - cx, y - 30) < 13);
  return (disc ? 170 : 60) + ((i * 7919 + y * 31) % 23);
});

test('a list and a detection run exclusively give contours without common pixels, and say what became of the others', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const image = await engine.load({ width: WIDTH, height: HEIGHT, bands: 1, data });
    const disjoint = (contours: readonly ContourFeature[]): void => {
      for (const [i, a] of contours.entries()) {
        for (const b of contours.slice(i + 1))
          assert.equal(geometryOfArea(common(areaIn(a.geometry), areaIn(b.geometry))), undefined);
      }
    };
    const wide = { x: 6, y: 12, width: 48, height: 36 };
    const init = [
      { x: 8, y: 14, width: 34, height: 32 },
      { x: 30, y: 14, width: 34, height: 32 },
      { x: 80, y: 14, width: 32, height: 32 },
      { x: 80, y: 14, width: 32, height: 32 },
    ];
    const free = await engine.segment(image, { init }).outcome;
    assert.equal(free.contours.length, 4);
    const apart = await engine.segment(image, { init, exclusive: true }).outcome;
    disjoint(apart.contours);
    assert.equal(apart.contours.length, 3);
    const [failure] = apart.details!.failures as readonly { index: number; code: string; message: string }[];
    assert.deepEqual([failure!.index, failure!.code], [3, 'nothing-found']);
    assert.match(failure!.message, /start 2 of the list/);
    // One that nothing was cut from is what it was.
    assert.deepEqual(apart.contours[2]!.geometry, free.contours[2]!.geometry);
    assert.deepEqual(apart.contours[2]!.properties.measurements, free.contours[2]!.properties.measurements);
    const found = await engine.segment(image, { init: 'auto', exclusive: true }).outcome;
    disjoint(found.contours);
    assert.match(found.contours[0]!.properties.metadata.request ?? '', /"exclusive":true/);
    const { result } = engine.segment(image, { init: wide, exclusive: 'yes' as never });
    await assert.rejects(result, { code: 'bad-parameter', message: /exclusive cannot be yes/ });
  } finally {
    engine.dispose();
  }
});
