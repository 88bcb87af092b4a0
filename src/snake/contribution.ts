/** The polygonal region snake as the engine knows it (Perrot, Domas, Couturier and Bertaux; ALGORITHMS A and D). */
import type { Rect } from '../image/samples.js';
import type { Algorithm, Outcome, RunContext, RunState, Task, Word } from '../worker/algorithm.js';
import { boundsOfInit, grown } from '../worker/domain.js';
import { SegmenterError, show } from '../worker/errors.js';
import { chooseLevel } from '../worker/levels.js';
import { Batches } from './batches.js';
import { priorPerUnit } from './box_prior.js';
import { findObjects, findRound, type RunBox } from './find.js';
import { isSimple } from './legality.js';
import { evolve, type Problem, type Snapshot, type Start } from './optimiser.js';
import { contourOf, detailsOf } from './outcome.js';
import { type Course, type Place, Progress } from './progress.js';
import { fullRing, latticeBox, openScene, type Scene } from './scene.js';
import { readParameters, type SnakeParameters, schema } from './schema.js';
import { type Box, boundsOf, boxStarts, finerRing, latticeRing, rectangleRing } from './starts.js';

export const snake: Algorithm = { id: 'snake', title: 'Region snake', schema, run };

/** Side of the domain by which the share of the first distance is taken (ALGORITHMS A.4). */
const distanceShare = 32;
/** A contour that is refined may leave its own box by this share of its size. */
const polygonMargin = 0.25;
/**
 * Pixels of the domain at the first level: few enough to show the snake within a blink, whatever the back end. Finer
 * levels follow.
 */
const firstPixels = 2 ** 20;
/** By how much of its size the start's bounding box is grown on every side for the domain; measured. */
const domainShare = 0.25;
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
  const image: Rect = { x: 0, y: 0, width: context.image.width, height: context.image.height };
  const domain = task.domain ?? grown(boundsOfInit(task.init, image), domainShare, image);
  const { levels } = context.image;
  const coarsest = task.level ?? chooseLevel(domain, levels, Math.min(firstPixels, context.pixelBudget));
  const finest = task.level ?? 0;
  const batches = new Batches();
  const box = typeof task.init === 'object' && 'width' in task.init ? task.init : undefined;
  const { level = coarsest, record } = course.place ?? {};
  let scene = await openScene(context, parameters, domain, level, record, box);
  const end = async (at: Scene, best: Snapshot): Promise<Outcome> => {
    if (!Number.isFinite(best.criterion)) throw tooSmall(task);
    course.outcome = { contours: [await contourOf(at, best)], details: detailsOf(at, best) };
    return course.outcome;
  };
  try {
    course.place ??= {
      level,
      record,
      starts: startsOf(task, parameters, scene),
      distance: parameters.distance || firstDistance(scene.domain),
    };
    for (;;) {
      const final = yield* evolveIn(scene, context, parameters, course.place, batches);
      const next = scene.level - 1;
      if (final.stopped || next < finest || !fits(context, domain, next)) return await end(scene, final.best);
      const coarse = scene;
      scene.tables.destroy();
      scene = await openScene(context, parameters, domain, next, coarse.channel.record, box);
      const finer = finerStart(task, parameters, coarse, scene, final.best);
      if (finer === undefined) return await end(coarse, final.best);
      course.place = { level: next, record: coarse.channel.record, starts: [finer], distance: finerDistance };
    }
  } finally {
    scene.tables.destroy();
  }
}

const fits = ({ image, pixelBudget }: RunContext, domain: Rect, level: number): boolean => {
  const { scaleX, scaleY } = image.levels[level]!;
  return (domain.width / scaleX) * (domain.height / scaleY) <= pixelBudget;
};

/** Evolves the starts in a scene and yields the best of them after every batch. */
async function* evolveIn(
  scene: Scene,
  context: RunContext,
  parameters: SnakeParameters,
  place: Place,
  batches: Batches,
): AsyncGenerator<RunState, { readonly best: Snapshot; readonly stopped: boolean }, Word> {
  const { starts, distance } = place;
  const problem: Problem = {
    starts,
    model: scene.model,
    order: scene.order,
    distance: 2 ** Math.floor(Math.log2(distance)),
    minimumLength: parameters.minimumLength || shortestEdge(starts[0]!, scene),
    prune: parameters.prune,
    polarity: parameters.polarity,
    contourWeight: parameters.contourWeight,
    lengthCost: parameters.lengthCost,
    prior: scene.prior ? priorPerUnit(parameters.boxPrior) : 0,
  };
  const steps = evolve(
    context.executor,
    scene.tables,
    problem,
    (...last) => batches.next(...last),
    context.signal,
    place,
  );
  try {
    let word: Word = 'go';
    for (;;) {
      const { done, value } = await steps.next(word === 'finish' ? 'finish' : 'go');
      const best = shortest(value);
      if (done) return { best, stopped: word === 'finish' };
      word = yield {
        iteration: best.iteration,
        step: best.step,
        ring: fullRing(scene, best.ring),
        criterion: best.criterion,
        level: scene.level,
      };
      batches.told(word);
    }
  } finally {
    await steps.return([]);
  }
}

/** Fine enough for the shape of a small object, coarse enough to leave the noise of a large one alone. */
const shortestEdge = ({ ring }: Start, { domain }: Scene): number => {
  const [l, t, r, b] = boundsOf(ring, domain);
  return Math.min(8, Math.max(3, Math.round(Math.min(r - l, b - t) / 6)));
};

/** The shortest description; the first on ties. */
const shortest = (snapshots: readonly Snapshot[]): Snapshot =>
  snapshots.reduce((best, snapshot) => (snapshot.length < best.length ? snapshot : best));

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
  coarse: Scene,
  scene: Scene,
  { ring }: Snapshot,
): Start | undefined {
  const fine = finerRing(ring, coarse.domain, scene.domain, coarse.scaleX / scene.scaleX, coarse.scaleY / scene.scaleY);
  if (!isSimple({ words: Uint32Array.from(fine), at: 0, nodes: fine.length / 2 })) return undefined;
  const reach = boundsOf(fine, scene.domain);
  const box = confineBox(task, parameters, scene);
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
function confineBox({ init }: Task, { confine, grow }: SnakeParameters, scene: Scene): Box {
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
