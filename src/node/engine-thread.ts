/** The script of a Node thread in one of the roles that the engine's workers have; `workerData` names it. */
import { parentPort, workerData } from 'node:worker_threads';
import { expose } from 'comlink';
import { builtIn } from '../algorithms.js';
import { loaded } from '../core/later.js';
import { DECODER, EVOLVER } from '../core/worker-names.js';
import { endpointOf } from './endpoint.js';

const roles = new Map<unknown, () => Promise<object>>([
  [DECODER, () => import('../image/pool/decoder.js').then(({ Decoder }) => new Decoder())],
  [EVOLVER, () => import('../worker/evolving/evolver.js').then(({ Evolver }) => new Evolver(builtIn))],
]);

// An error thrown here ends the thread, and its owner receives the message: `not-loaded` with the missing file.
const make = roles.get(workerData);
const role = make && (await loaded(make()));
if (parentPort && role) {
  expose(role, endpointOf(parentPort));
  // Reported to the owner like a crash: otherwise a lost call would wait for its answer for ever.
  parentPort.on('messageerror', () => {
    throw new Error('a message could not be read');
  });
  parentPort.postMessage('ready');
}
