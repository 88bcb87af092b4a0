/** Windows of one level, stacked vertically in one image, so that their contours evolve in parallel on one set of tables. */
import { type ChannelPlanes, type ChannelRows, rowsOf } from '../../image/channels/channels.js';

/** An image of windows that are stacked vertically. */
export interface Atlas {
  /** Computed strip by strip, so that the channel and the tables made from it are never both whole in memory. */
  readonly channel: ChannelRows;
  /** The first row of each window. */
  readonly tops: readonly number[];
}

type Plane = ChannelPlanes['planes'][number];

/** Pixels right of a narrower window are outside the domain. @param windows at least one, with planes of the same kind */
export const atlasOf = (windows: readonly ChannelPlanes[]): Atlas => {
  const [first] = windows as readonly [ChannelPlanes, ...ChannelPlanes[]];
  if (windows.length === 1) return { channel: rowsOf(first), tops: [0] };
  const width = Math.max(...windows.map((window) => window.width));
  const tops: number[] = [];
  let height = 0;
  for (const window of windows) {
    tops.push(height);
    height += window.height;
  }
  const { kind, bits, codes, record } = first;
  const about = { width, kind, bits, ...(codes === undefined ? {} : { codes }), record } as const;
  const rows: ChannelRows['rows'] = async (from, count, spent) => {
    const reused = spent !== undefined && spent.planes[0]!.length >= width * count ? spent : undefined;
    const planes = first.planes.map((plane, k) =>
      (reused?.planes[k] ?? planeLike(plane, width * count)).subarray(0, width * count),
    );
    const missing = (reused?.missing ?? new Uint8Array(width * count)).subarray(0, width * count);
    for (const [k, window] of windows.entries()) {
      const top = tops[k]!;
      const [begin, end] = [Math.max(from, top), Math.min(from + count, top + window.height)];
      const part = { of: window.width, row: begin - top, rows: end - begin, to: (begin - from) * width, width };
      for (const [plane, values] of window.planes.entries()) put(planes[plane]!, values, part);
      if (window.missing) put(missing, window.missing, part);
      for (let row = 0; row < part.rows; row++) {
        const at = part.to + row * width;
        if (window.missing === undefined) missing.fill(0, at, at + window.width);
        missing.fill(1, at + window.width, at + width);
      }
    }
    return { ...about, height: count, planes, missing };
  };
  // `missing` is set, because pixels may be missing.
  return { channel: { ...about, height, count: first.planes.length, missing: NONE, rows }, tops };
};

const NONE = new Uint8Array(0);

const planeLike = (plane: Plane, length: number): Plane =>
  plane instanceof Uint16Array ? new Uint16Array(length) : new Uint8Array(length);

/** Some rows of a window, and the position and width of their destination. */
interface Part {
  readonly of: number;
  readonly row: number;
  readonly rows: number;
  readonly to: number;
  readonly width: number;
}

const put = (to: Plane, from: Plane, part: Part): void => {
  if (part.of === part.width && part.rows > 0) {
    to.set(from.subarray(part.row * part.of, (part.row + part.rows) * part.of), part.to);
    return;
  }
  for (let row = 0; row < part.rows; row++) {
    to.set(from.subarray((part.row + row) * part.of, (part.row + row + 1) * part.of), part.to + row * part.width);
  }
};
