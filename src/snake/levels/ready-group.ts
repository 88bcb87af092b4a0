/** A group of windows of a level, with the tables on which contours evolve. It does not depend on the ring, so it may be made in advance. */
import type { RunContext } from '../../algorithm/algorithm.js';
import type { Rect } from '../../core/geometry/rect.js';
import { capacityFor, tableOptions } from '../tables/tables.js';
import type { FineLevel, Terms } from './fine-level.js';
import type { Pane } from './panes.js';
import type { SeenWindow, WindowTables } from './seen-window.js';
import { ReadWindow, tablesOfWindows } from './window-tables.js';

/** A window with visible pixels. */
export interface SeenPane {
  readonly pane: Pane;
  readonly seen: SeenWindow;
}

/** A group that was read; without tables where no window has visible pixels. */
export type ReadyGroup = SeenGroup | { readonly seen: readonly [] };

/** The windows of a group with visible pixels, in the order of its panes, and their tables. */
export interface SeenGroup extends WindowTables {
  readonly seen: readonly SeenPane[];
}

/** Whether a group has a window with visible pixels. */
export const isSeen = (group: ReadyGroup): group is SeenGroup => group.seen.length > 0;

/** Reads a group and requests the samples of the groups that follow. The caller destroys the tables. */
export const readyGroup = async (
  opened: FineLevel,
  group: readonly Pane[],
  following: readonly Pane[],
  terms: Terms,
  context: RunContext,
): Promise<ReadyGroup> => {
  const seen = await seenIn(opened, group, following);
  if (seen.length === 0) return { seen: [] };
  const run = { contours: seen.length, capacity: capacityIn(seen, terms) };
  const options = { ...tableOptions(context.executor.backend, terms.parameters.tables), run };
  const windows = seen.map((each) => each.seen);
  return { seen, ...(await context.parts.time('tables', () => tablesOfWindows(context, windows, options))) };
};

/** The panes of a group with visible pixels. */
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

/** Capacity for as many vertices as a single window would have. */
export const capacityIn = (parts: readonly SeenPane[], { minimumLength }: Terms): number =>
  Math.max(...parts.map(({ pane: { window } }) => capacityFor(window.width, window.height, minimumLength)));
