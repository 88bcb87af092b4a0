import { isPacked, packed } from '../../image/codecs/packed.js';
import type { WorkerLike } from './sure-worker.js';

/** Answers a worker of one file that asks for a decoder's WebAssembly, `{ packed: name }`, by `{ packed: name, text }`. */
export const givePacked = (worker: WorkerLike): void => {
  worker.addEventListener('message', (event) => {
    const name: unknown = event instanceof MessageEvent ? event.data?.packed : undefined;
    if (!isPacked(name)) return;
    packed(name).then(
      (text) => worker.postMessage({ packed: name, text }),
      () => worker.postMessage({ packed: name }),
    );
  });
};
