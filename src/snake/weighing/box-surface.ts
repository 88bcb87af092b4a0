/**
 * A second look at what a user's box holds (ALGORITHMS D.14), where the box has a prior: the model of one mean a region is blind to edges
 * and to objects of several colours. Once there is a contour, a surface over cells weighs three things alike: the contour, the body in the box,
 * and the colours of one of the two; it bends where neighbours differ. Where its shape is another than the contour's, the snake goes on with that surface as its prior,
 * in place of the box's.
 */

import type { RunContext } from '../../algorithm/algorithm.js';
import { type Box, movedBox, type Rect } from '../../core/geometry/rect.js';
import { type CellGrid, cellsInside, gridOf } from '../hints/cells.js';
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

/** Most cells: as for a first click. */
const MOST_CELLS = 2 ** 12;
/** Weights of the contour, of the colours, and of the body at the trust in the box that is taken where neighbours are alike; a tie between cells that look alike weighs 1. */
const PULL = 0.1;
/** Share of the contour's radius over which its sides fade into each other, on either side. */
const FADE = 0.5;
/** Intersection over union of the contour's cells and the surface's from which on they agree. */
const AGREED = 0.9;
/** Outweighs everything. */
const FIXED = 1e6;
/** The colours are learnt from the contour, then from the surface. */
const ROUNDS = 2;

/** Place at which the course goes on from its contour at the same level; `undefined` where contour and surface agree, and the contour stays. */
export const secondLook = async (
  context: RunContext,
  parameters: SnakeParameters,
  workspace: Workspace,
  { level, record, starts, samples, before, weights }: Place,
  best: Snapshot,
  rect: Rect,
): Promise<Place | undefined> => {
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
  // The colours of the body have nothing of a contour that is in doubt; those of a surface would have.
  for (let round = uneven ? 1 : 0; round < ROUNDS; round++) {
    const alike = likeness(looks.colours, values, even);
    for (let i = 0; i < values.length; i++) {
      const held = isWithin(confine, i, grid);
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

const isWithin = ({ x0, y0, x1, y1 }: Box, cell: number, { width, size }: CellGrid): boolean => {
  const x = ((cell % width) + 0.5) * size;
  const y = (Math.floor(cell / width) + 0.5) * size;
  return x > x0 && x < x1 && y > y0 && y < y1;
};
