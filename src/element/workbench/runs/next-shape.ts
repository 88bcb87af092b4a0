/** The next larger or smaller shape of the click that the selected contour came from. */
import { areaOf } from '../../../contours/geometry.js';
import type { Workbench } from '../workbench.js';
import { clickOf } from './click-of.js';

/** Puts the next larger or smaller shape in the place of the selected contour, once the runs under way and waiting are over. */
export const takeNextShape = ({ collection, objects, runs, stage, voice }: Workbench, larger: boolean): void => {
  const { selected } = collection;
  if (!selected || objects.refuses([selected])) return;
  const click = clickOf(selected, stage.seat.algorithms);
  if (!click) {
    voice.say('notFromClick');
    return;
  }
  runs.start(selected.id, () => {
    const area = areaOf((collection.get(selected.id) ?? selected).geometry);
    return { algorithm: click.algorithm, ...(larger ? { largerThan: area } : { smallerThan: area }) };
  });
};
