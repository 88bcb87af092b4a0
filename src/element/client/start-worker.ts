import { SureWorker, type WorkerLike } from './sure-worker.js';
import { trustedScript } from './trusted-script.js';

/** The worker's script as it lies beside this module, spelt as bundlers recognise it. */
export const besideThis = (): URL => new URL('../../worker/worker.js', import.meta.url);

/** The absolute form of `url`, seen from the page. */
export const absolute = (url: string | URL): URL =>
  new URL(url, globalThis.document?.baseURI ?? globalThis.location?.href);

/**
 * Starts the module worker of `url`; of the one beside this module when not given, or, where a bundler left that behind,
 * from its text. A page may not start one from another origin, as when the package comes from a CDN; there a module of
 * the page's own origin imports it. What the worker does goes by its name.
 */
export const startWorker = (url?: string | URL, name = 'snake-segmenter'): WorkerLike => {
  // A bundler may give an address that is relative to the page.
  const script = absolute(url ?? besideThis().href);
  const local = script.origin === location.origin || script.protocol === 'blob:' || script.protocol === 'data:';
  const worker = local ? moduleWorker(script, name) : workerOf(`import ${JSON.stringify(script.href)};`, name);
  return url === undefined ? new SureWorker(worker, () => fromText(name)) : worker;
};

const fromText = async (name: string): Promise<Worker | undefined> => {
  const { default: source } = await import('./worker-source.js');
  return source === '' ? undefined : workerOf(source, name);
};

const moduleWorker = (script: URL | string, name: string): Worker =>
  new Worker(trustedScript(String(script)), { type: 'module', name });

const workerOf = (source: string, name: string): Worker => {
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = moduleWorker(address, name);
  const release = (): void => URL.revokeObjectURL(address);
  worker.addEventListener('message', release, { once: true });
  worker.addEventListener('error', release, { once: true });
  return worker;
};
