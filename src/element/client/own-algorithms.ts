/** The host's algorithms and their worker, which is replaced after a failure; each new engine gets them again. */

import { proxy, transfer } from 'comlink';
import { abortError, SegmenterError, toErrorData } from '../../core/errors.js';
import { loaded } from '../../core/later.js';
import { Reason, type ReasonData, type Told } from '../../core/reasons.js';
import type { AlgorithmInfo } from '../../worker/protocol.js';
import type { AlgorithmCode } from './algorithm-source.js';
import type { OwnPlace } from './own-place.js';
import type { WorkerLink } from './worker-link.js';

/** Number of failures of a worker within a number of milliseconds after which it is not replaced any more. */
const FAILURES = 3;
const WITHIN = 60_000;

/** Algorithms as they were registered. */
interface Registered {
  readonly source: string | AlgorithmCode;
  /** By which the engine's worker knows them. */
  readonly key: string;
  place?: OwnPlace | undefined;
  /** The number of the newest place: one that is still being opened when another is wanted, or none, is given up. */
  places: number;
  failures: readonly number[];
}

/** The algorithms of the host, as a client registers them. */
export class OwnAlgorithms {
  #registered: readonly Registered[] = [];
  #count = 0;
  readonly #seating = new Set<Promise<unknown>>();

  /** @param link the engine's worker, if there is one */
  constructor(private readonly link: () => Promise<WorkerLink> | undefined) {}

  /** Adds algorithms. Rejects with `bad-parameter`; then nothing was added. */
  async add(link: WorkerLink, source: string | AlgorithmCode): Promise<readonly AlgorithmInfo[]> {
    const key = typeof source === 'string' ? source : `own ${++this.#count}`;
    const its: Registered = { source, key, places: 0, failures: [] };
    const algorithms = await this.#seat(link, its);
    this.#registered = [...this.#registered, its];
    return algorithms;
  }

  /** Takes out those of a source, the last time that it was added. */
  async remove(source: string | AlgorithmCode, limit: number): Promise<void> {
    const its = this.#registered.findLast((each) => each.source === source);
    if (!its) return;
    this.#registered = this.#registered.filter((each) => each !== its);
    its.places++;
    const link = await this.link()?.catch(() => undefined);
    await link?.call('unregister', (session) => session.unregister(its.key), { limit });
    its.place?.end();
  }

  /** Adds all algorithms to a new worker; an algorithm that cannot be added is reported by the runs that use it. */
  async renew(link: WorkerLink): Promise<void> {
    await Promise.allSettled(this.#registered.map((its) => this.#seat(link, its)));
  }

  /** Ends their workers. */
  close(): void {
    for (const its of this.#registered) {
      its.places++;
      its.place?.end();
    }
    this.#registered = [];
  }

  /** Resolves when those that are being added are there, or cannot be. */
  async settled(): Promise<void> {
    while (this.#seating.size > 0) await Promise.allSettled(this.#seating);
  }

  async #seat(link: WorkerLink, its: Registered): Promise<readonly AlgorithmInfo[]> {
    const seating = this.#seatIn(link, its);
    this.#seating.add(seating);
    try {
      return await seating;
    } finally {
      this.#seating.delete(seating);
    }
  }

  async #seatIn(link: WorkerLink, its: Registered): Promise<readonly AlgorithmInfo[]> {
    const { source, key } = its;
    if (typeof source === 'string') return link.call('register', (session) => session.register(key));
    const number = ++its.places;
    its.place?.end();
    its.place = undefined;
    const { openPlace } = await loaded(import('./own-place.js'));
    const failed = (reason: Told): Promise<void> => this.#replace(its, place, reason);
    const place: OwnPlace = await openPlace(source, (reason) => void failed(reason));
    if (its.places !== number) {
      place.end();
      throw abortError();
    }
    its.place = place;
    try {
      const { port } = place;
      const silent = proxy((reason: ReasonData) => failed(Reason.from(reason)));
      return await link.call('register', (session) => session.registerPort(key, transfer(port, [port]), silent));
    } catch (error) {
      place.end();
      throw error;
    }
  }

  /** Puts another worker in the place of one that failed; its runs end with `bad-algorithm`. */
  async #replace(its: Registered, place: OwnPlace, reason: Told): Promise<void> {
    if (its.place !== place || !this.#registered.includes(its)) return;
    its.place = undefined;
    place.end();
    const now = Date.now();
    its.failures = [...its.failures.filter((at) => at > now - WITHIN), now];
    try {
      const link = await this.link();
      if (!link) return;
      const error = toErrorData(new SegmenterError('bad-algorithm', { name: its.key, reason }));
      await link.call('unregister', (session) => session.unregister(its.key, error));
      if (its.failures.length < FAILURES && this.#registered.includes(its)) await this.#seat(link, its);
    } catch {
      // The next engine gets them again.
    }
  }
}
