/** Ranges of files on servers, fetched by the workers of a pool: to take the bytes of an answer costs a thread some 3 ms for every 512 KiB. */
import type { Remote } from 'comlink';
import { abortable, whenAborted } from '../../core/abort.js';
import { SegmenterError, throwIfAborted } from '../../core/errors.js';
import type { HttpAnswer, HttpOptions } from '../io/answer.js';
import { download } from '../io/http.js';
import type { Decoder, Fetched } from './decoder.js';
import type { DecodingPool } from './decoding-pool.js';

let requests = 0;

/** Fetches as `download` does, in the worker with the fewest errands; in this thread while no worker runs, or if that worker crashed. */
export const fetchedBy = async (pool: DecodingPool, url: string, options: HttpOptions): Promise<HttpAnswer> => {
  const { range, limit, version, signal } = options;
  throwIfAborted(signal);
  const lane = pool.forErrand();
  if (lane === undefined) {
    pool.errandOver();
    return download(url, options);
  }
  const number = requests++;
  const terms = {
    ...(range === undefined ? {} : { range }),
    ...(limit === undefined ? {} : { limit }),
    ...(version === undefined ? {} : { version }),
  };
  const work = async (decoder: Remote<Decoder>): Promise<Fetched> => {
    const leave = signal && whenAborted(signal, () => void decoder.abandon(number));
    try {
      return await decoder.fetch(number, url, terms);
    } finally {
      leave?.();
    }
  };
  const sent = lane.call(work, true);
  sent.then(
    () => pool.errandOver(1),
    () => pool.errandOver(),
  );
  let outcome: Fetched;
  try {
    outcome = await abortable(sent, signal);
  } catch {
    throwIfAborted(signal);
    return download(url, options);
  }
  if ('error' in outcome) throw SegmenterError.from(outcome.error);
  return outcome.answer;
};
