/** The level at which a domain is searched for objects: the usual one, or a finer one that the size of the examples asks for. */
import type { RunContext, Task } from '../../../algorithm/algorithm.js';
import { LEAST_RADIUS, SEARCHED, SEARCHED_FINELY } from '../../../algorithm/domain.js';
import type { Examples, Likeness } from '../../../algorithm/examples.js';
import { chooseLevel } from '../../../core/geometry/levels.js';
import type { Level, Rect } from '../../../core/geometry/rect.js';
import { signedArea } from '../../../core/geometry/ring.js';
import { checkModel } from './model.js';

type Seeing = Pick<RunContext, 'image' | 'pixelBudget'>;

/**
 * The level that a task asks for. Without one, the finest at which the domain has not too many pixels; with examples or a model a finer one,
 * up to `SEARCHED_FINELY` pixels, while their objects are too small for the features. A model is never used at a finer level than its own.
 * @throws SegmenterError `bad-parameter` where the model is invalid
 */
export const searchLevel = ({ level, likeness }: Task, domain: Rect, { image, pixelBudget }: Seeing): number => {
  if (level !== undefined) return level;
  const { levels } = image;
  const usual = chooseLevel(domain, levels, Math.min(pixelBudget, SEARCHED));
  if (likeness === undefined) return usual;
  const own = ownLevel(likeness, image);
  const fine = chooseLevel(domain, levels, Math.min(pixelBudget, SEARCHED_FINELY));
  return Math.min(usual, Math.max(own, fine));
};

/**
 * The coarsest level at which the objects of examples are large enough for the features, or the finest level. For a model, no level finer
 * than its own.
 */
export const ownLevel = (likeness: Likeness, { levels, bands, bits }: Seeing['image']): number => {
  const { radius, scale } = 'examples' in likeness ? typical(likeness.examples) : sizes(likeness.model, bands, bits);
  const serves = ({ scaleX, scaleY }: Level): boolean =>
    LEAST_RADIUS * Math.max(scaleX, scaleY) <= Math.max(radius, LEAST_RADIUS * scale);
  return Math.max(0, levels.findLastIndex(serves));
};

const sizes = (given: unknown, bands: number, bits: number) => {
  const { radius, scale } = checkModel(given, bands, bits);
  return { radius: radius * scale, scale };
};

/** The median radius of discs of the examples' areas, in full-resolution pixels. */
const typical = ({ like }: Examples): { readonly radius: number; readonly scale: number } => {
  const areaOf = ([outer = [], ...holes]: Examples['like'][number]['rings']): number =>
    holes.reduce((area, hole) => area - Math.abs(signedArea(hole)), Math.abs(signedArea(outer)));
  const areas = like.map(({ rings }) => areaOf(rings)).sort((a, b) => a - b);
  return { radius: Math.sqrt(Math.max(0, areas[areas.length >> 1] ?? 0) / Math.PI), scale: 0 };
};
