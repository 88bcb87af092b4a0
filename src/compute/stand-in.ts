import { SegmenterError } from '../core/errors.js';
import { CpuExecutor } from './cpu-executor.js';
import type { DeviceBuffer, Recording } from './recording.js';

/**
 * The CPU in place of a device whose kernels are still being compiled. Once they are, it reports itself as lost: the run restarts
 * on the device and continues from its checkpoint as after any loss.
 */
export class StandIn extends CpuExecutor {
  readonly lost: Promise<string>;
  #relieved: SegmenterError | undefined;

  /** @param ready settles when the device's kernels are compiled */
  constructor(ready: Promise<unknown>) {
    super();
    const relieve = (): string => {
      const reason = 'the GPU is ready and takes over';
      this.#relieved = new SegmenterError('device-lost', { reason });
      return reason;
    };
    this.lost = ready.then(relieve, relieve);
  }

  override async buffer(label: string, words: number | Uint32Array): Promise<DeviceBuffer> {
    if (this.#relieved) throw this.#relieved;
    return super.buffer(label, words);
  }

  override async submit(recording: Recording, signal?: AbortSignal): Promise<Uint32Array[]> {
    if (this.#relieved) throw this.#relieved;
    return super.submit(recording, signal);
  }
}
