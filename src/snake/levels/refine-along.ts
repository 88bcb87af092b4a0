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
import { movedBox, type Rect } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import { positionsOf } from '../../core/geometry/ring.js';
import type { Samples } from '../../image/samples.js';
import { latticePins, throughPins } from '../hints/pins.js';
import { finerRing, type RingStart } from '../starts.js';
import type { Batches } from '../steps/batches.js';
import { evolveAll } from '../steps/evolve-in.js';
import { HOLDS_NO_LINE, losesFolds, withoutFolds } from '../steps/folds.js';
import type { Snapshot } from '../steps/optimiser.js';
import { type Coarse, type FineLevel, openLevel, type Terms } from './fine-level.js';
import { restBeside, restOf } from './level-means.js';
import { COLOURS, groupsOf } from './panes.js';
import { readAhead } from './read-ahead.js';
import { capacityIn, isSeen, type ReadyGroup, readyGroup, type SeenGroup, type SeenPane } from './ready-group.js';
import {
  type Change,
  fromOutside,
  isInside,
  isSimpleIn,
  isSimpleRing,
  putBack,
  splitAt,
  throughWindow,
  withoutCuts,
} from './ring-window.js';

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

interface Changed {
  readonly ring: Ring;
  /** Whether the engine ended the run. */
  readonly stopped: boolean;
}

/** Yields every state; returns the last completed level, and its ring. */
export async function* refineAlong(
  refined: Refined,
  finest: number,
  terms: Terms,
  context: RunContext,
  batches: Batches,
): AsyncGenerator<RunState, Pick<Coarse, 'level' | 'ring'>, RunCommand> {
  const { levels } = context.image;
  /** Relative number of windows of the levels from `level` to the finest. */
  const cost = (level: number): number =>
    level < finest ? 0 : 1 / levelByIndex(levels, level).scaleX + cost(level - 1);
  const levelsCost = cost(terms.coarsest - 1);
  while (refined.coarse.level > finest) {
    const { coarse } = refined;
    const level = coarse.level - 1;
    const [rough, fine] = [levelByIndex(levels, coarse.level), levelByIndex(levels, level)];
    const whole = { x: 0, y: 0, width: fine.width, height: fine.height };
    const finer = finerRing(coarse.ring, whole, whole, rough.scaleX / fine.scaleX, rough.scaleY / fine.scaleY);
    const pins = latticePins(terms.pinned, { domain: whole, ...fine });
    // Where levels are not exact halves, rounding may make the ring touch itself.
    const start = isSimpleRing(finer) ? throughPins(finer, pins) : undefined;
    if (start === undefined) return coarse;
    const opened = await openLevel(coarse, start, terms, context, refined.samples);
    refined.samples = undefined;
    const { panes, tiles, means } = opened;
    const all = groupsOf(panes, context.pixelBudget);
    /** Whether a group belongs to the level's last stage, in which all of its remaining tiles, and after them those of the next level, may be requested. */
    const isLast = (k: number): boolean => tiles !== undefined && all.length - k <= COLOURS;
    const readyAt = (k: number): Promise<ReadyGroup> => {
      const following = isLast(k) ? all.slice(k + 1).flat() : (all[k + 1] ?? []);
      return readyGroup(opened, all[k]!, following, terms, context);
    };
    /** The next group, made in advance where tiles are on a device. */
    let coming: Promise<ReadyGroup> | undefined;
    let ahead = false;
    const refining = { opened, pins, terms, context, batches };
    try {
      refined.next ??= { groups: 0, ring: start };
      while (refined.next.groups < all.length) {
        const { groups, ring }: Begun = refined.next;
        // A group that failed in advance is tried again.
        const group = (await coming?.catch(() => undefined)) ?? (await readyAt(groups));
        coming = undefined;
        if (isLast(groups) && !ahead && level > finest) {
          ahead = true;
          readAhead(context, terms.domain, { ring: start, level }, { from: level - 1, finest: level - 1 });
        }
        const part = groups / all.length;
        const done = 1 - ((1 - part) * cost(level) + part * cost(level - 1)) / levelsCost;
        const proceed = (): void => {
          if (tiles === undefined || groups + 1 === all.length) return;
          coming = readyAt(groups + 1);
          coming.catch(() => {});
        };
        const changed: Changed = isSeen(group)
          ? yield* refineIn(group, ring, refining, { done, proceed })
          : { ring, stopped: false };
        if (changed.stopped) return { level, ring: changed.ring };
        refined.next = { groups: groups + 1, ring: changed.ring };
      }
      const { ring } = refined.next;
      const unfolded = losesFolds(terms.parameters.prune, terms.guide)
        ? withoutFolds(ring, HOLDS_NO_LINE, pins)
        : undefined;
      refined.coarse = { level, ring: unfolded ?? ring, means };
      refined.next = undefined;
    } finally {
      tiles?.release();
      await coming?.then(
        (group) => isSeen(group) && group.tables.destroy(),
        () => {},
      );
    }
  }
  return refined.coarse;
}

/** The ring's part in a window, in the window's coordinates, and the window's first row in the tables. */
interface Part extends SeenPane {
  readonly local: Ring;
  readonly top: number;
}

/** What all groups of a level have in common. */
interface Refining {
  readonly opened: FineLevel;
  /** Pinned vertices, in pixels of the level. */
  readonly pins: Ring;
  readonly terms: Terms;
  readonly context: RunContext;
  readonly batches: Batches;
}

/** What goes on beside a group. */
interface Beside {
  /** The share of the refinement that is done before the group. */
  readonly done: number;
  /** Called when a device has work and the thread is idle. */
  proceed(): void;
}

/** The ring after evolution in non-overlapping windows; unchanged in those windows where the result would touch itself. Destroys the tables. */
async function* refineIn(
  { seen, tables, tops }: SeenGroup,
  ring: Ring,
  { opened, pins, terms, context, batches }: Refining,
  { done, proceed }: Beside,
): AsyncGenerator<RunState, Changed, RunCommand> {
  const { level, scaleX, scaleY, factor, means, step, tiles } = opened;
  try {
    let whole = ring;
    const cuts: (readonly [window: Rect, cuts: ReadonlySet<string>])[] = [];
    for (const { pane } of seen) {
      const split = splitAt(whole, pane.window, pane.core);
      whole = split.ring;
      cuts.push([pane.window, split.cuts]);
    }
    const windows: readonly Part[] = seen.map((each, k) => ({
      ...each,
      local: throughWindow(fromOutside(whole, each.pane.window), each.pane.window, step),
      top: tops[k]!,
    }));
    const parts = windows.filter(({ local }) => local.length >= 6);
    if (parts.length === 0) return { ring, stopped: false };
    const changesOf = (snapshots: readonly Snapshot[]): readonly Change[] =>
      snapshots.map((snapshot, k) => ({
        window: parts[k]!.pane.window,
        local: movedRing(snapshot.ring, -parts[k]!.top),
      }));
    const { model, order, parameters, minimumLength } = terms;
    const evolution = {
      stage: { tables, level, prior: parts[0]!.seen.prior, model, order },
      parameters,
      starts: startsIn(windows, parts, pins, means, terms.codes),
      sizes: { distance: Math.max(2, factor), minimumLength, capacity: capacityIn(parts, terms) },
      batches,
    };
    const states = evolveAll(context, evolution, (snapshots) => ({
      ring: () => putBack(whole, changesOf(snapshots)).map((value, i) => value * (i % 2 === 0 ? scaleX : scaleY)),
      snapshot: snapshots.find(({ running }) => running) ?? snapshots[0]!,
      done,
    }));
    const begun = states.next('go');
    tiles?.proceed();
    let next = await begun;
    await tables.filled;
    if (!next.done) proceed();
    while (!next.done) next = await states.next(yield next.value);
    const { ended, stopped } = next.value;
    const changes = changesOf(ended).filter((_, k) => ended[k]!.moves + ended[k]!.removals > 0);
    if (changes.length === 0) return { ring, stopped };
    let found: Ring = whole;
    // Windows do not overlap: changing one after another gives the same as changing all together.
    for (const change of changes) {
      const changed = putBack(found, [change]);
      if (isSimpleIn(changed, change.window)) found = changed;
    }
    for (const [window, its] of cuts) {
      const smooth = withoutCuts(found, its, window);
      // Vertices where edges enter were rounded, which may make the ring touch itself.
      if (isSimpleIn(smooth, window)) found = smooth;
    }
    return { ring: found, stopped };
  } finally {
    tables.destroy();
  }
}

/** The parts as starts in the image of all windows; the rest of each is everything beyond its own window. */
const startsIn = (
  windows: readonly Part[],
  parts: readonly Part[],
  pins: Ring,
  means: FineLevel['means'],
  codes: boolean,
): readonly RingStart[] => {
  const shares = new Map(windows.map((each) => [each, each.seen.shares(each.local)]));
  return parts.map((part) => {
    const { local, top } = part;
    const { box, window } = part.pane;
    const others = windows.flatMap((other) => (other === part ? [] : shares.get(other)!));
    return {
      ring: movedRing(local, top),
      box: movedBox(box, -window.x, top - window.y),
      pinned: positionsOf(pins).flatMap(([x, y]) => (isInside(window, x, y) ? [x - window.x, y - window.y + top] : [])),
      rest: restBeside(restOf(means, shares.get(part)!, codes), others),
    };
  });
};

const movedRing = (ring: Ring, down: number): Ring =>
  down === 0 ? ring : ring.map((value, i) => (i % 2 === 0 ? value : value + down));
