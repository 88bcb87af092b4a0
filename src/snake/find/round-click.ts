/** The object at a click, by hypotheses of several sizes (ALGORITHMS D.12). */

import { growthOf, LEAST_GROWTH } from '../../algorithm/evidence/whiteness.js';
import { SegmenterError } from '../../core/errors.js';
import { levelByIndex, levelRect } from '../../core/geometry/levels.js';
import type { Rect } from '../../core/geometry/rect.js';
import { positionsOf, type Ring } from '../../core/geometry/ring.js';
import type { ChannelRows } from '../../image/channels/channels.js';
import { cellPlanes } from '../hints/cells.js';
import type { Looks } from '../hints/looks.js';
import type { Frame } from '../hints/marks.js';
import { seenInCells } from '../hints/seen-in-cells.js';
import { shapeOf } from '../hints/shape.js';
import { ringRound } from '../hints/trace.js';
import { refuseConstant, see } from '../problem.js';
import type { Click } from './click.js';
import { levelOf, radiiIn, windowOf } from './click-windows.js';
import { likelihoodOf } from './expected-size.js';
import { type Hypothesis, hypothesis, looksOf, type Sides, windowGrid } from './hypothesis.js';
import { laddersOf } from './known-ladders.js';
import { ladder, type Rung } from './ladder.js';

/** Maximum repetitions with the radius of the found shape, where it differs from the supposed one. */
const AGAIN = 2;
/** Factor below which two radii count as equal. */
const SAME = 1.16;
/** Radius for the window in which whiteness is measured, in full-resolution pixels. */
const WHITE_RADIUS = 32;
/** Minimum radius of a shape whose size is tried again, in full-resolution pixels. */
const SMALLEST = 3;
/** Separation above which a shape stands out: halfway from chance to certainty, that is three of four cells classified correctly by colour. */
const STANDS_OUT = 1 / 2;
/** The same for a shape of an expected size: more than a gradient, a glow or a texture gives. */
const STANDS_OUT_AS_EXPECTED = 2 / 5;

/** Whether the samples round a click look independent; then the search uses rectangles. */
export const isWhiteRound = async (click: Click): Promise<boolean> => {
  const window = windowOf(click.point, WHITE_RADIUS, wholeOf(click));
  const found = await unlessConstant(channelRound(window, click));
  return found !== undefined && (await growthOf(found.channel)) < LEAST_GROWTH;
};

/** `undefined` where all pixels of a window have the same value. */
const unlessConstant = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SegmenterError && error.code === 'nothing-found') return undefined;
    throw error;
  }
};

/** The shape round a click that looks most like an object. */
export interface Grown {
  /** Outline in full-resolution pixels. */
  readonly ring: Ring;
  /** Its colours differ from those of its surroundings, and are not just those of a part of the background. */
  readonly standsOut: boolean;
}

/**
 * Finds the shape most like an object among the hypotheses of all sizes; `undefined` where there is none. A shape within the view that
 * stands out is preferred to all that extend beyond the view.
 */
export const growRound = async (click: Click): Promise<Grown | undefined> => {
  const { task } = click;
  const shapesIn = shapesRound(click);
  const known = laddersOf(click);
  /** The best of the shapes that lie in `within`, or of all shapes where it is not set. */
  const bestOf = async (within?: Rect): Promise<Weighed | undefined> => {
    let best: Weighed | undefined;
    const shapes: Shape[] = [];
    for await (const shape of shapesIn(within ?? wholeOf(click))) {
      shapes.push(shape);
      const likelihood = likelihoodOf(shape.area, task.expectedAreas ?? []);
      const score = shape.found.score * likelihood;
      const least = likelihood < 1 ? STANDS_OUT : STANDS_OUT_AS_EXPECTED;
      if (score > (best?.score ?? 0) && (!within || liesIn(within, shape))) best = { ...shape, score, least };
    }
    known.set(within ? 'in view' : 'whole', rungsOf(shapes, within));
    return best;
  };
  const seen = task.inView && (await bestOf(task.inView));
  const best = seen && standsOut(seen, seen.least) ? seen : await bestOf();
  const ring = best && ringOf(best);
  return ring && best && { ring, standsOut: standsOut(best, best.least) };
};

/** A hypothesis in the window that it was made in. */
interface Shape {
  readonly view: View;
  readonly found: Hypothesis;
  /** In full-resolution px². */
  readonly area: number;
}

interface Weighed extends Shape {
  /** Score of the shape times the likelihood of its size. */
  readonly score: number;
  /** Separation above which it stands out. */
  readonly least: number;
}

/** The ladder of the shapes that stand out and, where `within` is set, lie in it. */
const rungsOf = (shapes: readonly Shape[], within: Rect | undefined): readonly Rung[] => {
  const outstanding = shapes.filter(
    // A person asks for the size, so the threshold is that of an expected size.
    (shape) => shape.found.score > 0 && standsOut(shape, STANDS_OUT_AS_EXPECTED) && (!within || liesIn(within, shape)),
  );
  return ladder(outstanding.map((shape) => ({ shape, area: shape.area, score: shape.found.score }))).map(
    ({ shape, area }) => {
      const ring = ringOf(shape);
      return { area, start: ring && { kind: 'polygon', rings: [positionsOf(ring)] } };
    },
  );
};

/**
 * The ladders of a click: first that of the shapes within the view, where the view is known, then that of all shapes. Cached ladders are not
 * searched again.
 */
export async function* laddersRound(click: Click): AsyncGenerator<readonly Rung[]> {
  const { inView } = click.task;
  const known = laddersOf(click);
  const shapesIn = shapesRound(click);
  for (const within of inView ? [inView, undefined] : [undefined]) {
    yield await known.get(within ? 'in view' : 'whole', async () => {
      const shapes: Shape[] = [];
      for await (const shape of shapesIn(within ?? wholeOf(click))) shapes.push(shape);
      return rungsOf(shapes, within);
    });
  }
}

/**
 * Shapes round a click at each size, cached by their supposed radius.
 * @returns a generator of shapes with supposed radii up to the share `LARGEST` of the longer side of a rectangle in full-resolution pixels
 */
const shapesRound = (click: Click): ((area: Rect) => AsyncGenerator<Shape>) => {
  const views = new Map<string, Promise<View | undefined>>();
  const viewOf = (radius: number): Promise<View | undefined> => {
    const key = JSON.stringify(windowOf(click.point, radius, wholeOf(click)));
    const view = views.get(key) ?? viewRound(radius, click);
    views.set(key, view);
    return view;
  };
  const shapes = new Map<number, Promise<Shape | undefined>>();
  const shapeAt = async (radius: number): Promise<Shape | undefined> => {
    const view = await viewOf(radius);
    if (view === undefined) return undefined;
    const found = hypothesis(view.looks, view.at, radius / view.cell, view.sides);
    return { view, found, area: found.area * view.cell ** 2 };
  };
  return async function* (area) {
    const radii = radiiIn(area);
    // The windows of all sizes are read at once: a server may take long to answer. A failure is reported where its window is needed.
    for (const radius of radii) viewOf(radius).catch(() => {});
    for (const radius of radii) {
      let supposed = radius;
      for (let round = 0; round <= AGAIN; round++) {
        const coming = shapes.get(supposed) ?? shapeAt(supposed);
        shapes.set(supposed, coming);
        const shape = await coming;
        if (shape === undefined) break;
        yield shape;
        const itsRadius = Math.sqrt(shape.area / Math.PI);
        const ratio = itsRadius / supposed;
        if (shape.found.score === 0 || itsRadius < SMALLEST || (ratio < SAME && ratio * SAME > 1)) break;
        supposed = itsRadius;
      }
    }
  };
};

/** Whether the separation of a shape exceeds `least`. */
const standsOut = ({ found }: Shape, least: number): boolean => found.separation > least;

/** Whether all of a shape lies in a rectangle of full-resolution pixels. */
const liesIn = ({ x, y, width, height }: Rect, { view: { looks, frame }, found: { inside } }: Shape): boolean => {
  const { domain, scaleX, scaleY } = frame;
  const [left, right] = [(x / scaleX - domain.x) / looks.size, ((x + width) / scaleX - domain.x) / looks.size];
  const [top, bottom] = [(y / scaleY - domain.y) / looks.size, ((y + height) / scaleY - domain.y) / looks.size];
  return inside.every((is, cell) => {
    const [column, row] = [cell % looks.width, Math.floor(cell / looks.width)];
    return is === 0 || (column >= left && column + 1 <= right && row >= top && row + 1 <= bottom);
  });
};

/** A window round a click in cells. */
interface View {
  readonly looks: Looks;
  /** The click's cell. */
  readonly at: number;
  /** Side of the square that has the area of a cell, in full-resolution pixels. */
  readonly cell: number;
  readonly sides: Sides;
  readonly frame: Frame;
}

/** Rectangle in which an object is looked for, in full-resolution pixels. */
const wholeOf = ({ task: { domain }, context: { image } }: Click): Rect =>
  domain ?? { x: 0, y: 0, width: image.width, height: image.height };

const channelRound = async (
  window: Rect,
  { task, context, parameters }: Click,
): Promise<{ readonly level: number; readonly channel: ChannelRows }> => {
  const { image, signal, pixelBudget } = context;
  const level = task.level ?? levelOf(window, image.levels, pixelBudget);
  const { samples } = await context.pixels(window, level);
  const { channel } = await see(samples, parameters, signal);
  await refuseConstant(channel);
  return { level, channel: await seenInCells(channel, samples, parameters, signal) };
};

const viewRound = async (radius: number, click: Click): Promise<View | undefined> => {
  const { point, context } = click;
  const whole = wholeOf(click);
  const window = windowOf(point, radius, whole);
  const seen = await unlessConstant(channelRound(window, click));
  if (seen === undefined) return undefined;
  const level = levelByIndex(context.image.levels, seen.level);
  const { scaleX, scaleY } = level;
  const domain = levelRect(window, level);
  const looks = looksOf(await cellPlanes(seen.channel, windowGrid(domain), context.signal));
  const { size, width, height } = looks;
  const column = Math.floor((point.x / scaleX - domain.x) / size);
  const row = Math.floor((point.y / scaleY - domain.y) / size);
  return {
    looks,
    at: Math.min(Math.max(row, 0), height - 1) * width + Math.min(Math.max(column, 0), width - 1),
    cell: size * Math.sqrt(scaleX * scaleY),
    sides: {
      left: window.x === whole.x,
      top: window.y === whole.y,
      right: window.x + window.width === whole.x + whole.width,
      bottom: window.y + window.height === whole.y + whole.height,
    },
    frame: { domain, scaleX, scaleY },
  };
};

/** The outline of a shape, in full-resolution pixels; `undefined` where its cells have no simple outline. */
const ringOf = ({ view: { looks, at, frame }, found: { inside } }: Shape): Ring | undefined => {
  const certain = new Int8Array(inside.length);
  certain[at] = 1;
  const shape = shapeOf(Float64Array.from(inside), certain, looks);
  const { domain, scaleX, scaleY } = frame;
  return (
    shape &&
    ringRound(shape, looks, domain)?.map((value, i) =>
      i % 2 === 0 ? (value + domain.x) * scaleX : (value + domain.y) * scaleY,
    )
  );
};
