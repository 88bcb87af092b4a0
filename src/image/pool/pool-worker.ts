/** A listener of events, in types that both the libraries of pages and those of Node have: `node.js` shall need none of a page. */
type Listener = NonNullable<Parameters<EventTarget['addEventListener']>[1]>;

/** A worker that runs the engine's script in another role. Its first message says that it runs. */
export interface PoolWorker {
  postMessage(message: unknown, transfer?: object[]): void;
  addEventListener(type: string, listener: Listener): void;
  removeEventListener(type: string, listener: Listener): void;
  terminate(): void;
}
