/** A picture that was painted in one projection, drawn where its contours lie in another. */
import type { Context } from './contour-painter.js';
import { type Projection, toImage, toScreen } from './projection.js';

/** The corners of the view of a projection in another projection, in CSS pixels: upper left, upper right, lower left. */
const cornersOf = (from: Projection, p: Projection): readonly { readonly x: number; readonly y: number }[] => {
  const { width, height } = from;
  return [
    [0, 0],
    [width, 0],
    [0, height],
  ].map(([x, y]) => {
    const at = toImage(from, x!, y!);
    return toScreen(p, at.x, at.y);
  });
};

/** What the picture of a projection leaves of the view of another, by the even-odd rule. */
export const outsideOf = (from: Projection, p: Projection): Path2D => {
  const [o, r, b] = cornersOf(from, p);
  const outside = new Path2D();
  outside.rect(0, 0, p.width, p.height);
  outside.moveTo(o!.x, o!.y);
  outside.lineTo(r!.x, r!.y);
  outside.lineTo(r!.x + b!.x - o!.x, r!.y + b!.y - o!.y);
  outside.lineTo(b!.x, b!.y);
  outside.closePath();
  return outside;
};

/** Draws the picture of the view of a projection in another. `ratio`: device pixels per CSS pixel of the context. */
export const drawMoved = (
  context: Context,
  picture: OffscreenCanvas,
  from: Projection,
  p: Projection,
  ratio: number,
): void => {
  const [origin, right, below] = cornersOf(from, p);
  const { width, height } = picture;
  context.save();
  const matrix = [
    ((right!.x - origin!.x) * ratio) / width,
    ((right!.y - origin!.y) * ratio) / width,
    ((below!.x - origin!.x) * ratio) / height,
    ((below!.y - origin!.y) * ratio) / height,
    origin!.x * ratio,
    origin!.y * ratio,
  ] as const;
  // A picture that is moved alone is laid pixel on pixel: it stays sharp, and is copied in place of filtered. The last half of a pixel comes
  // with the next picture, which is painted where the view rests.
  const [a, b, c, d, e, f] = isMove(matrix) ? matrix.map(Math.round) : matrix;
  context.setTransform(a!, b!, c!, d!, e!, f!);
  context.drawImage(picture, 0, 0);
  context.restore();
};

/** Tells whether pixels keep their size and direction, to a hundredth of one over a thousand. */
const isMove = ([a, b, c, d]: readonly [number, number, number, number, number, number]): boolean =>
  [a - 1, b, c, d - 1].every((value) => Math.abs(value) < 1e-5);
