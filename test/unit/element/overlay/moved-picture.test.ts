/** Pictures that are drawn where the view has moved to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawMoved } from '../../../../src/element/overlay/moved-picture.js';
import type { Projection } from '../../../../src/element/overlay/projection.js';

const projection = (x: number, scale: number): Projection => ({
  origin: { x: 0, y: 0 },
  centre: { x, y: 40 },
  a: scale,
  b: 0,
  c: 0,
  d: scale,
  scale,
  width: 100,
  height: 80,
});

/** The matrix by which a picture of 200 × 160 device pixels is drawn. */
const matrixOf = (from: Projection, to: Projection): readonly number[] => {
  let matrix: readonly number[] = [];
  const context = {
    save: () => {},
    restore: () => {},
    setTransform: (...its: number[]) => {
      matrix = its;
    },
    drawImage: () => {},
  };
  drawMoved(
    context as unknown as Parameters<typeof drawMoved>[0],
    { width: 200, height: 160 } as OffscreenCanvas,
    from,
    to,
    2,
  );
  return matrix;
};

test('a picture of a view that is moved alone lies pixel on pixel, so that it is copied and not filtered', () => {
  const [a, b, c, d, e, f] = matrixOf(projection(50, 1), projection(60.57, 1));
  assert.deepEqual([a, b, c, d, e, f], [1, 0, 0, 1, 21, 0]);
});

test('a picture of another scale lies where its contours do', () => {
  const [a, , , d, e] = matrixOf(projection(50, 1), projection(60.57, 1.5));
  assert.equal(a, 1.5);
  assert.equal(d, 1.5);
  assert.ok(Math.abs(e! - 2 * (60.57 - 75)) < 1e-6, `${e}`);
});
