import { SegmenterError } from '../core/errors.js';
import { TimeSlice } from '../core/yielding.js';
import { Arena } from './arena.js';
import type { Executor, ExecutorLimits, ExecutorStats, KernelTiming, Space } from './executor.js';
import type { Command, DeviceBuffer, GroupFunction, Groups, Recording, Words } from './recording.js';
import { Tally } from './tally.js';

/** Workgroups between two checks of the clock, where a dispatch has that many. */
const LOOK = 16;

const ownLimits: ExecutorLimits = {
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

/** Runs each kernel's CPU form, one workgroup after another, and yields to the message loop in between. */
export class CpuExecutor implements Executor {
  readonly backend = 'cpu';
  readonly adapter = 'cpu';
  readonly limits: ExecutorLimits;

  readonly #tally = new Tally<CpuBuffer>();
  readonly #slice = new TimeSlice();
  readonly #known = new WeakMap<Dispatch, Known>();

  /** @param limits lower than the CPU's own, to test small images as if they were large */
  constructor(limits: Partial<ExecutorLimits> = {}) {
    this.limits = { ...ownLimits, ...limits };
  }

  async buffer(label: string, words: number | Uint32Array): Promise<DeviceBuffer> {
    return this.#hold(label, words);
  }

  space(bytes: number): Space {
    const arena = Arena.of(bytes);
    return arena === undefined ? this : { buffer: async (label, words) => this.#hold(label, words, arena) };
  }

  /** Makes a buffer in the arena, or outside of it where the arena is full. */
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
    for (const command of recording.commands) {
      if (command.kind !== 'dispatch') {
        this.#move(command, reads);
        continue;
      }
      const rest = this.#dispatch(command, signal);
      if (rest !== undefined) await rest;
    }
    return reads;
  }

  stats(): ExecutorStats {
    return this.#tally.stats(this);
  }

  dispose(): void {
    for (const buffer of [...this.#tally.live]) buffer.destroy();
  }

  #move(command: Exclude<Command, Dispatch>, reads: Uint32Array[]): void {
    switch (command.kind) {
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

  /** @returns the rest of the dispatch where it must yield first; else `undefined` */
  #dispatch(command: Dispatch, signal: AbortSignal | undefined): Promise<void> | undefined {
    const { kernel, constants } = command;
    const timing = this.#tally.dispatched(kernel.name);
    const [nx, ny, nz] = groupsOf(command.groups);
    if (nx * ny * nz === 0) return undefined;
    const walk = { group: kernel.cpu(this.#wordsOf(command), constants), nx, ny, nz, x: 0, y: 0, z: 0, timing };
    this.#walk(walk);
    return this.#slice.spent ? this.#goOn(walk, signal) : undefined;
  }

  /** The words of a dispatch. Cached as long as no buffer is destroyed, since a step is recorded once and run many times. */
  #wordsOf(command: Dispatch): Words {
    const known = this.#known.get(command);
    if (known?.buffers.every((buffer, i) => buffer.words === known.each[i])) return known.words;
    const words: Record<string, Uint32Array> = {};
    const buffers: CpuBuffer[] = [];
    for (const { name } of command.kernel.bindings) {
      const buffer = own(command.buffers[name]!);
      buffers.push(buffer);
      words[name] = buffer.words;
    }
    this.#known.set(command, { words, buffers, each: buffers.map((buffer) => buffer.words) });
    return words;
  }

  /** Runs workgroups until all are done or the time slice is spent. */
  #walk(walk: Walk): void {
    const { group, nx, ny, nz, timing } = walk;
    const start = performance.now();
    const look = nx * ny * nz < LOOK ? 1 : LOOK;
    let until = look;
    while (walk.z < nz) {
      group(walk.x, walk.y, walk.z);
      if (++walk.x === nx) {
        walk.x = 0;
        if (++walk.y === ny) {
          walk.y = 0;
          walk.z++;
        }
      }
      if (--until > 0) continue;
      until = look;
      if (this.#slice.spent) break;
    }
    timing.milliseconds += performance.now() - start;
  }

  async #goOn(walk: Walk, signal: AbortSignal | undefined): Promise<void> {
    await this.#slice.renew(signal);
    while (walk.z < walk.nz) {
      this.#walk(walk);
      if (this.#slice.spent) await this.#slice.renew(signal);
    }
  }
}

type Dispatch = Command & { kind: 'dispatch' };

/** The workgroups of a dispatch, and the next one to run. */
interface Walk {
  readonly group: GroupFunction;
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  x: number;
  y: number;
  z: number;
  readonly timing: KernelTiming;
}

/** The words of a dispatch, and the buffers that own them. */
interface Known {
  readonly words: Words;
  readonly buffers: readonly CpuBuffer[];
  readonly each: readonly Uint32Array[];
}

const own = (buffer: DeviceBuffer): CpuBuffer => {
  if (!(buffer instanceof CpuBuffer)) throw new TypeError(`buffer ${buffer.label} is not of this executor`);
  return buffer;
};

const wordsOf = (buffer: DeviceBuffer): Uint32Array => own(buffer).words;

const groupsOf = (groups: Groups): readonly [number, number, number] => {
  if (!('indirect' in groups)) return groups;
  const words = wordsOf(groups.indirect);
  const at = (k: 0 | 1 | 2): number => Math.min(words[groups.offset + k]!, groups.most[k]);
  return [at(0), at(1), at(2)];
};
