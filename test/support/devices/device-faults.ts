/**
 * Whole runs on a device of which one call fails, once: the contour is that of an undisturbed run or a coded error is told, and
 * nothing is left. Runs in Node and in the browser.
 */
import { builtIn } from '../../../src/algorithms.js';
import { createExecutor } from '../../../src/compute/backend.js';
import { LossBudget, openDevice } from '../../../src/compute/device.js';
import { isAbort, SegmenterError } from '../../../src/core/errors.js';
import { Engine, type EngineRequest } from '../../../src/worker/engine.js';
import { Random } from '../random.js';
import { scene } from '../snake/cases.js';
import { befalls, type DeviceFault, FaultyCalls, faults, virtualGpu } from './virtual-device.js';

const side = 16;
const square = scene(new Random(3), side, side, { bits: 8 }).planes[0]!;
const bars = square.map((value, i) => ((i % side) % 8 === 4 ? 255 : value >> 1));
const box = { x: 3, y: 2, width: 11, height: 11 };

/** A run of few steps with each algorithm: a software adapter takes a second for each step of the snake. */
const tasks = {
  'level-set': { data: square, request: { algorithm: 'level-set', init: box, outerIterations: 2 } },
  'linear-features': {
    data: bars,
    request: { algorithm: 'linear-features', init: { x: 0, y: 0, width: side, height: side } },
  },
  snake: {
    data: square,
    request: { init: box, starts: 1, distance: 1, minimumLength: 64, prune: false, boxPrior: 0 },
  },
} satisfies Readonly<
  Record<
    string,
    { readonly data: Uint8Array | Uint16Array; readonly request: EngineRequest & { outerIterations?: number } }
  >
>;
export type Task = keyof typeof tasks;
export const allTasks = ['level-set', 'linear-features', 'snake'] as const satisfies readonly Task[];

/** Errors that blame the device. */
const TOLD: readonly string[] = ['out-of-memory', 'kernel-failed', 'device-lost', 'no-webgpu'];

export interface Fault {
  readonly fault: DeviceFault;
  readonly at: number;
}

interface Trial {
  /** The geometries, or the code of the error. */
  readonly said: string;
  /** Further faults: buffers that are left, bytes that are held. */
  readonly wrong: string;
  readonly made: readonly string[];
}

export class DeviceTrials {
  readonly #device: GPUDevice;
  readonly #adapter: Pick<GPUAdapter, 'info' | 'limits' | 'features'>;

  private constructor(device: GPUDevice, adapter: Pick<GPUAdapter, 'info' | 'limits' | 'features'>) {
    this.#device = device;
    this.#adapter = adapter;
  }

  /** @param device the real one; `stop` leaves it be where it is given */
  static async on(gpu: GPU, device?: GPUDevice): Promise<DeviceTrials> {
    const adapter = await gpu.requestAdapter();
    if (!adapter) throw new Error('there is no adapter');
    return new DeviceTrials(device ?? (await openDevice({ gpu })).device, adapter);
  }

  stop(): void {
    this.#device.destroy();
  }

  async #trial(task: Task, { fault, at }: Fault): Promise<Trial> {
    const { data, request } = tasks[task];
    const faulty = new FaultyCalls(fault, at);
    const losses = new LossBudget();
    // A device that hangs is given up after a while; the software adapter of the tests is waited for without end otherwise.
    const patience = fault === 'hangs' ? { patience: 500 } : {};
    const own = virtualGpu(this.#device, this.#adapter, faulty);
    const renew = () =>
      createExecutor('webgpu', { gpu: own, losses, timings: task === 'linear-features', ...patience });
    let engine: Engine | undefined;
    let said: string;
    const wrong: string[] = [];
    try {
      engine = new Engine(builtIn, { backend: 'webgpu' }, renew, await renew());
      const image = await engine.load({ width: side, height: side, data });
      try {
        const { contours } = await engine.segment(image, request).outcome;
        said = JSON.stringify(contours.map(({ geometry }) => geometry));
      } finally {
        const { bytes, runs } = engine.stats();
        if (bytes > 0 || runs > 0) wrong.push(`${bytes} bytes and ${runs} runs are held`);
      }
    } catch (error) {
      said = error instanceof SegmenterError ? error.code : isAbort(error) ? 'aborted' : String(error);
    }
    engine?.dispose();
    if (faulty.live.size > 0) wrong.push(`${faulty.live.size} buffers are left`);
    return { said, wrong: wrong.join(', '), made: faulty.made };
  }

  /** Every call of an undisturbed run with every fault that can befall it. */
  async faultsOf(
    task: Task,
  ): Promise<{ readonly said: string; readonly all: readonly Fault[]; readonly made: readonly string[] }> {
    const { said, wrong, made } = await this.#trial(task, { fault: 'lost', at: -1 });
    if (!said.startsWith('[') || wrong !== '') throw new Error(`${task}, undisturbed: ${said} ${wrong}`);
    const all = faults.flatMap((fault) => made.flatMap((call, at) => (befalls(fault, call) ? [{ fault, at }] : [])));
    return { said, all, made };
  }

  /** Tries them. @returns how often each outcome came, and what broke */
  async run(
    task: Task,
    some: (all: readonly Fault[]) => readonly Fault[] = (all) => all,
    note: (said: string) => void = () => {},
  ): Promise<{
    readonly told: ReadonlyMap<string, number>;
    readonly broke: readonly string[];
    readonly tried: number;
  }> {
    const told = new Map<string, number>();
    const broke: string[] = [];
    const { said: sound, all, made } = await this.faultsOf(task);
    const chosen = some(all);
    for (const each of chosen) {
      const { said, wrong } = await this.#trial(task, each);
      const same = said === sound;
      const what = `${task}, ${each.fault} at call ${each.at} of ${made.length}, ${made[each.at]}`;
      if (!(same || TOLD.includes(said)) || wrong !== '') broke.push(`${what}: ${said} ${wrong}`);
      note(`${what}: ${same ? 'the same contour' : said} ${wrong}`);
      const outcome = `${task}, ${each.fault}: ${same ? 'the same contour' : said}`;
      told.set(outcome, (told.get(outcome) ?? 0) + 1);
    }
    return { told, broke, tried: chosen.length };
  }
}

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
