import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clipRing } from '../../../../src/core/geometry/ring.js';
import { clipLine, whollyInside } from '../../../../src/element/overlay/clip.js';

const view = { x: 0, y: 0, width: 100, height: 100 };

describe('clipping', () => {
  it('leaves what is inside alone', () => {
    assert.deepEqual(clipRing([1, 1, 9, 1, 9, 9], view), [1, 1, 9, 1, 9, 9]);
    assert.deepEqual(clipLine([1, 1, 9, 1, 9, 9], view), [[1, 1, 9, 1, 9, 9]]);
  });

  it('cuts a huge ring to the window without moving its edges', () => {
    const far = 1e9;
    const clipped = clipRing([-far, 50, far, 50, far, far, -far, far], view);
    assert.ok(whollyInside(clipped, view));
    const ys = clipped.filter((_, k) => k % 2 === 1);
    assert.equal(Math.min(...ys), 50);
    assert.deepEqual(clipLine([-far, 50, far, 50], view), [[0, 50, 100, 50]]);
  });

  it('gives nothing of what lies outside', () => {
    assert.deepEqual(clipRing([200, 200, 300, 200, 300, 300], view), []);
    assert.deepEqual(clipLine([200, 0, 200, 100], view), []);
  });

  it('keeps every visible point of a line, and only those', () => {
    const coordinate = fc.integer({ min: -300, max: 400 });
    fc.assert(
      fc.property(
        fc.array(coordinate, { minLength: 4, maxLength: 12 }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        (path, t) => {
          const line = path.slice(0, path.length - (path.length % 2));
          const pieces = clipLine(line, view);
          for (const piece of pieces) {
            for (let k = 0; k < piece.length; k += 2) {
              assert.ok(
                piece[k]! > -1e-6 && piece[k]! < 100 + 1e-6 && piece[k + 1]! > -1e-6 && piece[k + 1]! < 100 + 1e-6,
              );
            }
          }
          const x = line[0]! + t * (line[2]! - line[0]!);
          const y = line[1]! + t * (line[3]! - line[1]!);
          if (x <= 0 || y <= 0 || x >= 100 || y >= 100) return;
          const near = pieces.some((piece) => {
            for (let k = 2; k < piece.length; k += 2) {
              const length = Math.hypot(piece[k]! - piece[k - 2]!, piece[k + 1]! - piece[k - 1]!);
              const around =
                Math.hypot(x - piece[k - 2]!, y - piece[k - 1]!) + Math.hypot(x - piece[k]!, y - piece[k + 1]!);
              if (around - length < 1e-6) return true;
            }
            return false;
          });
          assert.ok(near);
        },
      ),
      { numRuns: 500, seed: 20 },
    );
  });
});
