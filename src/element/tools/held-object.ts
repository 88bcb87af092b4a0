/** The object that a gesture is about: the one selected when it began, since a run that ends in the middle of it selects its own contour. */
import { objectOf } from '../../contours/on-slice.js';
import type { Workbench } from '../workbench/workbench.js';

/** Called when the gesture begins. What it returns selects that object again, or nothing where nothing was; false, and said, where it is gone. */
export const heldObject = ({ collection, voice }: Workbench): (() => boolean) => {
  const { selected: begun } = collection;
  return () => {
    const { selected } = collection;
    // Of a volume's object the contour on the slice shown is selected.
    if ((selected && objectOf(selected)) === (begun && objectOf(begun))) return true;
    if (begun && !collection.get(begun.id)) {
      voice.say('objectGone');
      return false;
    }
    collection.select(begun?.id);
    return true;
  };
};
