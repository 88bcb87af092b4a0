/** Masks as the spaces in which lines are thinned and traced. */
import { neighbourX, neighbourY } from '../../../src/linear-features/kernels/shared/neighbours.js';
import { shiftOf, stepOf } from '../../../src/linear-features/kernels/shared/thinning-words.js';
import { Pieces } from '../../../src/linear-features/network/pieces.js';
import { Room } from '../../../src/linear-features/network/room.js';
import { Space } from '../../../src/linear-features/network/space.js';
import { Graph } from '../../../src/linear-features/network/trace.js';

/** A mask's width, height and pixels, y·width + x in the order of the rows. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly pixels: readonly number[];
}

export interface Made {
  readonly mask: Mask;
  readonly space: Space;
  readonly pieces: Pieces;
  readonly room: Room;
}

/** A mask from a drawing. */
export const drawn = (rows: readonly string[]): Mask => ({
  width: rows[0]!.length,
  height: rows.length,
  pixels: [...rows.join('')].flatMap((letter, pixel) => (letter === '#' ? [pixel] : [])),
});

export const strideOf = (width: number): number => (width + 33) & ~31;

/** The place of a pixel. */
export const placeOf = (pixel: number, width: number): number => {
  const y = Math.floor(pixel / width);
  return (y + 1) * strideOf(width) + 1 + pixel - y * width;
};

/** The space of a mask. @param fast false for the plain forms; `high` is the threshold of strong pieces */
export const spaceOf = (
  mask: Mask,
  {
    strength = () => 1,
    high = 0,
    fast = true,
  }: { strength?: (pixel: number) => number; high?: number; fast?: boolean } = {},
): Made => {
  const room = new Room(400 * mask.pixels.length + 2 ** 16, fast);
  const space = new Space(mask.pixels.length, strideOf(mask.width), room);
  space.places.set(mask.pixels.map((pixel) => placeOf(pixel, mask.width)));
  space.strengths.set(mask.pixels.map(strength));
  const shift = shiftOf(Math.max(1, ...mask.pixels.map((_, k) => space.strengths[k]!)));
  space.keys.set(mask.pixels.map((_, k) => stepOf(space.strengths[k]!, shift)));
  return { mask, space, pieces: Pieces.of(space, high, room), room };
};

/** The pixels that are left. */
export const pixelsLeft = ({ mask, space }: Pick<Made, 'mask' | 'space'>): number[] =>
  mask.pixels.filter((_, k) => space.has(k));

export const picture = (made: Pick<Made, 'mask' | 'space'>): string[] => {
  const { width, height } = made.mask;
  const left = new Set(pixelsLeft(made));
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => (left.has(y * width + x) ? '#' : '.')).join(''),
  );
};

export const graphOf = ({ space, room }: Pick<Made, 'space' | 'room'>): Graph => {
  const graph = new Graph(space, room);
  graph.trace(space);
  return graph;
};

/** The neighbourhood of a pixel among those of a set. */
export const aroundIn = (pixels: ReadonlySet<number>, { width, height }: Mask, pixel: number): number => {
  const [x, y] = [pixel % width, Math.floor(pixel / width)];
  let set = 0;
  for (let n = 0; n < 8; n++) {
    const [X, Y] = [x + neighbourX[n]!, y + neighbourY[n]!];
    if (X >= 0 && Y >= 0 && X < width && Y < height && pixels.has(Y * width + X)) set |= 1 << n;
  }
  return set;
};
