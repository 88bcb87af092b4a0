/** The workers that do parts of another worker's work. Their messages do not pass through the engine's thread, which has work of its own then. */
import { expose, type Remote, releaseProxy, wrap } from 'comlink';
import type { Aside } from '../../algorithm/algorithm.js';
import { abortable } from '../../core/abort.js';
import { throwIfAborted } from '../../core/errors.js';

/** A work of which other workers do parts, and a port to each of these. */
export interface Shared {
  /** The engine's id of the work. */
  readonly id: string;
  readonly ports: readonly MessagePort[];
}

/** What a worker does for another one. */
interface Served {
  aside(algorithm: string, work: unknown): Promise<unknown>;
}

/** Serves another worker until that lets go of the port. */
export const serve = (its: Served, port: MessagePort): void => {
  expose({ aside: (...work) => its.aside(...work) } satisfies Served, port);
};

interface Peer {
  readonly its: Remote<Served>;
  calls: number;
}

/** The workers that work for this one. */
export class Peers {
  readonly #peers: readonly Peer[];
  readonly #end = new AbortController();

  /** @param algorithm its id */
  constructor(
    private readonly algorithm: string,
    ports: readonly MessagePort[],
  ) {
    this.#peers = ports.map((port) => ({ its: wrap<Served>(port), calls: 0 }));
  }

  /** Has the peer with the fewest calls do a work. Rejects with `AbortError` once they have ended. */
  readonly aside: Aside = async (work) => {
    throwIfAborted(this.#end.signal);
    const peer = this.#peers.reduce<Peer | undefined>(
      (best, each) => (best === undefined || each.calls < best.calls ? each : best),
      undefined,
    );
    if (peer === undefined) return undefined;
    peer.calls++;
    try {
      const done = peer.its.aside(this.algorithm, work);
      return { done: await abortable(done, this.#end.signal) };
    } catch (error) {
      if (this.#end.signal.aborted) throw error;
      return undefined;
    } finally {
      peer.calls--;
    }
  };

  /** Lets go of the workers: no call is awaited any more. */
  end(): void {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    for (const { its } of this.#peers) its[releaseProxy]();
  }
}
