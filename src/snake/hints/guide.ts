/** A surface as the plane of a prior: the value of each pixel for the target; marked pixels outweigh everything else. */

import type { Mark } from '../../algorithm/shapes/mark-sides.js';
import type { ChannelRows } from '../../image/channels/channels.js';
import type { CellGrid } from './cells.js';
import { type Frame, type MarkedPixels, markedPixels } from './marks.js';

/** Weight of a certain pixel in nats, for an outline that the user gave (`told`) and for one found from a click; and nats per step of the plane. */
const CERTAIN = { told: 8, clicked: 4 } as const;
const NATS_PER_UNIT = 0.25;
/** The plane's value of a neutral pixel, and its highest; the lowest is 0. */
const MIDDLE = 128;
const HIGHEST = 255;

/**
 * The weight of a plane that holds a snake to marks: the equivalent of `boxPrior` for its unit.
 * @param told whether the user gave the whole outline that is corrected
 */
export const marksWeight = (told: boolean): { readonly units: number; readonly prior: number } => ({
  units: (told ? CERTAIN.told : CERTAIN.clicked) / NATS_PER_UNIT,
  prior: 100 * NATS_PER_UNIT,
});

/**
 * The weight of a plane for a second look at a user's box.
 * @param trust in the box, 1 where neighbouring samples are alike; with less trust the surface weighs less
 */
export const surfaceWeight = (trust: number): { readonly units: number; readonly prior: number } => {
  const { units, prior } = marksWeight(true);
  return { units, prior: Math.min(trust, 1) * prior };
};

/** A surface on the cells of one level's domain, placed in full-resolution pixels, so that it can be sampled at any level. */
export interface Surface extends CellGrid {
  readonly values: Float64Array;
  readonly frame: Frame;
}

/** Guide that holds a snake to a person's marks, to a drawn outline, or to a second look at a box, at any level. */
export interface Guide extends Surface {
  readonly marks: readonly Mark[];
  /** Steps of the plane from a neutral pixel to one that certainly belongs to the target. */
  readonly units: number;
  /** Weight per step, in place of `boxPrior`; the weight of an outline is `boxPrior` itself. */
  readonly prior?: number;
  /** Weight of the box's prior that is included in the surface, if any. */
  readonly boxPrior?: number;
}

/**
 * Appends the plane to the channel's planes. Marked pixels, and those around them, have the plane's extreme values.
 * @param frame of the channel, at the surface's level or another
 */
const guided = (channel: ChannelRows, frame: Frame, { marks, units, ...surface }: Guide): ChannelRows => {
  const { width, height } = channel;
  const block = blockOf(markedPixels(marks, frame) ?? new Map<number, 1 | -1>(), width, height);
  const { size, frame: its } = surface;
  const columns = placesOf(
    { count: width, first: frame.domain.x, scale: frame.scaleX },
    { count: surface.width, first: its.domain.x, scale: its.scaleX, size },
  );
  const rowPlaces = placesOf(
    { count: height, first: frame.domain.y, scale: frame.scaleY },
    { count: surface.height, first: its.domain.y, scale: its.scaleY, size },
  );
  const rows: ChannelRows['rows'] = async (first, count, spent) => {
    const part = await channel.rows(first, count, spent);
    const plane = part.planes[0]!.slice(0, width * count);
    for (let y = 0, at = 0; y < count; y++) {
      const down = rowPlaces[first + y]!;
      for (let x = 0; x < width; x++, at++) {
        const value = valueAt(surface, columns[x]!, down);
        plane[at] = MIDDLE + Math.round(units * (2 * value - 1));
      }
    }
    for (const [pixel, side] of block) {
      const at = pixel - first * width;
      if (at >= 0 && at < width * count) plane[at] = side === 1 ? HIGHEST : 0;
    }
    return { ...part, planes: [...part.planes, plane] };
  };
  return { ...channel, count: channel.count + 1, rows };
};

/** Pixels or cells along one axis of a level: their number, the first pixel, and the level's scale. */
interface Along {
  readonly count: number;
  readonly first: number;
  readonly scale: number;
}

/** Positions of pixel centres relative to the centres of cells of `size` pixels, clamped to 0 … number of cells − 1. */
const placesOf = (pixels: Along, cells: Along & Pick<CellGrid, 'size'>): Float64Array =>
  Float64Array.from({ length: pixels.count }, (_, i) => {
    const at = ((pixels.first + i + 0.5) * pixels.scale) / cells.scale - cells.first;
    return Math.min(Math.max(at / cells.size - 0.5, 0), cells.count - 1);
  });

/** Linear interpolation between the centres of the cells. */
const valueAt = ({ values, width, height }: Surface, across: number, down: number): number => {
  const [column, row] = [Math.floor(across), Math.floor(down)];
  const [fx, fy] = [across - column, down - row];
  const at = row * width + column;
  if (fx === 0 && fy === 0) return values[at]!;
  const [right, below] = [column + 1 < width ? 1 : 0, row + 1 < height ? width : 0];
  const top = values[at]! + fx * (values[at + right]! - values[at]!);
  const bottom = values[at + below]! + fx * (values[at + below + right]! - values[at + below]!);
  return top + fy * (bottom - top);
};

/** Marked pixels and those around them, except where a pixel of the other side is as near or nearer. */
const blockOf = (marked: MarkedPixels, width: number, height: number): MarkedPixels => {
  const block = new Map<number, 1 | -1>();
  const disputed = new Set<number>();
  for (const [pixel, side] of marked) {
    const [column, row] = [pixel % width, Math.floor(pixel / width)];
    for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++) {
        const at = y * width + x;
        if (block.has(at) && block.get(at) !== side) disputed.add(at);
        block.set(at, side);
      }
    }
  }
  for (const at of disputed) block.delete(at);
  for (const [pixel, side] of marked) block.set(pixel, side);
  return block;
};

/** The planes from which tables are made, as `withPrior` for a box. Codes get no additional plane. */
export const withGuide = (
  channel: ChannelRows,
  frame: Frame,
  guide: Guide,
): { readonly channel: ChannelRows; readonly prior: boolean } =>
  channel.kind === 'intensity' ? { channel: guided(channel, frame, guide), prior: true } : { channel, prior: false };
