/** The step from a run's result to the contours in the collection. */

import type { Classification } from '../../contours/formats/features.js';
import { objectOf } from '../../contours/on-slice.js';
import type { ContourFeature, RunResult } from '../../worker/protocol.js';
import type { Collection } from './collection.js';
import type { ChangeReason } from './edits.js';
import { withPinned } from './pinned.js';

/** The circumstances under which a run's contours are kept. */
export interface Keeping {
  /** The contour that the run started from, if any. */
  readonly refined: ContourFeature | undefined;
  /** Ids of the contours that the new ones replace, where a run was repeated. */
  readonly replaced: readonly string[];
  /** True where the result has every slice of an object in a volume; then all slices of a refined contour are replaced. */
  readonly whole: boolean;
  /** The class of contours that come without one. */
  readonly classification: Classification | undefined;
}

/** Tells whether a result has every slice of an object in a volume. */
export const isOfVolume = ({ contours }: RunResult): boolean =>
  contours.every(({ properties: { metadata } }) => metadata.object !== undefined);

/** The contours of a result, with what they inherit: name, class and note of the contour refined, else the class of new ones. */
export const inheriting = (
  result: RunResult,
  { refined, whole, classification }: Keeping,
): readonly ContourFeature[] => {
  const fresh = classification ? { classification } : {};
  return result.contours.map((contour, k) => {
    const heir = k === 0 || whole ? refined?.properties : undefined;
    // The run says which pinned vertices it has left.
    const { pinned } = contour.properties;
    const { object, note } = heir?.metadata ?? {};
    const metadata = {
      ...contour.properties.metadata,
      ...(object === undefined || whole ? {} : { object }),
      ...(note === undefined ? {} : { note }),
    };
    return withPinned(
      { ...contour, properties: { ...(heir ?? fresh), ...contour.properties, metadata } },
      pinned ?? [],
    );
  });
};

/** Puts a run's contours into the collection, in one change. An object in a volume that is run again is replaced on every slice. */
export const keepIn = (
  collection: Collection,
  contours: readonly ContourFeature[],
  { refined, replaced, whole }: Keeping,
  reason: ChangeReason,
): void => {
  if (refined && whole) {
    const same = collection.contours.filter((other) => objectOf(other) === objectOf(refined));
    collection.exchange(
      same.map(({ id }) => id),
      contours,
      reason,
      true,
    );
  } else if (replaced.length > 0) collection.exchange(replaced, contours, 'refine', true);
  else collection.put(contours, reason, true);
};
