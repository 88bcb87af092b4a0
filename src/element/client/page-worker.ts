import type { WorkerLike } from './sure-worker.js';

/** What runs in a worker elsewhere, in the page's own thread: slower to answer the mouse, and with the same results. */
export class PageWorker implements WorkerLike {
  readonly #channel = new MessageChannel();

  /** @param serve answers messages at the port that it is given */
  constructor(serve: (scope: MessagePort & { readonly name: string }) => void, name: string) {
    const { port1, port2 } = this.#channel;
    port1.start();
    port2.start();
    serve(Object.assign(port2, { name }));
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.#channel.port1.postMessage(message, transfer);
  }

  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    this.#channel.port1.addEventListener(type, listener);
  }

  removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    this.#channel.port1.removeEventListener(type, listener);
  }

  terminate(): void {
    this.#channel.port1.close();
    this.#channel.port2.close();
  }
}
