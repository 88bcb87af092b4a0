/** Features of the samples in the cells of a workspace. */

import type { ChannelRows } from '../../image/channels/channels.js';
import type { Samples } from '../../image/samples.js';
import { see } from '../problem.js';
import type { SnakeParameters } from '../schema.js';

/** The channel whose means cells have. Codes have no order, and so no means: where the model uses them, the channel is chosen automatically. */
export const seenInCells = async (
  channel: ChannelRows,
  samples: Samples,
  parameters: SnakeParameters,
  signal: AbortSignal,
): Promise<ChannelRows> => {
  if (channel.kind !== 'codes') return channel;
  return (await see(samples, { ...parameters, channel: 'auto', model: 'auto' }, signal)).channel;
};
