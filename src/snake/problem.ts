/** From the parameters and the image to what one run solves: the channel's planes and the law they call for. */
import { applyChannel, type ChannelPlanes } from '../image/channels.js';
import type { Samples } from '../image/samples.js';
import { SegmenterError } from '../worker/errors.js';
import type { Problem } from './optimiser.js';
import type { SnakeParameters } from './schema.js';

export interface Seen {
  readonly channel: ChannelPlanes;
  readonly model: Problem['model'];
  /** The model's name as a parameter: `exponential` is the gamma law of order 1. */
  readonly law: string;
  readonly order: number;
}

/** Codes of the palette that the categorical law sees when the channel is left to choose (D.6). */
const codes = 16;

/**
 * The channel's planes of these samples. `record`, from an earlier level or run, repeats its transform.
 * @throws SegmenterError `bad-parameter` where the image lacks the channel or the model cannot take it.
 */
export async function see(
  samples: Samples,
  parameters: SnakeParameters,
  signal: AbortSignal,
  record?: Readonly<Record<string, string>>,
): Promise<Seen> {
  const name = channelFor(parameters, samples.bands);
  const channel = await applyChannel(samples, name, { signal, record });
  const wanted = parameters.model;
  if (channel.kind === 'codes') {
    if (wanted !== 'auto' && wanted !== 'categorical') {
      throw new SegmenterError('bad-parameter', {
        name: 'model',
        value: wanted,
        wanted: `the channel ${name} gives codes, which only the categorical law takes`,
      });
    }
    return { channel: evenCodes(channel), model: 'categorical', law: 'categorical', order: 1 };
  }
  if (wanted === 'categorical') {
    throw new SegmenterError('bad-parameter', {
      name: 'model',
      value: wanted,
      wanted: `the channel ${name} gives intensities; choose palette:N or auto as the channel`,
    });
  }
  const model = wanted === 'auto' ? 'common' : wanted === 'exponential' ? 'gamma' : wanted;
  return {
    channel: model === 'bernoulli' ? binary(channel, record) : channel,
    model,
    law: wanted === 'auto' ? model : wanted,
    order: wanted === 'exponential' ? 1 : parameters.order,
  };
}

/**
 * @throws SegmenterError `nothing-found` where every pixel of the domain looks the same to the model: nothing can be
 *   told apart, and a contour would only repeat the start.
 */
export function refuseConstant({ planes, missing }: ChannelPlanes): void {
  const varies = planes.some((values) => {
    let first = -1;
    for (let i = 0; i < values.length; i++) {
      if (missing?.[i]) continue;
      if (first < 0) first = values[i]!;
      else if (values[i] !== first) return true;
    }
    return false;
  });
  if (!varies) {
    throw new SegmenterError('nothing-found', { where: 'because all pixels of the domain have the same value' });
  }
}

/** What `auto` stands for: all bands, decorrelated, for the Gaussian laws; a palette for the categorical one. */
export function channelFor({ channel, model }: SnakeParameters, bands: number): string {
  if (channel !== 'auto') return channel;
  if (model === 'categorical') return `palette:${codes}`;
  if (bands === 1) return 'luminance';
  return ['auto', 'common', 'gaussian'].includes(model) ? 'principal' : 'luminance';
}

/** The kernels store two counts a word: an odd palette gets one code that no pixel has. */
const evenCodes = (channel: ChannelPlanes): ChannelPlanes =>
  (channel.codes ?? 0) % 2 === 0 ? channel : { ...channel, codes: (channel.codes ?? 0) + 1 };

/** 1 above the mean of the domain's values, or above the recorded thresholds, else 0: what the Bernoulli law takes. */
function binary(channel: ChannelPlanes, record?: Readonly<Record<string, string>>): ChannelPlanes {
  // Values are whole numbers: above the mean is above its whole part.
  const thresholds =
    record?.threshold?.split(',').map(Number) ?? channel.planes.map((plane) => wholeMean(plane, channel));
  const planes = channel.planes.map((plane, k) => Uint8Array.from(plane, (value) => (value > thresholds[k]! ? 1 : 0)));
  return { ...channel, bits: 8, planes, record: { ...channel.record, threshold: thresholds.join(',') } };
}

function wholeMean(values: Uint8Array | Uint16Array, { missing }: ChannelPlanes): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    if (missing?.[i]) continue;
    sum += values[i]!;
    count++;
  }
  return Math.floor(sum / count);
}
