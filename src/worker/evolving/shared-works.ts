/** Works of which several workers do parts: one worker does such a work and has the others do parts of it, without the engine's thread. */
import { transfer } from 'comlink';
import { whenAborted } from '../../core/abort.js';
import { throwIfAborted } from '../../core/errors.js';
import { uuid } from '../../core/uuid.js';
import type { Lane } from '../../image/pool/lane.js';
import type { Evolver } from './evolver.js';
import { freest } from './grouped-places.js';
import type { Shared } from './peers.js';

/** A work under way. */
interface Work {
  /** The worker that does it. */
  readonly lane: Lane<Evolver>;
  /** The workers that do parts of it. */
  readonly peers: readonly Lane<Evolver>[];
  readonly end: () => void;
}

/** The works under way of one engine. */
export class SharedWorks {
  readonly #works = new Set<Work>();

  /** @param lanes the current workers, at each iteration */
  constructor(private readonly lanes: Iterable<Lane<Evolver>>) {}

  /** The ready worker with the fewest calls. Of equals, one that does no shared work: others wait for that. */
  get freest(): Lane<Evolver> | undefined {
    const busy = new Set([...this.#works].map(({ lane }) => lane));
    const lanes = [...this.lanes];
    return freest([...lanes.filter((each) => !busy.has(each)), ...busy]);
  }

  /** Has a worker do a work of which the others do parts. Rejects where one of them dies; the abort ends it. */
  async do(lane: Lane<Evolver>, algorithm: string, work: unknown, signal: AbortSignal): Promise<unknown> {
    throwIfAborted(signal);
    // The engine prefers the first of equally free workers, so the last ones come first here.
    const peers = [...this.lanes].filter((each) => each !== lane && each.ready).reverse();
    const shared: Shared = { id: uuid(), ports: peers.map(portTo) };
    const end = (): void => void lane.call((evolver) => evolver.end(shared.id)).catch(() => {});
    const its: Work = { lane, peers, end };
    this.#works.add(its);
    const stay = whenAborted(signal, end);
    try {
      return await lane.call((evolver) => evolver.aside(algorithm, work, transfer(shared, [...shared.ports])));
    } finally {
      stay();
      this.#works.delete(its);
    }
  }

  /** Ends the works of which a worker that died did parts. */
  endOrphans(): void {
    for (const { peers, end } of this.#works) if (peers.some(({ ended }) => ended)) end();
  }
}

/** A port by which a worker does parts of another one's work. What is sent before the worker has its own end waits there. */
const portTo = (peer: Lane<Evolver>): MessagePort => {
  const { port1, port2 } = new MessageChannel();
  // Where the worker dies, `endOrphans` ends the work.
  void peer.call((evolver) => evolver.serve(transfer(port2, [port2]))).catch(() => {});
  return port1;
};
