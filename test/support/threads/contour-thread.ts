/** Contour files in a Node thread, as `worker.ts` reads and writes them in a browser; `workerData` asks for faults. */
import { parentPort, workerData } from 'node:worker_threads';
import { expose } from 'comlink';
import type { LeftOut } from '../../../src/contours/formats/features.js';
import { ContourFiles } from '../../../src/contours/traffic/contour-files.js';
import { partOrRefusal } from '../../../src/worker/part-or-refusal.js';
import { endpointOf } from './endpoint.js';

/** Ends the thread in the middle of a file. */
class Mortal extends ContourFiles {
  override async read(): Promise<LeftOut> {
    process.exit(3);
  }
}

if (workerData === 'throws') throw new Error('the script is broken');
if (workerData === 'is silent') setInterval(() => {}, 1000);
else if (parentPort) {
  const missing = 'data:text/javascript,throw new TypeError("no connection")';
  const part = (): Promise<object> =>
    workerData === 'is not there'
      ? import(missing)
      : Promise.resolve(workerData === 'dies' ? new Mortal() : new ContourFiles());
  expose(await partOrRefusal(part()), endpointOf(parentPort));
}
