/** A worker that runs the engine's script in another role. Its first message says that it runs. */
export interface PoolWorker {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void;
  terminate(): void;
}
