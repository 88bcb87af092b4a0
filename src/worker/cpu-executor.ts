import { SegmenterError, throwIfAborted } from './errors.js';
import type { Executor, ExecutorLimits, ExecutorStats, KernelTiming } from './executor.js';
import { pause } from './pause.js';
import type { Command, DeviceBuffer, Groups, Recording } from './recording.js';

/** Longest time, in milliseconds, that the message loop waits for a submit to let go. */
const SLICE = 12;
/** Workgroups between two looks at the clock. */
const LOOK = 16;

const own: ExecutorLimits = {
  binding: 2 ** 32,
  buffer: 2 ** 32,
  groups: 2 ** 31,
  storageBindings: 64,
  workgroupBytes: 2 ** 31,
};

class CpuBuffer implements DeviceBuffer {
  words: Uint32Array;

  constructor(
    readonly label: string,
    words: Uint32Array,
    private readonly released: (buffer: CpuBuffer) => void,
  ) {
    this.words = words;
  }

  get byteLength(): number {
    return this.words.byteLength;
  }

  destroy(): void {
    this.released(this);
    this.words = new Uint32Array(0);
  }
}

/** Runs each kernel's twin, workgroup after workgroup, and lets the message loop breathe in between. */
export class CpuExecutor implements Executor {
  readonly backend = 'cpu';
  readonly adapter = 'cpu';
  readonly limits: ExecutorLimits;

  readonly #live = new Set<CpuBuffer>();
  readonly #kernels: Record<string, KernelTiming> = {};
  #bytes = 0;
  #peakBytes = 0;
  #dispatches = 0;
  #submits = 0;
  #reads = 0;
  #breathed = 0;

  /** `limits`: lower than its own, to try small images as if they were large. */
  constructor(limits: Partial<ExecutorLimits> = {}) {
    this.limits = { ...own, ...limits };
  }

  async buffer(label: string, words: number | Uint32Array): Promise<DeviceBuffer> {
    let data: Uint32Array;
    try {
      data = typeof words === 'number' ? new Uint32Array(words) : words;
    } catch (cause) {
      throw new SegmenterError('out-of-memory', { what: label, needed: Number(words) * 4 }, { cause });
    }
    const buffer = new CpuBuffer(label, data, (gone) => {
      if (this.#live.delete(gone)) this.#bytes -= gone.byteLength;
    });
    this.#live.add(buffer);
    this.#bytes += buffer.byteLength;
    this.#peakBytes = Math.max(this.#peakBytes, this.#bytes);
    return buffer;
  }

  async prepare(): Promise<void> {}

  async submit(recording: Recording, signal?: AbortSignal): Promise<Uint32Array[]> {
    this.#submits++;
    const reads: Uint32Array[] = [];
    for (const command of recording.commands) await this.#run(command, reads, signal);
    return reads;
  }

  stats(): ExecutorStats {
    return {
      backend: this.backend,
      adapter: this.adapter,
      bytes: this.#bytes,
      peakBytes: this.#peakBytes,
      buffers: this.#live.size,
      dispatches: this.#dispatches,
      submits: this.#submits,
      reads: this.#reads,
      kernels: this.#kernels,
    };
  }

  dispose(): void {
    for (const buffer of [...this.#live]) buffer.destroy();
  }

  async #run(command: Command, reads: Uint32Array[], signal: AbortSignal | undefined): Promise<void> {
    switch (command.kind) {
      case 'dispatch':
        return this.#dispatch(command, signal);
      case 'write':
        wordsOf(command.buffer).set(command.data, command.offset);
        return;
      case 'clear':
        wordsOf(command.buffer).fill(0);
        return;
      case 'copy':
        wordsOf(command.to).set(
          wordsOf(command.from).subarray(command.fromOffset, command.fromOffset + command.length),
          command.toOffset,
        );
        return;
      case 'read':
        this.#reads++;
        reads.push(wordsOf(command.buffer).slice(command.offset, command.offset + command.length));
        return;
    }
  }

  async #dispatch(command: Command & { kind: 'dispatch' }, signal: AbortSignal | undefined): Promise<void> {
    this.#dispatches++;
    const { kernel } = command;
    const [nx, ny, nz] = groupsOf(command.groups);
    if (nx * ny * nz === 0) return;
    const words: Record<string, Uint32Array> = {};
    for (const binding of kernel.bindings) words[binding.name] = wordsOf(command.buffers[binding.name]!);
    const group = kernel.twin(words, command.constants);
    this.#kernels[kernel.name] ??= { calls: 0, milliseconds: 0 };
    const timing = this.#kernels[kernel.name]!;
    timing.calls++;
    let start = performance.now();
    let until = LOOK;
    for (let z = 0; z < nz; z++) {
      for (let y = 0; y < ny; y++) {
        for (let x = 0; x < nx; x++) {
          group(x, y, z);
          if (--until > 0) continue;
          until = LOOK;
          const now = performance.now();
          if (now - this.#breathed < SLICE) continue;
          timing.milliseconds += now - start;
          await pause();
          throwIfAborted(signal);
          start = this.#breathed = performance.now();
        }
      }
    }
    const now = performance.now();
    timing.milliseconds += now - start;
    if (now - this.#breathed >= SLICE) {
      await pause();
      throwIfAborted(signal);
      this.#breathed = performance.now();
    }
  }
}

const wordsOf = (buffer: DeviceBuffer): Uint32Array => {
  if (!(buffer instanceof CpuBuffer)) throw new TypeError(`buffer ${buffer.label} is not of this executor`);
  return buffer.words;
};

const groupsOf = (groups: Groups): readonly [number, number, number] => {
  if (!('indirect' in groups)) return groups;
  const words = wordsOf(groups.indirect);
  const at = (k: 0 | 1 | 2): number => Math.min(words[groups.offset + k]!, groups.most[k]);
  return [at(0), at(1), at(2)];
};
