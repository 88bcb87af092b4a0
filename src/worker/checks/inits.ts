/** Checks a list of starts. */
import { badParameter, SegmenterError, show } from '../../core/errors.js';
import { toldInit } from './told-init.js';

/** Most starts of one run: their contours are in memory together. */
const MOST = 65536;

/** The starts of a list or a `FeatureCollection`, none checked yet; `undefined` where `init` is one start. Throws `bad-init`. */
export const listOfInits = (init: unknown): readonly unknown[] | undefined => {
  const told = toldInit(init);
  if (told.kind !== 'list') return undefined;
  const { inits: list } = told;
  if (!Array.isArray(list)) throw badParameter('init', show(init), 'a FeatureCollection must have a list of features');
  const refuse = (value: string, reason: string): never => {
    throw new SegmenterError('bad-init', { init: value, reason });
  };
  if (list.length === 0) return refuse('an empty list', 'there must be at least one start in it');
  if (list.length > MOST)
    return refuse(`a list of ${list.length} starts`, `a run takes ${MOST} at most; give them in parts`);
  if (list.includes('auto')) return refuse('a list with auto', "'auto' finds all objects and stands alone");
  return list;
};
