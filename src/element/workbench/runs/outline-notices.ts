/** Notices on the outline that a run gave: marks that took in more than there was, noise alone, and parts that thin necks join, as two nuclei in one box. */
import { hasNecks } from '../../../algorithm/shapes/necks.js';
import { areaOf } from '../../../contours/geometry.js';
import type { ContourFeature, RunResult } from '../../../worker/protocol.js';
import type { Collection } from '../../contours/collection.js';
import { isSetApart } from '../../contours/set-apart.js';
import { englishDrawing } from '../../i18n/drawing/en.js';
import { addEnglish } from '../../i18n/messages.js';
import type { Voice } from '../voice.js';

addEnglish(englishDrawing);

/**
 * Growth of a contour by marks from which on it is told. Less than half of the contour was there before, and what is mostly wrong is drawn anew
 * (ALGORITHMS D.10.4); a mark far away takes in all that lies between.
 */
const GREW = 2;

/**
 * Looks at the contour of a run that found one and was not cancelled. It does so once the contour was painted, which does not wait for it, and tells
 * of what it sees if the contour is still there as it was.
 * @param before the contour that marks corrected
 */
export const tellOfOutline = (
  collection: Collection,
  voice: Voice,
  [contour, ...others]: readonly [ContourFeature, ...ContourFeature[]],
  { cancelled }: Pick<RunResult, 'cancelled'>,
  before: ContourFeature | undefined,
): void => {
  if (cancelled || others.length > 0) return;
  const tell = (): void => {
    if (collection.get(contour.id) !== contour) return;
    const times = before ? areaOf(contour.geometry) / areaOf(before.geometry) : 1;
    if (times > GREW) voice.say('marksGrew', { times: Math.floor(times) }, 'snake.undo');
    else if (isSetApart(contour) === false) voice.say('noObject', {}, 'snake.undo');
    else if (hasNecks(contour.geometry)) voice.say('thinNeck', {}, 'snake.contour.split');
  };
  requestAnimationFrame(() => setTimeout(tell));
};
