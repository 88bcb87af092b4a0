/** An evolver in a Node thread, as `src/node/engine-thread.ts` has it; `workerData` asks for faults at the start. */

import { parentPort, workerData } from 'node:worker_threads';
import { expose } from 'comlink';
import { builtIn } from '../../../src/algorithms.js';
import { Evolver } from '../../../src/worker/evolving/evolver.js';
import { endpointOf } from './endpoint.js';

if (workerData === 'throws') throw new Error('the script is broken');
if (parentPort) {
  expose(
    workerData === 'is silent' ? { go: () => new Promise(() => {}), end: () => {} } : new Evolver(builtIn),
    endpointOf(parentPort),
  );
  parentPort.postMessage('ready');
}
