/** Tables of several windows: from planes in memory, or from tiles on a device. */
import type { RunContext } from '../../algorithm/algorithm.js';
import type { Rect } from '../../core/geometry/rect.js';
import { positionsOf, type Ring } from '../../core/geometry/ring.js';
import { ringSpans } from '../../core/geometry/scanline.js';
import { makeTables, type TableOptions } from '../tables/tables.js';
import { atlasOf } from './atlas.js';
import { sharesOf, type WindowShares, windowSums } from './level-means.js';
import { makePlacedTables, PlacedWindow } from './placed-windows.js';
import type { SeenWindow, WindowTables } from './seen-window.js';
import type { WindowPlanes } from './window-reader.js';

/** A window whose planes are in memory. */
export class ReadWindow implements SeenWindow {
  constructor(
    readonly window: Rect,
    private readonly planes: WindowPlanes,
  ) {}

  get prior(): boolean {
    return this.planes.prior;
  }

  get channel(): WindowPlanes['channel'] {
    return this.planes.channel;
  }

  shares(local: Ring): WindowShares {
    return sharesOf(windowSums(this.channel, ringSpans([positionsOf(local)], this.window)));
  }
}

/** @param windows at least one, all of one kind */
export const tablesOfWindows = async (
  { executor, signal }: Pick<RunContext, 'executor' | 'signal'>,
  windows: readonly SeenWindow[],
  options: TableOptions,
): Promise<WindowTables> => {
  const placed = windows.filter((each) => each instanceof PlacedWindow);
  if (placed.length > 0) return makePlacedTables(executor, placed, options, signal);
  const read = windows.filter((each) => each instanceof ReadWindow);
  const { channel, tops } = atlasOf(read.map(({ channel }) => channel));
  return { tables: await makeTables(executor, channel, options, signal), tops };
};
