/** The places for the runs of a list whose contours evolve on a device. */
import type { Lane } from '../../image/pool/lane.js';
import type { Evolver } from './evolver.js';
import type { Place, Taking } from './places.js';

/** Consecutive runs that go to one worker, so that they share its messages. */
const GROUP = 16;
/** Maximum number of pending messages per worker. With two, too many runs went to this thread, on which all workers depend. */
const MESSAGES = 4;

/**
 * Runs are not queued: where no worker has capacity, a run is carried out in this thread, as are all runs until the first worker is ready. So a list
 * is not slower while the workers are starting.
 */
export class GroupedPlaces implements Taking {
  #next: Lane<Evolver> | undefined;
  #left = 0;

  /**
   * @param lanes the current workers, at each iteration
   * @param most how many of them, from the first on, carry out runs
   */
  constructor(
    private readonly lanes: Iterable<Lane<Evolver>>,
    private readonly most: number,
  ) {}

  async take(onlyHere: boolean): Promise<Place> {
    if (onlyHere) return 'here';
    if (this.#left === 0 || this.#next?.ready === false) {
      this.#left = GROUP;
      this.#next = freest([...this.lanes].slice(0, this.most), MESSAGES);
    }
    this.#left--;
    return this.#next ?? 'here';
  }

  leave(): void {}

  assign(): void {}
}

/** The ready worker with the fewest pending calls; `undefined` where all have `most`. */
export const freest = (lanes: Iterable<Lane<Evolver>>, most = Number.POSITIVE_INFINITY): Lane<Evolver> | undefined => {
  let [found, fewest]: [Lane<Evolver> | undefined, number] = [undefined, most];
  for (const lane of lanes) if (lane.ready && lane.calls < fewest) [found, fewest] = [lane, lane.calls];
  return found;
};
