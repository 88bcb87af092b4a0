/** The search for parts that look like examples, by a model that the examples teach or that a page keeps. */

import type { Border } from '../../../algorithm/evidence/box-prior.js';
import type { Example, Examples, Likeness } from '../../../algorithm/examples.js';
import { levelByIndex } from '../../../core/geometry/levels.js';
import type { Level, Rect } from '../../../core/geometry/rect.js';
import { shareOf, toNobody } from '../../../core/told.js';
import { isOpen } from '../../weighing/weights.js';
import { mapBy } from '../map/area-map.js';
import type { Size } from '../map/box-blur.js';
import { cutOff } from '../map/cut-off.js';
import { partsOf } from '../map/parts.js';
import { ANY_APPEARANCE } from '../map/planes.js';
import { standingParts } from '../map/standing-parts.js';
import { copied, type Execution } from '../part-work.js';
import type { Search, Sought } from '../sought.js';
import { standingOut } from './agreement.js';
import { pixelsWithin } from './examples.js';
import { learnForDomain, modelToKeep } from './lesson-place.js';
import { likeMap, type Taught } from './like-map.js';
import { boundsOf, checkModel, isWithin, type ObjectModel } from './model.js';

/** Maximum factor between the areas of a contour and of its part. At a larger one they overlap by less than half of their union. */
const CHANGED = 2;
/** Approximate share of a search's time until its model is learnt, and what stands out is known. */
const LEARNING_SHARE = 1 / 4;

/**
 * Finds the parts of a domain that look like examples, the likeliest first. Rejects with `AbortError`.
 * @throws SegmenterError as `checkModel` and `learnForDomain`
 */
export const seekLike = async (likeness: Likeness, search: Search, seen: Sought['seen']): Promise<Sought> => {
  const { context, parameters, place, task, tell } = search;
  const { samples, domain, index } = place;
  const { signal } = context;
  const { aside } = context.elsewhere?.(samples.width * samples.height) ?? {};
  const learning = { signal, tell: shareOf(tell, 0, LEARNING_SHARE), aside };
  const { bands, bits } = context.image;
  const given = 'model' in likeness ? { model: checkModel(likeness.model, bands, bits) } : likeness;
  const { settings } = search;
  const byItself = settings
    ? async () => {
        const its = await settings(ANY_APPEARANCE, toNobody);
        return its && (await mapBy(its, samples, ANY_APPEARANCE, { signal, tell: toNobody, aside }))?.labels;
      }
    : () => standingParts.by(aside, aside ? copied(samples) : samples, signal);
  // With other workers, these parts are found while the examples are learnt.
  const meanwhile = aside && !('model' in given && given.model.agreement === undefined) ? byItself() : undefined;
  meanwhile?.catch(() => {});
  const taught: Taught = 'model' in given ? given : await taughtBy(given.examples, search, learning);
  const { model } = taught;
  const level = levelByIndex(context.image.levels, index);
  const scaled = inPixels(model, level, samples);
  const standing = taught.standing ?? (model.agreement && (await standingOut(samples, scaled.radius, learning)));
  const border = borderOf(domain, level);
  const coming = likeMap(
    samples,
    { ...taught, model: scaled, standing, border, byItself: () => meanwhile ?? byItself() },
    { signal, tell: shareOf(tell, LEARNING_SHARE, 1), aside },
  );
  // Runs on this thread while other workers vote.
  if (aside && isOpen(parameters)) seen().catch(() => {});
  const { labels, probability, classOf } = await coming;
  const parts = partsOf(labels, samples);
  parts.sort((a, b) => probability[b.label]! - probability[a.label]! || a.label - b.label);
  const { kept } = await modelToKeep(model, task, context, index, aside);
  kept.catch(() => {});
  const { width, height } = samples;
  const cut = cutOff(labels, samples, border, probability.length);
  return {
    width,
    height,
    labels,
    parts,
    seen,
    model: kept,
    about: ({ label }) => ({
      probability: Math.round(1000 * probability[label]!) / 1000,
      class: model.classes[classOf[label]!]!,
    }),
    serves: ({ label }, area) => {
      const [least, most] = boundsOf(scaled.areas, cut[label] === 1);
      return isWithin(area, [least / CHANGED, CHANGED * most]);
    },
  };
};

/** What examples teach, and where the samples show them. */
const taughtBy = async (examples: Examples, { context, place }: Search, execution: Execution): Promise<Taught> => {
  const learning = await learnForDomain(examples, place, context, execution);
  const level = levelByIndex(context.image.levels, place.index);
  const within = (contours: readonly Example[]): Uint8Array | undefined =>
    contours.length > 0 ? pixelsWithin(contours, place.domain, level) : undefined;
  return { ...learning, refused: within(examples.unlike), shown: within(examples.like)?.includes(1) };
};

const borderOf = ({ x, y, width, height }: Rect, level: Level): Border => ({
  left: x === 0,
  top: y === 0,
  right: x + width === level.width,
  bottom: y + height === level.height,
});

/**
 * Converts the lengths and areas of a model to pixels of a level; the windows of the features follow from them. Limits the radius to the
 * longer side of the samples, as a model file may contain any value.
 */
const inPixels = (model: ObjectModel, { scaleX }: Pick<Level, 'scaleX'>, { width, height }: Size): ObjectModel => {
  const [ratio, [least, most]] = [model.scale / scaleX, model.areas];
  const radius = Math.min(ratio * model.radius, Math.max(width, height));
  return { ...model, radius, areas: [ratio * ratio * least, ratio * ratio * most] };
};
