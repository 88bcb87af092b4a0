/** Notice that a new contour holds parts which thin necks join, as two nuclei in one box. */
import { hasNecks } from '../../../algorithm/shapes/necks.js';
import type { ContourFeature, RunResult } from '../../../worker/protocol.js';
import type { Collection } from '../../contours/collection.js';
import type { Voice } from '../voice.js';

/**
 * Looks for necks in the contour of a run that found one and was not cancelled. It does so once the contour was painted, which does not wait for it,
 * and tells of necks if the contour is still there as it was.
 */
export const tellNecks = (
  collection: Collection,
  voice: Voice,
  [contour, ...others]: readonly [ContourFeature, ...ContourFeature[]],
  { cancelled }: Pick<RunResult, 'cancelled'>,
): void => {
  if (cancelled || others.length > 0) return;
  const tell = (): void => {
    if (collection.get(contour.id) !== contour || !hasNecks(contour.geometry)) return;
    voice.say('thinNeck', {}, 'snake.contour.split');
  };
  requestAnimationFrame(() => setTimeout(tell));
};
