/**
 * Whole runs on a device of which one call fails, once: the contour is that of an undisturbed run or a coded error is told, and
 * nothing is left. Runs in Node and in the browser.
 */
import { builtIn } from '../../../src/algorithms.js';
import { createExecutor } from '../../../src/compute/backend.js';
import { LossBudget, openDevice } from '../../../src/compute/device.js';
import { isAbort, SegmenterError } from '../../../src/core/errors.js';
import { Beside } from '../../../src/snake/steps/beside/beside.js';
import { Engine, type EngineRequest } from '../../../src/worker/engine.js';
import type { RunResult } from '../../../src/worker/protocol.js';
import { Random } from '../random.js';
import { scene } from '../snake/cases.js';
import { befalls, type DeviceFault, FaultyCalls, faults, virtualGpu } from './virtual-device.js';

const side = 16;
const square = scene(new Random(3), side, side, { bits: 8 }).planes[0]!;
const bars = square.map((value, i) => ((i % side) % 8 === 4 ? 255 : value >> 1));
const box = { x: 3, y: 2, width: 11, height: 11 };

/** A list so long that a GPU evolves it in batches: nine small objects, and the first of them some times more. */
const PITCH = 14;
const grid = { side: 3 * PITCH, data: scene(new Random(4), PITCH, PITCH, { bits: 8 }).planes[0]! };
const nine = Uint8Array.from({ length: grid.side ** 2 }, (_, i) => {
  const [x, y] = [i % grid.side, Math.floor(i / grid.side)];
  return grid.data[(y % PITCH) * PITCH + ((x + (y >> 1)) % PITCH)]!;
});
const MANY = 16;
const many = Array.from({ length: MANY }, (_, i) => ({
  x: (i % 3) * PITCH + 1,
  y: (Math.floor(i / 3) % 3) * PITCH + 1,
  width: PITCH - 2,
  height: PITCH - 2,
}));

interface Job {
  readonly side: number;
  readonly data: Uint8Array | Uint16Array;
  readonly request: EngineRequest & { readonly outerIterations?: number };
  /** Whether the kernels of batches are compiled before the run: while they are not, a list goes one by one. */
  readonly batches?: boolean;
  readonly timings?: boolean;
}

const oneSnake = { starts: 1, distance: 1, minimumLength: 64, prune: false, boxPrior: 0 };

/** A run of few steps with each algorithm: a software adapter takes a second for each step of the snake. */
const tasks = {
  'level-set': { side, data: square, request: { algorithm: 'level-set', init: box, outerIterations: 2 } },
  'linear-features': {
    side,
    data: bars,
    request: { algorithm: 'linear-features', init: { x: 0, y: 0, width: side, height: side } },
    timings: true,
  },
  snake: { side, data: square, request: { init: box, ...oneSnake } },
  'snake with hints': { side, data: square, request: { init: box, hints: { inside: [[1.5, 8.5]] }, ...oneSnake } },
  'snakes in batches': {
    side: grid.side,
    data: nine,
    request: { init: many, ...oneSnake, minimumLength: 8 },
    batches: true,
  },
} as const satisfies Readonly<Record<string, Job>>;
export type Task = keyof typeof tasks;
/** Those of one contour. */
export const allTasks = ['level-set', 'linear-features', 'snake'] as const satisfies readonly Task[];
/** The rest: the snake's other ways. */
export const moreTasks = ['snake with hints', 'snakes in batches'] as const satisfies readonly Task[];

/** Errors that blame the device. */
const TOLD: readonly string[] = ['out-of-memory', 'kernel-failed', 'device-lost', 'no-webgpu'];

export interface Fault {
  readonly fault: DeviceFault;
  /** Number of the call, from 0, and its name. */
  readonly at: number;
  readonly call: string;
}

/** What came of one fault. */
export interface Tried extends Fault {
  /** The outcome, in words: `SAME`, or codes. */
  readonly said: string;
  /** What must not be; nothing else. */
  readonly wrong: string;
  /** Whether the run made that call: how many it makes follows the pace of the machine. */
  readonly reached: boolean;
}

export const SAME = 'the same contour';

interface Trial {
  /** The code of the error, if one ended the run. */
  readonly code?: string | undefined;
  /** The geometries by the start; the code of the error of a start that has none. */
  readonly found: readonly string[];
  /** Bytes that are held between runs. */
  readonly kept: number;
  /** Further faults: buffers that are left, bytes that are held. */
  readonly wrong: string;
  readonly made: readonly string[];
}

export interface Played {
  readonly device: GPUDevice;
  readonly adapter: Pick<GPUAdapter, 'info' | 'limits' | 'features'>;
}

export class DeviceTrials {
  readonly #device: GPUDevice;
  readonly #adapter: Pick<GPUAdapter, 'info' | 'limits' | 'features'>;

  private constructor(
    device: GPUDevice,
    adapter: Pick<GPUAdapter, 'info' | 'limits' | 'features'>,
    /** Milliseconds after which a call that never ends is given up. */
    private readonly patience: number,
    /** Runs at a time. */
    private readonly atOnce = 1,
  ) {
    this.#device = device;
    this.#adapter = adapter;
  }

  /** @param device the real one; `stop` leaves it be where it is given */
  static async on(gpu: GPU, device?: GPUDevice, patience = 500, atOnce = 1): Promise<DeviceTrials> {
    const adapter = await gpu.requestAdapter();
    if (!adapter) throw new Error('there is no adapter');
    return new DeviceTrials(device ?? (await openDevice({ gpu })).device, adapter, patience, atOnce);
  }

  /** On a device that is played: it does what a real one does, and compiles nothing. */
  static played({ device, adapter }: Played, patience = 100): DeviceTrials {
    return new DeviceTrials(device, adapter, patience, 8);
  }

  stop(): void {
    this.#device.destroy();
  }

  async #trial(task: Task, { fault, at }: Pick<Fault, 'fault' | 'at'>): Promise<Trial> {
    const job: Job = tasks[task];
    const { data, request } = job;
    const faulty = new FaultyCalls(fault, at);
    const losses = new LossBudget();
    // A device that hangs is given up after a while; the software adapter of the tests is waited for without end otherwise.
    const patience = fault === 'hangs' ? { patience: this.patience } : {};
    const own = virtualGpu(this.#device, this.#adapter, faulty);
    const renew = async () => {
      const made = await createExecutor('webgpu', { gpu: own, losses, timings: job.timings === true, ...patience });
      if (job.batches) await Beside.on(made.executor).prepare();
      return made;
    };
    let engine: Engine | undefined;
    let code: string | undefined;
    let found: readonly string[] = [];
    let kept = 0;
    const wrong: string[] = [];
    try {
      engine = new Engine(builtIn, { backend: 'webgpu' }, renew, await renew());
      const image = await engine.load({ width: job.side, height: job.side, data });
      try {
        found = foundBy(await engine.segment(image, request).outcome, request);
      } finally {
        const { bytes, runs } = engine.stats();
        kept = bytes;
        if (runs > 0) wrong.push(`${runs} runs are held`);
      }
    } catch (error) {
      code = error instanceof SegmenterError ? error.code : isAbort(error) ? 'aborted' : String(error);
    }
    engine?.dispose();
    if (faulty.live.size > 0) wrong.push(`${faulty.live.size} buffers are left`);
    return { code, found, kept, wrong: wrong.join(', '), made: faulty.made };
  }

  /** Every call of an undisturbed run with every fault that can befall it. */
  async faultsOf(task: Task): Promise<{ readonly sound: Trial; readonly all: readonly Fault[] }> {
    const sound = await this.#trial(task, { fault: 'lost', at: -1 });
    const { code, found, wrong, made } = sound;
    if (code !== undefined || wrong !== '' || found.some((each) => !each.startsWith('{')))
      throw new Error(`${task}, undisturbed: ${code} ${found} ${wrong}`);
    const all = faults.flatMap((fault) =>
      made.flatMap((call, at) => (befalls(fault, call) ? [{ fault, at, call }] : [])),
    );
    return { sound, all };
  }

  /** Tries them. @returns what came of each, and what broke, in words */
  async run(
    task: Task,
    some: (all: readonly Fault[]) => readonly Fault[] = (all) => all,
    note: (said: string) => void = () => {},
  ): Promise<{ readonly outcomes: readonly Tried[]; readonly broke: readonly string[]; readonly calls: number }> {
    const outcomes: Tried[] = [];
    const broke: string[] = [];
    const { sound, all } = await this.faultsOf(task);
    const calls = sound.made.length;
    const chosen = some(all);
    const tryOne = async (each: Fault): Promise<void> => {
      const trial = await this.#trial(task, each);
      const { said, wrong } = judged(trial, sound);
      const what = `${task}, ${each.fault} at call ${each.at} of ${calls}, ${each.call}`;
      if (wrong !== '') broke.push(`${what}: ${said} ${wrong}`);
      note(`${what}: ${said} ${wrong}`);
      outcomes.push({ ...each, said, wrong, reached: trial.made.length > each.at });
    };
    const queue = [...chosen];
    const work = async (): Promise<void> => {
      for (let each = queue.shift(); each; each = queue.shift()) await tryOne(each);
    };
    await Promise.all(Array.from({ length: this.atOnce }, work));
    return { outcomes, broke, calls };
  }
}

const foundBy = ({ contours, details }: RunResult, { init }: EngineRequest): readonly string[] => {
  const failed = (details?.failures ?? []) as readonly { readonly index: number; readonly code: string }[];
  const codes = new Map(failed.map(({ index, code }) => [index, code]));
  const geometries = contours.map(({ geometry }) => JSON.stringify(geometry));
  if (!Array.isArray(init)) return geometries;
  return init.map((_, i) => codes.get(i) ?? geometries.shift() ?? 'nothing');
};

/** What came of a trial, in words, and what is wrong with it: a contour that is another, an error of another kind, memory that is left. */
const judged = (
  { code, found, kept, wrong }: Trial,
  sound: Trial,
): { readonly said: string; readonly wrong: string } => {
  const faulty: string[] = wrong === '' ? [] : [wrong];
  // What is kept for the next run is all there or not at all.
  if (kept !== 0 && kept !== sound.kept) faulty.push(`${kept} bytes are held`);
  if (code !== undefined) {
    if (!TOLD.includes(code)) faulty.push('not of the device');
    return { said: code, wrong: faulty.join(', ') };
  }
  const others = found.flatMap((each, i) => (each === sound.found[i] ? [] : [each]));
  if (found.length !== sound.found.length || !others.every((each) => TOLD.includes(each)))
    faulty.push(`another contour: ${others}`);
  const codes = [...new Set(others)].join(', ');
  const said = others.length === 0 ? SAME : `${codes} for some starts, else the same contours`;
  return { said, wrong: faulty.join(', ') };
};

/** `count` of each fault, spread evenly over the run, each fault at other places. */
export const spread =
  (count: number) =>
  (all: readonly Fault[]): readonly Fault[] =>
    faults.flatMap((fault, offset) => {
      const its = all.filter((each) => each.fault === fault);
      const chosen = Math.min(count, its.length);
      const share = (offset + 0.5) / faults.length;
      return Array.from({ length: chosen }, (_, k) => its[Math.floor(((k + share) * its.length) / chosen)]!);
    });

/** Of each fault of each kind of call, `count` times of it spread over the run, the first and the last among them. */
export const ofEachCall =
  (count: number) =>
  (all: readonly Fault[]): readonly Fault[] => {
    const kinds = new Map<string, Fault[]>();
    for (const each of all) {
      const kind = `${each.fault} ${each.call}`;
      kinds.set(kind, [...(kinds.get(kind) ?? []), each]);
    }
    return [...kinds.values()].flatMap((its) => {
      const chosen = Math.min(count, its.length);
      return Array.from(
        { length: chosen },
        (_, k) => its[Math.round((k * (its.length - 1)) / Math.max(1, chosen - 1))]!,
      );
    });
  };
