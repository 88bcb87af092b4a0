/** Areas at whose necks parts are told apart. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { areaIn, boxed, GRID, sizeOf, united } from '../../src/algorithm/shapes/clip.js';
import { partsAtNecks } from '../../src/algorithm/shapes/necks.js';

/** Two squares and a bridge between them, 6 px long and as wide as told. */
const dumbbell = (width: number, side = 20) =>
  united(
    united(boxed({ x: 0, y: 0, width: 20, height: 20 }), boxed({ x: 26, y: 0, width: side, height: side })),
    boxed({ x: 19, y: 1, width: 8, height: width }),
  );
const pixels = (area: Parameters<typeof sizeOf>[0]): number => sizeOf(area) / GRID ** 2;

test('two squares that a bridge of a pixel joins are two parts without it, with their corners', () => {
  for (const width of [0.5, 1, 1.9]) {
    const parts = partsAtNecks(dumbbell(width));
    assert.equal(parts.length, 2, `${width} px`);
    for (const part of parts) assert.ok(Math.abs(pixels(part) - 400) < 3, `${width} px: ${pixels(part)} px²`);
  }
});

test('so are two nuclei in one outline of a snake, whose bridge runs at an angle', () => {
  const outline =
    '309,234 316,236 321,243 319,255 330,255 333,243 337,239 340,239 347,241 348,245 348,258 343,266 336,265 331,255 314,256 306,260 297,260 293,253 295,242 300,237 309,234';
  const ring = outline.split(' ').map((at) => at.split(',').map(Number) as [number, number]);
  const sizes = partsAtNecks(areaIn({ type: 'Polygon', coordinates: [ring] })).map(pixels);
  assert.deepEqual(
    sizes.map((size) => Math.round(size)),
    [552, 372],
  );
});

test('what a wider bridge joins, what has less than a fifth of the area, and what has no neck is one part', () => {
  const notch = [
    [0, 0],
    [20, 0],
    [10, 1],
    [20, 20],
    [0, 20],
    [0, 0],
  ] as const;
  for (const area of [
    dumbbell(3),
    dumbbell(1, 9),
    boxed({ x: 3, y: 5, width: 20, height: 1 }),
    areaIn({ type: 'Polygon', coordinates: [notch] }),
  ])
    assert.deepEqual(partsAtNecks(area), [area]);
});

test('parts lie in the area and share nothing, whatever the bridge', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 4, noNaN: true }), fc.integer({ min: 6, max: 30 }), (width, side) => {
      const area = dumbbell(width, side);
      const parts = partsAtNecks(area);
      const together = parts.reduce(united);
      assert.ok(Math.abs(parts.reduce((sum, part) => sum + pixels(part), 0) - pixels(together)) < 0.1);
      assert.ok(Math.abs(pixels(united(area, together)) - pixels(area)) < 0.1);
      assert.ok(pixels(together) > pixels(area) - 20);
    }),
    { numRuns: 60 },
  );
});
