/** The places for the runs of one list: two in each worker, and one in this thread as long as no worker runs. */
import { whenAborted } from '../../core/abort.js';
import { abortError, throwIfAborted } from '../../core/errors.js';
import type { Lane } from '../../image/pool/lane.js';
import type { Evolver } from './evolver.js';

/** Runs of a list that a worker has: while one of them waits for its samples, the other one evolves. */
export const RUNS_EACH = 2;

/** A worker, or this thread. */
export type Place = Lane<Evolver> | 'here';

/** Places that runs take and give back. */
export interface Taking {
  /** Waits for a place, which `leave` gives back. Rejects with `AbortError` once `signal` is aborted. */
  take(onlyHere: boolean, signal: AbortSignal): Promise<Place>;
  leave(place: Place): void;
  /** Gives the places that are free to the runs that wait. */
  assign(): void;
}

interface Waiting {
  /** Workers were lost with the run, or failed. */
  readonly onlyHere: boolean;
  readonly begin: (place: Place) => void;
}

/** Runs wait in their order, and each list for itself: one that is paused keeps no other from its place. */
export class ListPlaces implements Taking {
  readonly #waiting: Waiting[] = [];
  readonly #runs = new Map<Place, number>();

  /** @param lanes the workers there are, whenever that is asked */
  constructor(private readonly lanes: Iterable<Lane<Evolver>>) {}

  take(onlyHere: boolean, signal: AbortSignal): Promise<Place> {
    throwIfAborted(signal);
    return new Promise((resolve, reject) => {
      const stay = whenAborted(signal, () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(abortError());
      });
      const begin = (place: Place): void => {
        stay();
        this.#runs.set(place, this.#at(place) + 1);
        resolve(place);
      };
      const waiting: Waiting = { onlyHere, begin };
      this.#waiting.push(waiting);
      this.assign();
    });
  }

  leave(place: Place): void {
    if (this.#at(place) > 1) this.#runs.set(place, this.#at(place) - 1);
    else this.#runs.delete(place);
    this.assign();
  }

  /** Each worker's first place before its second. */
  assign(): void {
    const ready = [...this.lanes].filter((lane) => lane.ready);
    const next = (place: Place, found: number): void => {
      if (found >= 0) for (const { begin } of this.#waiting.splice(found, 1)) begin(place);
    };
    const beside = (): number => this.#waiting.findIndex(({ onlyHere }) => !onlyHere);
    for (let most = 1; most <= RUNS_EACH; most++)
      for (const lane of ready) if (this.#at(lane) < most) next(lane, beside());
    if (this.#at('here') > 0) return;
    const only = this.#waiting.findIndex(({ onlyHere }) => onlyHere);
    next('here', only >= 0 || ready.length > 0 ? only : beside());
  }

  #at(place: Place): number {
    return this.#runs.get(place) ?? 0;
  }
}
