/** The input of a run, made from parameters and image: the channel's planes and their noise model. */

import { SegmenterError } from '../core/errors.js';
import { computed } from '../core/numbers/computed.js';
import { because } from '../core/reasons.js';
import { type ChannelRows, channelRows, rowsOf } from '../image/channels/channels.js';
import type { Samples } from '../image/samples.js';
import type { SnakeParameters } from './schema.js';
import type { Problem } from './steps/optimiser.js';
import { stripsOf } from './tables/chunks.js';

/** The planes of a domain that the model uses, and the noise model that describes them. */
export interface Seen {
  readonly channel: ChannelRows;
  readonly model: Problem['model'];
  /** The model's name as a parameter: `exponential` is the gamma model of order 1. */
  readonly noiseModel: string;
  readonly order: number;
}

/** Codes of the palette that the categorical model uses when the channel is `auto` (D.6). */
export const CODES = 16;

/**
 * The values of samples that the model uses, row by row. `record`, from an earlier level or run, reuses its transform.
 * @throws SegmenterError `bad-parameter` where the image lacks the channel or the model cannot use it.
 */
export const see = async (
  samples: Samples,
  parameters: SnakeParameters,
  signal: AbortSignal,
  record?: Readonly<Record<string, string>>,
): Promise<Seen> => {
  const name = channelFor(parameters, samples.bands);
  const channel = await atHand(await channelRows(samples, name, { signal, record }));
  const wanted = parameters.model;
  if (channel.kind === 'codes') {
    if (wanted !== 'auto' && wanted !== 'categorical') {
      throw new SegmenterError('bad-parameter', {
        name: 'model',
        value: wanted,
        wanted: because('codes')`the channel ${name} gives codes, which only the categorical model takes`,
      });
    }
    return { channel: evenCodes(channel), model: 'categorical', noiseModel: 'categorical', order: 1 };
  }
  if (wanted === 'categorical') {
    throw new SegmenterError('bad-parameter', {
      name: 'model',
      value: wanted,
      wanted: because('intensities')`the channel ${name} gives intensities; choose palette:16 or auto as the channel`,
    });
  }
  const model = wanted === 'auto' ? 'common' : wanted === 'exponential' ? 'gamma' : wanted;
  return {
    channel: model === 'bernoulli' ? await atHand(await binary(channel, record)) : channel,
    model,
    noiseModel: wanted === 'auto' ? model : wanted,
    order: wanted === 'exponential' ? 1 : parameters.order,
  };
};

/**
 * @throws SegmenterError `nothing-found` where the model gets the same value for every pixel of the domain: nothing can be
 *   distinguished, and a contour would only repeat the start.
 */
export const refuseConstant = async (channel: ChannelRows): Promise<void> => {
  const firsts: (number | undefined)[] = [];
  for (const { firstRow, rows } of stripsOf(channel)) {
    const { planes, missing } = await channel.rows(firstRow, rows);
    for (const [k, values] of planes.entries()) {
      for (let i = 0; i < values.length; i++) {
        if (missing?.[i]) continue;
        firsts[k] ??= values[i]!;
        if (values[i] !== firsts[k]) return;
      }
    }
  }
  throw new SegmenterError('nothing-found', {
    where: because('all-same-value')`because all pixels of the domain have the same value`,
  });
};

/** Chooses the channel for `auto`: all bands, decorrelated, for the Gaussian noise models; a palette for the categorical one. */
const channelFor = ({ channel, model }: SnakeParameters, bands: number): string => {
  if (channel !== 'auto') return channel;
  if (model === 'categorical') return `palette:${CODES}`;
  if (bands === 1) return 'luminance';
  return ['auto', 'common', 'gaussian'].includes(model) ? 'principal' : 'luminance';
};

/** Keeps the planes of a domain of one strip in memory, because they are used more than once. */
const atHand = async (channel: ChannelRows): Promise<ChannelRows> =>
  stripsOf(channel).length === 1 ? rowsOf(await channel.rows(0, channel.height)) : channel;

/** The kernels store two counts per word: a palette with an odd number of codes gets an additional code that no pixel has. */
const evenCodes = (channel: ChannelRows): ChannelRows => {
  const { codes = 0, rows } = channel;
  if (codes % 2 === 0) return channel;
  return { ...channel, codes: codes + 1, rows: async (...of) => ({ ...(await rows(...of)), codes: codes + 1 }) };
};

/** 1 above the mean of the domain's values, or above the recorded thresholds, else 0: the input of the Bernoulli model. */
const binary = async (channel: ChannelRows, record?: Readonly<Record<string, string>>): Promise<ChannelRows> => {
  const thresholds = record?.threshold?.split(',').map(Number) ?? (await wholeMeans(channel));
  const about = { bits: 8, record: { ...channel.record, threshold: thresholds.join(',') } } as const;
  const rows: ChannelRows['rows'] = async (first, count) => {
    const part = await channel.rows(first, count);
    const planes = part.planes.map((plane, k) => {
      const threshold = thresholds[k]!;
      return computed(new Uint8Array(plane.length), (i) => (plane[i]! > threshold ? 1 : 0));
    });
    return { ...part, ...about, planes };
  };
  return { ...channel, ...about, rows };
};

/** The means, rounded down: for whole numbers, above the mean is above its whole part. */
const wholeMeans = async (channel: ChannelRows): Promise<number[]> => {
  const sums = Array.from({ length: channel.count }, () => 0);
  let count = 0;
  for (const { firstRow, rows } of stripsOf(channel)) {
    const { planes, missing } = await channel.rows(firstRow, rows);
    for (let i = 0; i < rows * channel.width; i++) {
      if (missing?.[i]) continue;
      count++;
      for (const [k, plane] of planes.entries()) sums[k]! += plane[i]!;
    }
  }
  return sums.map((sum) => Math.floor(sum / count));
};
