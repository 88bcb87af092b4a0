/** The places for the runs of a list whose contours evolve on a device. */
import type { Lane } from '../../image/pool/lane.js';
import type { Evolver } from './evolver.js';
import type { Place, Taking } from './places.js';

/** Runs that go to one worker, before others go to the next: they share its messages. */
const GROUP = 16;

/** Nobody waits: a run takes little of a worker's time until it waits for the device. Where no worker runs it is carried out in this thread. */
export class GroupedPlaces implements Taking {
  readonly #runs = new Map<Lane<Evolver>, number>();
  #next: Lane<Evolver> | undefined;
  #left = 0;

  /** @param lanes the workers there are, whenever that is asked */
  constructor(private readonly lanes: ReadonlySet<Lane<Evolver>>) {}

  async take(onlyHere: boolean): Promise<Place> {
    const lane = onlyHere ? undefined : this.#lane();
    if (lane === undefined) return 'here';
    this.#runs.set(lane, this.#at(lane) + 1);
    return lane;
  }

  leave(place: Place): void {
    if (place !== 'here') this.#runs.set(place, this.#at(place) - 1);
  }

  assign(): void {}

  /** The worker of the group, or, for a new one, that with the fewest runs. */
  #lane(): Lane<Evolver> | undefined {
    if (this.#left === 0 || !this.#next?.ready) {
      this.#left = GROUP;
      this.#next = undefined;
      for (const lane of this.lanes) {
        if (lane.ready && (this.#next === undefined || this.#at(lane) < this.#at(this.#next))) this.#next = lane;
      }
    }
    this.#left--;
    return this.#next;
  }

  #at(lane: Lane<Evolver>): number {
    return this.#runs.get(lane) ?? 0;
  }
}
