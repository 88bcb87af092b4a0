/** Opens a session. */
import { badImport } from '../../../contours/formats/features.js';
import type { Imported } from '../../../contours/formats/index.js';
import { because } from '../../../core/reasons.js';
import { countObjects } from '../../contours/objects.js';
import { isOther, readSession } from '../../storage/read-session.js';
import { applySettings } from '../../storage/settings.js';
import type { Workbench } from '../workbench.js';

/** Replaces the work by that of a session, in one change. Throws `bad-import` where the session is of an image of another size. */
export const openSession = (bench: Workbench, text: string): Imported => {
  const { settings, contours, unlike, model, image: its } = readSession(text);
  const { collection, element, learnt, stage, voice, works } = bench;
  const { image } = stage;
  if (image && its && (image.width !== its.width || image.height !== its.height)) {
    const [a, b] = [its, image].map(({ name, width, height }) => `${name} (${width} × ${height})`);
    throw badImport(
      because('session-other-image')`the session is of the image ${a}, and ${b} is open; open that image first`,
    );
  }
  collection.replace(contours, 'session');
  learnt.unlike = unlike;
  learnt.model = model ?? learnt.model;
  applySettings(element, settings);
  const count = countObjects(contours);
  if (image && its && isOther(its, { ...image, source: works.source }))
    voice.say('sessionOfOther', { name: its.name, count }, 'snake.undo');
  else voice.say('sessionOpened', { count }, 'snake.undo');
  return { contours, skipped: [] };
};
