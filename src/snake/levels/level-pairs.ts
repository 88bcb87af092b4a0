import type { Rect } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import { positionsOf } from '../../core/geometry/ring.js';
import { ringSpans } from '../../core/geometry/scanline.js';
import { type WindowSums, windowSums } from './level-means.js';
import { throughWindow } from './ring-window.js';
import type { WindowReader } from './window-reader.js';

/** One level of a pair: its windows' planes, and the ring in its pixels. */
export interface Side {
  readonly reader: WindowReader;
  readonly ring: Ring;
}

/** Windows that are read at both levels. */
const MOST = 12;

/** `rect` in pixels of a level `factors` times as coarse, outwards to whole ones. */
export const coarsened = ({ x, y, width, height }: Rect, [fx, fy]: readonly [number, number]): Rect => {
  const [left, top] = [Math.floor(x / fx), Math.floor(y / fy)];
  return {
    x: left,
    y: top,
    width: Math.ceil((x + width) / fx) - left,
    height: Math.ceil((y + height) / fy) - top,
  };
};

/** Sums inside and outside the ring in some of the windows, evenly spaced, at both levels. */
export const levelPairs = async (
  windows: readonly Rect[],
  fine: Side,
  coarse: Side,
  factors: readonly [number, number],
): Promise<readonly (readonly [fine: WindowSums, coarse: WindowSums])[]> => {
  const pairs: (readonly [WindowSums, WindowSums])[] = [];
  const count = Math.min(MOST, windows.length);
  const places = Array.from({ length: count }, (_, k) => windows[Math.floor(((k + 0.5) * windows.length) / count)]!);
  const coarser = places.map((window) => coarsened(window, factors));
  for (let k = 0; k < count; k++) {
    const one = await sumsIn(places.slice(k), fine);
    const other = await sumsIn(coarser.slice(k), coarse);
    if (one !== undefined && other !== undefined) pairs.push([one, other]);
  }
  return pairs;
};

/** In the first of the windows. */
const sumsIn = async (
  [window, ...following]: readonly Rect[],
  { reader, ring }: Side,
): Promise<WindowSums | undefined> => {
  if (window === undefined) return undefined;
  const planes = await reader.read(window, following);
  if (planes === undefined) return undefined;
  const local = throughWindow(ring, window, Number.POSITIVE_INFINITY);
  return windowSums(planes.channel, ringSpans([positionsOf(local)], window));
};
