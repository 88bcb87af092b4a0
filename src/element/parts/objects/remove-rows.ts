/** Removes what is selected in a list or a table of objects, so that the next row is selected. */
import type { AnnotatedObject } from '../../contours/objects.js';
import { translator } from '../../i18n/messages.js';
import type { Workbench } from '../../workbench/workbench.js';

/** Removes the selected objects but those that are locked, then selects `next` where nothing else is selected; says both. False where nothing was removed. */
export const removeRows = ({ objects, voice }: Workbench, next: AnnotatedObject | undefined): boolean => {
  if (!objects.remove()) return false;
  const removed = voice.message;
  // Of a volume, objects are others after a change.
  const now = objects.all.find(({ id }) => id === next?.id);
  if (!now || objects.selected.length > 0) return true;
  objects.select([now]);
  const selected = voice.message;
  if (!removed || !selected) return true;
  const text = (lang: string): string => {
    const t = translator(lang);
    return `${t(removed.key, removed.values).replace(/\.$/, '')}. ${t(selected.key, selected.values)}`;
  };
  voice.say('said', { text }, removed.offer);
  return true;
};
