/** Pictures of samples for the screen: contrast stretch and band mapping. The samples are not changed. */

import { badParameter, SegmenterError, show } from '../core/errors.js';
import { levelByIndex } from '../core/geometry/levels.js';
import type { Rect } from '../core/geometry/rect.js';
import { intersection } from '../core/geometry/rect.js';
import { naturalLog } from '../core/numbers/logarithm.js';
import { yielding } from '../core/yielding.js';
import { percentilesOf } from './percentiles.js';
import type { ImageSource, Samples } from './samples.js';

/** The stored values shown as black and as white. */
export type Limits = readonly [black: number, white: number];

/** Bands, scale and stretch of a picture. */
export interface DisplayOptions {
  /** Bands shown as red, green and blue, 0 for none, or one band as grey; counted from 1. The first three or one when not given. */
  readonly bands?: readonly [number] | readonly [number, number, number];
  /** `db` is the same as the logarithm: 10·log10 only shifts and scales it, which the stretch cancels. */
  readonly scale?: 'linear' | 'log' | 'db';
  /** Percent of the pixels below black and above white; when not given, 8-bit images are shown unchanged. */
  readonly percentiles?: readonly [number, number];
  /** One pair for all bands or one a band shown; overrides `percentiles`. */
  readonly limits?: Limits | readonly Limits[];
  /** Exponent of the displayed value is `1 / gamma`. */
  readonly gamma?: number;
  readonly invert?: boolean;
}

/** Stretch of an image's values to grey levels: made once per image, so that all tiles look the same. */
export interface Stretch {
  /** Counted from 0; −1 for none. */
  readonly bands: readonly number[];
  readonly scale: 'linear' | 'log';
  /** One pair a band shown, in stored values. */
  readonly limits: readonly Limits[];
  readonly gamma: number;
  readonly invert: boolean;
}

/** Maximum number of pixels of the coarse level from which the percentiles are computed. */
const SAMPLE = 1 << 20;
const PERCENTILES: readonly [number, number] = [0.5, 99.5];
/** Limits for images without a value; those of a logarithm are positive. */
const NO_VALUES = { linear: [0, 1], log: [1, 2] } as const;

/** @throws SegmenterError `bad-parameter`, which names the option and its valid values. */
const checkedDisplay = (options: DisplayOptions, bands: number): Required<Pick<DisplayOptions, 'bands'>> => {
  const mapped = options.bands ?? (bands >= 3 ? [1, 2, 3] : [1]);
  const least = mapped.length === 3 && mapped.some((band) => band !== 0) ? 0 : 1;
  const inside = mapped.every((band) => Number.isInteger(band) && band >= least && band <= bands);
  if (!inside || (mapped.length !== 1 && mapped.length !== 3))
    throw badParameter('bands', mapped, `one or three of 1 to ${bands}, and 0 for none in three`);
  const [low, high] = options.percentiles ?? PERCENTILES;
  if (!(low >= 0 && low < high && high <= 100))
    throw badParameter('percentiles', options.percentiles, 'two of 0 to 100, ascending');
  const { gamma = 1 } = options;
  if (!(gamma >= 0.05 && gamma <= 20)) throw badParameter('gamma', gamma, 'a number from 0.05 to 20');
  for (const pair of limitsOf(options.limits, mapped.length) ?? [])
    if (!pair.every(Number.isFinite) || pair[0] === pair[1])
      throw badParameter('limits', pair, 'two different finite numbers');
  return { bands: mapped.length === 1 ? [mapped[0]!] : [mapped[0]!, mapped[1]!, mapped[2]!] };
};

const isPair = (limits: Limits | readonly Limits[]): limits is Limits => typeof limits[0] === 'number';

const limitsOf = (limits: DisplayOptions['limits'], count: number): readonly Limits[] | undefined => {
  if (limits === undefined) return undefined;
  if (isPair(limits)) return Array.from({ length: count }, () => limits);
  if (limits.length === count) return limits;
  const wanted = `one pair, or ${count}, one a band shown`;
  throw new SegmenterError('bad-parameter', { name: 'limits', value: show(limits), wanted });
};

/** Reads the coarsest level that still has enough pixels and fixes the stretch. */
export const stretchOf = async (
  image: ImageSource,
  options: DisplayOptions = {},
  signal?: AbortSignal,
): Promise<Stretch> => {
  const bands = checkedDisplay(options, image.bands).bands.map((band) => band - 1);
  const scale = options.scale === undefined || options.scale === 'linear' ? 'linear' : 'log';
  const rest = { bands, scale, gamma: options.gamma ?? 1, invert: options.invert ?? false } as const;
  const given = limitsOf(options.limits, bands.length);
  if (given !== undefined) return { ...rest, limits: given };
  const asIs = image.bits === 8 && scale === 'linear' && options.percentiles === undefined;
  if (asIs) return { ...rest, limits: bands.map(() => [0, 255]) };
  const samples = await overview(image, signal);
  const percentiles = options.percentiles ?? PERCENTILES;
  const limits: Limits[] = [];
  for (const band of bands)
    limits.push(band < 0 ? NO_VALUES[scale] : percentileLimits(samples, band, percentiles, scale));
  return { ...rest, limits };
};

/** The middle of the coarsest level with at least `SAMPLE / 16` pixels, `SAMPLE` pixels at most; of a volume's middle slice. */
const overview = (image: ImageSource, signal: AbortSignal | undefined): Promise<Samples> => {
  const enough = image.levels.findLastIndex(({ width, height }) => width * height >= SAMPLE / 16);
  const level = Math.max(0, enough);
  const { width, height } = levelByIndex(image.levels, level);
  const part = Math.min(1, Math.sqrt(SAMPLE / (width * height)));
  const w = Math.max(1, Math.floor(width * part));
  const h = Math.max(1, Math.floor(height * part));
  const rect = { x: Math.floor((width - w) / 2), y: Math.floor((height - h) / 2), width: w, height: h };
  const { depth } = image.stack ?? { depth: 1 };
  return image.region(rect, level, { signal, slice: depth >> 1 });
};

const percentileLimits = (
  samples: Samples,
  band: number,
  percentiles: readonly [number, number],
  scale: 'linear' | 'log',
): Limits => {
  const [black, white] = percentilesOf(samples, band, percentiles, scale === 'log') ?? [];
  if (black === undefined || white === undefined) return NO_VALUES[scale];
  return white > black ? [black, white] : [black, black + (scale === 'linear' ? 1 : Math.abs(black))];
};

/** From a stored value to 0 … 255, by a table for integers. */
const toneOf = (data: Samples['data'], stretch: Stretch, [black, white]: Limits): ((value: number) => number) => {
  const { gamma, invert, scale } = stretch;
  const move =
    scale === 'log' ? (value: number): number => (value > 0 ? naturalLog(value) : Number.NEGATIVE_INFINITY) : Number;
  const [from, to] = [move(black), move(white)];
  const tone = (value: number): number => {
    const part = Math.min(1, Math.max(0, (move(value) - from) / (to - from)));
    const bright = gamma === 1 ? part : part ** (1 / gamma);
    return Math.floor((invert ? 1 - bright : bright) * 255 + 0.5);
  };
  if (data instanceof Float32Array) return tone;
  const table = Uint8Array.from({ length: data instanceof Uint8Array ? 256 : 65536 }, (_, value) => tone(value));
  return (value) => table[value]!;
};

/** A picture, RGBA row by row. */
export interface RgbaPicture {
  readonly width: number;
  readonly height: number;
  /** RGBA, 8 bits; pixels without data are transparent. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  /** The stored values shown as black and white, a pair a band shown. */
  readonly limits?: readonly Limits[];
}

/**
 * A picture of `rect` (pixels of the level; what lies outside the image is transparent), resampled to
 * `width × height` by the nearest pixel.
 */
export const renderTile = async (
  image: ImageSource,
  request: {
    readonly rect: Rect;
    readonly level: number;
    readonly width: number;
    readonly height: number;
    readonly slice?: number;
  },
  stretch: Stretch,
  signal?: AbortSignal,
): Promise<RgbaPicture> => {
  const { rect, width, height } = request;
  for (const [name, value] of Object.entries({ width, height }))
    if (!Number.isInteger(value) || value < 1 || value > 8192)
      throw new SegmenterError('bad-parameter', { name, value: show(value), wanted: 'a whole number from 1 to 8192' });
  const data = new Uint8ClampedArray(width * height * 4);
  const size = image.levels[request.level];
  const inside = size && intersection(outward(rect), { x: 0, y: 0, width: size.width, height: size.height });
  const { limits } = stretch;
  if (inside === undefined) return { width, height, data, limits };
  const samples = await image.region(inside, request.level, { signal, slice: request.slice });
  const tones = stretch.limits.map((limits) => toneOf(samples.data, stretch, limits));
  const columns = Array.from(
    { length: width },
    (_, x) => Math.floor(rect.x + ((x + 0.5) * rect.width) / width) - inside.x,
  );
  const shown = { columns, mapped: stretch.bands, tones };
  for await (const [from, to] of yielding(height, signal, Math.max(1, Math.floor(65536 / width)))) {
    for (let y = from; y < to; y++) {
      const row = Math.floor(rect.y + ((y + 0.5) * rect.height) / height) - inside.y;
      if (row >= 0 && row < inside.height) drawRow(samples, row, shown, data, y * width * 4);
    }
  }
  return { width, height, data, limits };
};

/** What a picture shows of samples. */
interface Shown {
  /** The column of the samples that each pixel shows, which may lie outside of them. */
  readonly columns: readonly number[];
  /** The bands shown as red, green and blue, −1 for none; one for all three. */
  readonly mapped: readonly number[];
  /** The tone of a value, for each of those. */
  readonly tones: readonly ((value: number) => number)[];
}

/** Draws a row of samples into the row of `picture` that begins at `start`. */
const drawRow = (
  { width, bands, data, missing }: Samples,
  row: number,
  { columns, mapped, tones }: Shown,
  picture: Uint8ClampedArray,
  start: number,
): void => {
  let at = start;
  for (const x of columns) {
    const pixel = row * width + x;
    if (x >= 0 && x < width && missing?.[pixel] !== 1) {
      for (let c = 0; c < 3; c++) {
        const k = mapped.length === 1 ? 0 : c;
        const band = mapped[k]!;
        picture[at + c] = band < 0 ? 0 : tones[k]!(data[pixel * bands + band]!);
      }
      picture[at + 3] = 255;
    }
    at += 4;
  }
};

const outward = ({ x, y, width, height }: Rect): Rect => {
  const left = Math.floor(x);
  const top = Math.floor(y);
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
};
