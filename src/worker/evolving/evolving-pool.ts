/**
 * Runs of lists in several workers in parallel. Results do not depend on the workers: a run that a worker cannot carry out, or that was lost with it, is
 * carried out by another worker or in this thread, with the same contour.
 */
import type { Algorithm, Aside, Elsewhere, OnDevice, Places } from '../../algorithm/algorithm.js';
import type { Executor } from '../../compute/executor.js';
import { later } from '../../core/later.js';
import { Lanes, type LanesOptions } from '../../image/pool/lanes.js';
import type { ImageSource } from '../../image/samples.js';
import type { Carrying } from './anywhere.js';
import { Gathered, singly } from './calling.js';
import { carriedOut } from './carried-out.js';
import type { Evolver } from './evolver.js';
import { freest, GroupedPlaces } from './grouped-places.js';
import { ListPlaces, RUNS_EACH, type Taking } from './places.js';
import type { SharedWorks } from './shared-works.js';
import type { EvolvingStats } from './stats.js';

/** The workers that an engine may start. */
export interface Evolvers extends LanesOptions {
  /** Number of the machine's processors: the maximum number of workers, except that one processor allows none. */
  readonly cores: number;
  /** Pixels of a list's starts per worker that is started; 2¹⁶ when not given. */
  readonly worth?: number;
}

/** Needed by searches alone. */
const sharing = later(() => import('./shared-works.js'));

/** Maximum number of workers: one thread reads the samples for all of them, and each worker takes about 10 MB. */
const MOST_WORKERS = 16;
/** Pixels per worker. A worker takes about 100 ms to start and to become fast; a fast one evolves this many pixels in that time. */
const WORTH = 2 ** 16;
/** Maximum workers for runs beside a device: further ones get no runs, since this thread prepares their batches, and each takes a second of a processor to become fast. */
const MOST_BESIDE = 7;
/**
 * Beside a device, a run takes a fourth of the processor time that it takes without: only this many times as many pixels are worth a worker. The
 * parts of a search take as long as without a device.
 */
const LESS_BESIDE = 4;

/** Numbers of workers: for the runs of a list, and for the parts of a search. */
interface Wanted {
  readonly runs: number;
  readonly parts: number;
}

/** The workers of one engine, and the lists whose runs they carry out. */
export class EvolvingPool {
  readonly #size: number;
  readonly #lanes: Lanes<Evolver>;
  readonly #lists = new Set<Taking>();
  /** Missing before the first. */
  #shared: SharedWorks | undefined;
  readonly #counts: Carrying['counts'] = { inWorkers: 0, inPlace: 0, bytes: 0 };
  /** Runs under way. */
  #runs = 0;

  /**
   * @param options missing where the engine was given no workers
   * @param algorithms those that the workers know too
   */
  constructor(
    private readonly options: Evolvers | undefined,
    private readonly algorithms: readonly Algorithm[],
  ) {
    const { cores = 0 } = options ?? {};
    this.#size = cores > 1 ? Math.min(Math.floor(cores), MOST_WORKERS) : 0;
    const why = options === undefined ? 'the engine was given none' : 'there is one processor only';
    const pool = {
      doing: 'carry out runs',
      assign: () => {
        for (const list of this.#lists) list.assign();
        this.#shared?.endOrphans();
      },
      haveWorked: () => this.#counts.inWorkers > 0,
      isIdle: () => this.#runs === 0,
    };
    this.#lanes = new Lanes(pool, options, this.#size === 0 ? why : undefined);
  }

  get stats(): EvolvingStats {
    const reason = this.#lanes.refused ?? `up to ${this.#size} workers carry out the runs of lists`;
    return { workers: this.#lanes.size, ...this.#counts, deaths: this.#lanes.deaths, reason };
  }

  /**
   * The places for lists of an algorithm on an image. `undefined` where a device will soon compute, where the workers do not know the
   * algorithm or cannot use the engine's device, and for volumes, which are read whole.
   */
  for(algorithm: Algorithm, executor: Executor, { stack }: Pick<ImageSource, 'stack'>): Elsewhere | undefined {
    if (stack || !this.algorithms.includes(algorithm)) return undefined;
    const { worth = WORTH } = this.options ?? {};
    const places = (wanted: Wanted, onDevice?: OnDevice): Places | undefined =>
      wanted.runs < 1 || this.#lanes.refused !== undefined ? undefined : this.#placesFor(algorithm, wanted, onDevice);
    const workersFor = (pixels: number, most: number): number => Math.min(most, Math.floor(pixels / worth));
    if (executor.backend === 'cpu') {
      if (executor.lost) return undefined;
      return (pixels) => {
        const wanted = workersFor(pixels, this.#size);
        return places({ runs: wanted, parts: wanted });
      };
    }
    // One processor is for this thread; a single worker would only replace it.
    const others = this.#size - 1;
    const most = Math.min(others, MOST_BESIDE);
    if (!algorithm.onDevice || most < 2) return undefined;
    const onDevice: OnDevice = (problem) => algorithm.onDevice!(executor, problem);
    return (pixels) =>
      places({ runs: workersFor(pixels / LESS_BESIDE, most), parts: workersFor(pixels, others) }, onDevice);
  }

  /** Ends the workers permanently; their pending runs are carried out here. */
  end(): void {
    this.#lanes.refuse('the engine was disposed of');
  }

  async #sharing(): Promise<SharedWorks> {
    const { SharedWorks } = await sharing.load();
    this.#shared ??= new SharedWorks(this.#lanes);
    return this.#shared;
  }

  #placesFor(algorithm: Algorithm, { runs, parts }: Wanted, onDevice: OnDevice | undefined): Places {
    const places = onDevice ? new GroupedPlaces(this.#lanes, MOST_BESIDE) : new ListPlaces(this.#lanes);
    let its = 0;
    const begin = (wanted: number): void => {
      this.#runs++;
      its++;
      this.#lanes.work();
      this.#lists.add(places);
      this.#lanes.start(wanted);
    };
    const over = (): void => {
      if (--its === 0) this.#lists.delete(places);
      if (--this.#runs === 0) this.#lanes.restLater();
    };
    const calling = onDevice ? new Gathered() : singly;
    const { id } = algorithm;
    const carrying = { algorithm: id, places, counts: this.#counts, calling, onDevice, begun: () => begin(runs), over };
    const aside: Aside = async (work, inParts) => {
      begin(parts);
      try {
        const shared = inParts && (await this.#sharing());
        const lane = this.#shared?.freest ?? freest(this.#lanes);
        if (lane === undefined) return undefined;
        return { done: await (shared ? shared.do(lane, id, work, inParts) : lane.call((its) => its.aside(id, work))) };
      } catch {
        return undefined;
      } finally {
        over();
      }
    };
    const carryOut: Places['carryOut'] = (...run) => carriedOut(carrying, ...run);
    return { most: RUNS_EACH * runs, carryOut, aside };
  }
}
