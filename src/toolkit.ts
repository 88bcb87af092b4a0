/** Toolkit for an algorithm of a page: the channels, thresholds, outlines and measurements of the built-in ones. */

export type * from './algorithm/algorithm.js';
export type { Mask } from './contours/shapes/mask-geometry.js';
export { type ErrorCode, SegmenterError } from './core/errors.js';
export type { Rect } from './core/geometry/rect.js';
export type { Position, Ring } from './core/geometry/ring.js';
export type { Part } from './core/geometry/trace.js';
export type { ChannelInfo, ChannelPlanes } from './image/channels/channels.js';
export type { Placement, Samples } from './image/samples.js';
export { applyChannel, channelList } from './toolkit/channels.js';
export { measure, simplify } from './toolkit/contours.js';
export { maskGeometry, traceMask } from './toolkit/masks.js';
export { threshold } from './toolkit/threshold.js';
export { provide } from './worker/beside/provide.js';
