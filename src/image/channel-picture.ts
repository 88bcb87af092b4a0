/** Pictures of an algorithm's input: a channel of a rectangle, in grey, or its first three planes in colours. */
import type { Rect } from '../core/geometry/rect.js';
import { intersection } from '../core/geometry/rect.js';
import { applyChannel, type ChannelPlanes } from './channels/channels.js';
import type { RgbaPicture } from './display.js';
import type { ImageSource } from './samples.js';

/** The rectangle, level and slice of a picture, and its largest size. */
export interface ChannelPictureRequest {
  /** In pixels of the level. */
  readonly rect: Rect;
  readonly level: number;
  readonly slice?: number;
  /** Maximum side of the picture, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Maximum side of the rectangle that is read, in pixels. */
const LONGEST = 1024;

/**
 * The channel is fitted on the rectangle, as a run fits it on its domain, and stretched from its least to its greatest value. The picture is
 * as large as the part of the rectangle that lies on the image, or smaller.
 * @throws SegmenterError `bad-parameter` where the image has no such channel
 */
export const channelPicture = async (
  image: ImageSource,
  { rect, level, slice, width, height }: ChannelPictureRequest,
  channel: string,
  signal?: AbortSignal,
): Promise<RgbaPicture> => {
  const size = image.levels[level];
  const whole = {
    x: Math.floor(rect.x),
    y: Math.floor(rect.y),
    width: Math.ceil(rect.width),
    height: Math.ceil(rect.height),
  };
  const inside = size && intersection(middleOf(whole), { x: 0, y: 0, width: size.width, height: size.height });
  if (!inside) return { width: 1, height: 1, data: new Uint8ClampedArray(4) };
  const samples = await image.region(inside, level, { signal, slice });
  const planes = await applyChannel(samples, channel, { ...(signal ? { signal } : {}) });
  const scale = Math.min(1, width / inside.width, height / inside.height);
  return painted(planes, Math.max(1, Math.round(inside.width * scale)), Math.max(1, Math.round(inside.height * scale)));
};

/** The centre of a rectangle that is too large to be read for a picture. */
const middleOf = ({ x, y, width, height }: Rect): Rect => {
  const [across, down] = [Math.min(width, LONGEST), Math.min(height, LONGEST)];
  return { x: x + ((width - across) >> 1), y: y + ((height - down) >> 1), width: across, height: down };
};

const painted = (given: ChannelPlanes, width: number, height: number): RgbaPicture => {
  const shown = given.planes.length === 1 ? [0, 0, 0] : [0, 1, 2];
  const tones = shown.map((k) => {
    const plane = given.planes[k];
    return plane && { plane, ...rangeOf(plane, given.missing) };
  });
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(((y + 0.5) * given.height) / height) * given.width;
    for (let x = 0; x < width; x++, at += 4) {
      const pixel = row + Math.floor(((x + 0.5) * given.width) / width);
      if (given.missing?.[pixel] === 1) continue;
      for (const [c, tone] of tones.entries())
        if (tone) data[at + c] = (255 * ((tone.plane[pixel] ?? 0) - tone.least)) / tone.span;
      data[at + 3] = 255;
    }
  }
  return { width, height, data };
};

const rangeOf = (
  plane: Uint8Array | Uint16Array,
  missing: Uint8Array | undefined,
): { readonly least: number; readonly span: number } => {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const [k, value] of plane.entries()) {
    if (missing?.[k] === 1) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return { least, span: Math.max(1, most - least) };
};
