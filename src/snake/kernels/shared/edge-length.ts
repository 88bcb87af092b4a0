/** Fraction bits of an edge's length. */
export const LENGTH_BITS = 8;

/**
 * Length of an edge with steps dx and dy below 2¹⁶ pixels, in 2⁻⁸ pixels: the greatest of its projections on the directions
 * 0°, 11.25°, 22.5°, 33.75° and 45° of its octant, whose cosines and sines have 8 fraction bits (Minkowski 1910: a norm, given by the polygon
 * of its unit circle). Within a hundredth of the Euclidean length; edges of one direction add up exactly, which a rounded root
 * would not do, so that a vertex in the middle of a straight edge costs nothing.
 */
export const edgeLength = (dx: number, dy: number): number => {
  const x = Math.abs(dx);
  const y = Math.abs(dy);
  const long = Math.max(x, y);
  const short = Math.min(x, y);
  return Math.max(
    256 * long,
    251 * long + 50 * short,
    237 * long + 98 * short,
    213 * long + 142 * short,
    181 * (long + short),
  );
};
