/** Where a model is learnt: in the domain that is searched, or in the part of the image that holds the examples. */
import type { RunContext, Task } from '../../../algorithm/algorithm.js';
import type { Examples } from '../../../algorithm/examples.js';
import { badParameter, SegmenterError } from '../../../core/errors.js';
import { chooseLevel, levelByIndex } from '../../../core/levels.js';
import type { Level, Rect } from '../../../core/rect.js';
import { type Tell, toNobody } from '../../../core/told.js';
import type { Samples } from '../../../image/samples.js';
import { type Standing, standingOut } from './agreement.js';
import { lessonOf } from './examples.js';
import { type Learning, learn } from './like-map.js';
import type { ObjectModel } from './model.js';

/** Samples that a model is learnt on, and their rectangle in pixels of the level. */
interface Place {
  readonly samples: Samples;
  readonly domain: Rect;
}

/** A model, and the features and what stands out where it was learnt. */
interface Learnt extends Learning {
  readonly standing: Standing;
}

/** Learns from the domain where it holds all examples, else from the rectangle that does; with the domain's features and what stands out in it, where these were looked at. */
export const learnt = async (
  examples: Examples,
  context: RunContext,
  place: Place,
  index: number,
  tell: Tell,
): Promise<Pick<Learnt, 'model'> & Partial<Learnt>> => {
  const around = roundAll(examples, levelByIndex(context.image.levels, index));
  if (isIn(around, place.domain)) return learntIn(place, examples, context, index, tell);
  const { model } = await learntIn(await placeRound(examples, around, context, index), examples, context, index, tell);
  return { model };
};

/**
 * The model of a task's examples, learnt from the pixels round them whatever is searched later.
 * @throws SegmenterError `bad-parameter` where nothing is left to learn from, or the examples are too far from each other
 */
export const learnModel = async ({ likeness, level }: Task, context: RunContext): Promise<ObjectModel> => {
  if (likeness === undefined || !('examples' in likeness)) throw badParameter('like', likeness, 'it must be examples');
  const { examples } = likeness;
  const { levels } = context.image;
  const index = level ?? chooseLevel(roundAll(examples, levelByIndex(levels, 0)), levels, context.pixelBudget);
  const around = roundAll(examples, levelByIndex(levels, index));
  const place = await placeRound(examples, around, context, index);
  const { model } = await learntIn(place, examples, context, index, toNobody);
  return model;
};

const placeRound = async (
  { like }: Examples,
  around: Rect,
  { pixelBudget, region }: RunContext,
  index: number,
): Promise<Place> => {
  if (around.width * around.height > pixelBudget) {
    const wanted = `they are spread over ${around.width} × ${around.height} pixels; take some that lie nearer to each other`;
    throw new SegmenterError('bad-parameter', { name: 'like', value: `${like.length} examples`, wanted });
  }
  return { samples: await region(around, index), domain: around };
};

const learntIn = async (
  { samples, domain }: Place,
  examples: Examples,
  { image, signal }: RunContext,
  index: number,
  tell: Tell,
): Promise<Learnt> => {
  const level = levelByIndex(image.levels, index);
  const lesson = lessonOf(examples, domain, level);
  const standing = await standingOut(samples, lesson.radius, signal, tell);
  const learning = await learn(samples, examples, lesson, level, standing, signal, tell);
  return { ...learning, standing };
};

const isIn = (inner: Rect, { x, y, width, height }: Rect): boolean =>
  inner.x >= x && inner.y >= y && inner.x + inner.width <= x + width && inner.y + inner.height <= y + height;

/** The pixels of a level that hold all examples and counter-examples, and as much again round them. */
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
