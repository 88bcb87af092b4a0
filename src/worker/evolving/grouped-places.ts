/** The places for the runs of a list whose contours evolve on a device. */
import type { Lane } from '../../image/pool/lane.js';
import type { Evolver } from './evolver.js';
import type { Place, Taking } from './places.js';

/** Runs that go to one worker, before others go to the next: they share its messages. */
const GROUP = 16;
/** Messages that a worker has at a time. With two this thread, which all of them wait for, took more of the runs than was good. */
const MESSAGES = 4;

/**
 * No run is queued: those for which no worker has room are carried out in this thread, as all are until the first worker is ready. So a list
 * takes no longer while the workers' code is still slow.
 */
export class GroupedPlaces implements Taking {
  #next: Lane<Evolver> | undefined;
  #left = 0;

  /** @param lanes the workers there are, whenever that is asked */
  constructor(private readonly lanes: Iterable<Lane<Evolver>>) {}

  async take(onlyHere: boolean): Promise<Place> {
    if (onlyHere) return 'here';
    if (this.#left === 0 || this.#next?.ready === false) {
      this.#left = GROUP;
      this.#next = freest(this.lanes, MESSAGES);
    }
    this.#left--;
    return this.#next ?? 'here';
  }

  leave(): void {}

  assign(): void {}
}

/** The worker that runs with the fewest calls; none where all have `most`. */
export const freest = (lanes: Iterable<Lane<Evolver>>, most = Number.POSITIVE_INFINITY): Lane<Evolver> | undefined => {
  let [found, fewest]: [Lane<Evolver> | undefined, number] = [undefined, most];
  for (const lane of lanes) if (lane.ready && lane.calls < fewest) [found, fewest] = [lane, lane.calls];
  return found;
};
