/** The rectangles round a click that shorten the description of its windows the most (ALGORITHMS A.5, D.12.1). */

import type { RunContext } from '../../algorithm/algorithm.js';
import { grown } from '../../algorithm/domain.js';
import { SegmenterError, show } from '../../core/errors.js';
import { chooseLevel } from '../../core/geometry/levels.js';
import { intersection, type Rect } from '../../core/geometry/rect.js';
import { because } from '../../core/reasons.js';
import type { SnakeParameters } from '../schema.js';
import { wholeTables } from '../steps/beside/planned.js';
import { openWorkspace, type Workspace } from '../workspace.js';
import type { Click } from './click.js';
import { type FoundRectangle, Lattice } from './lattice.js';
import { squaresRound } from './squares.js';

/** Cells a side of the lattice. */
const POINT_CELLS = 8;

/** A rectangle that holds a click. */
interface Held {
  /** In full-resolution pixels, grown to hold the object. */
  readonly rect: Rect;
  /** Of the rectangle before it was grown, in full-resolution px². */
  readonly area: number;
  /** Gain, in nats per pixel of its window. */
  readonly gain: number;
}

/**
 * The best rectangle in windows of doubling size: that with the greatest gain per pixel.
 * @throws SegmenterError `bad-init` where no window has one
 */
export const rectangleRound = async (click: Click): Promise<Rect> => {
  let best: Held | undefined;
  for await (const held of rectanglesRound(click)) {
    if (best === undefined || held.gain > best.gain) best = held;
  }
  if (best === undefined) {
    const reason = because('nothing-differs')`nothing round it differs from the rest; draw a box instead`;
    throw new SegmenterError('bad-init', { init: show(click.point), reason });
  }
  return best.rect;
};

/** The best rectangle that holds a click in each of the windows of doubling size. */
export async function* rectanglesRound({ point, task, context, parameters }: Click): AsyncGenerator<Held> {
  const image: Rect = { x: 0, y: 0, width: context.image.width, height: context.image.height };
  // The view is ignored for a click outside it.
  const seen = task.inView && intersection({ ...point, width: 1, height: 1 }, task.inView) ? task.inView : image;
  const windows = task.domain ? [task.domain] : squaresRound(point, seen);
  for (const window of windows) {
    const level = task.level ?? chooseLevel(window, context.image.levels, context.pixelBudget);
    const workspace = await openWorkspace(
      context,
      parameters,
      { rect: window, level },
      { weights: { independent: false } },
    );
    try {
      const at = [
        Math.floor(point.x / workspace.scaleX) - workspace.domain.x,
        Math.floor(point.y / workspace.scaleY) - workspace.domain.y,
      ] as const;
      const found = await bestIn(workspace, context, parameters, at);
      if (found === undefined) continue;
      const { scaleX, scaleY, domain } = workspace;
      const { x0, y0, x1, y1 } = found.box;
      yield {
        rect: boxOf(workspace, found, image),
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
  point: readonly [number, number],
): Promise<FoundRectangle | undefined> => {
  const noise = { ...parameters, model: workspace.model, order: workspace.order };
  const { executor, signal } = context;
  const tables = await wholeTables(workspace.tables);
  const lattice = await Lattice.over(executor, tables, noise, POINT_CELLS, { point, signal });
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
  image: Rect,
): Rect => {
  const dx = domain.width / POINT_CELLS;
  const dy = domain.height / POINT_CELLS;
  const rect = {
    x: (domain.x + x0 - dx) * scaleX,
    y: (domain.y + y0 - dy) * scaleY,
    width: (x1 - x0 + 2 * dx) * scaleX,
    height: (y1 - y0 + 2 * dy) * scaleY,
  };
  return grown(rect, 0, image);
};
