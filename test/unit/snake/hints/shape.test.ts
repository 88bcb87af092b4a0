import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { positionsOf } from '../../../../src/core/geometry/ring.js';
import { fillSpans, ringSpans } from '../../../../src/core/geometry/scanline.js';
import { squaredDistances } from '../../../../src/snake/hints/distance.js';
import { shapeOf } from '../../../../src/snake/hints/shape.js';
import { outlineOf, simplified } from '../../../../src/snake/hints/trace.js';
import { isSimple } from '../../../../src/snake/kernels/shared/legality.js';

/** Rows of text: # inside for certain, . outside for certain, o likely inside, space likely outside. */
const parse = (rows: readonly string[]) => {
  const text = rows.join('');
  const values = { '#': 0.9, o: 0.9, '.': 0.1, ' ': 0.1 };
  return {
    grid: { width: rows[0]!.length, height: rows.length, size: 1 },
    surface: Float64Array.from(text, (c) => values[c as keyof typeof values]),
    certain: Int8Array.from(text, (c) => (c === '#' ? 1 : c === '.' ? -1 : 0)),
  };
};

const rowsOf = (inside: Uint8Array | undefined, width: number): string[] =>
  inside
    ? Array.from({ length: inside.length / width }, (_, y) =>
        Array.from(inside.subarray(y * width, (y + 1) * width), (f) => (f ? 'o' : ' ')).join(''),
      )
    : [];

const shown = (rows: readonly string[]): string[] => {
  const { grid, surface, certain } = parse(rows);
  return rowsOf(shapeOf(surface, certain, grid), grid.width);
};

describe('a shape of cells', () => {
  it('keeps its largest part, and joins those that are marked', () => {
    assert.deepEqual(
      shown(['oo   ', 'oo   ', '    #', 'o    ']),
      ['oo   ', 'ooooo', '    o', '     '].map((row) => row),
    );
  });

  it('may have more parts than a call takes values', () => {
    const grid = { width: 800, height: 800, size: 1 };
    const apart = Float64Array.from({ length: 800 * 800 }, (_, k) => (k % 2 === 0 && (k / 800) % 2 < 1 ? 0.9 : 0.1));
    apart[1] = 0.9;
    const inside = shapeOf(apart, new Int8Array(apart.length), grid);
    assert.deepEqual(
      [...inside!.keys()].filter((cell) => inside![cell]),
      [0, 1, 2],
    );
  });

  it('has its holes filled, but for those marked outside, which are opened', () => {
    assert.deepEqual(shown(['ooo', 'o o', 'ooo']), ['ooo', 'ooo', 'ooo']);
    const [top, middle, bottom] = shown(['ooooo', 'oo.oo', 'ooooo']);
    assert.equal(`${top}${middle}${bottom}`.split(' ').length - 1, 2);
    assert.equal(middle![2], ' ');
  });

  it('has no two cells that meet in a corner alone', () => {
    const rows = shown(['#o  ', '  o#']);
    assert.ok(rows[0]!.includes('oo') && rows[1]!.includes('oo'));
    assert.ok([...rows[0]!].some((c, x) => c === 'o' && rows[1]![x] === 'o'));
  });

  it('is none where marks cannot be told apart by one', () => {
    assert.deepEqual(shown(['#.#', '...', '   ']), []);
    assert.deepEqual(shown(['###', '#.#', '###']), []);
  });
});

describe('the ring round a shape', () => {
  const grids = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
    .chain(([width, height]) =>
      fc.tuple(
        fc.constant({ width, height, size: 1 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: width * height, maxLength: width * height }),
        fc.array(fc.constantFrom(0, 0, 0, 0, 0, 0, 1, -1), { minLength: width * height, maxLength: width * height }),
      ),
    );

  it('is simple and holds the cells of the shape alone, on whose sides all marks are', () => {
    fc.assert(
      fc.property(grids, ([grid, values, marks]) => {
        const certain = Int8Array.from(marks);
        const inside = shapeOf(Float64Array.from(values), certain, grid);
        if (inside === undefined) return;
        assert.ok(certain.every((side, i) => side === 0 || (side === 1) === (inside[i] === 1)));
        const ring = outlineOf(inside, grid);
        assert.ok(isSimple({ words: Uint32Array.from(ring), at: 0, vertices: ring.length / 2 }));
        const held = new Uint8Array(inside.length);
        fillSpans(held, grid.width, ringSpans([positionsOf(ring)], grid), 1);
        assert.deepEqual(held, inside);
        assert.deepEqual(simplified(ring, 0), ring);
      }),
      { numRuns: 400 },
    );
  });

  it('is found wherever no cell is marked', () => {
    fc.assert(
      fc.property(grids, ([grid, values]) => {
        const surface = Float64Array.from(values);
        const some = surface.some((value) => value > 0.5);
        assert.equal(shapeOf(surface, new Int8Array(surface.length), grid) !== undefined, some);
      }),
    );
  });

  it('loses the corners of stairs, and none that stands out', () => {
    const stairs = [0, 0, 4, 0, 4, 1, 5, 1, 5, 2, 6, 2, 6, 3, 7, 3, 7, 8, 0, 8];
    const ring = simplified(stairs, 0.75);
    assert.ok(ring.length <= 12, `${ring}`);
    assert.deepEqual(ring.slice(0, 2), [0, 0]);
  });
});

describe('distances', () => {
  it('are those to the nearest flag', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 0, 0, 1), { minLength: 42, maxLength: 42 }), (flags) => {
        const found = squaredDistances(Uint8Array.from(flags), 7, 6);
        for (let i = 0; i < 42; i++) {
          let least = Number.POSITIVE_INFINITY;
          for (let j = 0; j < 42; j++) {
            if (flags[j] === 1)
              least = Math.min(least, ((i % 7) - (j % 7)) ** 2 + (Math.floor(i / 7) - Math.floor(j / 7)) ** 2);
          }
          assert.equal(found[i], least);
        }
      }),
    );
  });
});
