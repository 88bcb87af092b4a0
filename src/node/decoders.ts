/** Node's threads for compressed tiles. */
import { availableParallelism } from 'node:os';
import { DECODER } from '../core/worker-names.js';
import { decodeBeside } from '../image/pool/decoded.js';
import { checkCores } from './cores.js';
import { Thread } from './thread.js';

/**
 * Decodes the compressed tiles of all images that this thread reads in additional threads, as the component does in workers. Samples and
 * errors are the same. The threads start on demand, and end after half a minute without work.
 * @param cores processors, one of which is reserved for this thread; by default as many as Node may use, at most 8
 * @returns a function that ends the threads
 * @throws SegmenterError `bad-parameter`
 */
export const decodeInThreads = (cores: number = availableParallelism()): (() => void) =>
  decodeBeside({ start: () => new Thread(DECODER), cores: checkCores(cores) });
