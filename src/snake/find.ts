/** Starts that nobody drew (ALGORITHMS D.7): round a point, or wherever the description length says. */
import type { Rect } from '../image/samples.js';
import type { Outcome, Ring, RunContext, RunState, Task, Word } from '../worker/algorithm.js';
import { grown } from '../worker/domain.js';
import { SegmenterError, show } from '../worker/errors.js';
import { chooseLevel } from '../worker/levels.js';
import { type FoundRectangle, Lattice } from './lattice.js';
import { openScene, type Scene } from './scene.js';
import type { SnakeParameters } from './schema.js';
import { takeOut } from './take_out.js';
import { windowsRound } from './windows.js';

/** Cells a side of the lattice: round a point, and over a whole image. */
const pointCells = 8;
const imageCells = 16;
/** A found contour that lies this much in earlier ones is one of them again. */
const sameShare = 0.5;

export interface Found {
  /** Full-resolution pixels. */
  readonly box: Rect;
  readonly domain: Rect | undefined;
}

export type RunBox = (task: Task, parameters: SnakeParameters) => AsyncGenerator<RunState, Outcome, Word>;

/** The object at a point: of the best rectangles in windows of doubling size, the one that gains most a pixel. */
export async function findRound(
  point: { readonly x: number; readonly y: number },
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
): Promise<Found> {
  const image: Rect = { x: 0, y: 0, width: context.image.width, height: context.image.height };
  const windows = task.domain ? [task.domain] : windowsRound(point, image);
  let best: { readonly gain: number; readonly box: Rect } | undefined;
  for (const window of windows) {
    const level = task.level ?? chooseLevel(window, context.image.levels, context.pixelBudget);
    const scene = await openScene(context, parameters, window, level);
    try {
      const at = [
        Math.floor(point.x / scene.scaleX) - scene.domain.x,
        Math.floor(point.y / scene.scaleY) - scene.domain.y,
      ] as const;
      const found = await bestIn(scene, context, parameters, pointCells, at);
      if (found === undefined) continue;
      const gain = found.gain / (scene.domain.width * scene.domain.height);
      if (best === undefined || gain > best.gain) best = { gain, box: boxOf(scene, found, pointCells, image) };
    } finally {
      scene.tables.destroy();
    }
  }
  if (best === undefined) {
    const reason = 'nothing round it differs from the rest; draw a box instead';
    throw new SegmenterError('bad-init', { init: show(point), reason });
  }
  return { box: best.box, domain: task.domain };
}

/** One object after another over the domain, until another one would not shorten the description. */
export async function* findObjects(
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  runBox: RunBox,
): AsyncGenerator<RunState, Outcome, Word> {
  const image: Rect = { x: 0, y: 0, width: context.image.width, height: context.image.height };
  const domain = task.domain ?? image;
  const level = task.level ?? chooseLevel(domain, context.image.levels, context.pixelBudget);
  // The rectangles are guesses, not what a person drew.
  const guessed = { ...parameters, boxPrior: 0 };
  const scene = await openScene(context, parameters, domain, level);
  const contours: Outcome['contours'][number][] = [];
  const rings: Ring[] = [];
  let details: Outcome['details'];
  try {
    const law = { ...parameters, model: scene.model, order: scene.order };
    const lattice = await Lattice.over(context.executor, scene.tables, law, imageCells, undefined, context.signal);
    try {
      const taken = new Uint8Array(scene.domain.width * scene.domain.height);
      let finish = false;
      for (let tries = 0; contours.length < parameters.objects && tries < 2 * parameters.objects && !finish; tries++) {
        const rectangle = await lattice.best(context.signal);
        if (rectangle === undefined || rectangle.gain <= 0) break;
        const box = boxOf(scene, rectangle, imageCells, image);
        const inner = runBox({ ...task, init: box, domain: undefined }, guessed);
        let outcome: Outcome;
        let word: Word = 'go';
        for (;;) {
          const { done, value } = await inner.next(word);
          if (done) {
            outcome = value;
            break;
          }
          word = yield { ...value, rings: [...rings, value.ring], done: contours.length / parameters.objects };
          finish ||= word === 'finish';
        }
        const contour = outcome.contours[0]!;
        const again = takeOut(scene, lattice, taken, contour.geometry, rectangle.box);
        if (again > sameShare) continue;
        contours.push(contour);
        rings.push(ringOf(contour.geometry));
        details ??= outcome.details;
      }
    } finally {
      lattice.destroy();
    }
  } finally {
    scene.tables.destroy();
  }
  return { contours, details };
}

async function bestIn(
  scene: Scene,
  context: RunContext,
  parameters: SnakeParameters,
  cells: number,
  point: readonly [number, number],
): Promise<FoundRectangle | undefined> {
  const law = { ...parameters, model: scene.model, order: scene.order };
  const lattice = await Lattice.over(context.executor, scene.tables, law, cells, point, context.signal);
  try {
    return await lattice.best(context.signal);
  } finally {
    lattice.destroy();
  }
}

/** A found rectangle in full-resolution pixels, grown by a cell: the lattice is coarse, the box must hold the object. */
function boxOf(
  { domain, scaleX, scaleY }: Scene,
  { box: [l, t, r, b] }: FoundRectangle,
  cells: number,
  image: Rect,
): Rect {
  const dx = domain.width / cells;
  const dy = domain.height / cells;
  const rect = {
    x: (domain.x + l - dx) * scaleX,
    y: (domain.y + t - dy) * scaleY,
    width: (r - l + 2 * dx) * scaleX,
    height: (b - t + 2 * dy) * scaleY,
  };
  return grown(rect, 0, image);
}

const ringOf = (geometry: Outcome['contours'][number]['geometry']): Ring =>
  geometry.type === 'Polygon' ? geometry.coordinates[0]!.slice(0, -1).flat() : [];
