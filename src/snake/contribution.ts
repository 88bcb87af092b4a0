/** The polygonal region snake as the engine knows it (Perrot, Domas, Couturier and Bertaux; ALGORITHMS A and D). */
import type { Rect } from '../image/samples.js';
import type { Algorithm, Outcome, Ring, RunContext, RunState, Task, Word } from '../worker/algorithm.js';
import { boundsOfInit, grown } from '../worker/domain.js';
import { SegmenterError, show } from '../worker/errors.js';
import { chooseLevel, levelRect } from '../worker/levels.js';
import { Batches } from './batches.js';
import { evolveIn } from './evolve_in.js';
import { findRound, type RunBox } from './find.js';
import { findObjects } from './find_objects.js';
import type { Coarse, Terms } from './fine_level.js';
import { isSimple } from './legality.js';
import { meansOf } from './level_means.js';
import type { Snapshot, Start } from './optimiser.js';
import { contourOf, detailsOf, finerContour } from './outcome.js';
import { prepare } from './prepare.js';
import { type Course, Progress, type Whole } from './progress.js';
import { refineAlong } from './refine_along.js';
import { fullRing, latticeBox, openScene, type Scene } from './scene.js';
import { readParameters, type SnakeParameters, schema } from './schema.js';
import { type Box, boundsOf, boxStarts, domainShare, finerRing, latticeRing, rectangleRing } from './starts.js';
import { longestSide } from './tables.js';

/** Where a level's domain lies in the image. */
type Frame = Pick<Scene, 'domain' | 'scaleX' | 'scaleY'>;

export const snake: Algorithm = { id: 'snake', title: 'Region snake', schema, prepare, run };

/** Side of the domain by which the share of the first distance is taken (ALGORITHMS A.4). */
const distanceShare = 32;
/** A contour that is refined may leave its own box by this share of its size. */
const polygonMargin = 0.25;
/**
 * Pixels of the domain at the first level: few enough to show the snake within a blink, whatever the back end. Finer
 * levels follow.
 */
const firstPixels = 2 ** 20;
/** First distance at each finer level, and how far nodes may go there. */
const finerDistance = 2;

async function* run(task: Task, context: RunContext): AsyncGenerator<RunState, Outcome, Word> {
  const parameters = readParameters(task.parameters);
  const { init } = task;
  const progress = Progress.of(context.run);
  const runNext: RunBox = (each, given) => runBox(each, context, given, progress.next());
  if (init === 'auto') return yield* findObjects(task, context, parameters, runNext);
  if ('x' in init && !('width' in init)) {
    progress.found ??= await findRound(init, task, context, parameters);
    return yield* runNext({ ...task, init: progress.found.box, domain: progress.found.domain }, parameters);
  }
  return yield* runNext(task, parameters);
}

/** One object from a box or a polygon: at the level that the budget allows, then at each finer one. */
async function* runBox(
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  course: Course,
): AsyncGenerator<RunState, Outcome, Word> {
  if (course.outcome) return course.outcome;
  const batches = new Batches();
  course.whole ??= yield* runWhole(task, context, parameters, course, batches);
  const { outcome, rest } = course.whole;
  if (rest !== undefined) {
    const { level, ring } = yield* refineAlong(rest.refined, task.level ?? 0, rest.terms, context, batches);
    if (level < rest.terms.coarsest) {
      course.outcome = { ...outcome, contours: [finerContour(outcome, ring, level, context)] };
    }
  }
  course.outcome ??= outcome;
  return course.outcome;
}

/** The levels at which the domain is read whole. */
async function* runWhole(
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  course: Course,
  batches: Batches,
): AsyncGenerator<RunState, Whole, Word> {
  const image: Rect = { x: 0, y: 0, width: context.image.width, height: context.image.height };
  const domain = task.domain ?? grown(boundsOfInit(task.init, image), domainShare, image);
  for (;;) {
    const whole = yield* runLevel(task, context, parameters, domain, course, batches);
    if (whole !== undefined) return whole;
  }
}

/**
 * One of them, in which nothing stays of the one before but its contour: the course's place, or the first. Puts the
 * course at the next, or returns the end.
 */
async function* runLevel(
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  domain: Rect,
  course: Course,
  batches: Batches,
): AsyncGenerator<RunState, Whole | undefined, Word> {
  const { levels } = context.image;
  const coarsest = task.level ?? chooseLevel(domain, levels, Math.min(firstPixels, context.pixelBudget));
  const finest = task.level ?? 0;
  const box = typeof task.init === 'object' && 'width' in task.init ? task.init : undefined;
  const { level = coarsest, record } = course.place ?? {};
  const scene = await openScene(context, parameters, domain, level, record, box);
  try {
    course.place ??= {
      level,
      record,
      starts: startsOf(task, parameters, scene),
      distance: parameters.distance || firstDistance(scene.domain),
    };
    const { starts, distance } = course.place;
    const minimumLength = parameters.minimumLength || shortestEdge(starts[0]!, scene);
    const full = (ring: Ring): Ring => fullRing(scene, ring);
    const sizes = { distance, minimumLength };
    const { best, stopped } = yield* evolveIn(scene, context, parameters, starts, sizes, batches, full, course.place);
    const outcome = async (): Promise<Outcome> => {
      if (!Number.isFinite(best.criterion)) throw tooSmall(task);
      return { contours: [await contourOf(scene, best)], details: await detailsOf(scene, best) };
    };
    const next = level - 1;
    if (stopped || next < finest) return { outcome: await outcome() };
    if (!fits(context, domain, next)) {
      const terms = termsOf(task, parameters, context, scene, domain, minimumLength);
      const refined = { coarse: coarseOf(scene, best), samples: scene.samples };
      return { outcome: await outcome(), rest: { refined, terms } };
    }
    const finer = finerStart(task, parameters, scene, frameAt(context, domain, next), best);
    if (finer === undefined) return { outcome: await outcome() };
    course.place = { level: next, record: scene.channel.record, starts: [finer], distance: finerDistance };
    return undefined;
  } finally {
    scene.tables.destroy();
  }
}

const frameAt = ({ image }: Pick<RunContext, 'image'>, domain: Rect, level: number): Frame => {
  const { scaleX, scaleY } = image.levels[level]!;
  return { domain: levelRect(domain, image.levels[level]!), scaleX, scaleY };
};

const fits = ({ image, pixelBudget }: RunContext, domain: Rect, level: number): boolean => {
  const { width, height } = levelRect(domain, image.levels[level]!);
  return width * height <= pixelBudget && Math.max(width, height) <= longestSide;
};

/** Where the finer levels begin. */
const coarseOf = ({ level, domain }: Scene, best: Snapshot): Coarse => ({
  level,
  ring: best.ring.map((value, i) => value + (i % 2 === 0 ? domain.x : domain.y)),
  means: meansOf(best),
});

/** What the finer levels are refined by. */
function termsOf(
  task: Task,
  parameters: SnakeParameters,
  context: RunContext,
  scene: Scene,
  domain: Rect,
  minimumLength: number,
): Terms {
  const { model, order, channel } = scene;
  const { init } = task;
  const at = <T>(level: number, of: (frame: Frame) => T): T => of(frameAt(context, domain, level));
  const onLevel = ([l, t, r, b]: Box, { domain: { x, y } }: Frame): Box => [l + x, t + y, r + x, b + y];
  return {
    parameters,
    model,
    order,
    record: channel.record,
    codes: channel.kind === 'codes',
    highest: model === 'bernoulli' ? 1 : 2 ** channel.bits - 1,
    domain,
    coarsest: scene.level,
    minimumLength,
    confine: (level) => at(level, (frame) => onLevel(confineBox(task, parameters, frame), frame)),
    box: (level) =>
      typeof init === 'object' && 'width' in init
        ? at(level, (frame) => onLevel(latticeBox(init, frame), frame))
        : undefined,
  };
}

/** Fine enough for the shape of a small object, coarse enough to leave the noise of a large one alone. */
const shortestEdge = ({ ring }: Start, { domain }: Scene): number => {
  const [l, t, r, b] = boundsOf(ring, domain);
  return Math.min(8, Math.max(3, Math.round(Math.min(r - l, b - t) / 6)));
};

function startsOf(task: Task, parameters: SnakeParameters, scene: Scene): readonly Start[] {
  const { init } = task;
  const { domain, scaleX, scaleY } = scene;
  const whole = [0, 0, domain.width, domain.height] as const;
  if (typeof init === 'object' && 'type' in init) {
    const ring = latticeRing(init.coordinates[0] ?? [], domain, scaleX, scaleY);
    if (ring === undefined) throw tooSmall(task);
    const [l, t, r, b] = boundsOf(ring, domain);
    const share = polygonMargin + parameters.grow;
    const box = boundsOf(ring, domain, Math.ceil((r - l) * share), Math.ceil((b - t) * share));
    return [{ ring, box: parameters.confine ? box : whole }];
  }
  if (typeof init !== 'object' || !('width' in init)) throw tooSmall(task);
  const box = latticeBox(init, scene);
  if (box[0] >= box[2] || box[1] >= box[3]) throw tooSmall(task);
  return boxStarts(box, confineBox(task, parameters, scene), parameters.starts);
}

const firstDistance = ({ width, height }: Rect): number =>
  Math.max(distanceShare, 2 ** Math.ceil(Math.log2(Math.max(width, height) / distanceShare)));

/** `undefined` where levels that are not exact halves round the ring into touching itself. */
function finerStart(
  task: Task,
  parameters: SnakeParameters,
  coarse: Frame,
  finer: Frame,
  { ring }: Snapshot,
): Start | undefined {
  const fine = finerRing(ring, coarse.domain, finer.domain, coarse.scaleX / finer.scaleX, coarse.scaleY / finer.scaleY);
  if (!isSimple({ words: Uint32Array.from(fine), at: 0, nodes: fine.length / 2 })) return undefined;
  const reach = boundsOf(fine, finer.domain);
  const box = confineBox(task, parameters, finer);
  // Rounding may have put a node a pixel outside the box.
  const grownBox = [
    Math.min(box[0], reach[0]),
    Math.min(box[1], reach[1]),
    Math.max(box[2], reach[2]),
    Math.max(box[3], reach[3]),
  ] as const;
  return { ring: fine, box: grownBox };
}

/** Where the nodes of a box's snake may go. */
function confineBox({ init }: Task, { confine, grow }: SnakeParameters, scene: Frame): Box {
  const { domain } = scene;
  if (!confine || typeof init !== 'object' || !('width' in init)) return [0, 0, domain.width, domain.height];
  const box = latticeBox(init, scene);
  const dx = Math.ceil((box[2] - box[0]) * grow);
  const dy = Math.ceil((box[3] - box[1]) * grow);
  return boundsOf(rectangleRing(box), domain, dx, dy);
}

const tooSmall = ({ init }: Task): SegmenterError =>
  new SegmenterError('bad-init', {
    init: show(init),
    reason: 'at this level it leaves fewer than 8 pixels inside or outside; draw it larger, or choose a finer level',
  });
