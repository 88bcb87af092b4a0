/** Node's threads where the client expects a `Worker`. */
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
// @ts-expect-error a build script, plain JavaScript
import { esbuildModules } from '../../../scripts/modules/modules.mjs';
import type { WorkerLike } from '../../../src/element/client/sure-worker.js';
import { endpointOf } from './endpoint.js';

/** Fault of a thread from its start. */
export type StartFault = 'throws' | 'spins' | 'is silent' | 'dies' | 'is not there';

/** Bundles a module of this folder for Node, so that its threads need no loaders. */
export const bundle = async (name: string): Promise<URL> => {
  const outfile = `.build/test/${process.pid}/${name}.mjs`;
  await build({
    entryPoints: [`test/support/threads/${name}.ts`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    plugins: [esbuildModules()],
  });
  return pathToFileURL(outfile);
};

/** A thread that runs the bundle of `thread.ts`; its death shows as an `error` event. */
export class NodeWorker extends EventTarget implements WorkerLike {
  readonly thread: Worker;
  readonly #endpoint;

  constructor(script: URL, fault?: StartFault) {
    super();
    // Without the loaders of this process: what is bundled needs none, and each thread would take longer to load them than itself.
    this.thread = new Worker(script, { workerData: fault, execArgv: [] });
    this.#endpoint = endpointOf(this.thread);
    this.thread.on('error', (error) => this.#die(error instanceof Error ? error.message : String(error)));
    this.thread.on('exit', (code) => this.#die(`it exited with ${code}`));
  }

  postMessage(message: unknown, transfer: Transferable[]): void {
    this.#endpoint.postMessage(message, transfer);
  }

  override addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    if (type === 'message') this.#endpoint.addEventListener(type, listener);
    else super.addEventListener(type, listener);
  }

  override removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    if (type === 'message') this.#endpoint.removeEventListener(type, listener);
    else super.removeEventListener(type, listener);
  }

  terminate(): void {
    void this.thread.terminate();
  }

  #die(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }
}
