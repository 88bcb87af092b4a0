/**
 * The finer levels of a contour whose domain does not fit into memory at them (ALGORITHMS D.5): window after window
 * along the ring, in which only the pixels near it are read. Within a window the sums are exact; everything else is a
 * constant, estimated as `level_means.ts` says. Memory is that of one window and the samples of the next few, whatever the object.
 *
 * The windows of a level overlap and are taken in the ring's order; they and the corridor are fixed by the ring that
 * the level starts with. So the result is the same on every back end.
 */

import type { RunCommand, RunContext, RunState } from '../../algorithm/algorithm.js';
import { movedBox } from '../../core/rect.js';
import type { Ring } from '../../core/ring.js';
import { positionsOf } from '../../core/ring.js';
import { ringSpans } from '../../core/scanline.js';
import type { Samples } from '../../image/samples.js';
import { finerRing } from '../starts.js';
import type { Batches } from '../steps/batches.js';
import { evolveIn } from '../steps/evolve-in.js';
import { makeTables, tableOptions } from '../tables/tables.js';
import { type Coarse, type FineLevel, openLevel, type Terms } from './fine-level.js';
import { restOf, windowSums } from './level-means.js';
import type { Pane } from './panes.js';
import { isSimpleIn, isSimpleRing, putBack, splitAt, throughWindow, withoutCuts } from './ring-window.js';
import { WINDOWS_AHEAD, type WindowPlanes } from './window-reader.js';

interface Begun {
  readonly windows: number;
  readonly ring: Ring;
}

/** The progress of a refinement, from which it resumes after a device was lost. */
export interface Refined {
  /** The last finished level. */
  coarse: Coarse;
  /** The domain's samples at that level, where it was read whole, until the next level is opened. */
  samples?: Samples;
  /** State of the next level: how many windows are done, and the ring after them. */
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
  const cost = (level: number): number => (level < finest ? 0 : 1 / levels[level]!.scaleX + cost(level - 1));
  const all = cost(terms.coarsest - 1);
  while (refined.coarse.level > finest) {
    const { coarse } = refined;
    const level = coarse.level - 1;
    const [rough, fine] = [levels[coarse.level]!, levels[level]!];
    const whole = { x: 0, y: 0, width: fine.width, height: fine.height };
    const start = finerRing(coarse.ring, whole, whole, rough.scaleX / fine.scaleX, rough.scaleY / fine.scaleY);
    // Levels that are not exact halves may round the ring into touching itself.
    if (!isSimpleRing(start)) return coarse;
    const opened = await openLevel(coarse, start, terms, context, refined.samples);
    refined.samples = undefined;
    const { panes, reader, means } = opened;
    refined.next ??= { windows: 0, ring: start };
    while (refined.next.windows < panes.length) {
      const { windows, ring }: Begun = refined.next;
      const [window, ...following] = panes.slice(windows, windows + 1 + WINDOWS_AHEAD).map((pane) => pane.window);
      const planes = await reader.read(window!, following);
      const part = windows / panes.length;
      const done = 1 - ((1 - part) * cost(level) + part * cost(level - 1)) / all;
      const changed: Changed =
        planes === undefined
          ? { ring, stopped: false }
          : yield* refineIn(panes[windows]!, planes, ring, opened, terms, context, batches, done);
      if (changed.stopped) return { level, ring: changed.ring };
      refined.next = { windows: windows + 1, ring: changed.ring };
    }
    refined.coarse = { level, ring: refined.next.ring, means };
    refined.next = undefined;
  }
  return refined.coarse;
}

/** The ring after it was evolved in one window; the same where it would have come to touch itself. */
async function* refineIn(
  { window, core, box }: Pane,
  { channel, prior }: WindowPlanes,
  ring: Ring,
  { level, scaleX, scaleY, factor, means, step }: FineLevel,
  terms: Terms,
  context: RunContext,
  batches: Batches,
  done: number,
): AsyncGenerator<RunState, Changed, RunCommand> {
  const { ring: whole, cuts } = splitAt(ring, window, core);
  const local = throughWindow(whole, window, step);
  if (local.length < 6) return { ring, stopped: false };
  const seen = windowSums(channel, ringSpans([positionsOf(local)], window));
  const start = {
    ring: local,
    box: movedBox(box, -window.x, -window.y),
    rest: restOf(means, seen, terms.codes),
  } as const;
  const options = tableOptions(context.executor.backend, terms.parameters.tables);
  const tables = await makeTables(context.executor, channel, options, context.signal);
  try {
    const states = evolveIn(
      { tables, level, prior, model: terms.model, order: terms.order },
      context,
      terms.parameters,
      [start],
      { distance: Math.max(2, factor), minimumLength: terms.minimumLength },
      batches,
      (changed) => putBack(whole, window, changed).map((value, i) => value * (i % 2 === 0 ? scaleX : scaleY)),
    );
    let next = await states.next('go');
    while (!next.done) next = await states.next(yield { ...next.value, done });
    const { best, stopped } = next.value;
    if (best.moves + best.removals === 0) return { ring, stopped };
    const changed = putBack(whole, window, best.ring);
    // Where edges come in, vertices were rounded: they may touch what they did not touch before.
    const found = [withoutCuts(changed, cuts), changed].find((each) => isSimpleIn(each, window));
    return { ring: found ?? ring, stopped };
  } finally {
    tables.destroy();
  }
}
