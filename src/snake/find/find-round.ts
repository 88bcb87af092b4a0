/** The search for a start round a point (ALGORITHMS D.12). */

import type { Outcome, RunCommand, RunContext, RunState, Start, Task } from '../../algorithm/algorithm.js';
import { SegmenterError } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import { positionsOf } from '../../core/geometry/ring.js';
import { because } from '../../core/reasons.js';
import type { SnakeParameters } from '../schema.js';
import type { Click, Point } from './click.js';
import { rectangleRound } from './rectangles-round.js';
import { growRound, isWhiteRound } from './round-click.js';

/** A start found round a point, and the task's domain, which it keeps. */
export interface FoundStart {
  readonly start: Start;
  readonly domain: Rect | undefined;
  /** Samples looked independent; then the description with the contour must be shorter than without. */
  readonly white: boolean;
}

/**
 * Runs the snake of one object.
 * @param context the run's own where not given
 * @param index the object's number in the run, 0 where not given
 */
export type RunBox = (
  task: Task,
  parameters: SnakeParameters,
  context?: RunContext,
  index?: number,
) => AsyncGenerator<RunState, Outcome, RunCommand>;

/**
 * Finds a start at the object of a click: by the best rectangles within the view where samples are independent, else by shapes of several
 * sizes.
 * @throws SegmenterError `nothing-found` where no shape stands out and the task has no marks
 */
export const findRound = async (click: Click): Promise<FoundStart> => {
  const { point, task } = click;
  const { domain } = task;
  const white = await isWhiteRound(click);
  if (!white) {
    const region = await growRound(click);
    if (region && !region.standsOut && task.marks === undefined) throw nothingAt(point);
    if (region) return { start: { kind: 'polygon', rings: [positionsOf(region.ring)] }, domain, white };
  }
  return { start: { kind: 'box', rect: await rectangleRound(click) }, domain, white };
};

/** Error of a click on plain background. */
export const nothingAt = (click: Point): SegmenterError => {
  const point = pointOf(click);
  return new SegmenterError('nothing-found', {
    where: because('where-nothing')`at ${point}, where nothing stands out`,
    point,
  });
};

/** Formats a click for messages, in whole pixels. */
export const pointOf = ({ x, y }: Point): string => `${Math.floor(x)}, ${Math.floor(y)}`;
