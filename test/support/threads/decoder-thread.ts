/** A decoder in a Node thread, as `worker.ts` makes one in a browser; `workerData` asks for faults at the start. */

import { parentPort, workerData } from 'node:worker_threads';
import { expose } from 'comlink';
import { Decoder } from '../../../src/image/pool/decoder.js';
import { endpointOf } from './endpoint.js';

if (workerData === 'throws') throw new Error('the script is broken');
if (parentPort) {
  expose(workerData === 'is silent' ? { block: () => new Promise(() => {}) } : new Decoder(), endpointOf(parentPort));
  parentPort.postMessage('ready');
}
