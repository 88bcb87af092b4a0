import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { twiceArea } from '../../../../src/core/geometry/ring.js';
import { isSimple } from '../../../../src/snake/kernels/shared/legality.js';
import { HOLDS_NO_LINE, SIDES_MEET, withoutFolds } from '../../../../src/snake/steps/folds.js';

const square = [10, 10, 30, 10, 30, 30, 10, 30];
/** A line of pixels that stands out of the square, and a needle that does, and one that goes into it. */
const bar = [10, 10, 30, 10, 30, 20, 50, 20, 50, 21, 30, 21, 30, 30, 10, 30];
const needle = [10, 10, 30, 10, 30, 20, 50, 21, 30, 21, 30, 30, 10, 30];
const crack = [10, 10, 30, 10, 30, 20, 15, 20, 20, 21, 30, 21, 30, 30, 10, 30];

test('a ring without folds stays, with a line of pixels too', () => {
  assert.equal(withoutFolds(square, HOLDS_NO_LINE), undefined);
  assert.equal(withoutFolds(bar, HOLDS_NO_LINE), undefined);
  assert.equal(withoutFolds([0, 0, 20, 1, 0, 2], HOLDS_NO_LINE), undefined, 'three vertices');
});

test('a fold goes, whichever vertex comes first', () => {
  for (let first = 0; first < needle.length; first += 2) {
    const found = withoutFolds([...needle.slice(first), ...needle.slice(0, first)], HOLDS_NO_LINE) ?? [];
    assert.equal(Math.max(...found.filter((_, i) => i % 2 === 0)), 30);
    assert.equal(Math.abs(twiceArea(found)), 2 * 400);
  }
  assert.equal(withoutFolds(crack, HOLDS_NO_LINE), undefined, 'a crack as wide as a pixel stays');
  assert.equal(Math.abs(twiceArea(withoutFolds(crack, SIDES_MEET) ?? [])), 2 * 400);
  const narrow = [10, 10, 30, 10, 30, 20, 15, 20, 30, 21, 30, 30, 10, 30];
  assert.equal(Math.abs(twiceArea(withoutFolds(narrow, HOLDS_NO_LINE) ?? [])), 2 * 400);
});

test('a pinned vertex stays', () => {
  assert.equal(withoutFolds(needle, HOLDS_NO_LINE, [50, 21]), undefined);
  assert.ok(withoutFolds(needle, HOLDS_NO_LINE, [10, 10]));
});

test('what comes out is simple, shorter, has no folds, and vertices of the ring alone in their order', () => {
  const random = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { minLength: 4, maxLength: 14 });
  fc.assert(
    fc.property(random, (vertices) => {
      const ring = vertices.flat();
      const simple = (words: readonly number[]): boolean => isSimple({ words, at: 0, vertices: words.length / 2 });
      fc.pre(simple(ring));
      const found = withoutFolds(ring, HOLDS_NO_LINE);
      if (found === undefined) return;
      assert.ok(found.length >= 6 && found.length < ring.length);
      assert.ok(simple(found));
      assert.equal(withoutFolds(found, HOLDS_NO_LINE), undefined);
      const places = vertices.map(([x, y]) => `${x} ${y}`);
      const order = Array.from({ length: found.length / 2 }, (_, i) =>
        places.indexOf(`${found[2 * i]} ${found[2 * i + 1]}`),
      );
      const turns = order.filter((place, i) => place > order[(i + 1) % order.length]!).length;
      assert.equal(turns, 1);
    }),
    { numRuns: 3000 },
  );
});
