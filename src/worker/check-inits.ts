/** Tells a list of starts from a single one. */
import { badParameter, SegmenterError, show } from '../core/errors.js';

/** Most starts of one run: their contours are in memory together. */
const MOST = 65536;

/** The starts of a list or a `FeatureCollection`, none checked yet; `undefined` where `init` is one start. Throws `bad-init`. */
export const listOfInits = (init: unknown): readonly unknown[] | undefined => {
  const list = Array.isArray(init) ? init : featuresOf(init);
  if (list === undefined) return undefined;
  const refuse = (value: string, reason: string): never => {
    throw new SegmenterError('bad-init', { init: value, reason });
  };
  if (list.length === 0) return refuse('an empty list', 'there must be at least one start in it');
  if (list.length > MOST)
    return refuse(`a list of ${list.length} starts`, `a run takes ${MOST} at most; give them in parts`);
  if (list.includes('auto')) return refuse('a list with auto', "'auto' finds all objects and stands alone");
  return list;
};

const featuresOf = (init: unknown): readonly unknown[] | undefined => {
  if (typeof init !== 'object' || init === null || !('type' in init) || init.type !== 'FeatureCollection')
    return undefined;
  if ('features' in init && Array.isArray(init.features)) return init.features;
  throw badParameter('init', show(init), 'a FeatureCollection must have a list of features');
};
