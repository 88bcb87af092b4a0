/** Copies of objects: pasted from the clipboard, or beside the selected ones. Each is one step that can be undone. Loaded with the first. */
import type { Imported, LeftOut } from '../../../contours/formats/features.js';
import type { Point } from '../../../contours/geometry.js';
import type { Box } from '../../../core/geometry/rect.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import { copied, type Slices } from '../../contours/copied.js';
import { countObjects } from '../../contours/objects.js';
import { countOutside } from '../../contours/outside.js';
import { boxOfAll, moved } from '../../contours/placed.js';
import { englishFiles } from '../../i18n/files/en.js';
import { addEnglish } from '../../i18n/messages.js';
import { viewOf } from '../../overlay/projection.js';
import { readContoursOf } from '../files/later-files.js';
import type { Workbench } from '../workbench.js';

addEnglish(englishFiles);

/** Distance of a copy from what it was copied of, in CSS pixels. */
const BESIDE = 16;

/** What a paste begins with. */
export interface Pasted {
  /** Texts on the clipboard; none where it is empty, or out of reach. */
  readonly texts: Promise<readonly string[]>;
  /** The texts are those of a clipboard event. */
  readonly byEvent: boolean;
  /** Where the pointer was then, in image pixels; copies keep their coordinates without `toPointer`. */
  readonly pointer: Point | undefined;
  readonly toPointer: boolean;
  /** The image that was open. */
  readonly source: unknown;
}

/** Pastes the contours on the clipboard; other content is reported. Never rejects. */
export const paste = async (
  bench: Workbench,
  { texts, byEvent, pointer, toPointer, source }: Pasted,
): Promise<void> => {
  const { stage, voice } = bench;
  const read = await texts;
  if (read.length === 0) {
    voice.say(byEvent ? 'pasteNone' : 'pasteDenied');
    return;
  }
  for (const text of read) {
    const { contours, ...left } = await readContoursOf(bench, text).catch(
      (): Imported => ({ contours: [], skipped: [] }),
    );
    if (stage.source !== source || !stage.image) return;
    if (contours.length === 0) continue;
    keep(bench, contours, toPointer ? byPointer(bench, contours, pointer) : { x: 0, y: 0 }, left);
    return;
  }
  voice.say('pasteNone');
};

/** Copies beside the selected objects. */
export const duplicate = (bench: Workbench): void => {
  const { contours } = bench.objects;
  keep(bench, contours, beside(bench, contours), { skipped: [] }, 'duplicated');
};

/** Shift that moves the middle of contours to the pointer; without a pointer, it avoids contours that are already there. */
const byPointer = (bench: Workbench, contours: readonly ContourFeature[], pointer: Point | undefined): Point => {
  const { placing } = bench;
  const box = boxOfAll(contours);
  if (!box) return { x: 0, y: 0 };
  if (!pointer) return isTaken(bench, box) ? beside(bench, contours) : placing.within(contours, { x: 0, y: 0 });
  const to = { x: pointer.x - (box.x0 + box.x1) / 2, y: pointer.y - (box.y0 + box.y1) / 2 };
  return placing.within(contours, { x: Math.round(to.x), y: Math.round(to.y) });
};

/** A contour lies exactly where a box is. */
const isTaken = ({ collection }: Workbench, box: Box): boolean =>
  collection.contours.some((contour) => {
    const its = boxOfAll([contour]);
    return its && its.x0 <= box.x0 && its.y0 <= box.y0 && its.x1 >= box.x1 && its.y1 >= box.y1;
  });

/** A small shift, to the other side at the image's border. */
const beside = ({ placing, projection }: Workbench, contours: readonly ContourFeature[]): Point => {
  const step = Math.max(1, Math.round(BESIDE * viewOf(projection).pixel));
  const there = placing.within(contours, { x: step, y: step });
  const back = placing.within(contours, { x: -step, y: -step });
  return { x: there.x === 0 ? back.x : there.x, y: there.y === 0 ? back.y : there.y };
};

const keep = (
  { collection, stage, voice }: Workbench,
  contours: readonly ContourFeature[],
  by: Point,
  { skipped, reason }: LeftOut,
  kept: 'pasted' | 'duplicated' = 'pasted',
): void => {
  const { image, slices } = stage;
  if (!image || contours.length === 0) return;
  const on: Slices = slices && { depth: slices.depth, slice: slices.slice };
  const fresh = copied(contours, on).map((contour) => moved(contour, by, image.placement));
  if (fresh.length > 0) {
    collection.put(fresh, 'paste');
    collection.selectMany(fresh.map(({ id }) => id));
  }
  const count = countObjects(fresh);
  const outside = fresh.length > 0 ? countOutside(fresh, image) : countOutside(contours, image);
  const [first] = skipped;
  if (outside > 0) voice.say('pastedOutside', { count, outside }, 'snake.undo');
  else if (first !== undefined)
    voice.say('pastedSome', { count, skipped: skipped.length, reason: reason ?? first }, 'snake.undo');
  else voice.say(kept, { count }, 'snake.undo');
};
