/** The problem of a run, made of samples and parameters: integer planes, a start and a speed. */

import { SegmenterError, show } from '../core/errors.js';
import { because } from '../core/reasons.js';
import type { ChannelPlanes, Transform } from '../image/channels/channels.js';
import { applyChannel, transformOf } from '../image/channels/channels.js';
import type { Samples } from '../image/samples.js';
import type { Field } from './bits/grid.js';
import { cellsOf, dataPlanes, valuesOf } from './bits/grid.js';
import type { Form, LevelSetParameters } from './schema.js';
import { MOST_BANDS, MOST_CELLS } from './speed/moments.js';
import type { Speed } from './speed/speed.js';
import type { Schedule } from './steps/schedule.js';

/** Field, start, speed and schedule of one run. */
export interface LevelSetProblem {
  readonly field: Field;
  /** One byte a cell, 1 inside at first. */
  readonly mask: Uint8Array;
  readonly speed: Speed;
  readonly schedule: Schedule;
  readonly form: Form;
  /** Says that the samples of `field`, if it is still this one, may stay on a device between runs, until the owner releases them. */
  readonly keep?: { readonly owner: object; readonly field: Field };
}

/** A problem without its initial mask. */
export type Posed = Omit<LevelSetProblem, 'mask'>;

/** Throws `image-too-large` or `bad-parameter` where the sums would not be exact. */
export const checkField = (field: Field, name: string): Field => {
  const cells = cellsOf(field.grid);
  if (cells > MOST_CELLS) {
    const size = because('so-many-cells')`${cells} cells`;
    const limit = because('so-many-cells')`${MOST_CELLS} cells`;
    throw new SegmenterError('image-too-large', { name, size, limit });
  }
  if (field.planes.length > MOST_BANDS) {
    const wanted = because(
      'too-many-bands',
    )`it gives ${field.planes.length} bands, and the level set takes at most ${MOST_BANDS}`;
    throw new SegmenterError('bad-parameter', { name: 'channel', value: name, wanted });
  }
  return field;
};

/** The channel's planes of these samples. Rejects with `bad-parameter` where the image lacks it. */
export const channelOf = async (
  samples: Samples,
  { channel, speed }: LevelSetParameters,
  signal: AbortSignal,
): Promise<ChannelPlanes> => {
  const statistical = speed !== 'gamma' && speed !== 'range';
  const auto = samples.bands > 1 && statistical ? 'principal' : 'luminance';
  const name = channel === 'auto' ? auto : channel;
  const planes = await applyChannel(samples, name, { signal });
  if (planes.kind === 'intensity') return planes;
  const wanted = because('codes-no-order')`it gives codes, which have no order; choose a channel of intensities`;
  throw new SegmenterError('bad-parameter', { name: 'channel', value: name, wanted });
};

/** The field of a channel's planes: a grid of depth 1. Throws where its values or size are out of range. */
export const fieldOf = ({ width, height, planes, missing, record }: ChannelPlanes): Field =>
  checkField({ grid: { width, height, depth: 1 }, planes, missing }, record.channel ?? 'channel');

/** The requested speed; a range that is not given is taken from the samples inside the start. */
export const speedOf = (
  { speed, range }: { readonly speed: Speed['kind']; readonly range: readonly number[] },
  field: Field,
  start: Uint8Array,
  decode: Decode = (value) => value,
): Speed => {
  if (speed !== 'range') return { kind: speed };
  const bands = dataPlanes(field);
  if (range.length === 0) {
    const bounds = field.planes.slice(0, bands).map((_, band) => quantiles(field, start, band));
    return { kind: 'range', lower: bounds.map((b) => b[0]), upper: bounds.map((b) => b[1]) };
  }
  const lower = range.filter((_, k) => k % 2 === 0);
  const upper = range.filter((_, k) => k % 2 === 1);
  if (range.length !== 2 * bands || lower.some((low, band) => !(low < upper[band]!))) {
    const wanted = because(
      'range-bounds',
    )`it must be ${2 * bands} numbers, a lower and a larger upper bound for each band (bands: ${bands})`;
    throw new SegmenterError('bad-parameter', { name: 'range', value: show(range), wanted });
  }
  const bounds = lower.map((low, band) =>
    codesBetween(low, upper[band]!, valuesOf(field), (code) => decode(code, band)),
  );
  return { kind: 'range', lower: bounds.map((b) => b[0]), upper: bounds.map((b) => b[1]) };
};

/** Exclusive bounds, in codes, of the values strictly between two values; values increase or decrease with their codes. */
const codesBetween = (
  lower: number,
  upper: number,
  codes: number,
  decode: (code: number) => number,
): readonly [number, number] => {
  const rises = decode(codes - 1) > decode(0);
  const value = (k: number): number => decode(rises ? k : codes - 1 - k);
  // The number of codes, in the order of increasing values, that satisfy a condition which holds for the first ones only.
  const count = (holds: (value: number) => boolean): number => {
    let [low, high] = [0, codes];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(value(middle))) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const before = count((v) => v <= lower) - 1;
  const after = count((v) => v < upper);
  return rises ? [before, after] : [codes - 1 - after, codes - 1 - before];
};

/** The sample value that a code of a band represents; it increases or decreases with the code. */
export type Decode = (code: number, band: number) => number;

/** Decoder of a channel that keeps one band each, to the units of the image; of the others it leaves codes as they are. */
export const decoderOf = (record: ChannelPlanes['record']): Decode => {
  const transform: Transform = transformOf(record);
  if (transform.kind !== 'affine') return (code) => code;
  const { planes } = transform;
  const single = planes.every(({ weights }) => weights.filter((w) => w !== 0).length === 1);
  if (!single) return (code) => code;
  return (code, band) => {
    const { weights, offset, scale } = planes[band]!;
    return (code / scale + offset) / weights.find((w) => w !== 0)!;
  };
};

/** Just below the lower quartile and just above the 99.5 % quantile of the samples inside. */
const quantiles = ({ planes, missing }: Field, inside: Uint8Array, band: number): readonly [number, number] => {
  const plane = planes[band]!;
  const counts = new Float64Array(plane instanceof Uint8Array ? 256 : 65536);
  let count = 0;
  for (let cell = 0; cell < inside.length; cell++) {
    if (inside[cell] === 0 || missing?.[cell]) continue;
    counts[plane[cell]!]!++;
    count++;
  }
  const quantile = (share: number): number => {
    let below = 0;
    for (let value = 0; value < counts.length; value++) {
      below += counts[value]!;
      if (below >= share * count) return value;
    }
    return counts.length - 1;
  };
  return [quantile(0.25) - 1, quantile(0.995) + 1];
};
