/** The evolution of a ring in the windows of a group, which do not overlap. */

import type { RunCommand, RunContext, RunState } from '../../algorithm/algorithm.js';
import { movedBox, type Rect } from '../../core/geometry/rect.js';
import { positionsOf, type Ring } from '../../core/geometry/ring.js';
import type { RingStart } from '../starts.js';
import type { Batches } from '../steps/batches.js';
import { type Evolution, evolveAll } from '../steps/evolve-in.js';
import type { Snapshot } from '../steps/optimiser.js';
import type { FineLevel, Terms } from './fine-level.js';
import { restBeside, restOf } from './level-means.js';
import { capacityIn, type SeenGroup, type SeenPane } from './ready-group.js';
import {
  type Change,
  fromOutside,
  isInside,
  isSimpleIn,
  putBack,
  splitAt,
  throughWindow,
  withoutCuts,
} from './ring-window.js';

/** What all groups of a level have in common. */
export interface Refining {
  readonly opened: FineLevel;
  /** Pinned vertices, in pixels of the level. */
  readonly pins: Ring;
  readonly terms: Terms;
  readonly context: RunContext;
  readonly batches: Batches;
}

/** What goes on beside a group. */
export interface Beside {
  /** The share of the refinement that is done before the group, 0 to 1. */
  readonly done: number;
  /** Called when a device has work and the thread is idle. */
  proceed(): void;
}

/** A ring after evolution. */
export interface EvolvedRing {
  readonly ring: Ring;
  /** Whether the engine ended the run. */
  readonly stopped: boolean;
}

/** The ring's part in a window, in the window's coordinates, and the window's first row in the tables. */
interface Part extends SeenPane {
  readonly local: Ring;
  readonly top: number;
}

/** The ring after evolution in the windows of a group; unchanged in those windows where the result would touch itself. Destroys the tables. */
export async function* evolveGroup(
  { seen, tables, tops }: SeenGroup,
  ring: Ring,
  refining: Refining,
  beside: Beside,
): AsyncGenerator<RunState, EvolvedRing, RunCommand> {
  const { scaleX, scaleY, step, tiles } = refining.opened;
  try {
    const { whole, cuts } = cutByWindows(ring, seen);
    const windows: readonly Part[] = seen.map((each, k) => ({
      ...each,
      local: throughWindow(fromOutside(whole, each.pane.window), each.pane.window, step),
      top: tops[k]!,
    }));
    const parts = windows.filter(({ local }) => local.length >= 6);
    if (parts.length === 0) return { ring, stopped: false };
    const states = evolveAll(refining.context, evolutionOf(tables, windows, parts, refining), (snapshots) => ({
      ring: () =>
        putBack(whole, changesOf(parts, snapshots)).map((value, i) => value * (i % 2 === 0 ? scaleX : scaleY)),
      snapshot: snapshots.find(({ running }) => running) ?? snapshots[0]!,
      done: beside.done,
    }));
    const begun = states.next('go');
    tiles?.proceed();
    let next = await begun;
    await tables.filled;
    if (!next.done) beside.proceed();
    while (!next.done) next = await states.next(yield next.value);
    const { ended, stopped } = next.value;
    const changes = changesOf(parts, ended).filter((_, k) => ended[k]!.moves + ended[k]!.removals > 0);
    return { ring: changes.length === 0 ? ring : rejoined(changed(whole, changes), cuts), stopped };
  } finally {
    tables.destroy();
  }
}

/** The vertices that a ring got at the core of a window. */
type Cuts = readonly [window: Rect, cuts: ReadonlySet<string>];

/** The ring with additional vertices where its edges enter the cores of the windows, and these vertices. */
const cutByWindows = (
  ring: Ring,
  seen: readonly SeenPane[],
): { readonly whole: Ring; readonly cuts: readonly Cuts[] } => {
  let whole = ring;
  const cuts: Cuts[] = [];
  for (const { pane } of seen) {
    const split = splitAt(whole, pane.window, pane.core);
    whole = split.ring;
    cuts.push([pane.window, split.cuts]);
  }
  return { whole, cuts };
};

/** The evolution of the parts in the image of all windows of the group, one below another. */
const evolutionOf = (
  tables: SeenGroup['tables'],
  windows: readonly Part[],
  parts: readonly Part[],
  { opened: { level, factor, means }, pins, terms, batches }: Refining,
): Evolution => {
  const { model, order, parameters, minimumLength } = terms;
  return {
    stage: { tables, level, prior: parts[0]!.seen.prior, model, order },
    parameters,
    starts: startsIn(windows, parts, pins, means, terms.codes),
    sizes: { distance: Math.max(2, factor), minimumLength, capacity: capacityIn(parts, terms) },
    batches,
  };
};

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
      ring: movedDown(local, top),
      box: movedBox(box, -window.x, top - window.y),
      pinned: positionsOf(pins).flatMap(([x, y]) => (isInside(window, x, y) ? [x - window.x, y - window.y + top] : [])),
      rest: restBeside(restOf(means, shares.get(part)!, codes), others),
    };
  });
};

/** What the snapshots of the parts, in their order, change in the ring. */
const changesOf = (parts: readonly Part[], snapshots: readonly Snapshot[]): readonly Change[] =>
  snapshots.map((snapshot, k) => ({
    window: parts[k]!.pane.window,
    local: movedDown(snapshot.ring, -parts[k]!.top),
  }));

const movedDown = (ring: Ring, down: number): Ring =>
  down === 0 ? ring : ring.map((value, i) => (i % 2 === 0 ? value : value + down));

/**
 * The ring after those changes with which it does not touch itself. As windows do not overlap, changing one after another gives the same as
 * changing all together.
 */
const changed = (ring: Ring, changes: readonly Change[]): Ring =>
  changes.reduce((found, change) => {
    const next = putBack(found, [change]);
    return isSimpleIn(next, change.window) ? next : found;
  }, ring);

/** The ring with the edges whole again that the windows cut, except where it would touch itself, since the cuts were rounded. */
const rejoined = (ring: Ring, cuts: readonly Cuts[]): Ring =>
  cuts.reduce((found, [window, its]) => {
    const smooth = withoutCuts(found, its, window);
    return isSimpleIn(smooth, window) ? smooth : found;
  }, ring);
