/**
 * A WebGPU device played by the CPU kernels: buffers, pipelines, encoders, scopes and maps as the specification has them, each
 * dispatch done by the CPU kernel of the shader's name. It compiles nothing, so that a whole run takes milliseconds; what it says of
 * the executor's calls a real device says too, but for the shaders.
 */
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Constants, GroupFunction, Kernel, Words } from '../../../src/compute/recording.js';
import { G } from '../../../src/snake/kernels/shared/layout.js';

const HOMES = ['snake', 'level-set', 'linear-features'];

const isKernel = (value: unknown): value is Kernel =>
  typeof value === 'object' && value !== null && 'wgsl' in value && 'bindings' in value && 'cpu' in value;

/** Every kernel, by the label of its pipelines. */
const allKernels = async (): Promise<ReadonlyMap<string, Kernel>> => {
  const found = new Map<string, Kernel>();
  for (const home of HOMES) {
    const folder = new URL(`../../../src/${home}/kernels/`, import.meta.url);
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
      const exported: Record<string, unknown> = await import(pathToFileURL(new URL(file, folder).pathname).href);
      for (const kernel of Object.values(exported).filter(isKernel)) found.set(`snake.${kernel.name}`, kernel);
    }
  }
  return found;
};

class GPUValidationError extends Error {}

class PlayedBuffer {
  words: Uint32Array<ArrayBuffer>;
  gone = false;

  constructor(
    readonly label: string,
    readonly size: number,
  ) {
    this.words = new Uint32Array(Math.ceil(size / 4));
  }

  async mapAsync(): Promise<undefined> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.gone) throw new Error('the buffer was destroyed');
    return undefined;
  }

  /** A copy: whoever reads it does not write. */
  getMappedRange(offset = 0, size = this.size - offset): ArrayBuffer {
    return this.words.buffer.slice(offset, offset + size);
  }

  unmap(): void {}

  destroy(): void {
    this.gone = true;
    this.words = new Uint32Array(0);
  }
}

interface Pipeline {
  readonly kernel: Kernel;
  readonly constants: Constants;
}
/** The buffers, and how many words of each are bound. */
type Group = readonly { readonly buffer: PlayedBuffer; readonly words: number }[];
/** One command of a command buffer, and the buffers that it needs. */
interface Command {
  readonly needs: readonly PlayedBuffer[];
  readonly act: () => void;
}

const execute = ({ kernel, constants }: Pipeline, group: Group, [nx, ny, nz]: readonly number[]): void => {
  const words: Words = Object.fromEntries(
    kernel.bindings.map(({ name }, i) => [name, group[i]!.buffer.words.subarray(0, group[i]!.words)]),
  );
  const once: GroupFunction = kernel.cpu(words, constants);
  for (let z = 0; z < nz!; z++) for (let y = 0; y < ny!; y++) for (let x = 0; x < nx!; x++) once(x, y, z);
};

const buffersOf = (group: Group): readonly PlayedBuffer[] => group.map(({ buffer }) => buffer);

class PlayedPass {
  #pipeline: Pipeline | undefined;
  #group: Group = [];

  constructor(private readonly commands: Command[]) {}

  setPipeline(pipeline: Pipeline): void {
    this.#pipeline = pipeline;
  }

  setBindGroup(_: number, group: Group): void {
    this.#group = group;
  }

  dispatchWorkgroups(x: number, y = 1, z = 1): void {
    const [pipeline, group] = [this.#pipeline!, this.#group];
    this.commands.push({ needs: buffersOf(group), act: () => execute(pipeline, group, [x, y, z]) });
  }

  dispatchWorkgroupsIndirect(from: PlayedBuffer, offset: number): void {
    const [pipeline, group] = [this.#pipeline!, this.#group];
    const at = offset / 4;
    const act = (): void => execute(pipeline, group, [...from.words.subarray(at, at + 3)]);
    this.commands.push({ needs: [...buffersOf(group), from], act });
  }

  end(): void {}
}

class PlayedEncoder {
  readonly #commands: Command[] = [];

  beginComputePass(): PlayedPass {
    return new PlayedPass(this.#commands);
  }

  clearBuffer(buffer: PlayedBuffer): void {
    this.#commands.push({ needs: [buffer], act: () => void buffer.words.fill(0) });
  }

  copyBufferToBuffer(from: PlayedBuffer, at: number, to: PlayedBuffer, toAt: number, bytes: number): void {
    const act = (): void => to.words.set(from.words.subarray(at / 4, (at + bytes) / 4), toAt / 4);
    this.#commands.push({ needs: [from, to], act });
  }

  resolveQuerySet(): void {}

  finish(): readonly Command[] {
    return this.#commands;
  }
}

class PlayedQueue {
  constructor(private readonly refuse: (reason: string) => void) {}

  submit(all: Iterable<readonly Command[]>): void {
    for (const { needs, act } of [...all].flat()) {
      const gone = needs.find((buffer) => buffer.gone);
      if (gone) {
        this.#refuseGone(gone);
        return;
      }
      act();
    }
  }

  writeBuffer(buffer: PlayedBuffer, at: number, source: ArrayBuffer, from: number, bytes: number): void {
    if (buffer.gone) {
      this.#refuseGone(buffer);
      return;
    }
    buffer.words.set(new Uint32Array(source, from, bytes / 4), at / 4);
    // A shader keeps scores as whole numbers, never as the estimates with which CPU kernels may begin.
    if (buffer.label === 'snake.snake.geometry') buffer.words[G.filter] = 0;
  }

  #refuseGone({ label }: PlayedBuffer): void {
    this.refuse(`the buffer ${label} was destroyed`);
  }

  async onSubmittedWorkDone(): Promise<undefined> {
    await new Promise((resolve) => setImmediate(resolve));
    return undefined;
  }
}

/** The device, and the adapter that it is of. */
export const playedDevice = async (): Promise<{
  readonly device: GPUDevice;
  readonly adapter: Pick<GPUAdapter, 'info' | 'limits' | 'features'>;
}> => {
  const kernels = await allKernels();
  const scopes: { error: Error | null }[] = [];
  const refuse = (reason: string): void => {
    const scope = scopes.at(-1);
    if (!scope) throw new Error(`nobody asks for it: ${reason}`);
    scope.error ??= new GPUValidationError(reason);
  };
  const limits = {
    // Few workgroups side by side: their buffers are made anew for each device.
    maxStorageBufferBindingSize: 2 ** 22,
    maxBufferSize: 2 ** 22,
    maxStorageBuffersPerShaderStage: 10,
    maxComputeWorkgroupStorageSize: 3 * 2 ** 14,
    maxComputeWorkgroupsPerDimension: 2 ** 16 - 1,
  };
  const features = new Set(['timestamp-query']);
  const device = {
    limits,
    features,
    lost: new Promise(() => {}),
    queue: new PlayedQueue(refuse),
    createBuffer: ({ label = '', size }: GPUBufferDescriptor) => new PlayedBuffer(label, size),
    createBindGroupLayout: () => ({}),
    createPipelineLayout: () => ({}),
    createShaderModule: () => ({ getCompilationInfo: async () => ({ messages: [] }) }),
    createQuerySet: () => ({ destroy: () => {} }),
    createBindGroup: ({
      entries,
    }: {
      entries: Iterable<{ resource: { buffer: PlayedBuffer; size: number } }>;
    }): Group => [...entries].map(({ resource: { buffer, size } }) => ({ buffer, words: size / 4 })),
    createComputePipelineAsync: async ({ label = '', compute }: GPUComputePipelineDescriptor): Promise<Pipeline> => {
      const kernel = kernels.get(label);
      if (!kernel) throw new Error(`no kernel is called ${label}`);
      return { kernel, constants: { ...compute.constants } };
    },
    createCommandEncoder: () => new PlayedEncoder(),
    pushErrorScope: () => void scopes.push({ error: null }),
    popErrorScope: async () => scopes.pop()?.error ?? null,
    destroy: () => {},
  };
  const info = { vendor: 'CPU kernels', architecture: '', device: '', description: '', isFallbackAdapter: false };
  return { device, adapter: { info, limits, features } } as unknown as Awaited<ReturnType<typeof playedDevice>>;
};
