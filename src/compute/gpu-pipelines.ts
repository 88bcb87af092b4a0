import { reasonOf, SegmenterError } from '../core/errors.js';
import { later } from '../core/later.js';
import type { Program } from './executor.js';
import type { Access, Constants, Kernel } from './recording.js';
import { joined, type Wgsl } from './wgsl.js';

const COMPUTE = 0x4;

const bufferTypes: Readonly<Record<Access, GPUBufferBindingType>> = {
  uniform: 'uniform',
  read: 'read-only-storage',
  'read-write': 'storage',
};

/** A compiled kernel. */
export interface Pipeline {
  /** The same for all pipelines of one kernel. */
  readonly id: number;
  readonly layout: GPUBindGroupLayout;
  readonly compute: GPUComputePipeline;
}

interface Entry {
  readonly id: number;
  readonly layout: GPUBindGroupLayout;
  readonly module: GPUShaderModule;
  readonly pipelineLayout: GPUPipelineLayout;
  readonly made: Map<string, Pipeline>;
  readonly making: Map<string, Promise<void>>;
}

/** The text of a kernel's shader, loaded where necessary. */
export const textOf = async ({ wgsl }: Kernel): Promise<string> =>
  joined(typeof wgsl === 'function' ? (await later<{ readonly default: Wgsl }>(wgsl).load()).default : wgsl);

const keyOf = (constants: Constants): string => {
  const names = Object.keys(constants);
  return names.length === 0
    ? ''
    : names
        .sort()
        .map((name) => `${name}=${constants[name]}`)
        .join();
};

/** The compute pipelines of one device: one for each kernel and set of constants, all with explicit layouts. */
export class Pipelines {
  readonly #entries = new Map<Kernel, Entry>();
  readonly #texts = new Map<Kernel, string>();

  constructor(
    private readonly device: GPUDevice,
    private readonly adapter: string,
  ) {}

  /** The pipeline, if it is compiled. */
  get({ kernel, constants = {} }: Program): Pipeline | undefined {
    return this.#entries.get(kernel)?.made.get(keyOf(constants));
  }

  /** Compiles missing pipelines in parallel. Rejects with `kernel-failed`, and with `not-loaded` where a shader could not be loaded. */
  async compile(programs: Iterable<Program>): Promise<void> {
    const missing = [...programs].filter((program) => !this.get(program));
    await this.#load(new Set(missing.map(({ kernel }) => kernel)));
    const waiting = new Set<Promise<void>>();
    for (const program of missing) {
      if (this.get(program)) continue;
      const entry = this.#entry(program.kernel);
      const key = keyOf(program.constants ?? {});
      let making = entry.making.get(key);
      if (!making) {
        making = this.#make(program, entry, key).finally(() => entry.making.delete(key));
        entry.making.set(key, making);
      }
      waiting.add(making);
    }
    await Promise.all(waiting);
  }

  async #load(kernels: ReadonlySet<Kernel>): Promise<void> {
    const load = async (kernel: Kernel): Promise<void> => void this.#texts.set(kernel, await textOf(kernel));
    await Promise.all([...kernels].filter((kernel) => !this.#texts.has(kernel)).map(load));
  }

  /** Errors of modules and layouts are reported through the pipelines that use them. */
  #entry(kernel: Kernel): Entry {
    const known = this.#entries.get(kernel);
    if (known) return known;
    const label = `snake.${kernel.name}`;
    this.device.pushErrorScope('validation');
    try {
      const layout = this.device.createBindGroupLayout({
        label,
        entries: kernel.bindings.map(({ access }, binding) => ({
          binding,
          visibility: COMPUTE,
          buffer: { type: bufferTypes[access] },
        })),
      });
      const entry: Entry = {
        id: this.#entries.size,
        layout,
        module: this.device.createShaderModule({ label, code: this.#texts.get(kernel) ?? '' }),
        pipelineLayout: this.device.createPipelineLayout({ label, bindGroupLayouts: [layout] }),
        made: new Map(),
        making: new Map(),
      };
      this.#entries.set(kernel, entry);
      return entry;
    } catch (cause) {
      throw this.#failure(kernel, reasonOf(cause), cause);
    } finally {
      this.device.popErrorScope().catch(() => null);
    }
  }

  #failure(kernel: Kernel, reason: string, cause: unknown): SegmenterError {
    return new SegmenterError('kernel-failed', { kernel: kernel.name, adapter: this.adapter, reason }, { cause });
  }

  async #make({ kernel, constants = {} }: Program, entry: Entry, key: string): Promise<void> {
    try {
      const compute = await this.device.createComputePipelineAsync({
        label: `snake.${kernel.name}`,
        layout: entry.pipelineLayout,
        compute: { module: entry.module, entryPoint: 'main', constants: { ...constants } },
      });
      entry.made.set(key, { id: entry.id, layout: entry.layout, compute });
    } catch (cause) {
      throw this.#failure(kernel, (await complaints(entry.module)) || reasonOf(cause), cause);
    }
  }
}

const complaints = async (module: GPUShaderModule): Promise<string> => {
  try {
    const { messages } = await module.getCompilationInfo();
    return messages
      .filter(({ type }) => type === 'error')
      .map(({ lineNum, message }) => `line ${lineNum}: ${message}`)
      .join('; ');
  } catch {
    return '';
  }
};
