/** Areas on slices taken apart: what is left of all slices is what there was, and each object hangs together. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Area, boxed, outlined, sizeOf, united, without } from '../../src/algorithm/shapes/clip.js';
import { cutThrough, type Division, partsThrough, type Sheet } from '../../src/algorithm/shapes/through.js';

const PIXEL = 256 * 256;
const square = (x: number, y: number, size: number): Area => boxed({ x, y, width: size, height: size });
const pixels = (division: Division): number[][] =>
  division.map((areas) => Array.from(areas, (area) => Math.round(sizeOf(area ?? []) / PIXEL)));
const down = (x: number): { x: number; y: number }[] => [
  { x, y: -100 },
  { x, y: 200 },
];

describe('an object of a volume cut along a line', () => {
  it('is divided on every slice that the line crosses; the slices beyond go to the side that they continue', () => {
    const sheets: Sheet[] = [
      { slice: 3, area: square(2, 0, 10) },
      { slice: 4, area: square(0, 0, 20) },
      { slice: 5, area: square(0, 0, 40) },
      { slice: 6, area: square(10, 0, 30) },
      { slice: 7, area: square(28, 0, 10) },
    ];
    const division = cutThrough(sheets, down(25), 5);
    assert.ok(division);
    assert.deepEqual(pixels(division), [[100], [400], [1000, 600], [450, 450], [0, 100]]);
    assert.equal(division[0]![0], sheets[0]!.area, 'what stays whole is as it was');
    assert.equal(cutThrough(sheets, down(60), 5), undefined);
    assert.equal(cutThrough(sheets, down(25), 4), undefined, 'the line must divide the slice that it is drawn on');
  });

  it('gives each part of a slice to its own side', () => {
    const sheets: Sheet[] = [
      { slice: 0, area: square(0, 0, 40) },
      { slice: 1, area: [...square(2, 2, 10), ...square(30, 2, 5)] },
      { slice: 1, area: square(29, 20, 6) },
    ];
    assert.deepEqual(pixels(cutThrough(sheets, down(25), 0)!), [
      [1000, 600],
      [100, 25],
      [0, 36],
    ]);
  });

  it('is the sum of its parts on every slice', () => {
    const point = fc.record({ x: fc.integer({ min: 0, max: 60 }), y: fc.integer({ min: 0, max: 60 }) });
    const areas = fc.array(point, { minLength: 3, maxLength: 7 }).map(outlined);
    const lines = fc.array(point, { minLength: 2, maxLength: 4 }).filter(([a, b]) => a?.x !== b?.x || a?.y !== b?.y);
    fc.assert(
      fc.property(fc.array(areas, { minLength: 1, maxLength: 4 }), lines, (list, line) => {
        const sheets = list.map((area, slice): Sheet => ({ slice, area }));
        for (const division of [cutThrough(sheets, line, 0), partsThrough(sheets)]) {
          for (const [k, parts] of division?.entries() ?? []) {
            const all = parts.reduce((sum, part) => united(sum, part ?? []), []);
            const { area } = sheets[k]!;
            assert.ok(sizeOf(without(area, all)) < PIXEL && sizeOf(without(all, area)) < PIXEL);
          }
        }
      }),
    );
  });
});

describe('the parts of an object of a volume', () => {
  it('hang together from slice to slice, the largest first', () => {
    const sheets: Sheet[] = [
      { slice: 0, area: [...square(0, 0, 4), ...square(20, 0, 8)] },
      { slice: 1, area: [...square(2, 2, 4), ...square(22, 0, 8)] },
      { slice: 3, area: square(22, 0, 3) },
    ];
    assert.deepEqual(pixels(partsThrough(sheets)!), [
      [64, 16],
      [64, 16],
      [0, 0, 9],
    ]);
    assert.equal(partsThrough(sheets.slice(0, 1).map(({ area }) => ({ slice: 0, area: area.slice(0, 1) }))), undefined);
  });

  it('are one where a slice joins them', () => {
    const apart: Sheet = { slice: 0, area: [...square(0, 0, 4), ...square(20, 0, 8)] };
    assert.equal(partsThrough([apart, { slice: 1, area: boxed({ x: 0, y: 0, width: 40, height: 4 }) }]), undefined);
  });
});
