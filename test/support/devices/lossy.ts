/** An executor that plays a GPU whose device can be lost at any call; its work is done by the kernels' CPU kernels. */

import type { Backend } from '../../../src/compute/backend.js';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import type { Executor, ExecutorStats, Program } from '../../../src/compute/executor.js';
import { type Command, type DeviceBuffer, Recording } from '../../../src/compute/recording.js';
import { SegmenterError, throwIfAborted } from '../../../src/core/errors.js';
import { G } from '../../../src/snake/kernels/shared/layout.js';

/** Moment at which a device is lost: at its n-th call, from 0, before or after what was asked for has been done. */
export interface Loss {
  readonly call: number;
  readonly after: boolean;
}

export class LossyExecutor implements Executor {
  readonly backend = 'webgpu';
  readonly lost: Promise<string>;
  /** Allocations and submits asked for so far. */
  calls = 0;
  readonly #cpu = new CpuExecutor();
  #turn: Promise<unknown> = Promise.resolve();
  #lose: (reason: string) => void = () => {};
  #error: SegmenterError | undefined;

  constructor(
    readonly adapter: string,
    private readonly loss?: Loss,
  ) {
    this.lost = new Promise((resolve) => {
      this.#lose = resolve;
    });
  }

  get limits() {
    return this.#cpu.limits;
  }

  /** Rejects what waits, and all that follows. */
  lose(): void {
    this.#error ??= new SegmenterError('device-lost', { reason: 'it was unplugged' });
    this.#lose('it was unplugged');
  }

  buffer(label: string, words: number | Uint32Array): Promise<DeviceBuffer> {
    return this.#call(
      () => this.#cpu.buffer(label, words),
      (made) => made.destroy(),
    );
  }

  /** Kernels that it was made ready for. */
  readonly prepared = new Set<string>();

  async prepare(programs: readonly Program[]): Promise<void> {
    for (const { kernel } of programs) this.prepared.add(kernel.name);
  }

  submit(recording: Recording, signal?: AbortSignal): Promise<Uint32Array[]> {
    throwIfAborted(signal);
    const asGpu = new Recording();
    for (const command of recording.commands) asGpu.commands.push(unfiltered(command));
    // One after another, as on a GPU's queue.
    const submitted = this.#turn.then(() => this.#call(() => this.#cpu.submit(asGpu, signal)));
    this.#turn = submitted.catch(() => undefined);
    return submitted;
  }

  stats(): ExecutorStats {
    return { ...this.#cpu.stats(), backend: this.backend, adapter: this.adapter };
  }

  dispose(): void {
    this.#cpu.dispose();
  }

  async #call<T>(work: () => Promise<T>, undo: (result: T) => void = () => {}): Promise<T> {
    const goes = this.calls++ === this.loss?.call;
    if (goes && !this.loss?.after) this.lose();
    if (this.#error) throw this.#error;
    const result = await work().catch((error) => {
      // What is under way when a device goes ends with the loss, whatever becomes of its buffers.
      throw this.#error ?? error;
    });
    if (goes) this.lose();
    if (!this.#error) return result;
    undo(result);
    throw this.#error;
  }
}

/** A GPU keeps the snake's scores as whole numbers, never as the estimates with which CPU kernels may begin. */
const unfiltered = (command: Command): Command => {
  if (command.kind !== 'write' || command.buffer.label !== 'snake.geometry') return command;
  const data = command.data.slice();
  data[G.filter] = 0;
  return { ...command, data };
};

/** Back ends one after another, each lost as told; the last is the CPU where `cpu` is set, and else is never lost. */
export class Cards {
  readonly made: LossyExecutor[] = [];

  constructor(
    private readonly losses: readonly Loss[],
    private readonly cpu = false,
  ) {}

  readonly next = async (): Promise<Backend> => {
    const n = this.made.length;
    if (n === this.losses.length && this.cpu) {
      return { executor: new CpuExecutor(), backend: 'cpu', adapter: 'cpu', reason: 'lost too often' };
    }
    const executor = new LossyExecutor(`card ${n + 1}`, this.losses[n]);
    this.made.push(executor);
    return { executor, backend: 'webgpu', adapter: executor.adapter, reason: 'a test' };
  };

  /** Bytes in buffers that nobody destroyed. */
  get bytes(): number {
    return this.made.reduce((sum, executor) => sum + executor.stats().bytes, 0);
  }
}
