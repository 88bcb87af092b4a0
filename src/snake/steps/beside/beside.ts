/**
 * Contours of many runs, evolved side by side on one device: each run asks for its own and waits; what waits when the device has
 * room goes into one batch. No contour knows of another, so the batch does not matter to where it ends.
 */
import type { Executor } from '../../../compute/executor.js';
import { makeBuffers } from '../../../compute/make-buffers.js';
import { isLoss } from '../../../core/errors.js';
import { pause } from '../../../core/pause.js';
import { G, S, Status } from '../../kernels/shared/layout.js';
import type { Checkpoint } from '../checkpoint.js';
import { runBatch, type Seats } from './batch.js';
import { classesOf, programsOf, type SizeClass, seatWords } from './classes.js';
import { Pace } from './pace.js';
import { contoursOf, type SmallProblem, sharedGeometry } from './small.js';

/** Workgroups that take contours side by side: as many as a large GPU runs at once, where their buffers fit. */
const SEATS = 2048;
/** Bytes of the largest buffer of all seats. */
const SEAT_BYTES = 2 ** 27;
/** Most contours of a batch, and most bytes of its samples. */
const MOST_CONTOURS = 2 ** 14;
const MOST_SAMPLES = 2 ** 27;
/** Batches under way: one is laid out while another evolves, where it fills the device; else more contours may join it until that is done. */
const BATCHES = 2;
/** Milliseconds without a batch after which the seats' memory is given back; the next batch takes it anew. */
const IDLE = 2000;

/** A problem that waits for its batch, and who waits for it. */
interface Waiting {
  readonly problem: SmallProblem;
  readonly key: string;
  readonly done: (ended: Checkpoint | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/** The batches of one executor: contours of many runs that evolve in one dispatch. */
export class Beside {
  static readonly #known = new WeakMap<Executor, Beside>();

  readonly #classes: readonly SizeClass[];
  /** Whether a class is compiled; `undefined` while it is not known. */
  readonly #ready = new Map<SizeClass, boolean>();
  readonly #compiling = new Map<SizeClass, Promise<boolean>>();
  readonly #seats = new Map<SizeClass, Promise<Seats>>();
  readonly #waiting = new Map<SizeClass, Waiting[]>();
  readonly #paces = new Map<SizeClass, Pace>();
  #under = 0;
  #pumping = false;
  #idle: ReturnType<typeof setTimeout> | undefined;

  private constructor(private readonly executor: Executor) {
    this.#classes = classesOf(executor.limits);
  }

  /** The one of a device. */
  static on(executor: Executor): Beside {
    const known = Beside.#known.get(executor) ?? new Beside(executor);
    Beside.#known.set(executor, known);
    return known;
  }

  /** Compiles what nuclei of three bands ask for. Resolves to whether it is there. */
  async prepare(): Promise<boolean> {
    const [first] = this.#classes;
    return first !== undefined && this.#compiled(first);
  }

  /**
   * The problem's contours as they ended: done, or, where they grew beyond all classes or take very many steps, as far as they came.
   * `undefined` where the device does not take them in batches, or not yet. Rejects where the device is lost.
   */
  async evolve(problem: SmallProblem): Promise<Checkpoint | undefined> {
    let ended: Checkpoint | undefined;
    for (const size of this.#classesFor(problem)) {
      if (this.#ready.get(size) !== true) {
        void this.#compiled(size);
        return ended;
      }
      const found = await this.#ask(size, problem);
      if (found === undefined) return ended;
      ended = found;
      if (!isUnderWay(problem, ended)) return ended;
    }
    return ended;
  }

  /** The classes with room for the problem's moments and twice its vertices, the smallest first: one for each number of vertices. */
  #classesFor({ geometry, state }: SmallProblem): readonly SizeClass[] {
    if (geometry[G.codes]! > 0 || geometry[G.pins]! > 0) return [];
    const words = state.length / geometry[G.contours]!;
    let most = 0;
    for (let at = 0; at < state.length; at += words) most = Math.max(most, state[at + S.vertices]!);
    const fit = this.#classes.filter(
      ({ vertices, moments }) => 2 * most <= vertices && geometry[G.moments]! <= moments,
    );
    return fit.filter(({ moments }) => moments === fit[0]?.moments);
  }

  #compiled(size: SizeClass): Promise<boolean> {
    const known = this.#compiling.get(size);
    if (known) return known;
    const making = this.executor.prepare(programsOf(size)).then(
      () => true,
      () => false,
    );
    this.#compiling.set(size, making);
    void making.then((made) => this.#ready.set(size, made));
    return making;
  }

  #ask(size: SizeClass, problem: SmallProblem): Promise<Checkpoint | undefined> {
    return new Promise((done, failed) => {
      const key = sharedGeometry(problem.geometry).join();
      const queue = this.#waiting.get(size) ?? [];
      this.#waiting.set(size, queue);
      queue.push({ problem, key, done, failed });
      void this.#pump();
    });
  }

  /** Sends what waits, as long as something does and the device has room. */
  async #pump(): Promise<void> {
    if (this.#pumping) return;
    this.#pumping = true;
    while (this.#under === 0 || (this.#under < BATCHES && this.#fills())) {
      // Who is about to ask may join.
      await pause();
      const next = this.#next();
      if (next === undefined) break;
      this.#under++;
      clearTimeout(this.#idle);
      void this.#run(...next).finally(() => {
        this.#under--;
        if (this.#under === 0) this.#releaseLater();
        void this.#pump();
      });
    }
    this.#pumping = false;
  }

  /** Whether as many contours wait as the device evolves side by side. */
  #fills(): boolean {
    let contours = 0;
    for (const queue of this.#waiting.values()) for (const { problem } of queue) contours += contoursOf(problem);
    return contours >= SEATS;
  }

  /** Those that go next, all with the same geometry. */
  #next(): readonly [SizeClass, readonly Waiting[]] | undefined {
    const most = Math.min(MOST_SAMPLES, this.executor.limits.binding / 2);
    for (const [size, queue] of this.#waiting) {
      const [first] = queue;
      if (first === undefined) continue;
      const [taken, left]: [Waiting[], Waiting[]] = [[], []];
      let [contours, bytes] = [0, 0];
      for (const each of queue) {
        const fits = contours < MOST_CONTOURS && bytes < most && taken.length < this.executor.limits.groups;
        if (!fits || each.key !== first.key) left.push(each);
        else {
          taken.push(each);
          contours += contoursOf(each.problem);
          bytes += each.problem.planes.samples.byteLength;
        }
      }
      this.#waiting.set(size, left);
      return [size, taken];
    }
    return undefined;
  }

  async #run(size: SizeClass, waiting: readonly Waiting[]): Promise<void> {
    try {
      const problems = waiting.map(({ problem }) => problem);
      const pace = this.#paces.get(size) ?? new Pace();
      this.#paces.set(size, pace);
      const ended = await runBatch(this.executor, problems, size, await this.#seatsOf(size), pace);
      for (const [i, { done }] of waiting.entries()) done(ended[i]);
    } catch (error) {
      // What the device cannot do in batches it may do one by one.
      for (const { done, failed } of waiting) {
        if (isLoss(error)) failed(error);
        else done(undefined);
      }
      if (!isLoss(error)) this.#ready.set(size, false);
    }
  }

  #releaseLater(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#under > 0) return;
      for (const made of this.#seats.values()) void made.then(destroySeats, () => {});
      this.#seats.clear();
    }, IDLE);
    // A process of Node ends without it.
    if (typeof this.#idle === 'object') this.#idle.unref?.();
  }

  #seatsOf(size: SizeClass): Promise<Seats> {
    const made = this.#seats.get(size) ?? this.#makeSeats(size);
    this.#seats.set(size, made);
    return made;
  }

  async #makeSeats(size: SizeClass): Promise<Seats> {
    const words = seatWords(size.vertices, size.moments);
    const most = Math.min(SEAT_BYTES, this.executor.limits.binding);
    const count = Math.max(1, Math.min(SEATS, Math.floor(most / (4 * Math.max(...Object.values(words))))));
    const sizes = Object.fromEntries(Object.entries(words).map(([name, each]) => [name, count * each])) as typeof words;
    return { ...(await makeBuffers(this.executor, 'snake.', sizes)), count };
  }
}

const destroySeats = ({ segment_sums, totals, scores }: Seats): void => {
  for (const buffer of [segment_sums, totals, scores]) buffer.destroy();
};

/** Whether a contour has not ended: it may wait for room, of which a larger class has more. */
const isUnderWay = ({ geometry }: SmallProblem, { state }: Checkpoint): boolean => {
  const words = state.length / geometry[G.contours]!;
  for (let at = 0; at < state.length; at += words) {
    if (state[at + S.status] === Status.running) return true;
  }
  return false;
};
