/** Opens a session. */
import { badImport } from '../../../contours/formats/features.js';
import type { Imported } from '../../../contours/formats/index.js';
import { alike } from '../../../core/alike.js';
import { because } from '../../../core/reasons.js';
import { countObjects } from '../../contours/objects.js';
import { allRepaired } from '../../contours/repaired.js';
import { isOther, readSession } from '../../storage/read-session.js';
import type { Frame } from '../../storage/session.js';
import { applySettings } from '../../storage/settings.js';
import type { Workbench } from '../workbench.js';
import { onItsImage } from './its-image.js';

/** Replaces the work by that of a session, its contours and classes in one change. Rejects with `bad-import` where the session is of an image of another size, or of other slices. */
export const openSession = async (bench: Workbench, text: string): Promise<Imported> => {
  const { settings, contours: read, unlike, model, image: its, skipped, reason } = readSession(text);
  const contours = await onItsImage(bench, () => allRepaired(read, bench.stage.image?.placement));
  const { collection, element, learnt, objects, stage, voice, works } = bench;
  const image = stage.image && { ...stage.image, depth: stage.image.stack?.depth, source: works.source };
  if (image && its && sidesOf(image) !== sidesOf(its)) {
    const [a, b] = [its, image].map((each) => `${each.name} (${sidesOf(each)})`);
    throw badImport(
      because('session-other-image')`the session is of the image ${a}, and ${b} is open; open that image first`,
    );
  }
  const before = objects.state;
  applySettings(element, settings);
  const after = objects.state;
  collection.replace(contours, 'session', alike(before, after) ? undefined : { before, after });
  learnt.unlike = unlike;
  learnt.model = model ?? learnt.model;
  const count = countObjects(contours);
  const [first] = skipped;
  if (image && its && isOther(its, image)) voice.say('sessionOfOther', { name: its.name, count }, 'snake.undo');
  else if (first === undefined) voice.say('sessionOpened', { count }, 'snake.undo');
  else voice.say('importedSome', { count, skipped: skipped.length, reason: reason ?? first }, 'snake.undo');
  return { contours, skipped, ...(reason && { reason }) };
};

/** Width, height, and slices where there are several, as an error names them. */
const sidesOf = ({ width, height, depth = 1 }: Frame): string =>
  `${width} × ${height}${depth > 1 ? ` × ${depth}` : ''}`;
