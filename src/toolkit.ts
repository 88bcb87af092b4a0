/** Toolkit for an algorithm of a page: the channels, thresholds, outlines and measurements of the built-in ones. */

import { badParameter } from './core/errors.js';
import { computed } from './core/numbers/computed.js';
import { twoClasses } from './snake/find/map/two-classes.js';

export type * from './algorithm/algorithm.js';
export { type Mask, maskGeometry } from './contours/shapes/mask-geometry.js';
export { type ErrorCode, SegmenterError } from './core/errors.js';
export type { Rect } from './core/geometry/rect.js';
export type { Position, Ring } from './core/geometry/ring.js';
export { type Part, traceMask } from './core/geometry/trace.js';
export { applyChannel, type ChannelInfo, type ChannelPlanes, channelList } from './image/channels/channels.js';
export type { Placement, Samples } from './image/samples.js';
export { simplified as simplify } from './snake/hints/trace.js';
export { provide } from './worker/beside/provide.js';
export { measure } from './worker/feature.js';

/** The largest value of 16 bits. */
const MOST = 65535;

/**
 * The threshold that parts values best into two classes (Otsu 1979), to a thousandth of their range.
 * @param values of one plane; what is not finite does not count
 * @param missing 1 where a value does not count
 * @returns values above it are of the upper class; `undefined` where all are alike
 * @throws SegmenterError `bad-parameter` where `missing` has another length
 */
export const threshold = (values: ArrayLike<number>, missing?: Uint8Array): number | undefined => {
  if (missing && missing.length !== values.length)
    throw badParameter('missing', `${missing.length} flags`, `it must have ${values.length} flags, one a value`);
  const out = computed(new Uint8Array(values.length), (k) => (Number.isFinite(values[k]) && !missing?.[k] ? 0 : 1));
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < values.length; k++) {
    if (out[k]) continue;
    low = Math.min(low, values[k]!);
    high = Math.max(high, values[k]!);
  }
  const step = (high - low) / MOST;
  if (!(step > 0)) return undefined;
  const scaled = computed(new Uint16Array(values.length), (k) => (out[k] ? 0 : Math.round((values[k]! - low) / step)));
  const found = twoClasses(scaled, out);
  return found && low + (found.threshold + 0.5) * step;
};
