import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { enlarged } from '../../../../src/snake/hints/enlarged.js';

const domain = { width: 40, height: 30 };
const cells = { width: 20, size: 2 };
const box = { x0: 10, y0: 10, x1: 20, y1: 20 };

/** A mark in the cell that holds a position, 3 cells deep. */
const mark = (x: number, y: number, inside = true) => ({
  cells: [Math.floor(y / 2) * 20 + Math.floor(x / 2)],
  inside,
  depth: 3,
});

describe('a box that marks show to be too small', () => {
  it('takes in a square, a depth to each side, round a mark inside that lies beyond it', () => {
    assert.deepEqual(enlarged(box, [mark(25, 15)], cells, domain), { ...box, y0: 9, y1: 21, x1: 31 });
    assert.deepEqual(enlarged({ ...box, y0: 8, y1: 22 }, [mark(25, 15)], cells, domain), {
      x0: 10,
      y0: 8,
      x1: 31,
      y1: 22,
    });
  });

  it('stays for marks in it and for those outside the object', () => {
    assert.deepEqual(enlarged(box, [mark(19, 15), mark(25, 15, false)], cells, domain), box);
  });

  it('ends with the domain, and reaches all marks', () => {
    assert.deepEqual(enlarged(box, [mark(37, 15), mark(15, 1)], cells, domain), { x0: 9, y0: 0, x1: 40, y1: 21 });
  });
});
