/** What the client needs of a worker; `Worker` has it. */
export interface WorkerLike {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void;
  terminate(): void;
}

/** The worker's script as it lies beside this module, spelt as bundlers recognise it. */
export const besideThis = (): URL => new URL('../worker/worker.js', import.meta.url);

/** Where `url` points, seen from the page. */
export const absolute = (url: string | URL): URL =>
  new URL(url, globalThis.document?.baseURI ?? globalThis.location?.href);

/**
 * Starts the module worker of `url`. A page may not start one from another origin, as when the package comes from a
 * CDN; there a module of the page's own origin imports it.
 */
export const startWorker = (url?: string | URL): WorkerLike => {
  const script = url === undefined ? besideThis() : absolute(url);
  if (script.origin !== location.origin && script.protocol !== 'blob:' && script.protocol !== 'data:') {
    return startElsewhere(script);
  }
  return url === undefined
    ? new Worker(new URL('../worker/worker.js', import.meta.url), { type: 'module', name: 'snake-segmenter' })
    : new Worker(script, { type: 'module', name: 'snake-segmenter' });
};

const startElsewhere = (script: URL): WorkerLike => {
  const module = new Blob([`import ${JSON.stringify(script.href)};`], { type: 'text/javascript' });
  const address = URL.createObjectURL(module);
  const worker = new Worker(address, { type: 'module', name: 'snake-segmenter' });
  const release = (): void => URL.revokeObjectURL(address);
  worker.addEventListener('message', release, { once: true });
  worker.addEventListener('error', release, { once: true });
  return worker;
};
