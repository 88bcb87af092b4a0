/** The contour of an object of which several regions have a piece each. */
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { areaIn, geometryOfArea, united } from '../../algorithm/shapes/clip.js';
import { areaOf } from '../geometry.js';

/** Metadata of a piece that do not hold for the whole object: no single request repeats it. */
const OF_A_PIECE: ReadonlySet<string> = new Set(['request', 'region', 'domain', 'statisticsLevel']);

/** What a caller knows of contours. */
export interface Joining {
  /** The id of an object, by that of its largest piece. */
  idOf(piece: string): string;
  /** The measurements of an outline. */
  measured(geometry: ContourFeature['geometry']): Readonly<Record<string, number>>;
}

/**
 * The union of pieces, with the properties of the largest and the number of pieces in its metadata; `undefined` where they have no area.
 */
export const joinedOf = (
  pieces: readonly ContourFeature[],
  { idOf, measured }: Joining,
): ContourFeature | undefined => {
  const geometry = geometryOfArea(
    united(
      pieces.flatMap((each) => areaIn(each.geometry)),
      [],
    ),
  );
  if (!geometry) return undefined;
  const largest = pieces.reduce((most, each) => (areaOf(each.geometry) > areaOf(most.geometry) ? each : most));
  const { probability, metadata } = largest.properties;
  const kept = Object.entries(metadata).filter(([name]) => !OF_A_PIECE.has(name));
  return {
    ...largest,
    id: idOf(largest.id),
    geometry,
    properties: {
      ...largest.properties,
      measurements: { ...measured(geometry), ...(probability === undefined ? {} : { Probability: probability }) },
      metadata: { ...Object.fromEntries(kept), joined: `${pieces.length}` },
    },
  };
};
