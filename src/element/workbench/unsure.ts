/** The way through the objects from the least sure one on. */
import { bySureness } from '../contours/sureness.js';
import { addEnglish } from '../i18n/messages.js';
import { englishUnsure } from '../i18n/unsure/en.js';
import { showAmid } from '../viewer/show-amid.js';
import type { Workbench } from './workbench.js';

addEnglish(englishUnsure);

const hundredths = (value: number, lang: string): string =>
  new Intl.NumberFormat(lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);

/** The objects that were shown in this round. */
const shown = new WeakMap<Workbench, Set<string>>();

/**
 * Selects the least sure object that was not shown in this round, and brings it into view; hidden and locked ones are left out. After the
 * last one comes the least sure again.
 */
export const selectUnsure = (bench: Workbench): void => {
  const { objects, stage, visibility, voice } = bench;
  const open = objects.all.filter(
    ({ contours: [first] }) => !visibility.isHidden(first) && first.properties.isLocked !== true,
  );
  const order = bySureness(open, stage.slice);
  const before = shown.get(bench) ?? new Set();
  const left = order.find(({ object }) => !before.has(object.id));
  const next = left ?? order[0];
  if (!next) {
    voice.say('noneUnsure');
    return;
  }
  const { object, sureness } = next;
  const only = order.length === 1 && before.has(object.id);
  shown.set(bench, left ? before.add(object.id) : new Set([object.id]));
  objects.select([object]);
  bench.moving.show(object, showAmid);
  if (only) {
    voice.say('onlyUnsure', { number: object.number });
    return;
  }
  voice.say(sureness.measure === 'probability' ? 'unsureProbability' : 'unsureSeparation', {
    number: object.number,
    value: (lang) => hundredths(sureness.value, lang),
    place: order.indexOf(next) + 1,
    count: order.length,
  });
};
