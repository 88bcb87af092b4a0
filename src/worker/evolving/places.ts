/** The places for the runs of one list: two in each worker, and one in this thread while no worker is running. */
import { whenAborted } from '../../core/abort.js';
import { abortError, throwIfAborted } from '../../core/errors.js';
import type { Lane } from '../../image/pool/lane.js';
import type { Evolver } from './evolver.js';

/** Runs of a list per worker: while one of them waits for its samples, the other evolves. */
export const RUNS_EACH = 2;

/** A worker, or this thread. */
export type Place = Lane<Evolver> | 'here';

/** Assigns places to runs. */
export interface Taking {
  /** Waits for a place, which `leave` gives back. Rejects with `AbortError` once `signal` is aborted. */
  take(onlyHere: boolean, signal: AbortSignal): Promise<Place>;
  leave(place: Place): void;
  /** Assigns the free places to waiting runs. */
  assign(): void;
}

interface Waiting {
  /** True where workers failed or were lost with the run. */
  readonly onlyHere: boolean;
  readonly begin: (place: Place) => void;
}

/** Runs wait in order, separately for each list, so a paused list does not block another. */
export class ListPlaces implements Taking {
  readonly #waiting: Waiting[] = [];
  readonly #runs = new Map<Place, number>();

  /** @param lanes the current workers, at each iteration */
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

  /** Fills each worker's first place before any second place. */
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
