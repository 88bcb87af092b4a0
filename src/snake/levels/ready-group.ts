/** A group of windows of a level, with the tables that contours evolve on. Nothing of it depends on the ring: it may be made ahead of its turn. */
import type { RunContext } from '../../algorithm/algorithm.js';
import type { Rect } from '../../core/geometry/rect.js';
import { capacityFor, tableOptions } from '../tables/tables.js';
import type { FineLevel, Terms } from './fine-level.js';
import type { Pane } from './panes.js';
import type { SeenWindow, WindowTables } from './seen-window.js';
import { ReadWindow, tablesOfWindows } from './window-tables.js';

/** A window that has something to see in it. */
export interface SeenPane {
  readonly pane: Pane;
  readonly seen: SeenWindow;
}

/** A group that was read: no tables where nothing is seen in it. */
export type ReadyGroup = SeenGroup | { readonly seen: readonly [] };

/** Windows of a group in which something is seen, in the order of its panes, and their tables. */
export interface SeenGroup extends WindowTables {
  readonly seen: readonly SeenPane[];
}

/** Whether anything is seen in a group's windows. */
export const isSeen = (group: ReadyGroup): group is SeenGroup => group.seen.length > 0;

/** The caller destroys the tables. The samples of the groups that follow begin to come. */
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

/** The panes of a group in which something is seen. */
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

/** Room for as many vertices as one window alone would have. */
export const capacityIn = (parts: readonly SeenPane[], { minimumLength }: Terms): number =>
  Math.max(...parts.map(({ pane: { window } }) => capacityFor(window.width, window.height, minimumLength)));
