import { SegmenterError } from '../core/errors.js';
import { TimeSlice } from '../core/yielding.js';
import { Arena } from './arena.js';
import type { Executor, ExecutorLimits, ExecutorStats, Space } from './executor.js';
import type { Command, DeviceBuffer, Groups, Recording } from './recording.js';
import { Tally } from './tally.js';

/** Workgroups between two looks at the clock, where a dispatch has as many or more. */
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

/** Runs each kernel's CPU form, workgroup after workgroup, with pauses for the message loop in between. */
export class CpuExecutor implements Executor {
  readonly backend = 'cpu';
  readonly adapter = 'cpu';
  readonly limits: ExecutorLimits;

  readonly #tally = new Tally<CpuBuffer>();
  readonly #slice = new TimeSlice();

  /** @param limits lower than the CPU's own, to test small images as if they were large */
  constructor(limits: Partial<ExecutorLimits> = {}) {
    this.limits = { ...own, ...limits };
  }

  async buffer(label: string, words: number | Uint32Array): Promise<DeviceBuffer> {
    return this.#hold(label, words);
  }

  space(bytes: number): Space {
    const arena = Arena.of(bytes);
    return arena === undefined ? this : { buffer: async (label, words) => this.#hold(label, words, arena) };
  }

  /** Makes a buffer in the arena, or outside of it where it is full. */
  #hold(label: string, words: number | Uint32Array, arena?: Arena): CpuBuffer {
    const length = typeof words === 'number' ? words : words.length;
    const room = arena?.words(length);
    let data: Uint32Array;
    try {
      data = room ?? (typeof words === 'number' ? new Uint32Array(words) : words);
    } catch (cause) {
      throw new SegmenterError('out-of-memory', { what: label, needed: length * 4 }, { cause });
    }
    if (room !== undefined && typeof words !== 'number') room.set(words);
    const buffer = new CpuBuffer(label, data, (gone) => {
      if (this.#tally.release(gone) && room !== undefined) arena?.free(room);
    });
    this.#tally.hold(buffer);
    return buffer;
  }

  async prepare(): Promise<void> {}

  async submit(recording: Recording, signal?: AbortSignal): Promise<Uint32Array[]> {
    this.#tally.submits++;
    const reads: Uint32Array[] = [];
    for (const command of recording.commands) await this.#run(command, reads, signal);
    return reads;
  }

  stats(): ExecutorStats {
    return this.#tally.stats(this);
  }

  dispose(): void {
    for (const buffer of [...this.#tally.live]) buffer.destroy();
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
        this.#tally.reads++;
        reads.push(wordsOf(command.buffer).slice(command.offset, command.offset + command.length));
        return;
    }
  }

  async #dispatch(command: Command & { kind: 'dispatch' }, signal: AbortSignal | undefined): Promise<void> {
    const { kernel } = command;
    const timing = this.#tally.dispatched(kernel.name);
    const [nx, ny, nz] = groupsOf(command.groups);
    if (nx * ny * nz === 0) return;
    const words: Record<string, Uint32Array> = {};
    for (const binding of kernel.bindings) words[binding.name] = wordsOf(command.buffers[binding.name]!);
    const group = kernel.cpu(words, command.constants);
    let start = performance.now();
    const look = nx * ny * nz < LOOK ? 1 : LOOK;
    let until = look;
    for (let z = 0; z < nz; z++) {
      for (let y = 0; y < ny; y++) {
        for (let x = 0; x < nx; x++) {
          group(x, y, z);
          if (--until > 0) continue;
          until = look;
          if (!this.#slice.spent) continue;
          timing.milliseconds += performance.now() - start;
          await this.#slice.renew(signal);
          start = performance.now();
        }
      }
    }
    timing.milliseconds += performance.now() - start;
    if (this.#slice.spent) await this.#slice.renew(signal);
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
