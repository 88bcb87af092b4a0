/** The search for a start round a point (ALGORITHMS D.7, D.12). */

import type { Outcome, RunCommand, RunContext, RunState, Start, Task } from '../../algorithm/algorithm.js';
import { grown } from '../../algorithm/domain.js';
import { SegmenterError, show } from '../../core/errors.js';
import { chooseLevel } from '../../core/geometry/levels.js';
import { intersection, type Rect } from '../../core/geometry/rect.js';
import { positionsOf } from '../../core/geometry/ring.js';
import { because } from '../../core/reasons.js';
import type { SnakeParameters } from '../schema.js';
import { wholeTables } from '../steps/beside/planned.js';
import { openWorkspace, type Workspace } from '../workspace.js';
import { type FoundRectangle, Lattice } from './lattice.js';
import { growRound, isWhiteRound } from './round-click.js';
import { squaresRound } from './squares.js';

type Point = { readonly x: number; readonly y: number };

/** Cells a side of the lattice. */
const POINT_CELLS = 8;

/** A start found round a point, and the task's domain, which it keeps. */
export interface FoundStart {
  readonly start: Start;
  readonly domain: Rect | undefined;
  /** Samples looked independent; then the description with the contour must be shorter than without. */
  readonly white: boolean;
}

/**
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
export const findRound = async (
  point: Point,
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
): Promise<FoundStart> => {
  const white = await isWhiteRound(point, task, context, parameters);
  if (!white) {
    const region = await growRound(point, task, context, parameters);
    if (region && !region.standsOut && task.marks === undefined) throw nothingAt(point);
    if (region) return { start: { kind: 'polygon', rings: [positionsOf(region.ring)] }, domain: task.domain, white };
  }
  const rect = await rectangleRound(point, task, context, parameters);
  return { start: { kind: 'box', rect }, domain: task.domain, white };
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

/** A rectangle that holds a click. */
interface Held {
  /** In full-resolution pixels, grown to hold the object. */
  readonly rect: Rect;
  /** Of the rectangle before it was grown, in full-resolution px². */
  readonly area: number;
  /** Gain, in nats per pixel of its window. */
  readonly gain: number;
}

/** The best rectangle in windows of doubling size: that with the greatest gain per pixel. */
const rectangleRound = async (
  point: Point,
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
): Promise<Rect> => {
  let best: Held | undefined;
  for await (const held of rectanglesRound(point, task, context, parameters)) {
    if (best === undefined || held.gain > best.gain) best = held;
  }
  if (best === undefined) {
    const reason = because('nothing-differs')`nothing round it differs from the rest; draw a box instead`;
    throw new SegmenterError('bad-init', { init: show(point), reason });
  }
  return best.rect;
};

/** The best rectangle that holds a click in each of the windows of doubling size. */
export async function* rectanglesRound(
  point: Point,
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
): AsyncGenerator<Held> {
  const image: Rect = { x: 0, y: 0, width: context.image.width, height: context.image.height };
  // The view is ignored for a click outside it.
  const seen = task.inView && intersection({ ...point, width: 1, height: 1 }, task.inView) ? task.inView : image;
  const windows = task.domain ? [task.domain] : squaresRound(point, seen);
  for (const window of windows) {
    const level = task.level ?? chooseLevel(window, context.image.levels, context.pixelBudget);
    const workspace = await openWorkspace(context, parameters, window, level, { weights: { independent: false } });
    try {
      const at = [
        Math.floor(point.x / workspace.scaleX) - workspace.domain.x,
        Math.floor(point.y / workspace.scaleY) - workspace.domain.y,
      ] as const;
      const found = await bestIn(workspace, context, parameters, POINT_CELLS, at);
      if (found === undefined) continue;
      const { scaleX, scaleY, domain } = workspace;
      const { x0, y0, x1, y1 } = found.box;
      yield {
        rect: boxOf(workspace, found, POINT_CELLS, image),
        area: (x1 - x0) * scaleX * (y1 - y0) * scaleY,
        gain: found.gain / (domain.width * domain.height),
      };
    } finally {
      workspace.tables.destroy();
    }
  }
}

const bestIn = async (
  workspace: Workspace,
  context: RunContext,
  parameters: SnakeParameters,
  cells: number,
  point: readonly [number, number],
): Promise<FoundRectangle | undefined> => {
  const noise = { ...parameters, model: workspace.model, order: workspace.order };
  const { executor, signal } = context;
  const tables = await wholeTables(workspace.tables);
  const lattice = await Lattice.over(executor, tables, noise, cells, { point, signal });
  try {
    return await lattice.best(signal);
  } finally {
    lattice.destroy();
  }
};

/** A found rectangle in full-resolution pixels, grown by a cell on each side, as the lattice is coarse and the box must hold the object. */
const boxOf = (
  { domain, scaleX, scaleY }: Workspace,
  { box: { x0, y0, x1, y1 } }: FoundRectangle,
  cells: number,
  image: Rect,
): Rect => {
  const dx = domain.width / cells;
  const dy = domain.height / cells;
  const rect = {
    x: (domain.x + x0 - dx) * scaleX,
    y: (domain.y + y0 - dy) * scaleY,
    width: (x1 - x0 + 2 * dx) * scaleX,
    height: (y1 - y0 + 2 * dy) * scaleY,
  };
  return grown(rect, 0, image);
};
