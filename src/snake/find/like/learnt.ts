/** Where a model is learnt: in the domain that is searched, or in the part of the image that holds the examples. */

import type { Aside, RunContext, Task } from '../../../algorithm/algorithm.js';
import type { Examples } from '../../../algorithm/examples.js';
import { badParameter, SegmenterError } from '../../../core/errors.js';
import { levelByIndex } from '../../../core/geometry/levels.js';
import type { Level, Rect } from '../../../core/geometry/rect.js';
import { because } from '../../../core/reasons.js';
import { type Tell, toNobody } from '../../../core/told.js';
import type { Samples } from '../../../image/samples.js';
import { copied, partWork } from '../part-work.js';
import { type Standing, standingOut } from './agreement.js';
import { lessonOf } from './examples.js';
import { type Learning, learn } from './learn.js';
import type { ObjectModel } from './model.js';
import { ownLevel } from './search-level.js';
import { gathered, type Windows, windowsRound } from './windows.js';

/** Samples that a model is learnt on, and their rectangle in pixels of the level. */
interface Place {
  readonly samples: Samples;
  readonly domain: Rect;
}

/** A model, and what stands out where it was learnt. */
interface Learnt extends Learning {
  readonly standing: Standing;
}

/**
 * Learns from the domain where it holds all examples, else from the rectangle that holds them, or from windows round them where that is too
 * large. If it learns from the domain, the result includes the domain's planes and what stands out in it. Other workers (`aside`) do parts
 * of it.
 */
export const learnt = async (
  examples: Examples,
  context: RunContext,
  place: Place,
  index: number,
  tell: Tell,
  aside: Aside | undefined,
): Promise<Pick<Learnt, 'model'> & Partial<Learnt>> => {
  const level = levelByIndex(context.image.levels, index);
  if (isIn(roundAll(examples, level), place.domain))
    return learntIn(place, examples, level, context.signal, tell, aside);
  const { model } = await learntRound(examples, context, index, tell);
  return { model };
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
  const fits = (each: Level): boolean => placeOf(examples, each, context.pixelBudget) !== undefined;
  const finest = level ?? levels.findIndex(fits);
  const { model } = await learntRound(examples, context, finest < 0 ? levels.length - 1 : finest, toNobody);
  return model;
};

/** A lesson as plain data. */
interface WholeLesson extends Place {
  readonly examples: Examples;
  readonly level: Level;
}

/** The model of a lesson, which other workers may learn. */
export const lessonModel = partWork('lesson', async ({ examples, level, ...place }: WholeLesson, signal) => {
  const { model } = await learntIn(place, examples, level, signal, toNobody);
  return model;
});

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
  const lesson = await lessonRound(likeness.examples, context, own);
  const samples = aside ? copied(lesson.samples) : lesson.samples;
  return { kept: lessonModel.by(aside, { ...lesson, samples }, context.signal) };
};

/** Learns from the rectangle that holds all examples, or from windows round them. */
const learntRound = async (examples: Examples, context: RunContext, index: number, tell: Tell): Promise<Learnt> => {
  const lesson = await lessonRound(examples, context, index);
  return learntIn(lesson, lesson.examples, lesson.level, context.signal, tell);
};

const lessonRound = async (examples: Examples, context: RunContext, index: number): Promise<WholeLesson> => {
  const level = levelByIndex(context.image.levels, index);
  const place = placeOf(examples, level, context.pixelBudget);
  if (place === undefined) {
    const wanted = because(
      'too-many-example-pixels',
    )`even one of each class, with what lies round it, has too many pixels; draw smaller ones, or choose a coarser level`;
    throw new SegmenterError('bad-parameter', { name: 'like', value: `${examples.like.length} examples`, wanted });
  }
  const region = (rect: Rect): Promise<Samples> => context.region(rect, index);
  if (!('windows' in place)) {
    return { samples: await region(place), domain: place, examples, level };
  }
  const { samples, examples: moved } = await gathered(place, level, region);
  const { width, height } = samples;
  return { samples, domain: { x: 0, y: 0, width, height }, examples: moved, level };
};

/** The rectangle that holds all examples, or windows round them where it has more than `most` pixels; `undefined` where these have more, too. */
const placeOf = (examples: Examples, level: Level, most: number): Rect | Windows | undefined => {
  const around = roundAll(examples, level);
  return around.width * around.height <= most ? around : windowsRound(examples, level, most);
};

const learntIn = async (
  { samples, domain }: Place,
  examples: Examples,
  level: Level,
  signal: AbortSignal,
  tell: Tell,
  aside?: Aside,
): Promise<Learnt> => {
  const lesson = lessonOf(examples, domain, level);
  const standing = (): Promise<Standing> => standingOut(samples, lesson.radius, signal, tell, aside);
  return learn(samples, examples, lesson, level, standing, signal, tell, aside);
};

const isIn = (inner: Rect, { x, y, width, height }: Rect): boolean =>
  inner.x >= x && inner.y >= y && inner.x + inner.width <= x + width && inner.y + inner.height <= y + height;

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
