/** Ranges of files on servers, fetched by the workers of a pool: to take the bytes of an answer costs a thread some 2 ms for every 512 KiB. */
import type { Remote } from 'comlink';
import { whenAborted } from '../../core/abort.js';
import { SegmenterError } from '../../core/errors.js';
import type { Download } from '../io/fetching.js';
import { download } from '../io/http.js';
import type { Decoder, Fetched } from './decoder.js';
import type { DecodingPool } from './decoding-pool.js';

/** Bytes of a range up to which a message to a worker costs as much as it saves. */
const LEAST = 2 ** 16;

/** Makes a `download` of which a worker of the pool does large ranges, where one runs and no host has to be asked. */
export const fetchedIn = (pool: DecodingPool): Download => {
  let requests = 0;
  return async (url, options = {}) => {
    const { range, limit, version, signal, request } = options;
    if (range === undefined || range[1] <= LEAST || request !== undefined) return download(url, options);
    const number = requests++;
    const terms = { range, ...(limit === undefined ? {} : { limit }), ...(version === undefined ? {} : { version }) };
    const beside = async (decoder: Remote<Decoder>): Promise<Fetched> => {
      const leave = signal && whenAborted(signal, () => void decoder.abandon(number));
      try {
        return await decoder.fetch(number, url, terms);
      } finally {
        leave?.();
      }
    };
    const here = async (): Promise<Fetched> => ({ answer: await download(url, options) });
    const outcome = await pool.fetch(beside, here, signal);
    if ('error' in outcome) throw SegmenterError.from(outcome.error);
    return outcome.answer;
  };
};
