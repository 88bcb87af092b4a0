/** Contour files in a Node thread, as `worker.ts` reads and writes them in a browser; `workerData` asks for faults. */
import { parentPort, workerData } from 'node:worker_threads';
import { expose } from 'comlink';
import { ContourFiles } from '../../../src/contours/traffic/contour-files.js';
import { endpointOf } from './endpoint.js';

/** Ends the thread in the middle of a file. */
class Mortal extends ContourFiles {
  override async read(): Promise<readonly string[]> {
    process.exit(3);
  }
}

if (workerData === 'throws') throw new Error('the script is broken');
if (workerData === 'is silent') setInterval(() => {}, 1000);
else if (parentPort) expose(workerData === 'dies' ? new Mortal() : new ContourFiles(), endpointOf(parentPort));
