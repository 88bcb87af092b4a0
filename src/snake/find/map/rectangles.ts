/** Rectangles of planes: where some values lie, and copies of them. */
import { grownBy, intersection, type Rect } from '../../../core/geometry/rect.js';
import type { Size } from './box-blur.js';

/** A plane's values, row by row. */
type Values = Uint8Array | Uint16Array | Int32Array;

/** The least rectangle that holds all values of a plane that count; `undefined` where none does. */
export const boundsWhere = (
  values: Uint8Array,
  { width, height }: Size,
  counts: (value: number) => boolean,
): Rect | undefined => {
  const isCounted = Uint8Array.from({ length: 256 }, (_, value) => (counts(value) ? 1 : 0));
  const columns = new Uint8Array(width);
  let [top, bottom] = [height, 0];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (isCounted[values[i]!] === 0) continue;
      columns[x] = 1;
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  const left = columns.indexOf(1);
  return left < 0 ? undefined : { x: left, y: top, width: columns.lastIndexOf(1) + 1 - left, height: bottom - top };
};

/** A rectangle with `margin` pixels more on each side, as far as they lie in the plane. */
export const grownWithin = (rect: Rect, margin: number, { width, height }: Size): Rect =>
  intersection(grownBy(rect, margin), { x: 0, y: 0, width, height })!;

/** A copy of a rectangle that lies in a plane. @param stride the plane's width */
export const cutOut = <Its extends Values>(from: Its, stride: number, { x, y, width, height }: Rect): Its => {
  const to = from.slice(0, width * height) as Its;
  for (let row = 0; row < height; row++) {
    const at = (y + row) * stride + x;
    to.set(from.subarray(at, at + width), row * width);
  }
  return to;
};
