/**
 * The finer levels of a contour whose domain does not fit into memory at them (ALGORITHMS D.5): windows along the ring, in which
 * only the pixels near it are read. Within a window the sums are exact; everything else is a constant, estimated as
 * described in `level-means.ts`. Memory is that of a group of windows and the samples of the next, on a device the tables of both, for any object.
 *
 * The windows of a level overlap like the fields of a chequerboard with wide seams; those of one colour do not. The windows of a group evolve in
 * parallel, one group after another (`groupsOf`); nothing outside a window's box moves meanwhile. Windows, groups and the
 * corridor depend only on the ring that the level starts with, so the result is the same on every backend.
 */

import type { RunCommand, RunContext, RunState } from '../../algorithm/algorithm.js';
import { levelByIndex } from '../../core/geometry/levels.js';
import type { Level } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import type { Samples } from '../../image/samples.js';
import { latticePins, throughPins } from '../hints/pins.js';
import { finerRing } from '../starts.js';
import type { Batches } from '../steps/batches.js';
import { HOLDS_NO_LINE, losesFolds, withoutFolds } from '../steps/folds.js';
import { type EvolvedRing, evolveGroup } from './evolve-group.js';
import { type Coarse, openLevel, type Terms } from './fine-level.js';
import { LevelGroups } from './level-groups.js';
import { readAhead } from './read-ahead.js';
import { isSeen } from './ready-group.js';
import { isSimpleRing } from './ring-window.js';

interface Begun {
  readonly groups: number;
  readonly ring: Ring;
}

/** The progress of a refinement, from which it resumes after a device was lost. */
export interface Refined {
  /** The last finished level. */
  coarse: Coarse;
  /** The domain's samples at that level, where it was read whole; kept until the next level is opened. */
  samples?: Samples;
  /** State of the next level: the number of completed groups, and the ring after them. */
  next?: Begun;
}

/** A refinement to the level `finest`. */
export interface Refinement {
  readonly refined: Refined;
  readonly finest: number;
  readonly terms: Terms;
  readonly context: RunContext;
  readonly batches: Batches;
}

/** Yields every state; returns the last completed level, and its ring. */
export async function* refineAlong(
  refinement: Refinement,
): AsyncGenerator<RunState, Pick<Coarse, 'level' | 'ring'>, RunCommand> {
  const { refined, finest } = refinement;
  while (refined.coarse.level > finest) {
    const start = startBelow(refinement);
    if (start === undefined) break;
    const { ring, stopped } = yield* refineLevel(start, refinement);
    if (stopped) return { level: start.level, ring };
  }
  return refined.coarse;
}

/** The ring with which a level starts, and the pinned vertices. Pixels of the level. */
interface LevelStart {
  readonly level: number;
  readonly ring: Ring;
  readonly pins: Ring;
}

/** The start of the level below the finished one; `undefined` where the ring would touch itself there. */
const startBelow = ({ refined: { coarse }, terms, context }: Refinement): LevelStart | undefined => {
  const { levels } = context.image;
  const level = coarse.level - 1;
  const [rough, fine] = [levelByIndex(levels, coarse.level), levelByIndex(levels, level)];
  const whole = { x: 0, y: 0, width: fine.width, height: fine.height };
  const finer = finerRing(coarse.ring, whole, whole, rough.scaleX / fine.scaleX, rough.scaleY / fine.scaleY);
  const pins = latticePins(terms.pinned, { domain: whole, ...fine });
  // Where levels are not exact halves, rounding may make the ring touch itself.
  const ring = isSimpleRing(finer) ? throughPins(finer, pins) : undefined;
  return ring && { level, ring, pins };
};

/** Refines the ring at one level, group by group; afterwards this level is the finished one, unless the engine ended the run. */
async function* refineLevel(
  { level, ring: start, pins }: LevelStart,
  { refined, finest, terms, context, batches }: Refinement,
): AsyncGenerator<RunState, EvolvedRing, RunCommand> {
  const opened = await openLevel(refined.coarse, start, terms, context, refined.samples);
  refined.samples = undefined;
  const groups = new LevelGroups(opened, terms, context);
  const doneBefore = progressAt(level, finest, terms.coarsest, context.image.levels);
  let isNextRead = level === finest;
  try {
    refined.next ??= { groups: 0, ring: start };
    while (refined.next.groups < groups.count) {
      const { groups: k, ring }: Begun = refined.next;
      const group = await groups.at(k);
      if (!isNextRead && groups.isInLastStage(k)) {
        isNextRead = true;
        readAhead(context, terms.domain, { ring: start, level }, { from: level - 1, finest: level - 1 });
      }
      const beside = { done: doneBefore(k / groups.count), proceed: () => groups.makeAhead(k + 1) };
      const evolved: EvolvedRing = isSeen(group)
        ? yield* evolveGroup(group, ring, { opened, pins, terms, context, batches }, beside)
        : { ring, stopped: false };
      if (evolved.stopped) return evolved;
      refined.next = { groups: k + 1, ring: evolved.ring };
    }
    const ring = unfolded(refined.next.ring, pins, terms);
    refined.coarse = { level, ring, means: opened.means };
    refined.next = undefined;
    return { ring, stopped: false };
  } finally {
    opened.tiles?.release();
    await groups.discard();
  }
}

/**
 * The share of the refinement that is done, 0 to 1, as a function of the share of a level's groups that is done. A level costs as
 * much as it has windows along the ring, which is in inverse proportion to its scale.
 */
const progressAt = (
  level: number,
  finest: number,
  coarsest: number,
  levels: readonly Level[],
): ((part: number) => number) => {
  /** Cost of the levels from `from` to the finest. */
  const cost = (from: number): number => (from < finest ? 0 : 1 / levelByIndex(levels, from).scaleX + cost(from - 1));
  const whole = cost(coarsest - 1);
  return (part) => 1 - ((1 - part) * cost(level) + part * cost(level - 1)) / whole;
};

/** The ring without folds, where the run removes them and it has some. */
const unfolded = (ring: Ring, pins: Ring, { parameters, guide }: Terms): Ring =>
  (losesFolds(parameters.prune, guide) ? withoutFolds(ring, HOLDS_NO_LINE, pins) : undefined) ?? ring;
