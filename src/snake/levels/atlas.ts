/** Windows of one level one above the other in one image, so that their contours evolve side by side on one set of tables. */
import type { ChannelPlanes } from '../../image/channels/channels.js';

export interface Atlas {
  readonly channel: ChannelPlanes;
  /** The first row of each window. */
  readonly tops: readonly number[];
}

type Plane = ChannelPlanes['planes'][number];

/** Pixels right of a narrower window are outside the domain. @param windows one at least, with planes of the same kind */
export const atlasOf = (windows: readonly ChannelPlanes[]): Atlas => {
  const [first] = windows as readonly [ChannelPlanes, ...ChannelPlanes[]];
  if (windows.length === 1) return { channel: first, tops: [0] };
  const width = Math.max(...windows.map((window) => window.width));
  const tops: number[] = [];
  let height = 0;
  for (const window of windows) {
    tops.push(height);
    height += window.height;
  }
  const planes = first.planes.map((plane) =>
    plane instanceof Uint16Array ? new Uint16Array(width * height) : new Uint8Array(width * height),
  );
  const missing = new Uint8Array(width * height).fill(1);
  for (const [k, window] of windows.entries()) {
    const top = tops[k]! * width;
    const put = (to: Plane, from: Plane): void => {
      if (window.width === width) {
        to.set(from, top);
        return;
      }
      for (let row = 0; row < window.height; row++) {
        to.set(from.subarray(row * window.width, (row + 1) * window.width), top + row * width);
      }
    };
    for (const [plane, values] of window.planes.entries()) put(planes[plane]!, values);
    put(missing, window.missing ?? new Uint8Array(window.width * window.height));
  }
  return { channel: { ...first, width, height, planes, missing }, tops };
};
