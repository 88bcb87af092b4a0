/** The script of a Node thread in one of the roles that the engine's workers have; `workerData` names it. */
import { parentPort, workerData } from 'node:worker_threads';
import { expose } from 'comlink';
import { builtIn } from '../algorithms.js';
import { DECODER, EVOLVER } from '../core/worker-names.js';
import { endpointOf } from './endpoint.js';

const roles = new Map<unknown, () => Promise<object>>([
  [DECODER, async () => new (await import('../image/pool/decoder.js')).Decoder()],
  [EVOLVER, async () => new (await import('../worker/evolving/evolver.js')).Evolver(builtIn)],
]);

const role = await roles.get(workerData)?.();
if (parentPort && role) {
  expose(role, endpointOf(parentPort));
  parentPort.postMessage('ready');
}
