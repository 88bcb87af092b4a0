/** Node's threads for compressed tiles. */
import { availableParallelism } from 'node:os';
import { DECODER } from '../core/worker-names.js';
import { decodeBeside } from '../image/pool/decoded.js';
import { Thread } from './thread.js';

/**
 * Decodes the compressed tiles of all images that this thread reads in threads as well, as the component does in workers: the samples and the
 * errors are the same. The threads start when there is work for them, and end after half a minute without.
 * @param cores processors, of which one stays this thread's; as many as Node may use when not given, and 8 at most
 * @returns a function that ends the threads
 */
export const decodeInThreads = (cores: number = availableParallelism()): (() => void) =>
  decodeBeside({ start: () => new Thread(DECODER), cores });
