/** Areas cut along lines: the pieces are the area, and lie beside each other. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  common,
  geometryOfArea,
  outlined,
  partsOf,
  sizeOf,
  stroked,
  united,
  without,
} from '../../src/algorithm/shapes/clip.js';
import { cutAlong, filled } from '../../src/algorithm/shapes/cut.js';

const point = fc.record({ x: fc.integer({ min: 0, max: 60 }), y: fc.integer({ min: 0, max: 60 }) });
const areas = fc.array(point, { minLength: 3, maxLength: 9 }).map(outlined);
const lines = fc.array(point, { minLength: 2, maxLength: 5 }).filter(([a, b]) => a?.x !== b?.x || a?.y !== b?.y);
const none = { x: 0, y: 0 };

describe('an area cut along a line', () => {
  it('is the sum of its pieces, none of which share more than a crumb', () => {
    fc.assert(
      fc.property(areas, lines, (area, line) => {
        const pieces = cutAlong(area, line);
        const all = pieces.reduce((sum, piece) => united(sum, piece), []);
        // The grid's steps along the edges: crossings of two edges are rounded.
        const bound = 256 * 256;
        assert.ok(sizeOf(without(area, all)) < bound && sizeOf(without(all, area)) < bound);
        for (const [i, a] of pieces.entries()) {
          for (const b of pieces.slice(i + 1)) assert.ok(sizeOf(common(a, b)) < bound);
        }
      }),
    );
  });

  it('has two pieces of the same size where it is halved, and one where the line ends within', () => {
    const square = outlined([none, { x: 40, y: 0 }, { x: 40, y: 40 }, { x: 0, y: 40 }]);
    const [left, right, ...more] = cutAlong(square, [
      { x: 20, y: -5 },
      { x: 20, y: 45 },
    ]);
    assert.equal(more.length, 0);
    for (const half of [left!, right!]) assert.ok(Math.abs(sizeOf(half) / 65536 - 800) < 1);
    assert.equal(sizeOf(left!) + sizeOf(right!), sizeOf(square));
    const within = cutAlong(square, [
      { x: 20, y: -5 },
      { x: 20, y: 20 },
    ]);
    assert.deepEqual(
      within.map((piece) => geometryOfArea(piece)),
      [geometryOfArea(square)],
    );
  });

  it('keeps parts that the line leaves whole with the largest piece, and holes where they are', () => {
    const square = outlined([none, { x: 40, y: 0 }, { x: 40, y: 40 }, { x: 0, y: 40 }]);
    const holed = without(square, stroked([{ x: 10, y: 10 }], 4));
    const far = outlined([
      { x: 100, y: 0 },
      { x: 110, y: 0 },
      { x: 110, y: 10 },
    ]);
    const pieces = cutAlong(united(holed, far), [
      { x: 25, y: -5 },
      { x: 25, y: 45 },
    ]);
    assert.deepEqual(
      pieces.map((piece) => partsOf(piece).length),
      [2, 1],
    );
    assert.deepEqual(
      partsOf(pieces[0]!)
        .map((part) => part.length)
        .sort(),
      [1, 2],
    );
    assert.deepEqual(
      partsOf(filled(pieces[0]!)).map((part) => part.length),
      [1, 1],
    );
  });
});
