import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trace } from '../../../../src/core/geometry/trace.js';
import { packBits } from '../../../../src/level-set/bits/bits.js';

const draw = (...rows: string[]) => {
  const [width, height] = [rows[0]!.length, rows.length];
  const mask = Uint8Array.from(rows.join(''), (c) => (c === '#' ? 1 : 0));
  return trace(packBits({ width, height, depth: 1 }, mask), width, height);
};

test('nothing inside has no contour', () => {
  assert.deepEqual(draw('...', '...'), []);
});

test('a pixel is a square, clockwise on screen', () => {
  const [part] = draw('...', '.#.');
  assert.deepEqual(part, { outer: [1, 2, 1, 1, 2, 1, 2, 2], holes: [], area: 1 });
});

test('the largest part comes first', () => {
  const parts = draw('#..##', '...##');
  assert.deepEqual(
    parts.map((part) => part.area),
    [4, 1],
  );
});

test('pixels that meet at a corner are two parts', () => {
  assert.equal(draw('#.', '.#').length, 2);
});

test('a hole that meets the outside at a corner stays a hole of its own', () => {
  const parts = draw('###.', '#.##', '##.#', '.###');
  assert.equal(parts.length, 1);
  assert.equal(parts[0]!.holes.length, 2);
  const [ring] = draw('###', '#.#', '##.');
  assert.deepEqual(ring, { outer: [0, 0, 3, 0, 3, 2, 2, 2, 2, 3, 0, 3], holes: [[2, 2, 2, 1, 1, 1, 1, 2]], area: 7 });
});

test('an island in a hole is a part', () => {
  const parts = draw('#####', '#...#', '#.#.#', '#...#', '#####');
  assert.deepEqual(
    parts.map(({ area, holes }) => [area, holes.length]),
    [
      [16, 1],
      [1, 0],
    ],
  );
});

test('a row of exactly 32 and of 64 cells is closed at the border', () => {
  for (const width of [31, 32, 33, 64]) {
    const [part] = draw('#'.repeat(width));
    assert.deepEqual([...part!.outer].sort((a, b) => a - b).slice(-2), [width, width]);
  }
});
