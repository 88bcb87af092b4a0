/** The view of an object amid its surroundings. */
import type { ContourFeature } from '../../worker/protocol.js';
import { aimedAt, fitAround, onScreen, panTo, zoomAbout } from './view-moves.js';
import type { ViewerHold } from './viewer.js';

/** Shares of the shorter side of the view that the longer side of an object may have for it to be seen well amid its surroundings. */
const WELL_SEEN = [1 / 12, 3 / 4] as const;
/** The share that a smaller one is given. */
const GIVEN = 1 / 6;

/**
 * The geometry is in the part of the view above a line with half of its size about it, at the same scale where it is seen well at that, and else with
 * its surroundings in view.
 */
export const showAmid = (hold: ViewerHold, geometry: ContourFeature['geometry'], line: number): void => {
  const projection = aimedAt(hold);
  if (!projection) return;
  const bounds = onScreen(projection, geometry);
  const size = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top);
  const share = size / Math.min(projection.width, line);
  const [least, most] = WELL_SEEN;
  if (share > most) fitAround(hold, geometry, line);
  else if (share < least) zoomAbout(hold, projection, bounds, GIVEN / share, line);
  else panTo(hold, geometry, line, size / 2);
};
