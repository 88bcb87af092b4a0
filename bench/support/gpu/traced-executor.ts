/** An executor that notes when each upload and submit began and ended. */

import type { Executor, Program } from '../../../src/compute/executor.js';
import type { DeviceBuffer, Recording } from '../../../src/compute/recording.js';
import { closeStage } from '../../../src/snake/kernels/close_stage.js';
import { closeStep } from '../../../src/snake/kernels/close_step.js';
import { stridedPrefixes } from '../../../src/snake/kernels/strided_prefixes.js';

export interface TracedEvent {
  readonly what: 'upload' | 'tables' | 'batch' | 'other';
  /** Milliseconds, as `performance.now()`. */
  readonly began: number;
  readonly ended: number;
  /** Bytes of an upload, with a buffer or in strips; steps of a batch. */
  readonly amount: number;
}

export class TracedExecutor implements Executor {
  readonly events: TracedEvent[] = [];

  constructor(private readonly executor: Executor) {}

  get backend() {
    return this.executor.backend;
  }

  get adapter() {
    return this.executor.adapter;
  }

  get limits() {
    return this.executor.limits;
  }

  get lost() {
    return this.executor.lost;
  }

  async buffer(label: string, words: number | Uint32Array): Promise<DeviceBuffer> {
    const began = performance.now();
    const buffer = await this.executor.buffer(label, words);
    if (typeof words !== 'number') this.#note('upload', began, words.byteLength);
    return buffer;
  }

  prepare(programs: readonly Program[]): Promise<void> {
    return this.executor.prepare(programs);
  }

  async submit(recording: Recording, signal?: AbortSignal): Promise<Uint32Array[]> {
    const began = performance.now();
    let bytes = 0;
    let tables = 0;
    let steps = 0;
    let dispatches = 0;
    for (const command of recording.commands) {
      if (command.kind === 'write') bytes += command.data.byteLength;
      if (command.kind !== 'dispatch') continue;
      dispatches++;
      if (command.kernel === stridedPrefixes) tables++;
      if (command.kernel === closeStep || command.kernel === closeStage) steps++;
    }
    const words = await this.executor.submit(recording, signal);
    if (dispatches === 0) this.#note(bytes > 0 ? 'upload' : 'other', began, bytes);
    else this.#note(tables > 0 ? 'tables' : steps > 0 ? 'batch' : 'other', began, steps);
    return words;
  }

  stats() {
    return this.executor.stats();
  }

  dispose(): void {
    this.executor.dispose();
  }

  #note(what: TracedEvent['what'], began: number, amount: number): void {
    this.events.push({ what, began, ended: performance.now(), amount });
  }
}
