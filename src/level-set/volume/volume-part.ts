/** Part of a volume: some of its bands, or a rectangle of some slices. */

import { SegmenterError } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import type { Part } from '../../core/geometry/trace.js';
import { because } from '../../core/reasons.js';
import type { Volume } from '../../image/formats/volume/grid.js';

/** The bands that a channel names: all, or one. Throws `bad-parameter` for a channel that mixes bands, which a volume does not support. */
export const bandsOf = (volume: Volume, channel: string): Volume => {
  const { planes, values } = volume;
  const number = Number(/^band:(\d+)$/.exec(channel)?.[1] ?? Number.NaN);
  const single = channel === 'luminance' && planes.length === 1;
  if (channel === 'auto' || channel === 'bands' || single) return volume;
  if (number >= 1 && number <= planes.length) {
    return { ...volume, planes: [planes[number - 1]!], values: [values[number - 1]!] };
  }
  const wanted = because('volume-channel')`on a volume it must be auto, bands, or band:1 to band:${planes.length}`;
  throw new SegmenterError('bad-parameter', { name: 'channel', value: channel, wanted });
};

/** A rectangle of whole voxels on `depth` slices, from `first` on. */
export interface Block extends Rect {
  readonly first: number;
  readonly depth: number;
}

/** Whether a block is all of a volume. */
const isWhole = ({ width, height, depth }: Block, volume: Volume): boolean =>
  width === volume.width && height === volume.height && depth === volume.depth;

/** The voxels of a block; the volume itself where that is all of it. */
export const cropped = (volume: Volume, block: Block): Volume => {
  if (isWhole(block, volume)) return volume;
  const { width, height, depth } = block;
  const cut = (plane: Uint8Array | Uint16Array): Uint8Array | Uint16Array => {
    const size = width * height * depth;
    const part = plane instanceof Uint8Array ? new Uint8Array(size) : new Uint16Array(size);
    for (let row = 0; row < height * depth; row++) {
      const at = rowAt(volume, block, row);
      part.set(plane.subarray(at, at + width), row * width);
    }
    return part;
  };
  const missing = volume.missing && Uint8Array.from(cut(volume.missing));
  return { ...volume, width, height, depth, planes: volume.planes.map(cut), missing };
};

/** A mask of the block as one of the whole. */
export const uncropped = (mask: Uint8Array, volume: Volume, block: Block): Uint8Array => {
  if (isWhole(block, volume)) return mask;
  const whole = new Uint8Array(volume.width * volume.height * volume.depth);
  for (let row = 0; row < block.height * block.depth; row++) {
    whole.set(mask.subarray(row * block.width, (row + 1) * block.width), rowAt(volume, block, row));
  }
  return whole;
};

/** Offset in the whole at which the block's row begins. */
const rowAt = (volume: Volume, { x, y, height, first }: Block, row: number): number =>
  ((first + Math.floor(row / height)) * volume.height + y + (row % height)) * volume.width + x;

/** Converts parts that were traced on the rectangle to pixels of the whole. */
export const shifted = (parts: Part[], { x, y }: Rect): Part[] => {
  if (x === 0 && y === 0) return parts;
  const move = (ring: Ring): Ring => ring.map((value, k) => value + (k % 2 === 0 ? x : y));
  return parts.map(({ outer, holes, area }) => ({ outer: move(outer), holes: holes.map(move), area }));
};
