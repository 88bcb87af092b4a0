/** Areas cut along a line, and areas without their holes. */
import {
  type Area,
  common,
  geometryOfArea,
  grown,
  partsOf,
  sizeOf,
  slit,
  slitMargin,
  united,
  without,
} from './clip.js';

/**
 * The pieces into which a line cuts an area: first the largest, with all parts that the line does not divide, then the others. Their
 * union is the area, and they share the line as an edge. One piece where the line divides nothing.
 */
export const cutAlong = (area: Area, line: readonly { readonly x: number; readonly y: number }[]): readonly Area[] => {
  const gap = slit(line);
  const largest: Area[] = [];
  const others: Area[] = [];
  for (const part of partsOf(area)) {
    const pieces = partsOf(without(part, gap)).filter((piece) => geometryOfArea(piece) !== undefined);
    if (pieces.length < 2) {
      largest.push(part);
      continue;
    }
    const [first, ...rest] = mended(
      part,
      pieces.sort((a, b) => sizeOf(b) - sizeOf(a)),
    );
    largest.push(first!);
    others.push(...rest);
  }
  return [largest.flat(), ...others.sort((a, b) => sizeOf(b) - sizeOf(a))];
};

/** Reassigns the pixels of the slit: each piece but the first takes the part beside it, the first takes the rest. */
const mended = (part: Area, pieces: readonly Area[]): Area[] => {
  let rest = part;
  const mendedOnes = pieces.slice(1).map((piece) => {
    const reach = common(grown(piece, slitMargin), rest);
    const whole = pieces.reduce((left, other) => (other === piece ? left : without(left, other)), reach);
    rest = without(rest, whole);
    return whole;
  });
  return [rest, ...mendedOnes];
};

/** The area with its holes filled, including anything that lies in a hole. */
export const filled = (area: Area): Area =>
  partsOf(area).reduce<Area>((all, [outer]) => (outer ? united(all, [outer]) : all), []);
