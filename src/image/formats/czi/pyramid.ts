/** Which blocks of a CZI are which level, channel and slice of its image. */

import { SegmenterError } from '../../../core/errors.js';
import { because } from '../../../core/reasons.js';
import type { CziFile } from './czi-file.js';
import type { Block } from './directory.js';
import { compressionName, isCompression, type PixelType, pixelType, pixelTypeName } from './pixel-type.js';

/** A block at its place in a level. */
export interface PlacedBlock extends Block {
  /** In pixels of the level, from the image's corner on. */
  readonly left: number;
  readonly top: number;
}

/** A level: its size, and its blocks by slice and channel, each list from the lowest to the topmost. */
export interface CziLevel {
  readonly width: number;
  readonly height: number;
  /** `planes[slice][channel]`. */
  readonly planes: readonly (readonly (readonly PlacedBlock[])[])[];
}

/** What the image is. */
export interface CziImage {
  readonly levels: readonly CziLevel[];
  readonly type: PixelType;
  readonly channels: number;
  readonly depth: number;
}

const MOST_CHANNELS = 64;
const MOST_LEVELS = 64;
const startOf = (block: Block, axis: string): number => block.at.get(axis) ?? 0;
/** The factor by which a block was reduced, along its longer side. */
const reduction = ({ width, height, storedWidth, storedHeight }: Block): number =>
  storedWidth >= storedHeight ? width / storedWidth : height / storedHeight;

/**
 * The image of a file: all scenes in their bounding box, the first of every dimension but X, Y, C, Z, S and M.
 * @throws SegmenterError `image-unreadable` or `unsupported`
 */
export const imageOf = (file: CziFile, blocks: readonly Block[]): CziImage => {
  const first = firstOfOthers(blocks);
  const factors = factorsOf(first);
  const byFactor = new Map<number, Block[]>(factors.map((factor) => [factor, []]));
  for (const block of first) byFactor.get(nearest(factors, reduction(block)))?.push(block);
  const whole = byFactor.get(1) ?? [];
  if (whole.length === 0) throw file.unreadable(because('czi-no-blocks')`it has no blocks of full resolution`);
  const { type, channels } = channelsOf(file, whole);
  const slices = sorted(new Set(whole.map((block) => startOf(block, 'Z'))));
  const left = Math.min(...each(whole, ({ x }) => x));
  const top = Math.min(...each(whole, ({ y }) => y));
  const width = Math.max(...each(whole, (block) => block.x + block.width)) - left;
  const height = Math.max(...each(whole, (block) => block.y + block.height)) - top;
  const parts = partsOf(whole, channels);
  const levels: CziLevel[] = [];
  for (const factor of factors.slice(0, MOST_LEVELS)) {
    const its = byFactor.get(factor) ?? [];
    // A level that lacks a scene, a channel or a slice would show nothing there.
    const here = factor > 1 ? partsOf(its, channels) : parts;
    if ([...parts].some((part) => !here.has(part))) break;
    const ofPlane = byPlane(its);
    levels.push({
      width: Math.max(1, Math.floor(width / factor)),
      height: Math.max(1, Math.floor(height / factor)),
      planes: slices.map((slice) =>
        channels.map((channel) =>
          (ofPlane.get(planeOf(slice, channel)) ?? [])
            .sort((a, b) => startOf(a, 'M') - startOf(b, 'M'))
            .map((block) => ({
              ...block,
              left: Math.round((block.x - left) / factor),
              top: Math.round((block.y - top) / factor),
            })),
        ),
      ),
    });
  }
  return { levels, type, channels: channels.length, depth: slices.length };
};

const each = function* (blocks: readonly Block[], value: (block: Block) => number): Generator<number> {
  for (const block of blocks) yield value(block);
};

const planeOf = (slice: number, channel: number): string => `${slice} ${channel}`;

/** The blocks of each slice and channel, in their order. */
const byPlane = (blocks: readonly Block[]): Map<string, Block[]> => {
  const planes = new Map<string, Block[]>();
  for (const block of blocks) {
    const plane = planeOf(startOf(block, 'Z'), startOf(block, 'C'));
    const its = planes.get(plane);
    if (its) its.push(block);
    else planes.set(plane, [block]);
  }
  return planes;
};

const sorted = (values: ReadonlySet<number>): number[] => [...values].sort((a, b) => a - b);

/** Scene, channel and slice of each block. */
const partsOf = (blocks: readonly Block[], channels: readonly number[]): Set<string> =>
  new Set(
    blocks
      .filter((block) => channels.includes(startOf(block, 'C')))
      .map((block) => ['S', 'C', 'Z'].map((axis) => startOf(block, axis)).join(' ')),
  );

/** The blocks of the first time, rotation, illumination, phase, view and acquisition. */
const firstOfOthers = (blocks: readonly Block[]): readonly Block[] => {
  let left = blocks;
  for (const axis of ['T', 'R', 'I', 'H', 'V', 'B']) {
    let least = Number.POSITIVE_INFINITY;
    for (const block of left) least = Math.min(least, startOf(block, axis));
    left = left.filter((block) => startOf(block, axis) === least);
  }
  return left;
};

/**
 * The factors by which levels are reduced: whole numbers, the least first, by the blocks that are large enough to tell. A stored side may be
 * rounded by a pixel, which changes its ratio by less than a half where it has more than twice as many pixels as the ratio.
 */
const factorsOf = (blocks: readonly Block[]): number[] => {
  const sure = blocks.filter((block) => reduction(block) === 1 || longest(block) > 2 * reduction(block));
  return sorted(new Set((sure.length > 0 ? sure : blocks).map((block) => Math.round(reduction(block)))));
};

const longest = ({ storedWidth, storedHeight }: Block): number => Math.max(storedWidth, storedHeight);

const nearest = (factors: readonly number[], ratio: number): number =>
  factors.reduce((best, factor) => (apart(factor, ratio) < apart(best, ratio) ? factor : best));

/** How many times the larger of two numbers is the smaller one. */
const apart = (a: number, b: number): number => Math.max(a / b, b / a);

/** The channels that are read, and their kind of pixel: all that are like the first, or the first alone where it has colours. */
const channelsOf = (file: CziFile, blocks: readonly Block[]): { type: PixelType; channels: readonly number[] } => {
  const kinds = new Map<number, number>();
  for (const block of blocks) {
    const channel = startOf(block, 'C');
    const kind = kinds.get(channel) ?? block.pixelType;
    kinds.set(channel, kind);
    if (block.pixelType !== kind)
      throw file.unreadable(
        because('czi-mixed')`its channel ${channel} has pixels of the kinds ${kind} and ${block.pixelType}`,
      );
    if (!isCompression(block.compression))
      throw new SegmenterError('unsupported', {
        what: because(
          'what-of',
        )`${because('compression-of')`the compression ${compressionName(block.compression)}`} of ${file.name}`,
        reason: because(
          'czi-compressions',
        )`blocks as they are, and with JPEG, LZW or Zstandard, are read; save it so, as ZEN can, or as a tiled TIFF`,
      });
  }
  const all = sorted(new Set(kinds.keys()));
  const kind = kinds.get(all[0]!)!;
  const type = pixelType(kind);
  if (type === undefined)
    throw new SegmenterError('unsupported', {
      what: because('what-of')`${because('czi-pixels')`the pixels ${pixelTypeName(kind)}`} of ${file.name}`,
      reason: because('czi-types')`Gray8, Gray16, Gray32Float, Bgr24 and Bgr48 are read`,
    });
  const alike = all.filter((channel) => kinds.get(channel) === kind).slice(0, MOST_CHANNELS);
  return { type, channels: type.bands === 3 ? alike.slice(0, 1) : alike };
};
