import type { Rect } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import { positionsOf } from '../../core/geometry/ring.js';
import { ringSpans } from '../../core/geometry/scanline.js';
import { addedSums, type WindowSums, windowSums } from './level-means.js';
import { throughWindow } from './ring-window.js';
import type { SeenPart, WindowReader } from './window-reader.js';

/** One level of a pair: its windows' planes, and the ring in its pixels. */
export interface Side {
  readonly reader: WindowReader;
  readonly ring: Ring;
}

/** Maximum windows that are read at both levels. */
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
  const [ones, others] = [
    places.map((window) => fine.reader.begin(window)),
    coarser.map((window) => coarse.reader.begin(window)),
  ];
  for (let k = 0; k < count; k++) {
    const one = await sumsIn(places[k]!, ones[k]!, fine.ring);
    const other = await sumsIn(coarser[k]!, others[k]!, coarse.ring);
    if (one !== undefined && other !== undefined) pairs.push([one, other]);
  }
  return pairs;
};

/** Sums of the visible part of a window; `undefined` where nothing of it is visible. */
const sumsIn = async (window: Rect, parts: readonly SeenPart[], ring: Ring): Promise<WindowSums | undefined> => {
  const local = throughWindow(ring, window, Number.POSITIVE_INFINITY);
  const inside = ringSpans([positionsOf(local)], window);
  let sums: WindowSums | undefined;
  for (const { part, planes } of parts) {
    const read = await planes;
    if (read === undefined) continue;
    const its = windowSums(read.channel, inside, [part.x - window.x, part.y - window.y]);
    sums = sums === undefined ? its : addedSums(sums, its);
  }
  return sums;
};
