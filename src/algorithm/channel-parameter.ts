/** The parameter `channel`, which the algorithms have in common. */
import { channelForms } from '../image/channels/channels.js';
import type { ParameterSchema } from './algorithm.js';

/** The channels that an algorithm takes in addition to a single plane of intensities. */
export interface ChannelUse {
  /** The default of the parameter; with `auto` the algorithm chooses. */
  readonly default: 'auto' | 'luminance';
  readonly planes: boolean;
  readonly codes: boolean;
}

/** The schema of `channel`: `description`, then the names that the algorithm takes. */
export const channelParameter = (description: string, use: ChannelUse): ParameterSchema => {
  const taken = channelForms.filter(({ gives }) => gives === undefined || use[gives]).map(({ form }) => form);
  const names = use.default === 'auto' ? ['auto', ...taken] : taken;
  return {
    type: 'string',
    title: 'Channel',
    description: `${description}: ${names.slice(0, -1).join(', ')} or ${names.at(-1)}.`,
    default: use.default,
    channels: names,
  };
};
