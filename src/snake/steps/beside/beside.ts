/**
 * Contours of many runs, evolved in parallel on one device. Each run requests its own and waits; when the device has
 * capacity, the waiting problems form one batch. Contours are independent, so the batch does not affect the results.
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

/** Workgroups that process contours in parallel: as many as a large GPU runs at once, where their buffers fit. */
const SEATS = 2048;
/** Maximum bytes of the largest buffer of all seats. */
const SEAT_BYTES = 2 ** 27;
/** Maximum contours of a batch, and maximum bytes of its samples. */
const MOST_CONTOURS = 2 ** 14;
const MOST_SAMPLES = 2 ** 27;
/** Maximum pending batches of a class: one is prepared while another evolves, if it fills the device; otherwise more contours may join it until the other is done. */
const BATCHES = 2;
/** Milliseconds without a batch after which the seats' memory is freed; the next batch allocates it again. */
const IDLE = 2000;

/** A problem that waits for its batch, and the callbacks of its run. */
interface Waiting {
  readonly problem: SmallProblem;
  readonly key: string;
  readonly done: (ended: Checkpoint | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * The waiting problems of a class, and its pending batches. Each class has its own, so that contours which outgrow a class are not left until no others
 * of that class wait: their batches take longest.
 */
interface Line {
  readonly size: SizeClass;
  readonly pace: Pace;
  waiting: Waiting[];
  /** Pending batches. */
  under: number;
  pumping: boolean;
}

/** Whether enough contours wait to fill the device. */
const fillsDevice = ({ waiting }: Line): boolean =>
  waiting.reduce((sum, { problem }) => sum + contoursOf(problem), 0) >= SEATS;

/** The batches of one executor, in which contours of many runs evolve in one dispatch. */
export class Beside {
  static readonly #known = new WeakMap<Executor, Beside>();

  readonly #classes: readonly SizeClass[];
  /** Whether a class is compiled; no entry while that is unknown. */
  readonly #ready = new Map<SizeClass, boolean>();
  readonly #compiling = new Map<SizeClass, Promise<boolean>>();
  readonly #seats = new Map<SizeClass, Promise<Seats>>();
  readonly #lines = new Map<SizeClass, Line>();
  #idle: ReturnType<typeof setTimeout> | undefined;

  private constructor(private readonly executor: Executor) {
    this.#classes = classesOf(executor.limits);
  }

  /** The instance of a device. */
  static on(executor: Executor): Beside {
    const known = Beside.#known.get(executor) ?? new Beside(executor);
    Beside.#known.set(executor, known);
    return known;
  }

  /** Compiles the classes with the fewest moments, which three bands need. Resolves to whether that of nuclei is available; never rejects. */
  async prepare(): Promise<boolean> {
    const [first] = this.#classes;
    const alike = this.#classes.filter(({ moments }) => moments === first?.moments);
    const [made] = await Promise.all(alike.map((size) => this.#compiled(size)));
    return made ?? false;
  }

  /**
   * The problem's contours at their end: done, or, where they exceed all classes or the maximum steps, in their last state.
   * `undefined` where the device does not support batches, or does not yet. Rejects where the device is lost.
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
      const line = this.#lines.get(size) ?? { size, waiting: [], pace: new Pace(), under: 0, pumping: false };
      this.#lines.set(size, line);
      line.waiting.push({ problem, key, done, failed });
      void this.#pump(line);
    });
  }

  /** Sends a class's waiting problems, as long as there are any and the device has capacity. */
  async #pump(line: Line): Promise<void> {
    if (line.pumping) return;
    line.pumping = true;
    while (line.under === 0 || (line.under < BATCHES && fillsDevice(line))) {
      // Other runs may join first.
      await pause();
      const next = this.#next(line);
      if (next.length === 0) break;
      line.under++;
      clearTimeout(this.#idle);
      void this.#run(line, next).finally(() => {
        line.under--;
        if (!this.#isBusy) this.#releaseLater();
        void this.#pump(line);
      });
    }
    line.pumping = false;
  }

  /** Whether a batch is pending. */
  get #isBusy(): boolean {
    return [...this.#lines.values()].some(({ under }) => under > 0);
  }

  /** Takes the next problems of a class, all with the same geometry. */
  #next(line: Line): readonly Waiting[] {
    const { waiting } = line;
    const { binding, groups } = this.executor.limits;
    const most = Math.min(MOST_SAMPLES, binding / 2);
    const [taken, left]: [Waiting[], Waiting[]] = [[], []];
    let [contours, bytes] = [0, 0];
    for (const each of waiting) {
      const fits = contours < MOST_CONTOURS && bytes < most && taken.length < groups;
      if (!fits || each.key !== waiting[0]!.key) left.push(each);
      else {
        taken.push(each);
        contours += contoursOf(each.problem);
        bytes += each.problem.planes.samples.byteLength;
      }
    }
    line.waiting = left;
    return taken;
  }

  async #run({ size, pace }: Line, waiting: readonly Waiting[]): Promise<void> {
    try {
      const problems = waiting.map(({ problem }) => problem);
      const ended = await runBatch(this.executor, problems, size, await this.#seatsOf(size), pace);
      for (const [i, { done }] of waiting.entries()) done(ended[i]);
    } catch (error) {
      // Problems that fail in a batch may succeed one by one.
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
      if (this.#isBusy) return;
      for (const made of this.#seats.values()) void made.then(destroySeats, () => {});
      this.#seats.clear();
    }, IDLE);
    // The timer must not keep a Node process alive.
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
