/** The handshake between a page and its own worker that holds algorithms. */

import { expose } from 'comlink';
import { SegmenterError, toErrorData } from '../../core/errors.js';
import { because } from '../../core/reasons.js';
import { AlgorithmHost } from './algorithm-host.js';

/** Message from the page that asks whether the worker is ready. */
export const HELLO = 'snake-segmenter: are there algorithms?';
/** Message from the page that brings a port. */
export const CONNECT = 'snake-segmenter: a port for an engine';
/** The worker's answer. */
export const READY = 'snake-segmenter: there are algorithms';

/** The part of a worker's global scope that is used here. */
interface Scope {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

const isScope = (value: unknown): value is Scope =>
  typeof value === 'object' &&
  value !== null &&
  'postMessage' in value &&
  'addEventListener' in value &&
  // In a window, `postMessage` would send to the window itself.
  !('document' in value);

/**
 * Offers algorithms to the page that started this worker. Besides the algorithms, a worker's script needs only this call.
 * The page takes them by `registerAlgorithm(() => new Worker(…))`.
 * @param algorithms one or more; `registerAlgorithm` in the page refuses any value that is not an algorithm
 * @throws SegmenterError `unsupported` outside of a worker
 */
export const provide = (...algorithms: readonly unknown[]): void => {
  const scope: unknown = globalThis;
  if (!isScope(scope))
    throw new SegmenterError('unsupported', { what: 'provide', reason: because('no-worker')`it is no worker` });
  const ready = (): void => scope.postMessage({ type: READY, ...offer });
  let host: AlgorithmHost | undefined;
  let offer = {};
  try {
    host = new AlgorithmHost(algorithms);
  } catch (error) {
    offer = { error: toErrorData(error) };
  }
  scope.addEventListener('message', ({ data, ports: [port] }) => {
    if (data?.type === HELLO) ready();
    else if (data?.type === CONNECT && port && host) expose(host, port);
  });
  ready();
};
