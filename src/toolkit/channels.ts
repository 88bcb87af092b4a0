/** Channels of samples, for algorithms of a page. */
import { badParameter } from '../core/errors.js';
import { coded, givenOf, membersOf, optionsOf, reading, signalOf, textOf } from '../core/given.js';
import { checkedSamples } from '../image/array-source.js';
import {
  type ChannelInfo,
  type ChannelOptions,
  type ChannelPlanes,
  channelList as channelsOf,
  applyChannel as planesOf,
  transformOf,
} from '../image/channels/channels.js';
import type { Samples } from '../image/samples.js';
import { fitsTransform, isTransform } from './check-transform.js';

/** Most bands whose channels are listed, as many as a TIFF may have. */
const MOST_BANDS = 65535;

/**
 * Turns samples into the planes of a channel.
 * @param samples of the domain; not changed. A single plane of stored integers is passed on without a copy.
 * @param channel the `id` of one of `channelList`
 * @param options `bits` of the planes of `principal`, 8 or 16; the `record` of an earlier call, whose transform is repeated in place of
 *   fitting a new one; a `signal`
 * @throws SegmenterError `bad-parameter` where the samples have no such channel, or the domain no value in it; rejects with
 *   `AbortError` once `options.signal` is aborted
 * @returns planes of the samples' size, 8 or 16 bits a value, and the record with which to repeat the transform
 */
export const applyChannel = (samples: Samples, channel: string, options?: ChannelOptions): Promise<ChannelPlanes> =>
  coded(async () => {
    const named = textOf('channel', channel);
    if (named === undefined) throw badParameter('channel', channel, 'it must be a text');
    const checked = samplesIn(samples);
    return planesOf(checked, named, optionsIn(options, checked));
  });

const samplesIn = (samples: Samples): Samples => {
  const wanted = 'it must be {width, height, bands, data}';
  // Members that are missing are told by their names.
  return reading('samples', () => checkedSamples({ ...none, ...givenOf('samples', samples, wanted) }));
};

const none: Samples = { width: 0, height: 0, bands: 0, data: new Uint8Array() };

const optionsIn = (options: ChannelOptions | undefined, samples: Samples): ChannelOptions => {
  const { bits, record, signal: given } = optionsOf(options, 'bits', 'record', 'signal');
  if (bits !== undefined && bits !== 8 && bits !== 16) throw badParameter('bits', bits, 'it must be 8 or 16');
  const signal = signalOf(given);
  return {
    ...(bits && { bits }),
    ...(record !== undefined && { record: recordIn(record, samples) }),
    ...(signal && { signal }),
  };
};

const recordIn = (given: Readonly<Record<string, string>>, samples: Samples): Readonly<Record<string, string>> => {
  const { channel = '', channelTransform = '' } = membersOf('record', given);
  const transform: unknown = reading('record', () => transformOf({ channel, channelTransform }));
  if (isTransform(transform) && fitsTransform(samples, transform)) return { channel, channelTransform };
  throw badParameter('channelTransform', channelTransform, 'it must be of an earlier call on such samples');
};

/**
 * The channels that an image offers, the plainest first.
 * @param image its number of bands, and the bits of a sample where they are known
 * @throws SegmenterError `bad-parameter`
 */
export const channelList = (image: { readonly bands: number; readonly bits?: 8 | 16 | 32 }): ChannelInfo[] => {
  const { bands = 0 } = membersOf('image', image);
  if (Number.isInteger(bands) && bands >= 1 && bands <= MOST_BANDS) return channelsOf({ bands });
  throw badParameter('bands', bands, `it must be a whole number from 1 to ${MOST_BANDS}`);
};
