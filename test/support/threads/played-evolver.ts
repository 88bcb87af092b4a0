/** An evolver on a channel of this thread, where the pool expects a worker. */
import { expose } from 'comlink';
import { builtIn } from '../../../src/algorithms.js';
import type { PoolWorker } from '../../../src/image/pool/pool-worker.js';
import { Evolver } from '../../../src/worker/evolving/evolver.js';
import { serve } from '../../../src/worker/evolving/peers.js';

/** How a played worker fails. */
export interface EvolverFaults {
  /** It dies at this call, 0 the first. */
  readonly diesAt?: number;
  /** Each call from this one on rejects with what is no coded error. */
  readonly failsFrom?: number;
  /** Each work that is no run fails, or is its death. */
  readonly asideFails?: boolean;
  readonly asideDies?: boolean;
  /** Each work that another worker has it do is its death. */
  readonly servingDies?: boolean;
  /** It never says that it runs. */
  readonly silent?: boolean;
}

export class PlayedEvolver extends EventTarget implements PoolWorker {
  readonly #channel = new MessageChannel();
  /** Those to other workers, which end with a worker. */
  readonly #ports = new Set<MessagePort>();
  readonly evolver = new Evolver(builtIn);
  calls = 0;
  /** Works that it was asked to do, and those of them of which other workers do parts. */
  aside = 0;
  inParts = 0;
  /** Works that other workers had it do. */
  served = 0;
  ended = false;

  constructor({
    diesAt,
    failsFrom = Number.POSITIVE_INFINITY,
    silent = false,
    asideFails,
    asideDies,
    servingDies,
  }: EvolverFaults = {}) {
    super();
    const count = (): void => {
      const call = this.calls++;
      if (call === diesAt) this.die('it was killed');
      if (call >= failsFrom) throw new RangeError('the worker cannot');
    };
    const go = (...given: Parameters<Evolver['go']>) => {
      count();
      return this.evolver.go(...given);
    };
    const goAll = (...given: Parameters<Evolver['goAll']>) => {
      count();
      return this.evolver.goAll(...given);
    };
    const aside = (...given: Parameters<Evolver['aside']>) => {
      this.aside++;
      if (given[2]) this.inParts++;
      for (const port of given[2]?.ports ?? []) this.#ports.add(port);
      if (asideDies) this.die('it was killed');
      if (asideFails) throw new RangeError('the worker cannot');
      return this.evolver.aside(...given);
    };
    const end = (id: string): void => this.evolver.end(id);
    const its = (port: MessagePort): void => {
      this.#ports.add(port);
      serve({ aside: part }, port);
    };
    const part = (...given: Parameters<Evolver['aside']>) => {
      this.served++;
      if (!servingDies) return this.evolver.aside(...given);
      this.die('it was killed');
      return new Promise(() => {});
    };
    expose({ go, goAll, aside, end, serve: its }, this.#channel.port2);
    this.#channel.port1.start();
    if (!silent) this.#channel.port2.postMessage('ready');
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.#channel.port1.postMessage(message, transfer);
  }

  override addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    if (type === 'message') this.#channel.port1.addEventListener(type, listener);
    else super.addEventListener(type, listener);
  }

  override removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    if (type === 'message') this.#channel.port1.removeEventListener(type, listener);
    else super.removeEventListener(type, listener);
  }

  die(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error', { cancelable: true }), { message }));
  }

  terminate(): void {
    this.ended = true;
    for (const port of this.#ports) port.close();
    this.#channel.port1.close();
  }
}
