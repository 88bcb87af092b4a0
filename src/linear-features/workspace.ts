/** The region that is searched for lines, and the transform of its samples: computed once, so that it is the same for every tile. */

import type { RunContext, Task } from '../algorithm/algorithm.js';
import { boundsOfStart } from '../algorithm/start.js';
import { SegmenterError } from '../core/errors.js';
import { chooseLevel, levelByIndex, levelRect } from '../core/geometry/levels.js';
import type { Rect } from '../core/geometry/rect.js';
import { intersection } from '../core/geometry/rect.js';
import { because } from '../core/reasons.js';
import { applyChannel, type ChannelPlanes, isFixedChannel } from '../image/channels/channels.js';
import type { Samples } from '../image/samples.js';
import type { DetectorOptions } from './response/detector.js';
import { livelyMedian, noiseOf } from './response/noise.js';
import { type Packing, packingOf } from './response/pack.js';
import type { DetectionParameters } from './schema.js';

/** A region of a level, in pixels of the level, and its transform. */
export interface LineWorkspace {
  readonly level: number;
  readonly scaleX: number;
  readonly scaleY: number;
  /** Pixels of the whole level. */
  readonly width: number;
  readonly height: number;
  /** Rectangle that is searched, in pixels of the level. */
  readonly region: Rect;
  readonly record: Readonly<Record<string, string>>;
  readonly packing: Packing;
  /** Standard deviation of the noise, in steps of the channel. */
  readonly noise: number;
  readonly options: DetectorOptions;
  /** The channel of a rectangle of whole pixels of the level. */
  planes(rect: Rect): Promise<ChannelPlanes>;
}

/** Side of the square that is searched around a point, in full-resolution pixels. */
const AROUND = 512;
/** Maximum number of pixels of a region: its response takes five to seven bytes a pixel. */
const MOST_PIXELS = 2 ** 28;
/** Number of pixels that a channel is fitted to. */
const FIT_PIXELS = 2 ** 20;
/** Probes for noise and range: their number in a row and in a column, and their side in pixels. */
const PROBES = 3;
const PROBE = 256;

/** Opens the region of a start: a box, a polygon's bounds, a square around a point, or the whole domain. */
export const openLineWorkspace = async (
  task: Task,
  context: RunContext,
  detection: DetectionParameters,
): Promise<LineWorkspace> => {
  const { image, signal } = context;
  const searched = searchedRect(task, image);
  const level = task.level ?? chooseLevel(searched, image.levels, context.pixelBudget);
  const { width, height, scaleX, scaleY } = levelByIndex(image.levels, level);
  const region = levelRect(searched, levelByIndex(image.levels, level));
  if (region.width * region.height > MOST_PIXELS) {
    const size = because('pixels-at-level')`${region.width} × ${region.height} pixels at level ${level}`;
    throw new SegmenterError('image-too-large', {
      name: image.name,
      size,
      limit: because('so-many-pixels')`${MOST_PIXELS} pixels`,
    });
  }
  const parts = await Promise.all(probesOf(region).map((rect) => context.region(rect, level)));
  const fitted = await applyChannel(await fitSamples(parts, searched, level, context, detection), detection.channel, {
    signal,
  });
  if (fitted.kind !== 'intensity') {
    const wanted = because('codes-no-order')`it gives codes, which have no order; choose a channel of intensities`;
    throw new SegmenterError('bad-parameter', { name: 'channel', value: detection.channel, wanted });
  }
  const planesOf = (samples: Samples): Promise<ChannelPlanes> =>
    applyUnlessEmpty(samples, detection.channel, fitted.record, signal);
  const planes = async (rect: Rect): Promise<ChannelPlanes> => planesOf(await context.region(rect, level));
  const probes = await Promise.all(parts.map(planesOf));
  const noise = livelyMedian(probes.flatMap(noiseOf));
  // 8-bit samples use the whole range.
  const [least, most] = fitted.bits === 8 ? [0, 255] : rangeOf(probes);
  const packing = packingOf(fitted.bits, detection.polarity, least, most);
  const { scales, orientations, primary, secondary, ratio, reach, distance, contrast, form } = detection;
  const threshold = contrast === 0 ? 0 : Math.min(65535, Math.max(0.5, contrast * noise) * 2 ** packing.gain);
  const windows = { scales, orientations, primary, secondary, ratio, reach, distance };
  const options = { ...windows, threshold, form, gain: packing.gain };
  return {
    level,
    scaleX,
    scaleY,
    width,
    height,
    region,
    record: fitted.record,
    packing,
    noise,
    options,
    planes,
  };
};

/**
 * The samples that the channel is fitted to: a probe with a value where any part of the image will do, because making a coarse level may need
 * all pixels; otherwise the whole region on a coarse level.
 */
const fitSamples = async (
  probes: readonly Samples[],
  searched: Rect,
  level: number,
  context: RunContext,
  { channel }: DetectionParameters,
): Promise<Samples> => {
  const seen = probes.find((samples) => isFixedChannel(samples, channel) && !isEmpty(samples));
  if (seen) return seen;
  const coarse = Math.max(level, chooseLevel(searched, context.image.levels, FIT_PIXELS));
  return (await context.pixels(searched, coarse)).samples;
};

const searchedRect = ({ start, domain }: Task, image: RunContext['image']): Rect => {
  const whole: Rect = { x: 0, y: 0, width: image.width, height: image.height };
  const bounds = domain ?? whole;
  if (start.kind === 'everywhere') return bounds;
  const wanted =
    start.kind === 'point'
      ? { x: start.x - AROUND / 2, y: start.y - AROUND / 2, width: AROUND, height: AROUND }
      : boundsOfStart(start, whole);
  return intersection(wanted, bounds) ?? bounds;
};

/** A tile without any value is missing completely, which is not an error here. */
const applyUnlessEmpty = async (
  samples: Samples,
  channel: string,
  record: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ChannelPlanes> => {
  if (!isEmpty(samples)) return applyChannel(samples, channel, { record, signal });
  const { width, height } = samples;
  const missing = new Uint8Array(width * height).fill(1);
  return { width, height, kind: 'intensity', bits: 8, planes: [new Uint8Array(width * height)], missing, record };
};

const isEmpty = ({ data, missing }: Samples): boolean =>
  missing?.every((flag) => flag === 1) || (data instanceof Float32Array && data.every(Number.isNaN));

/** Squares at positions that depend only on the region's size, so that the tiling does not influence the result. */
const probesOf = (region: Rect): Rect[] => {
  const axis = (start: number, size: number): [number, number][] =>
    size <= PROBES * PROBE
      ? [[start, size]]
      : Array.from({ length: PROBES }, (_, i) => [start + Math.round((i * (size - PROBE)) / (PROBES - 1)), PROBE]);
  return axis(region.y, region.height).flatMap(([y, height]) =>
    axis(region.x, region.width).map(([x, width]) => ({ x, y, width, height })),
  );
};

const rangeOf = (probes: readonly ChannelPlanes[]): [number, number] => {
  let least = 65535;
  let most = 0;
  for (const { planes, missing } of probes) {
    const plane = planes[0]!;
    for (let i = 0; i < plane.length; i++) {
      if (missing?.[i] === 1) continue;
      least = Math.min(least, plane[i]!);
      most = Math.max(most, plane[i]!);
    }
  }
  return [Math.min(least, most), most];
};
