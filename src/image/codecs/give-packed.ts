import type { Endpoint } from 'comlink';
import { packed } from './packed.js';
import { isPacked } from './packed-name.js';

/** Answers a worker of one file that asks for a decoder's WebAssembly, `{ packed: name }`, by `{ packed: name, text }`. */
export const givePacked = (worker: Endpoint): void => {
  worker.addEventListener('message', (event) => {
    const name: unknown = event instanceof MessageEvent ? event.data?.packed : undefined;
    if (!isPacked(name)) return;
    packed(name).then(
      (text) => worker.postMessage({ packed: name, text }),
      () => worker.postMessage({ packed: name }),
    );
  });
};
