/** Several buffers at once. */
import type { Space } from './executor.js';
import type { DeviceBuffer } from './recording.js';

/**
 * Makes one buffer per name, in parallel, since each waits for the device's memory check. Where one fails, all are destroyed.
 * @param contents by name, the words or their number
 */
export const makeBuffers = async <Name extends string>(
  space: Space,
  prefix: string,
  contents: Readonly<Record<Name, number | Uint32Array>>,
): Promise<Readonly<Record<Name, DeviceBuffer>>> => {
  const names = Object.keys(contents) as Name[];
  const made = await Promise.allSettled(names.map((name) => space.buffer(`${prefix}${name}`, contents[name])));
  const refused = made.find((each) => each.status === 'rejected');
  if (refused) {
    for (const each of made) if (each.status === 'fulfilled') each.value.destroy();
    throw refused.reason;
  }
  const buffers = made.map((each, i) => [names[i], each.status === 'fulfilled' ? each.value : undefined]);
  return Object.fromEntries(buffers) as Readonly<Record<Name, DeviceBuffer>>;
};
