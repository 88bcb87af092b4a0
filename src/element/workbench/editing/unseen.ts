/** What a person does not see is not changed by tools, nor by commands for one outline. */
import type { ContourFeature } from '../../../worker/protocol.js';
import type { Collection } from '../../contours/collection.js';
import type { Visibility } from '../../contours/visibility.js';
import type { Voice } from '../voice.js';

/** What of a workbench tells whether its selected contour is seen. */
interface Seen {
  readonly collection: Collection;
  readonly visibility: Visibility;
  readonly voice: Voice;
  /** The selected contour, where it is on the slice shown. */
  readonly selectedHere: ContourFeature | undefined;
}

/** Says so, and is true, where the selected contour is hidden. */
export const isHidden = ({ collection: { selected }, visibility, voice }: Seen): boolean => {
  const hidden = selected !== undefined && visibility.isHidden(selected);
  if (hidden) voice.say('hiddenStay');
  return hidden;
};

/** Says so, and is true, where the selected contour is hidden, or not on the slice shown. */
export const isUnseen = (bench: Seen): boolean => {
  if (isHidden(bench)) return true;
  const elsewhere = bench.collection.selected !== undefined && bench.selectedHere === undefined;
  if (elsewhere) bench.voice.say('notOnSlice');
  return elsewhere;
};
