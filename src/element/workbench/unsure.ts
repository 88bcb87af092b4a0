/** The way through the objects from the least sure one on. */
import { bySureness } from '../contours/sureness.js';
import type { Workbench } from './workbench.js';

const hundredths = (value: number, lang: string): string =>
  new Intl.NumberFormat(lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);

/** Selects the object after the selected one in the order of sureness, and brings it into view; hidden and locked ones are left out. */
export const selectUnsure = (bench: Workbench): void => {
  const { objects, stage, visibility, voice } = bench;
  const open = objects.all.filter(
    ({ contours: [first] }) => !visibility.isHidden(first) && first.properties.isLocked !== true,
  );
  const order = bySureness(open, stage.slice);
  const at = order.findIndex(({ object }) => object.id === objects.selected.at(-1)?.id);
  const next = order[(at + 1) % Math.max(1, order.length)];
  if (!next) {
    voice.say('noneUnsure');
    return;
  }
  const { object, sureness } = next;
  objects.select([object]);
  bench.bringIntoView(object);
  voice.say(sureness.measure === 'probability' ? 'unsureProbability' : 'unsureSeparation', {
    number: object.number,
    value: (lang) => hundredths(sureness.value, lang),
    place: order.indexOf(next) + 1,
    count: order.length,
  });
};
