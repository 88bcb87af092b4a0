/** Where algorithms of the host run: in a separate worker, or in the page. The engine communicates with them through a port. */

import { expose } from 'comlink';
import type { Algorithm } from '../../algorithm/algorithm.js';
import { badParameter, fromErrorData, isErrorData, reasonOf, SegmenterError, show } from '../../core/errors.js';
import { reading } from '../../core/given.js';
import { because, type Told } from '../../core/reasons.js';
import { AlgorithmHost } from '../../worker/beside/algorithm-host.js';
import { CONNECT, HELLO, READY } from '../../worker/beside/provide.js';
import { isAlgorithm } from '../../worker/own-algorithm.js';
import type { AlgorithmCode } from './algorithm-source.js';

/** Milliseconds in which a worker must have said that it is there. */
const START = 30_000;

/** A place in which algorithms run. */
export interface OwnPlace {
  /** For the engine. */
  readonly port: MessagePort;
  /** Ends the worker. */
  end(): void;
}

/**
 * Opens a place for algorithms.
 * @param failed called with the reason, in words, when the worker fails later
 * @throws SegmenterError `bad-parameter` where the function fails, or there are no algorithms
 */
export const openPlace = async (code: AlgorithmCode, failed: (reason: Told) => void): Promise<OwnPlace> => {
  const given = await madeBy(code);
  const worker = reading('module', () => (isWorker(given) ? given : undefined));
  if (worker) return inWorker(worker, failed);
  const host = reading('module', () => new AlgorithmHost(algorithmsOf(given)));
  const { port1, port2 } = new MessageChannel();
  expose(host, port1);
  return { port: port2, end: () => port1.close() };
};

const madeBy = async (code: AlgorithmCode): Promise<unknown> => {
  if (typeof code !== 'function') return code;
  try {
    return await code();
  } catch (cause) {
    const wanted = `it must give a worker or a module, and failed (${reasonOf(cause)})`;
    throw new SegmenterError('bad-parameter', { name: 'module', value: 'a function', wanted }, { cause });
  }
};

const isWorker = (value: unknown): value is Worker =>
  typeof value === 'object' &&
  value !== null &&
  ['postMessage', 'terminate', 'addEventListener'].every((name) => typeof Reflect.get(value, name) === 'function');

const algorithmsOf = (given: unknown): readonly Algorithm[] => {
  if (isAlgorithm(given)) return [given];
  const found = typeof given === 'object' && given !== null ? Object.values(given).filter(isAlgorithm) : [];
  if (found.length > 0) return found;
  throw badParameter('module', show(given), 'it must be a worker, or export an algorithm: {id, title, schema, run}');
};

const inWorker = async (worker: Worker, failed: (reason: Told) => void): Promise<OwnPlace> => {
  try {
    await greeted(worker);
  } catch (error) {
    worker.terminate();
    throw error;
  }
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    failed(event.message || because('gave-no-reason')`it gave no reason`);
  });
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ type: CONNECT }, [port1]);
  return { port: port2, end: () => worker.terminate() };
};

/** Resolves when a worker has said that it provides algorithms. */
const greeted = (worker: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    const over = new AbortController();
    const { signal } = over;
    const settle = (error?: Error): void => {
      clearTimeout(timer);
      over.abort();
      if (error) reject(error);
      else resolve();
    };
    const refuse = (wanted: Told): void => settle(badParameter('module', 'a worker', wanted));
    const timer = setTimeout(
      () =>
        refuse(`its script must call provide() of snake-segmenter/toolkit.js, and did not within ${START / 1000} s`),
      START,
    );
    worker.addEventListener(
      'message',
      ({ data }) => {
        if (data?.type !== READY) return;
        settle(isErrorData(data.error) ? fromErrorData(data.error) : undefined);
      },
      { signal },
    );
    worker.addEventListener(
      'error',
      (event) => {
        event.preventDefault();
        refuse(`its script failed (${event.message || 'it could not be loaded'})`);
      },
      { signal },
    );
    // One that was made long ago has said so already.
    worker.postMessage({ type: HELLO });
  });
