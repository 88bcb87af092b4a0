/**
 * Channels: from the samples of a domain to the integer planes that the algorithms take.
 *
 * A channel is fitted once, on a domain, and may then be applied to other samples of the same image (finer levels,
 * other tiles): `applyChannel(finer, name, { record })`. Everything is exact or uses + − × ÷ and the square root alone
 * in a fixed order, so that all machines give the same bits.
 */
import { SegmenterError, show } from '../../core/errors.js';
import type { Samples } from '../samples.js';
import { apply, missingOf } from './apply.js';
import { type FitOptions, fit, isFixed } from './fit.js';
import { parseChannel } from './names.js';
import { emptyDomain } from './statistics.js';
import { type ChannelPlanes, type ChannelRows, recordOf, type Transform } from './transform.js';

export { type ChannelInfo, type ChannelName, channelForms, channelList, parseChannel } from './names.js';
export type { Affine, AffinePlane, ChannelPlanes, ChannelRows, Transform } from './transform.js';
export { rowsOf } from './transform.js';

/** Options of the application of a channel. */
export interface ChannelOptions extends FitOptions {
  /** Record of an earlier call, whose transform is repeated instead of fitting a new one. */
  readonly record?: Readonly<Record<string, string>>;
}

/**
 * Turns samples into the planes of a channel.
 * @param samples of the domain; not changed. A single plane of stored integers is passed on without a copy.
 * @param channel one of `channelForms`
 * @throws SegmenterError `bad-parameter` where the image has no such channel or the domain no value in it; rejects
 *   with `AbortError` once `options.signal` is aborted.
 * @returns planes of the samples' size, 8 or 16 bits a value, and the record with which to repeat the transform
 */
export const applyChannel = async (
  samples: Samples,
  channel: string,
  options: ChannelOptions = {},
): Promise<ChannelPlanes> => (await channelRows(samples, channel, options)).rows(0, samples.height);

/** Channel of `applyChannel` whose planes are computed on demand, a few rows at a time. */
export const channelRows = async (
  samples: Samples,
  channel: string,
  options: ChannelOptions = {},
): Promise<ChannelRows> => {
  const { width, height } = samples;
  const { signal } = options;
  const name = parseChannel(channel, samples.bands);
  const transform =
    options.record === undefined ? await fit(samples, name, options) : transformOf(options.record, channel);
  const missing = await missingOf(samples, transform, signal);
  // A part of a fitted domain may have no values.
  if (options.record === undefined && missing?.every((flag) => flag === 1)) throw emptyDomain(channel);
  const { bits, codes, count, planes } = apply(samples, transform, missing);
  const about = {
    width,
    kind: codes === undefined ? 'intensity' : 'codes',
    bits,
    ...(codes === undefined ? {} : { codes }),
    record: recordOf(channel, transform),
  } as const;
  return {
    ...about,
    height,
    count,
    ...(missing === undefined ? {} : { missing }),
    rows: async (first, rows, spent) => {
      const [from, until] = [first * width, (first + rows) * width];
      const mask = missing === undefined ? {} : { missing: missing.subarray(from, until) };
      return { ...about, height: rows, planes: await planes(from, until, spent?.planes, signal), ...mask };
    },
  };
};

/** Whether a channel is the same for any part of an image as for these samples, so that it need not be fitted to all of them. */
export const isFixedChannel = (samples: Samples, channel: string): boolean =>
  isFixed(samples, parseChannel(channel, samples.bands));

const kinds: readonly unknown[] = [
  'bands',
  'luma',
  'affine',
  'logarithm',
  'absorbance',
  'palette',
  'quantiles',
] satisfies Transform['kind'][];

/** The transform that a record of `channel` describes. */
export const transformOf = (record: Readonly<Record<string, string>>, channel = record.channel): Transform => {
  try {
    if (record.channel !== channel) throw new TypeError(`it is of the channel ${record.channel}`);
    const transform: Transform = JSON.parse(record.channelTransform ?? '');
    if (!kinds.includes(transform?.kind)) throw new TypeError('its kind is unknown');
    return transform;
  } catch (cause) {
    throw new SegmenterError(
      'bad-parameter',
      { name: 'channelTransform', value: show(record.channelTransform), wanted: `a record of ${channel}` },
      { cause },
    );
  }
};
