/** The script of a Node thread that carries out runs of lists. */
import { parentPort } from 'node:worker_threads';
import { expose } from 'comlink';
import { builtIn } from '../algorithms.js';
import { Evolver } from '../worker/evolving/evolver.js';
import { endpointOf } from './endpoint.js';

if (parentPort) {
  expose(new Evolver(builtIn), endpointOf(parentPort));
  parentPort.postMessage('ready');
}
