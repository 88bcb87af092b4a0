/** The pool of this thread, if there is one: tiles are decoded in the pool, otherwise in this thread. */
import { type Remote, transfer } from 'comlink';
import { later } from '../../core/later.js';
import { fetchBy } from '../io/fetching.js';
import type { Decoder } from './decoder.js';
import { DecodingPool, type PoolOptions } from './decoding-pool.js';
import type { DecodingStats } from './stats.js';

/** Most bytes of the samples of a block that is sent to a worker: larger blocks are decoded in this thread, where decoding can be aborted. */
export const MOST_BESIDE = 2 ** 24;

// A page with one small picture needs no pool.
const fetching = later(() => import('./fetched.js'));

let pool: DecodingPool | undefined;

/** Starts to decode tiles, and to fetch ranges of files, in workers as well. The function returned ends them. */
export const decodeBeside = (options: PoolOptions): (() => void) => {
  pool?.end();
  const its = new DecodingPool(options);
  pool = its;
  const restore = fetchBy(async (url, options) => (await fetching.load()).fetchedBy(its, url, options));
  return () => {
    restore();
    its.end();
    if (pool === its) pool = undefined;
  };
};

/** The result of `here`, or of `beside`, which must give the same result in a worker of the pool. Rejects as `here` does. */
export const decoded = <T>(
  beside: (decoder: Remote<Decoder>) => Promise<T>,
  here: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => (pool === undefined ? here() : pool.decode(beside, here, signal));

/** Starts the pool's workers before many tiles or ranges are asked for: each takes some 30 ms to load. */
export const startPool = (): void => pool?.warm();

/** A copy with its own buffer, for transfer: the original bytes are needed again if a worker crashes. */
export const copied = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const copy = new Uint8Array(bytes);
  return transfer(copy, [copy.buffer]);
};

/** Counters of the decoding in this thread and its workers. */
export const decodingStats = (): DecodingStats =>
  pool?.stats ?? {
    workers: 0,
    inWorkers: 0,
    inPlace: 0,
    fetched: 0,
    deaths: 0,
    reason: 'no workers decode tiles: the engine has no worker of its own',
  };
