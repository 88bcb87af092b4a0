/**
 * Runs of lists in several workers at once. Nothing depends on the workers: what one of them cannot carry out, or had when it died, is
 * carried out by another or in this thread, with the same contour.
 */
import type { Algorithm, Aside, Elsewhere, OnDevice, Places } from '../../algorithm/algorithm.js';
import type { Executor } from '../../compute/executor.js';
import { reasonOf } from '../../core/errors.js';
import { Lane } from '../../image/pool/lane.js';
import type { PoolWorker } from '../../image/pool/pool-worker.js';
import type { ImageSource } from '../../image/samples.js';
import { Gathered, singly } from './calling.js';
import { type Carrying, carriedOut } from './carried-out.js';
import type { Evolver } from './evolver.js';
import { freest, GroupedPlaces } from './grouped-places.js';
import { ListPlaces, RUNS_EACH, type Taking } from './places.js';
import type { EvolvingStats } from './stats.js';

/** The workers that an engine may start. */
export interface Evolvers {
  /** Starts a worker in the role of `EVOLVER`; throws where there can be none. */
  readonly start: () => PoolWorker;
  /** Processors of the machine: so many workers at most, and none where there is one. */
  readonly cores: number;
  /** Milliseconds without a sign of life after which a worker counts as dead; 30 000 when not given. */
  readonly deadline?: number;
  /** Pixels of the starts of a list for which a worker is started; 2¹⁶ when not given. */
  readonly worth?: number;
  /** Milliseconds without a run after which the workers end; 30 000 when not given. */
  readonly rest?: number;
}

/** Most workers: one thread reads the samples for all of them, and each worker takes some 10 MB. */
const MOST_WORKERS = 16;
/** Deaths after which no worker is used any more. */
const MOST_DEATHS = 3;
/** A worker takes some 100 ms to start and to become fast, in which one that is fast evolves so many pixels. */
const WORTH = 2 ** 16;
/** Most workers beside a device: more find no more work, since this thread lays out their batches, and each takes a second of a processor to become fast. */
const MOST_BESIDE = 7;
/** What a run does beside the device is a fourth of what it does on the CPU: so many times as many pixels are worth a worker. */
const LESS_BESIDE = 4;
const HALF_A_MINUTE = 30_000;

/** The workers of one engine, and the lists whose runs they carry out. */
export class EvolvingPool {
  readonly #size: number;
  readonly #lanes = new Set<Lane<Evolver>>();
  readonly #lists = new Set<Taking>();
  readonly #counts: Carrying['counts'] = { inWorkers: 0, inPlace: 0, bytes: 0 };
  #refused: string | undefined;
  #deaths = 0;
  /** Runs under way. */
  #runs = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param options none where the engine was given no workers
   * @param algorithms those that the workers know too
   */
  constructor(
    private readonly options: Evolvers | undefined,
    private readonly algorithms: readonly Algorithm[],
  ) {
    const { cores = 0 } = options ?? {};
    this.#size = cores > 1 ? Math.min(Math.floor(cores), MOST_WORKERS) : 0;
    const why = options === undefined ? 'the engine was given none' : 'there is one processor only';
    if (this.#size === 0) this.#refused = `no workers carry out runs: ${why}`;
  }

  get stats(): EvolvingStats {
    const reason = this.#refused ?? `up to ${this.#size} workers carry out the runs of lists`;
    return { workers: this.#lanes.size, ...this.#counts, deaths: this.#deaths, reason };
  }

  /**
   * The places for lists of an algorithm on an image; none where a device will soon compute, where the workers do not know the
   * algorithm or cannot ask for the device that computes, and for volumes, which are read whole.
   */
  for(algorithm: Algorithm, executor: Executor, { stack }: Pick<ImageSource, 'stack'>): Elsewhere | undefined {
    if (stack || !this.algorithms.includes(algorithm)) return undefined;
    const { worth = WORTH } = this.options ?? {};
    const places = (most: number, pixels: number, onDevice?: OnDevice): Places | undefined => {
      const wanted = this.#refused === undefined ? Math.min(most, Math.floor(pixels / worth)) : 0;
      return wanted < 1 ? undefined : this.#placesFor(algorithm, wanted, onDevice);
    };
    if (executor.backend === 'cpu') return executor.lost ? undefined : (pixels) => places(this.#size, pixels);
    // One processor is this thread's; a single worker would only take its place.
    const most = Math.min(this.#size - 1, MOST_BESIDE);
    if (!algorithm.onDevice || most < 2) return undefined;
    const onDevice: OnDevice = (problem) => algorithm.onDevice!(executor, problem);
    return (pixels) => places(most, pixels / LESS_BESIDE, onDevice);
  }

  /** Ends the workers for good; runs that they had are carried out here. */
  end(): void {
    this.#refuse('the engine was disposed of');
  }

  #placesFor(algorithm: Algorithm, wanted: number, onDevice: OnDevice | undefined): Places {
    const places = onDevice ? new GroupedPlaces(this.#lanes) : new ListPlaces(this.#lanes);
    let its = 0;
    const begun = (): void => {
      this.#runs++;
      its++;
      clearTimeout(this.#rest);
      this.#lists.add(places);
      this.#startLanes(wanted);
    };
    const over = (): void => {
      if (--its === 0) this.#lists.delete(places);
      if (--this.#runs === 0) this.#restLater();
    };
    const calling = onDevice ? new Gathered() : singly;
    const { id } = algorithm;
    const carrying = { algorithm: id, places, counts: this.#counts, calling, onDevice, begun, over };
    const aside: Aside = async (work) => {
      begun();
      try {
        const lane = freest(this.#lanes);
        return await lane?.call(async (evolver) => ({ done: await evolver.aside(id, work) })).catch(() => undefined);
      } finally {
        over();
      }
    };
    const carryOut: Places['carryOut'] = (...run) => carriedOut(carrying, ...run);
    return { most: RUNS_EACH * wanted, carryOut, aside: this.#size > 2 ? aside : undefined };
  }

  #startLanes(wanted: number): void {
    if (this.options === undefined) return;
    const { start, deadline = HALF_A_MINUTE } = this.options;
    while (this.#refused === undefined && this.#lanes.size < wanted) {
      try {
        const lane: Lane<Evolver> = new Lane<Evolver>(start(), deadline, {
          ready: () => this.#assign(),
          died: (reason, ran) => {
            this.#lanes.delete(lane);
            // A script that never ran will not run the next time.
            if (++this.#deaths >= MOST_DEATHS || (!ran && this.#counts.inWorkers === 0)) this.#refuse(reason);
            this.#assign();
          },
        });
        this.#lanes.add(lane);
      } catch (error) {
        this.#refuse(reasonOf(error));
      }
    }
  }

  #assign(): void {
    for (const list of this.#lists) list.assign();
  }

  /** From now on every run is carried out here. */
  #refuse(reason: string): void {
    this.#refused ??= `no workers carry out runs: ${reason}`;
    this.#endLanes();
    this.#assign();
  }

  #endLanes(): void {
    clearTimeout(this.#rest);
    const lanes = [...this.#lanes];
    this.#lanes.clear();
    for (const lane of lanes) lane.end();
  }

  /** Workers without a run for a while end; others start when they are needed. */
  #restLater(): void {
    clearTimeout(this.#rest);
    if (this.#lanes.size > 0) this.#rest = setTimeout(() => this.#endLanes(), this.options?.rest ?? HALF_A_MINUTE);
  }
}
