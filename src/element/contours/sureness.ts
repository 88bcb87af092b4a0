/** Certainty of a contour, by a measure that has a name, and the order in which uncertain ones are reviewed. */
import type { ContourFeature } from '../../worker/protocol.js';
import { type AnnotatedObject, contourOn } from './objects.js';

/**
 * `probability`: of what was found by examples. `separation`: by how many standard deviations of inside and outside, in the band
 * where they are most, the means of the two lie apart.
 */
export interface Sureness {
  readonly measure: 'probability' | 'separation';
  readonly value: number;
}

/** The least sure first: by probability those that have one, then the others by separation. What was not measured is left out. */
export const bySureness = (
  objects: readonly AnnotatedObject[],
  slice: number | undefined,
): readonly { readonly object: AnnotatedObject; readonly sureness: Sureness }[] =>
  objects
    .flatMap((object) => {
      const sureness = surenessOf(contourOn(object, slice));
      return sureness ? [{ object, sureness }] : [];
    })
    .sort((a, b) => a.sureness.measure.localeCompare(b.sureness.measure) || a.sureness.value - b.sureness.value || 0);

/** The certainty of a contour; `undefined` where it has neither a probability nor measurements. */
export const surenessOf = ({
  properties: { probability, measurements },
}: Pick<ContourFeature, 'properties'>): Sureness | undefined => {
  if (probability !== undefined) return { measure: 'probability', value: probability };
  const bands = Object.keys(measurements).flatMap(
    (name) => /^Inside mean( band \d+)?$/.exec(name)?.[1] ?? (name === 'Inside mean' ? '' : []),
  );
  const apart = bands.map((band) => {
    const [inside, outside, a, b] = ['Inside mean', 'Outside mean', 'Inside std dev', 'Outside std dev'].map(
      (name) => measurements[`${name}${band}`] ?? Number.NaN,
    ) as [number, number, number, number];
    const gap = Math.abs(inside - outside);
    return gap === 0 ? 0 : gap / Math.sqrt((a * a + b * b) / 2);
  });
  const known = apart.filter((value) => !Number.isNaN(value));
  return known.length > 0 ? { measure: 'separation', value: Math.max(...known) } : undefined;
};
