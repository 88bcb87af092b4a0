import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import type { Executor, ExecutorLimits, ExecutorStats, Program } from '../../../src/compute/executor.js';
import { type Command, type DeviceBuffer, Recording } from '../../../src/compute/recording.js';
import { assertSameWords } from './kernel-trial.js';

class PairedBuffer implements DeviceBuffer {
  constructor(
    readonly cpu: DeviceBuffer,
    readonly gpu: DeviceBuffer,
  ) {}

  get label(): string {
    return this.cpu.label;
  }

  get byteLength(): number {
    return this.cpu.byteLength;
  }

  destroy(): void {
    this.cpu.destroy();
    this.gpu.destroy();
  }
}

const pairOf = (buffer: DeviceBuffer): PairedBuffer => {
  if (!(buffer instanceof PairedBuffer)) throw new TypeError(`buffer ${buffer.label} is not a pair`);
  return buffer;
};

const sideOf = (command: Command, side: 'cpu' | 'gpu'): Command => {
  const one = (buffer: DeviceBuffer): DeviceBuffer => pairOf(buffer)[side];
  switch (command.kind) {
    case 'dispatch': {
      const { groups } = command;
      const names = command.kernel.bindings.map(({ name }) => name);
      const buffers = Object.fromEntries(names.map((name) => [name, one(command.buffers[name]!)]));
      return {
        ...command,
        buffers,
        groups: 'indirect' in groups ? { ...groups, indirect: one(groups.indirect) } : groups,
      };
    }
    case 'copy':
      return { ...command, from: one(command.from), to: one(command.to) };
    case 'write':
      return { ...command, data: command.data.slice(), buffer: one(command.buffer) };
    default:
      return { ...command, buffer: one(command.buffer) };
  }
};

/** Runs every command on the CPU and on another executor, and after each dispatch demands the same words everywhere. */
export class LockstepExecutor implements Executor {
  readonly backend = 'webgpu';
  readonly adapter = 'lockstep';
  readonly limits: ExecutorLimits;
  /** Number of comparisons of each kernel. */
  readonly compared: Record<string, number> = {};
  readonly #cpu = new CpuExecutor();
  #turn: Promise<unknown> = Promise.resolve();

  /** `limits`: lower than the other executor's. `changed`: what is run instead of a command, on both sides. `isCompiled`: what it says of its kernels. */
  constructor(
    private readonly gpu: Executor,
    limits: Partial<ExecutorLimits> = {},
    private readonly changed: (command: Command) => Command = (command) => command,
    readonly isCompiled: (program: Program) => boolean = () => true,
  ) {
    this.limits = { ...gpu.limits, ...limits };
  }

  async buffer(label: string, words: number | Uint32Array): Promise<DeviceBuffer> {
    const cpu = await this.#cpu.buffer(label, typeof words === 'number' ? words : words.slice());
    return new PairedBuffer(cpu, await this.gpu.buffer(label, words));
  }

  async prepare(programs: readonly Program[]): Promise<void> {
    await this.gpu.prepare(programs);
  }

  /** One after another, as on a device. */
  submit(recording: Recording, signal?: AbortSignal): Promise<Uint32Array[]> {
    const flight = this.#turn.then(() => this.#runAll(recording, signal));
    this.#turn = flight.catch(() => undefined);
    return flight;
  }

  async #runAll(recording: Recording, signal: AbortSignal | undefined): Promise<Uint32Array[]> {
    const results: Uint32Array[] = [];
    for (const recorded of recording.commands) {
      const command = this.changed(recorded);
      const reads = await Promise.all([
        this.#run(this.#cpu, sideOf(command, 'cpu'), signal),
        this.#run(this.gpu, sideOf(command, 'gpu'), signal),
      ]);
      if (command.kind === 'read') {
        assertSameWords(command.buffer.label, { read: reads[1][0]! }, { read: reads[0][0]! });
        results.push(reads[0][0]!);
      } else if (command.kind === 'dispatch') {
        const { kernel } = command;
        this.compared[kernel.name] = (this.compared[kernel.name] ?? 0) + 1;
        const written = kernel.bindings.filter(({ access }) => access === 'read-write').map(({ name }) => name);
        assertSameWords(
          `${kernel.name}, dispatch ${this.compared[kernel.name]}`,
          Object.fromEntries(written.map((name, i) => [name, reads[1][i]!])),
          Object.fromEntries(written.map((name, i) => [name, reads[0][i]!])),
        );
      }
    }
    return results;
  }

  /** The command, and what it left in the buffers it may write. */
  #run(executor: Executor, command: Command, signal: AbortSignal | undefined): Promise<Uint32Array[]> {
    const recording = new Recording();
    recording.commands.push(command);
    if (command.kind === 'dispatch') {
      for (const { name, access } of command.kernel.bindings) {
        if (access === 'read-write') recording.read(command.buffers[name]!);
      }
    }
    return executor.submit(recording, signal);
  }

  stats(): ExecutorStats {
    return this.gpu.stats();
  }

  dispose(): void {
    this.#cpu.dispose();
    this.gpu.dispose();
  }
}
