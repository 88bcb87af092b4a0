import { loaded } from '../../core/later.js';
import { lacking, watchPolicy } from '../../core/page-policy.js';
import { Damage } from '../../core/reasons.js';
import { trustedScript } from '../../core/trusted-script.js';
import { isForeign } from '../../core/url.js';
import { givePacked } from '../../image/codecs/give-packed.js';
import { SureWorker, type WorkerLike } from './sure-worker.js';

/** The worker's script as it lies beside this module, spelt as bundlers recognise it; in a script that is no module, beside the page. */
export const besideThis = (): URL =>
  import.meta.url === undefined ? absolute('worker.js') : new URL('../../worker/worker.js', import.meta.url);

/** The absolute form of `url`, seen from the page. */
const absolute = (url: string | URL): URL => new URL(url, globalThis.document?.baseURI ?? globalThis.location?.href);

/**
 * Starts the module worker of `url`; of the one beside this module when not given, or, where a bundler left that behind, of
 * the module that it made of the script. A page may not start one from another origin, as when the package comes from a CDN, and a
 * sandboxed frame none from any address; there a module of the page's own imports it. What the worker does goes by its name.
 */
export const startWorker = (url?: string | URL, name = 'snake-segmenter'): WorkerLike => {
  // A bundler may give an address that is relative to the page.
  const script = absolute(url ?? besideThis().href);
  const first = workerAt(script, name);
  const others = [chunk, text, here].map((other) => () => other(name));
  const worker =
    url === undefined
      ? new SureWorker(
          first,
          others,
          watchPolicy((blocked) => blocked === script.href || blocked === 'data'),
        )
      : first;
  givePacked(worker);
  return worker;
};

const workerAt = (script: URL, name: string): Worker => {
  const local = !isForeign(script) || script.protocol === 'blob:' || script.protocol === 'data:';
  return local ? moduleWorker(script, name) : workerOf(`import ${JSON.stringify(script.href)};`, name);
};

const asModule = () => import('./worker-module.js');

/** The worker of the file that a bundler put the module into, unless that has the whole application in it. */
const chunk = async (name: string): Promise<WorkerLike | undefined> => {
  const { address } = await asModule();
  if (address === undefined || address === import.meta.url) return undefined;
  const script = absolute(address);
  // webpack gives the path of the module on the disk of the build machine.
  return script.protocol === 'file:' && location.protocol !== 'file:' ? undefined : workerAt(script, name);
};

/** The worker of the module's text. */
const text = async (name: string): Promise<WorkerLike | undefined> => {
  const { text } = await asModule();
  return text && workerOf(text(), name);
};

/** The engine in the page, where a policy forbids workers made of text, or a bundler made the text depend on what is outside of it. */
const here = async (name: string): Promise<WorkerLike | undefined> => {
  const { serve } = await asModule();
  if (!serve) return undefined;
  const { PageWorker } = await loaded(import('./page-worker.js'));
  return new PageWorker(serve, name);
};

const moduleWorker = (script: URL | string, name: string): Worker => {
  const address = trustedScript(String(script));
  try {
    return new Worker(address, { type: 'module', name });
  } catch (error) {
    // The page enforces trusted types, and does not allow ours.
    if (typeof address === 'string' && 'trustedTypes' in globalThis)
      throw new Damage(lacking('snake-segmenter', 'trusted-types'), { cause: error });
    throw error;
  }
};

/** The address stays as long as the worker, which starts others by it. */
const workerOf = (source: string, name: string): Worker => {
  // Chromium starts no module by a blob: address of a sandboxed frame.
  if (globalThis.origin === 'null') return moduleWorker(`data:text/javascript,${encodeURIComponent(source)}`, name);
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = moduleWorker(address, name);
  const terminate = worker.terminate.bind(worker);
  const release = (): void => URL.revokeObjectURL(address);
  worker.terminate = () => {
    terminate();
    release();
  };
  worker.addEventListener('error', release, { once: true });
  return worker;
};
