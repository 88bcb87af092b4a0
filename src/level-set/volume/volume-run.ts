/** The level set on a volume, for the engine: a start on one slice becomes a seed in three dimensions. */

import type { Init, Marks, Outcome, RunCommand, RunContext, RunState, Task } from '../../algorithm/algorithm.js';
import { grown } from '../../algorithm/domain.js';
import { boundsOfStart, type Start } from '../../algorithm/start.js';
import { levelByIndex, levelRect } from '../../core/geometry/levels.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import type { Part } from '../../core/geometry/trace.js';
import { lazy } from '../../core/lazy.js';
import { courses } from '../hints/courses.js';
import { nothingFound } from '../report.js';
import type { LevelSetParameters } from '../schema.js';
import { readParameters } from '../schema.js';
import { DOMAIN_SHARE } from '../start.js';
import { start } from '../steps/schedule.js';
import type { Seed } from './seed.js';
import type { Began, VolumeOutcome, VolumeState } from './volume.js';
import { segmentVolume } from './volume.js';
import type { Block } from './volume-part.js';

const memory = courses<Began>();

/** Contours are per slice, first the slice of the start or the nearest to it; each has the measurements of the whole object. */
export async function* runOnVolume(task: Task, context: RunContext): AsyncGenerator<RunState, Outcome, RunCommand> {
  const parameters = readParameters(task.parameters, 3);
  const { executor, signal, image } = context;
  const slice = task.slice ?? 0;
  const seed = seedOf(task.start, slice, parameters);
  const given = task.domain && levelRect(task.domain, levelByIndex(image.levels, 0));
  const domain =
    given ??
    (parameters.confine && parameters.slices > 0 ? blockRound(seed, image, marked(task.marks, slice)) : undefined);
  const volume = await context.volume!();
  const run = segmentVolume(
    executor,
    volume,
    {
      seed,
      domain,
      ...(task.marks ? { marks: task.marks } : {}),
      slice,
      parameters: task.parameters,
      anySlice: parameters.slices === 0,
      owner: image.levels,
      kept: memory.of(context),
    },
    signal,
  );
  let word: RunCommand = 'go';
  try {
    for (;;) {
      const { done, value } = await run.next(word === 'finish' ? 'finish' : 'go');
      if (done) return outcomeOf(value, task.init, slice, parameters.minimumArea);
      word = yield stateOf(value, slice, value.outer / parameters.schedule.outerIterations);
    }
  } finally {
    // Frees the device's buffers where the caller leaves this run early.
    await run.return(nothing);
  }
}

const nothing: VolumeOutcome = {
  mask: new Uint8Array(0),
  contours: [],
  largest: 0,
  measurements: {},
  metadata: {},
  progress: start,
};

/** A box becomes a box, a point a ball, a polygon a prism, each about the middle of the slice; 'auto' a lattice. */
const seedOf = (start: Start, slice: number, { slices, radius }: LevelSetParameters): Seed => {
  if (start.kind === 'everywhere') return { kind: 'lattice' };
  if (start.kind === 'point') return { kind: 'sphere', centre: [start.x, start.y, slice + 0.5], radius };
  const bounds = boundsOfStart(start, nowhere);
  const count = slices > 0 ? slices : Math.max(1, Math.round(Math.sqrt(bounds.width * bounds.height) / 2));
  const first = slice - Math.floor((count - 1) / 2);
  if (start.kind === 'polygon') return { kind: 'contour', rings: start.rings, first, last: first + count - 1 };
  const { x, y, width, height } = start.rect;
  return { kind: 'box', from: [x, y, first], to: [x + width, y + height, first + count] };
};

/**
 * The background of a box that the front stays in, on requested slices: box and slices grown by half, as for an image. A volume is air
 * far from the box, and compared with air, everything in the box looks the same.
 */
const blockRound = (
  seed: Seed,
  { width, height, depth }: Pick<RunContext['image'], 'width' | 'height' | 'depth'>,
  inside: readonly (readonly [x: number, y: number, slice: number])[],
): (Rect & Partial<Block>) | undefined => {
  if (seed.kind !== 'box') return undefined;
  const least = (axis: 0 | 1 | 2): number => inside.reduce((all, at) => Math.min(all, at[axis]), seed.from[axis]);
  const most = (axis: 0 | 1 | 2): number =>
    inside.reduce((all, at) => Math.max(all, Math.floor(at[axis]) + 1), seed.to[axis]);
  const from = [least(0), least(1), least(2)] as const;
  const to = [most(0), most(1), most(2)] as const;
  const rect = { x: from[0], y: from[1], width: to[0] - from[0], height: to[1] - from[1] };
  const margin = Math.ceil((to[2] - from[2]) * DOMAIN_SHARE);
  const first = Math.max(0, from[2] - margin);
  const end = Math.min(depth, to[2] + margin);
  return { ...grown(rect, DOMAIN_SHARE, { x: 0, y: 0, width, height }), first, depth: end - first };
};

/** Positions of the marks inside, with their slices: their surroundings are part of the background too. */
const marked = (marks: Marks | undefined, slice: number): (readonly [number, number, number])[] =>
  (marks?.inside ?? []).flatMap((stroke, k) =>
    stroke.map(([x, y]) => [x, y, marks?.slices?.inside[k] ?? slice] as const),
  );

const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 };

const ringsOf = (parts: readonly Part[]): Ring[] => parts.flatMap(({ outer, holes }) => [outer, ...holes]);

/** The rings of the shown slice are traced when they are first read, since those of most states are never read. */
const stateOf = (value: VolumeState, slice: number, done: number): RunState => {
  const parts = value.sliceNow(slice);
  const rings = lazy(() => ringsOf(parts()));
  const { outer: iteration, steps: step, criterion } = value;
  return {
    iteration,
    step,
    get ring() {
      return rings()[0] ?? [];
    },
    get rings() {
      return rings();
    },
    criterion,
    level: 0,
    done,
    slice,
    front: (z) => ringsOf(value.slice(z)),
  };
};

const outcomeOf = (value: VolumeOutcome, init: Init, at: number, minimumArea: number): Outcome => {
  const { contours, measurements, metadata, progress, largest } = value;
  if (contours.length === 0) {
    throw nothingFound(init, minimumArea, largest);
  }
  const nearest = contours.reduce((a, b) => (Math.abs(b.slice - at) < Math.abs(a.slice - at) ? b : a));
  return {
    contours: [nearest, ...contours.filter((contour) => contour !== nearest)].map((contour) => ({
      get geometry() {
        return contour.geometry;
      },
      measurements,
      metadata,
      slice: contour.slice,
    })),
    details: { ...progress, slices: contours.length },
  };
};
