/** The visible part of a window of a level, in memory or on a device. */
import type { Rect } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import type { Tables } from '../tables/tables.js';
import type { WindowShares } from './level-means.js';

/** A window with visible pixels. */
export interface SeenWindow {
  readonly window: Rect;
  /** Whether the last plane is the box prior. */
  readonly prior: boolean;
  /** Pixels with data inside and outside a ring in the window's coordinates, and the sums of all of them. */
  shares(local: Ring): WindowShares;
}

/** Tables of vertically stacked windows, and the first row of each. */
export interface WindowTables {
  readonly tables: Tables;
  readonly tops: readonly number[];
}
