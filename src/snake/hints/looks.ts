/** Features of a level's cells, computed once for all corrections there. */

import type { ChannelRows } from '../../image/channels/channels.js';
import { type CellGrid, cellPlanes } from './cells.js';
import { type Colours, coloursOf } from './likeness.js';
import { type Ties, tiesOf } from './relaxed.js';

/** Cells with their colours and ties. */
export interface Looks extends CellGrid {
  readonly colours: Colours;
  readonly ties: Ties;
}

/** The last looks of each channel, cached as long as its samples (`sight.ts`). */
const known = new WeakMap<ChannelRows, Looks>();

/**
 * @param channel key of the cache
 * @param shown gives the planes for the cells, where the looks are not cached
 */
export const looksOf = async (
  channel: ChannelRows,
  grid: CellGrid,
  shown: () => Promise<ChannelRows>,
  signal: AbortSignal,
): Promise<Looks> => {
  const before = known.get(channel);
  if (before?.size === grid.size) return before;
  const cells = await cellPlanes(await shown(), grid, signal);
  const looks = { ...grid, colours: coloursOf(cells), ties: tiesOf(cells) };
  known.set(channel, looks);
  return looks;
};
