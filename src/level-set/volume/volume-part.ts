/** Part of a volume: some of its bands, or a rectangle of every slice. */

import { SegmenterError } from '../../core/errors.js';
import type { Rect } from '../../core/rect.js';
import type { Ring } from '../../core/ring.js';
import type { Part } from '../../core/trace.js';
import type { Volume } from '../../image/formats/volume/grid.js';

/** The bands that a channel names: all of them, or one. Throws `bad-parameter` for what mixes bands, which a volume does not. */
export const bandsOf = (volume: Volume, channel: string): Volume => {
  const { planes, values } = volume;
  const number = Number(/^band:(\d+)$/.exec(channel)?.[1] ?? Number.NaN);
  const single = channel === 'luminance' && planes.length === 1;
  if (channel === 'auto' || channel === 'bands' || single) return volume;
  if (number >= 1 && number <= planes.length) {
    return { ...volume, planes: [planes[number - 1]!], values: [values[number - 1]!] };
  }
  const wanted = `on a volume it must be auto, bands, or band:1 to band:${planes.length}`;
  throw new SegmenterError('bad-parameter', { name: 'channel', value: channel, wanted });
};

/** A whole rectangle of voxels of every slice; the volume itself where that is all of it. */
export const cropped = (volume: Volume, { x, y, width, height }: Rect): Volume => {
  if (width === volume.width && height === volume.height) return volume;
  const cut = (plane: Uint8Array | Uint16Array): Uint8Array | Uint16Array => {
    const size = width * height * volume.depth;
    const part = plane instanceof Uint8Array ? new Uint8Array(size) : new Uint16Array(size);
    for (let row = 0; row < height * volume.depth; row++) {
      const at = rowAt(volume, { x, y, width, height }, row);
      part.set(plane.subarray(at, at + width), row * width);
    }
    return part;
  };
  const missing = volume.missing && Uint8Array.from(cut(volume.missing));
  return { ...volume, width, height, planes: volume.planes.map(cut), missing };
};

/** A mask of the part as one of the whole. */
export const uncropped = (mask: Uint8Array, volume: Volume, rect: Rect): Uint8Array => {
  if (rect.width === volume.width && rect.height === volume.height) return mask;
  const whole = new Uint8Array(volume.width * volume.height * volume.depth);
  for (let row = 0; row < rect.height * volume.depth; row++) {
    whole.set(mask.subarray(row * rect.width, (row + 1) * rect.width), rowAt(volume, rect, row));
  }
  return whole;
};

/** Offset in the whole at which the part's row begins. */
const rowAt = (volume: Volume, { x, y, height }: Rect, row: number): number =>
  (Math.floor(row / height) * volume.height + y + (row % height)) * volume.width + x;

/** Parts traced on the rectangle, in pixels of the whole. */
export const shifted = (parts: Part[], { x, y }: Rect): Part[] => {
  if (x === 0 && y === 0) return parts;
  const move = (ring: Ring): Ring => ring.map((value, k) => value + (k % 2 === 0 ? x : y));
  return parts.map(({ outer, holes, area }) => ({ outer: move(outer), holes: holes.map(move), area }));
};
