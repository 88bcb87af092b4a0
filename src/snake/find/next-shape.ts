/** The next larger or smaller shape of a click (ALGORITHMS D.12): shapes one after the other in size, until the contour of one is as the request wants it. */

import type { Outcome, RunCommand, RunContext, RunState, Task } from '../../algorithm/algorithm.js';
import { isMet } from '../../algorithm/shapes/mark-sides.js';
import { SegmenterError } from '../../core/errors.js';
import { positionsOf, twiceArea } from '../../core/geometry/ring.js';
import { because } from '../../core/reasons.js';
import { Ear } from '../hints/ear.js';
import type { SnakeParameters } from '../schema.js';
import type { RunProgress } from '../steps/progress.js';
import { type FoundStart, pointOf, type RunBox, rectanglesRound } from './find.js';
import { isOfTheStart } from './of-the-start.js';
import {
  isWhiteRound,
  liesIn,
  ringOf,
  STANDS_OUT_AS_EXPECTED,
  shapesRound,
  standsOut,
  wholeOf,
} from './round-click.js';

type Point = { readonly x: number; readonly y: number };

/**
 * By which factor the areas of different objects differ at least: of two such contours no more than half of what either has is both's, so that they are not taken for
 * one another.
 */
const APART = 2;
/**
 * By which factor a shape and its contour differ from an area to be another's: they are nearer to what is `APART` than to the area. Snakes change the areas of what they
 * start from, and shapes of different objects are just apart.
 */
const ANOTHER = Math.sqrt(APART);

/** What a request wants of an area. */
export interface Bound {
  readonly larger: boolean;
  /** The area that it is to be larger or smaller than, in full-resolution px². */
  readonly than: number;
}

/** What is known of a shape. */
interface Sized {
  /** In full-resolution px². */
  readonly area: number;
  readonly score: number;
}

/** A shape's start, where its cells have an outline. */
interface Candidate extends Sized {
  readonly start: () => FoundStart['start'] | undefined;
}

/** A task's bound on the size; `undefined` where it has none. */
export const boundOf = ({ largerThan, smallerThan }: Task): Bound | undefined =>
  largerThan !== undefined
    ? { larger: true, than: largerThan }
    : smallerThan !== undefined
      ? { larger: false, than: smallerThan }
      : undefined;

/** Whether an area is another object's beyond a bound. */
export const isBeyond = (area: number, { larger, than }: Bound): boolean =>
  larger ? area >= ANOTHER * than : ANOTHER * area <= than;

/** Shapes of different objects: the best of all, the best of those whose areas differ enough from its, and so on. */
const distinct = <S extends Sized>(shapes: readonly S[]): readonly S[] => {
  const kept: S[] = [];
  for (const shape of shapes.toSorted((a, b) => b.score - a.score)) {
    const { area } = shape;
    if (kept.every((other) => Math.max(area, other.area) >= APART * Math.min(area, other.area))) kept.push(shape);
  }
  return kept;
};

/**
 * Shapes of different objects by their areas, without those that are worse than a smaller one and than a larger one. So the next smaller shape than the best is the best of
 * all that are smaller, and so on. Nothing of it depends on a bound: who goes to the next larger one comes back by the next smaller one.
 */
export const ladder = <S extends Sized>(shapes: readonly S[]): readonly S[] => {
  const bySize = distinct(shapes).toSorted((a, b) => a.area - b.area);
  const isBest = (shape: S, others: readonly S[]): boolean => others.every(({ score }) => score < shape.score);
  return bySize.filter((shape, k) => isBest(shape, bySize.slice(0, k)) || isBest(shape, bySize.slice(k + 1)));
};

/** Shapes beyond a bound, the nearest first. */
export const nextOf = <S extends Sized>(shapes: readonly S[], bound: Bound): readonly S[] =>
  ladder(shapes)
    .filter(({ area }) => isBeyond(area, bound))
    .sort((a, b) => (bound.larger ? a.area - b.area : b.area - a.area));

/** Runs from a click whose task has a bound: the contour holds the click, and is beyond the bound. */
export async function* runNext(
  point: Point,
  bound: Bound,
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  progress: RunProgress,
  runBox: RunBox,
): AsyncGenerator<RunState, Outcome, RunCommand> {
  const ear = new Ear();
  let index = 0;
  for await (const { start, domain, white } of startsBeyond(point, bound, task, context, parameters)) {
    if (white) progress.course(index).soughtAt = point;
    try {
      const outcome = yield* ear.hear(runBox({ ...task, start, domain }, parameters, context, index));
      if (ear.stopped || serves(outcome, point, bound)) return outcome;
    } catch (error) {
      if (!isOfTheStart(error)) throw error;
    }
    index++;
  }
  const at = pointOf(point);
  throw new SegmenterError('nothing-found', {
    where: bound.larger
      ? because('where-no-larger')`at ${at}, where no larger shape stands out`
      : because('where-no-smaller')`at ${at}, where no smaller shape stands out`,
  });
}

/** Starts of the shapes that may be beyond a bound, the nearest first: those that lie in what the person sees, then all. */
async function* startsBeyond(
  point: Point,
  bound: Bound,
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
): AsyncGenerator<FoundStart> {
  const { domain, inView } = task;
  if (await isWhiteRound(point, task, context, parameters)) {
    const found: Candidate[] = [];
    for await (const { rect, area, gain } of rectanglesRound(point, task, context, parameters)) {
      found.push({ area, score: gain, start: () => ({ kind: 'box', rect }) });
    }
    yield* startsOf(nextOf(found, bound), domain, true);
    return;
  }
  const shapesIn = shapesRound(point, task, context, parameters);
  const whole = wholeOf(task, context);
  for (const area of inView ? [inView, whole] : [whole]) {
    const found: Candidate[] = [];
    for await (const shape of shapesIn(area)) {
      const { score } = shape.found;
      // Of a size that a person asks for.
      if (score === 0 || !standsOut(shape, STANDS_OUT_AS_EXPECTED) || (area === inView && !liesIn(area, shape)))
        continue;
      const start: Candidate['start'] = () => {
        const ring = ringOf(shape);
        return ring && { kind: 'polygon', rings: [positionsOf(ring)] };
      };
      found.push({ area: shape.area, score, start });
    }
    yield* startsOf(nextOf(found, bound), domain, false);
  }
}

function* startsOf(candidates: readonly Candidate[], domain: Task['domain'], white: boolean): Generator<FoundStart> {
  for (const candidate of candidates) {
    const start = candidate.start();
    if (start) yield { start, domain, white };
  }
}

const serves = ({ contours: [contour] }: Outcome, { x, y }: Point, bound: Bound): boolean => {
  if (contour?.geometry.type !== 'Polygon') return false;
  const ring = contour.geometry.coordinates[0]!.slice(0, -1).flat();
  return isBeyond(Math.abs(twiceArea(ring)) / 2, bound) && isMet(ring, { stroke: [[x, y]], inside: true });
};
