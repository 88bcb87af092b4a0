/** Checks a list of starts. */

import { badParameter, SegmenterError, show } from '../../core/errors.js';
import { because, type Reason } from '../../core/reasons.js';
import { toldInit } from './told-init.js';

/** Maximum number of starts per run: their contours are in memory together. */
const MOST = 65536;

/** The unchecked starts of a list or a `FeatureCollection`; `undefined` where `init` is one start. Throws `bad-init`. */
export const listOfInits = (init: unknown): readonly unknown[] | undefined => {
  const told = toldInit(init);
  if (told.kind !== 'list') return undefined;
  const { inits: list } = told;
  if (!Array.isArray(list)) throw badParameter('init', show(init), 'a FeatureCollection must have a list of features');
  const refuse = (value: Reason, reason: Reason): never => {
    throw new SegmenterError('bad-init', { init: value, reason });
  };
  if (list.length === 0)
    return refuse(because('empty-list')`an empty list`, because('no-start')`there must be at least one start in it`);
  if (list.length > MOST)
    return refuse(
      because('list-of-starts')`a list of ${list.length} starts`,
      because('starts-most')`a run takes ${MOST} at most; give them in parts`,
    );
  if (list.includes('auto'))
    return refuse(
      because('list-with-auto')`a list with auto`,
      because('auto-alone')`'auto' finds all objects and stands alone`,
    );
  return list;
};
