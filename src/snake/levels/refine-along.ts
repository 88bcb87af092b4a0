/**
 * The finer levels of a contour whose domain does not fit into memory at them (ALGORITHMS D.5): windows along the ring, in which
 * only the pixels near it are read. Within a window the sums are exact; everything else is a constant, estimated as
 * `level_means.ts` says. Memory is that of a group of windows and the samples of the next, whatever the object.
 *
 * The windows of a level overlap like the fields of a chequerboard with wide seams: those of one colour do not. They evolve side by
 * side, one group after the other (`groupsOf`); nothing outside a window's box moves meanwhile. Windows, groups and the
 * corridor are fixed by the ring that the level starts with. So the result is the same on every backend.
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
import { capacityFor, tableOptions } from '../tables/tables.js';
import { type Coarse, type FineLevel, openLevel, type Terms } from './fine-level.js';
import { restBeside, restOf } from './level-means.js';
import { COLOURS, groupsOf, type Pane } from './panes.js';
import { readAhead } from './read-ahead.js';
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
import type { SeenWindow } from './seen-window.js';
import { ReadWindow, tablesOfWindows } from './window-tables.js';

interface Begun {
  readonly groups: number;
  readonly ring: Ring;
}

/** The progress of a refinement, from which it resumes after a device was lost. */
export interface Refined {
  /** The last finished level. */
  coarse: Coarse;
  /** The domain's samples at that level, where it was read whole, until the next level is opened. */
  samples?: Samples;
  /** State of the next level: how many groups of windows are done, and the ring after them. */
  next?: Begun;
}

interface Changed {
  readonly ring: Ring;
  /** The engine asked for the end. */
  readonly stopped: boolean;
}

/** Yields every state; returns the last level that was reached, and its ring. */
export async function* refineAlong(
  refined: Refined,
  finest: number,
  terms: Terms,
  context: RunContext,
  batches: Batches,
): AsyncGenerator<RunState, Pick<Coarse, 'level' | 'ring'>, RunCommand> {
  const { levels } = context.image;
  /** Windows of the levels from `level` to the finest, in proportion. */
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
    // Levels that are not exact halves may round the ring into touching itself.
    const start = isSimpleRing(finer) ? throughPins(finer, pins) : undefined;
    if (start === undefined) return coarse;
    const opened = await openLevel(coarse, start, terms, context, refined.samples);
    refined.samples = undefined;
    const { panes, tiles, means } = opened;
    let ahead = false;
    try {
      const all = groupsOf(panes, context.pixelBudget);
      refined.next ??= { groups: 0, ring: start };
      while (refined.next.groups < all.length) {
        const { groups, ring }: Begun = refined.next;
        const group = all[groups]!;
        const last = tiles !== undefined && all.length - groups <= COLOURS;
        const seen = await seenIn(opened, group, last ? all.slice(groups + 1).flat() : (all[groups + 1] ?? []));
        if (last && !ahead && level > finest) {
          ahead = true;
          readAhead(context, terms.domain, start, level, level - 1, level - 1);
        }
        const part = groups / all.length;
        const done = 1 - ((1 - part) * cost(level) + part * cost(level - 1)) / levelsCost;
        const changed: Changed =
          seen.length === 0
            ? { ring, stopped: false }
            : yield* refineIn(seen, ring, pins, opened, terms, context, batches, done);
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
    }
  }
  return refined.coarse;
}

/** The panes of a group in which something is seen; the samples of the next group begin to come. */
const seenIn = async (
  { tiles, reader }: FineLevel,
  group: readonly Pane[],
  following: readonly Pane[],
): Promise<readonly SeenPane[]> => {
  const windows = group.map(({ window }) => window);
  const next = following.map(({ window }) => window);
  const read = async (window: Rect): Promise<SeenWindow | undefined> => {
    const planes = await reader.read(window, [...windows, ...next]);
    return planes && new ReadWindow(window, planes);
  };
  const seen = (await tiles?.read(windows, next)) ?? (await Promise.all(windows.map(read)));
  return group.flatMap((pane, k) => {
    const its = seen[k];
    return its === undefined ? [] : [{ pane, seen: its }];
  });
};

/** A window that has something to see in it. */
interface SeenPane {
  readonly pane: Pane;
  readonly seen: SeenWindow;
}

/** The ring's part in a window, in the window's coordinates. */
interface Part extends SeenPane {
  readonly local: Ring;
}

/** The ring after it was evolved in windows side by side; as it was in those in which it would have come to touch itself. */
async function* refineIn(
  seen: readonly SeenPane[],
  ring: Ring,
  pins: Ring,
  { level, scaleX, scaleY, factor, means, step, tiles }: FineLevel,
  terms: Terms,
  context: RunContext,
  batches: Batches,
  done: number,
): AsyncGenerator<RunState, Changed, RunCommand> {
  let whole = ring;
  const cuts: (readonly [window: Rect, cuts: ReadonlySet<string>])[] = [];
  for (const { pane } of seen) {
    const split = splitAt(whole, pane.window, pane.core);
    whole = split.ring;
    cuts.push([pane.window, split.cuts]);
  }
  const parts: readonly Part[] = seen
    .map((each) => ({ ...each, local: throughWindow(fromOutside(whole, each.pane.window), each.pane.window, step) }))
    .filter(({ local }) => local.length >= 6);
  if (parts.length === 0) return { ring, stopped: false };
  const options = tableOptions(context.executor.backend, terms.parameters.tables);
  const makeAll = () =>
    tablesOfWindows(
      context,
      parts.map((part) => part.seen),
      options,
    );
  const { tables, tops } = await context.parts.time('tables', makeAll);
  const changesOf = (snapshots: readonly Snapshot[]): readonly Change[] =>
    snapshots.map((snapshot, k) => ({ window: parts[k]!.pane.window, local: movedRing(snapshot.ring, -tops[k]!) }));
  try {
    const starts = startsIn(parts, pins, tops, means, terms.codes);
    const states = evolveAll(
      { tables, level, prior: parts[0]!.seen.prior, model: terms.model, order: terms.order },
      context,
      terms.parameters,
      starts,
      { distance: Math.max(2, factor), minimumLength: terms.minimumLength, capacity: capacityIn(parts, terms) },
      batches,
      (snapshots) => ({
        ring: () => putBack(whole, changesOf(snapshots)).map((value, i) => value * (i % 2 === 0 ? scaleX : scaleY)),
        snapshot: snapshots.find(({ running }) => running) ?? snapshots[0]!,
        done,
      }),
    );
    const begun = states.next('go');
    tiles?.proceed();
    let next = await begun;
    await tables.filled;
    while (!next.done) next = await states.next(yield next.value);
    const { ended, stopped } = next.value;
    const changes = changesOf(ended).filter((_, k) => ended[k]!.moves + ended[k]!.removals > 0);
    if (changes.length === 0) return { ring, stopped };
    let found: Ring = whole;
    // Windows do not overlap: one after the other they give what they would give together.
    for (const change of changes) {
      const changed = putBack(found, [change]);
      if (isSimpleIn(changed, change.window)) found = changed;
    }
    for (const [window, its] of cuts) {
      const smooth = withoutCuts(found, its, window);
      // Where edges come in, vertices were rounded: they may touch what they did not touch before.
      if (isSimpleIn(smooth, window)) found = smooth;
    }
    return { ring: found, stopped };
  } finally {
    tables.destroy();
  }
}

/** The parts as starts in the image of all windows; of each the rest is all that lies beyond its own window. */
const startsIn = (
  parts: readonly Part[],
  pins: Ring,
  tops: readonly number[],
  means: FineLevel['means'],
  codes: boolean,
): readonly RingStart[] => {
  const shares = parts.map(({ local, seen }) => seen.shares(local));
  return parts.map(({ local, pane: { box, window } }, k) => ({
    ring: movedRing(local, tops[k]!),
    box: movedBox(box, -window.x, tops[k]! - window.y),
    pinned: positionsOf(pins).flatMap(([x, y]) =>
      isInside(window, x, y) ? [x - window.x, y - window.y + tops[k]!] : [],
    ),
    rest: restBeside(
      restOf(means, shares[k]!, codes),
      shares.filter((_, other) => other !== k),
    ),
  }));
};

/** As many vertices as one window alone would have room for. */
const capacityIn = (parts: readonly Part[], { minimumLength }: Terms): number =>
  Math.max(...parts.map(({ pane: { window } }) => capacityFor(window.width, window.height, minimumLength)));

const movedRing = (ring: Ring, down: number): Ring =>
  down === 0 ? ring : ring.map((value, i) => (i % 2 === 0 ? value : value + down));
