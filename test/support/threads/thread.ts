/** A session in a Node thread, as `worker.ts` makes one in a browser; `workerData` asks for faults at the start. */

import { parentPort, workerData } from 'node:worker_threads';
import { expose } from 'comlink';
import { builtIn } from '../../../src/algorithms.js';
import { Session } from '../../../src/worker/session.js';
import { endpointOf } from './endpoint.js';

if (workerData === 'throws') throw new Error('the script is broken');
if (workerData === 'spins') for (;;);
if (workerData === 'is silent') setInterval(() => {}, 1000);
else if (parentPort) expose(new Session(builtIn), endpointOf(parentPort));
