/** Where a model is learnt: in the domain that is searched, or in the part of the image that holds the examples. */

import type { Aside, RunContext, Task } from '../../../algorithm/algorithm.js';
import type { Examples } from '../../../algorithm/examples.js';
import { badParameter, SegmenterError } from '../../../core/errors.js';
import { levelByIndex } from '../../../core/geometry/levels.js';
import type { Level, Rect } from '../../../core/geometry/rect.js';
import { liesWithin } from '../../../core/geometry/within.js';
import { because } from '../../../core/reasons.js';
import { toNobody } from '../../../core/told.js';
import type { Samples } from '../../../image/samples.js';
import { copied, type Execution, partWork } from '../part-work.js';
import type { SampledDomain } from '../sampled-domain.js';
import { standingOut } from './agreement.js';
import { lessonOf } from './examples.js';
import { type Learning, learn } from './learn.js';
import type { ObjectModel } from './model.js';
import { ownLevel } from './search-level.js';
import { gathered, type Windows, windowsRound } from './windows.js';

/**
 * Learns the model of a domain from it where it holds all examples, else from the rectangle that holds them, or from windows round them where
 * that is too large. If it learns from the domain, the result includes the domain's planes and what stands out in it.
 */
export const learnForDomain = async (
  examples: Examples,
  { samples, domain, index }: SampledDomain,
  context: RunContext,
  execution: Execution,
): Promise<Pick<Learning, 'model'> & Partial<Learning>> => {
  const level = levelByIndex(context.image.levels, index);
  if (liesWithin(roundAll(examples, level), domain)) return learnOn({ samples, domain, examples, level }, execution);
  const { signal, tell } = execution;
  return { model: await learnRound(examples, index, context, { signal, tell }) };
};

/**
 * Learns a model from the pixels round a task's examples, independently of what is searched later. Without a requested level it uses the
 * finest at which these pixels are within the budget.
 * @throws SegmenterError `bad-parameter` where nothing is left to learn from, or the examples are too large
 */
export const learnModel = async ({ likeness, level }: Task, context: RunContext): Promise<ObjectModel> => {
  if (likeness === undefined || !('examples' in likeness)) throw badParameter('like', likeness, 'it must be examples');
  const { examples } = likeness;
  const { levels } = context.image;
  const fits = (each: Level): boolean => areaOf(examples, each, context.pixelBudget) !== undefined;
  const finest = level ?? levels.findIndex(fits);
  const { signal } = context;
  return learnRound(examples, finest < 0 ? levels.length - 1 : finest, context, { signal, tell: toNobody });
};

/** Samples to learn on, and the examples where they lie in them, as plain data. */
interface LessonPlace {
  readonly samples: Samples;
  /** The rectangle of the samples, in pixels of the level. */
  readonly domain: Rect;
  readonly examples: Examples;
  readonly level: Level;
}

/** The model that a place teaches, which other workers may learn. */
export const lessonModel = partWork(
  'lesson',
  async (place: LessonPlace, signal) => (await learnOn(place, { signal, tell: toNobody })).model,
);

/**
 * The model that a search or a rating returns. If no level was requested and the search level is too coarse for the examples, as with a
 * large domain, it is learnt again at their own level. Resolves once the pixels for that are read.
 * @param model learnt at the level `index`
 * @param aside other workers, of which one learns it
 */
export const modelToKeep = async (
  model: ObjectModel,
  { likeness, level }: Task,
  context: RunContext,
  index: number,
  aside: Aside | undefined,
): Promise<{ readonly kept: Promise<ObjectModel> }> => {
  const asked = level !== undefined || likeness === undefined || !('examples' in likeness);
  const own = asked ? index : ownLevel(likeness, context.image);
  if (asked || own >= index) return { kept: Promise.resolve(model) };
  const place = await placeRound(likeness.examples, own, context);
  const samples = aside ? copied(place.samples) : place.samples;
  return { kept: lessonModel.by(aside, { ...place, samples }, context.signal) };
};

/** Learns from the rectangle that holds all examples, or from windows round them. */
const learnRound = async (
  examples: Examples,
  index: number,
  context: RunContext,
  execution: Execution,
): Promise<ObjectModel> => (await learnOn(await placeRound(examples, index, context), execution)).model;

const placeRound = async (examples: Examples, index: number, context: RunContext): Promise<LessonPlace> => {
  const level = levelByIndex(context.image.levels, index);
  const area = areaOf(examples, level, context.pixelBudget);
  if (area === undefined) {
    const wanted = because(
      'too-many-example-pixels',
    )`even one of each class, with what lies round it, has too many pixels; draw smaller ones, or choose a coarser level`;
    throw new SegmenterError('bad-parameter', { name: 'like', value: `${examples.like.length} examples`, wanted });
  }
  const region = (rect: Rect): Promise<Samples> => context.region(rect, index);
  if (!('windows' in area)) return { samples: await region(area), domain: area, examples, level };
  const { samples, examples: moved } = await gathered(area, level, region);
  const { width, height } = samples;
  return { samples, domain: { x: 0, y: 0, width, height }, examples: moved, level };
};

/** The rectangle that holds all examples, or windows round them where it has more than `most` pixels; `undefined` where these have more, too. */
const areaOf = (examples: Examples, level: Level, most: number): Rect | Windows | undefined => {
  const around = roundAll(examples, level);
  return around.width * around.height <= most ? around : windowsRound(examples, level, most);
};

const learnOn = async ({ samples, domain, examples, level }: LessonPlace, execution: Execution): Promise<Learning> => {
  const lesson = lessonOf(examples, domain, level);
  return learn(samples, lesson, () => standingOut(samples, lesson.radius, execution), execution);
};

/** The rectangle of a level that holds all examples and counter-examples, with a margin of its extent divided by the number of examples. */
const roundAll = ({ like, unlike }: Examples, { width, height, scaleX, scaleY }: Level): Rect => {
  const positions = [...like, ...unlike].flatMap(({ rings }) => rings[0] ?? []);
  const range = (axis: 0 | 1, scale: number, size: number): readonly [number, number] => {
    let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const position of positions) {
      from = Math.min(from, position[axis] / scale);
      to = Math.max(to, position[axis] / scale);
    }
    const margin = like.length === 1 ? to - from : (to - from) / like.length;
    return [Math.max(0, Math.floor(from - margin)), Math.min(size, Math.ceil(to + margin))];
  };
  const [left, right] = range(0, scaleX, width);
  const [top, bottom] = range(1, scaleY, height);
  return { x: left, y: top, width: right - left, height: bottom - top };
};
