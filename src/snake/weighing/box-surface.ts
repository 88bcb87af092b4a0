/**
 * A second look at the object in a user's box (ALGORITHMS D.14), where the box has a prior: a model with one mean per region is blind to edges
 * and to objects of several colours. Once there is a contour, a surface over cells combines the contour, the body in the box,
 * and the colours of one of the two; it changes steeply where neighbours differ. Where its shape differs from the contour's, the snake continues with that
 * surface as its prior, in place of the box's.
 */

import type { RunContext } from '../../algorithm/algorithm.js';
import { movedBox, type Rect } from '../../core/geometry/rect.js';
import { cellsInside, gridOf, liesIn } from '../hints/cells.js';
import { outlineDistances } from '../hints/distance.js';
import { type Guide, surfaceWeight } from '../hints/guide.js';
import { likeness } from '../hints/likeness.js';
import { looksOf } from '../hints/looks.js';
import { relax } from '../hints/relaxed.js';
import { seenInCells } from '../hints/seen-in-cells.js';
import type { SnakeParameters } from '../schema.js';
import { boundsOf, FINER_DISTANCE } from '../starts.js';
import type { Snapshot } from '../steps/optimiser.js';
import type { Place } from '../steps/progress.js';
import { boxIn, latticeBox, type Workspace } from '../workspace.js';
import { bodyIn } from './body.js';
import { type Boxed, isUneven } from './uneven.js';
import { CORRELATED } from './weights.js';

/** Maximum number of cells: as for a first click. */
const MOST_CELLS = 2 ** 12;
/** Weights of the contour, of the colours, and of the body at the trust in the box where neighbours are alike, relative to a tie between similar cells, which weighs 1. */
const PULL = 0.1;
/** Width of the transition on either side of the contour, as a share of its radius. */
const FADE = 0.5;
/** Minimum intersection over union of the contour's cells and the surface's at which they agree. */
const AGREED = 0.9;
/** Outweighs every other weight. */
const FIXED = 1e6;
/** Rounds: the colours are learnt from the contour, then from the surface. */
const ROUNDS = 2;

/** A level's contour. */
interface Looked {
  readonly workspace: Workspace;
  readonly place: Place;
  readonly best: Snapshot;
}

/**
 * Place from which the course continues at the same level; `undefined` where contour and surface agree, and the contour is kept.
 * @param rect the user's box, in full-resolution pixels
 */
export const secondLook = async (
  context: RunContext,
  parameters: SnakeParameters,
  { workspace, place, best }: Looked,
  rect: Rect,
): Promise<Place | undefined> => {
  const { level, record, starts, samples, before, weights } = place;
  const { channel, domain, scaleX, scaleY, settled } = workspace;
  const grid = gridOf(domain, Number.POSITIVE_INFINITY, MOST_CELLS);
  const shown = () => seenInCells(channel, workspace.samples, parameters, context.signal);
  const looks = await looksOf(channel, grid, shown, context.signal);
  const boxed = boxedIn(context, workspace, rect, best);
  const body = await bodyIn(boxed, workspace.tilt, grid);
  const confine = starts[0]!.box;
  const trust = settled.boxPrior / CORRELATED.boxPrior;

  const inside = cellsInside(best.ring, grid);
  const distances = outlineDistances(inside, grid.width, grid.height, Math.max(grid.width, grid.height));
  const fade = FADE * Math.sqrt(inside.reduce((sum, flag) => sum + flag, 0) / Math.PI);
  const [goal, pull] = [new Float64Array(inside.length), new Float64Array(inside.length)];
  const even = new Float64Array(inside.length).fill(1);
  const uneven = isUneven(boxed);
  const values = Float64Array.from(uneven ? body : inside);
  // The colours of the body do not depend on a doubtful contour; those of a surface would.
  for (let round = uneven ? 1 : 0; round < ROUNDS; round++) {
    const alike = likeness(looks.colours, values, even);
    for (let i = 0; i < values.length; i++) {
      const held = liesIn(confine, i, grid);
      const outlined = Math.min(Math.max(0.5 - distances[i]! / (2 * fade), 0), 1);
      pull[i] = held ? PULL * (2 + trust) : FIXED;
      goal[i] = held ? (outlined + alike[i]! + trust * body[i]!) / (2 + trust) : 0;
    }
    relax(values, goal, pull, looks.ties, grid.width, grid.height);
  }
  if (overlap(inside, values) >= AGREED) return undefined;
  const frame = { domain, scaleX, scaleY };
  const guide: Guide = { ...grid, values, frame, marks: [], boxPrior: settled.boxPrior, ...surfaceWeight(trust) };
  return {
    level,
    record,
    distance: FINER_DISTANCE,
    starts: [{ ...starts[0]!, ring: best.ring }],
    samples: samples ?? workspace.samples,
    before: { step: (before?.step ?? 0) + best.step, iteration: (before?.iteration ?? 0) + best.iteration },
    weights,
    weighed: true,
    guide,
  };
};

const boxedIn = (context: RunContext, workspace: Workspace, rect: Rect, { ring }: Snapshot): Boxed => {
  const { domain, level } = workspace;
  const [box, border] = boxIn(context, level, domain, movedBox(latticeBox(rect, workspace), domain.x, domain.y));
  return { box, border, its: boundsOf(ring, domain) };
};

const overlap = (inside: Uint8Array, values: Float64Array): number => {
  let [both, either] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const found = values[i]! > 0.5 ? 1 : 0;
    both += inside[i]! & found;
    either += inside[i]! | found;
  }
  return both / Math.max(either, 1);
};
