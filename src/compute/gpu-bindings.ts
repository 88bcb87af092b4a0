import { bufferOf, type GpuBuffer } from './gpu-memory.js';
import type { Pipeline, Pipelines } from './gpu-pipelines.js';
import type { Command } from './recording.js';

/** A command that runs a kernel. */
export type Dispatch = Command & { readonly kind: 'dispatch' };

/** A dispatch's pipeline and bind group. */
export interface Bound {
  readonly pipeline: Pipeline;
  readonly group: GPUBindGroup;
  readonly buffers: readonly GpuBuffer[];
}

/** The pipelines and bind groups of a device's dispatches, cached per dispatch. */
export class Bindings {
  readonly #groups = new Map<string, GPUBindGroup>();
  readonly #bound = new WeakMap<Dispatch, Bound>();

  /** @param most workgroups in one dimension */
  constructor(
    private readonly device: GPUDevice,
    private readonly pipelines: Pipelines,
    private readonly most: number,
  ) {}

  /** Whether the dispatch has been bound, which implies that its pipeline is compiled. */
  has(command: Dispatch): boolean {
    return this.#bound.has(command);
  }

  /**
   * Binds a dispatch, whose pipeline must be compiled.
   * @throws RangeError where there are too many workgroups
   * @throws TypeError where a buffer is missing, destroyed or another executor's
   */
  of(command: Dispatch): Bound {
    const known = this.#bound.get(command);
    if (known) {
      for (const buffer of known.buffers) bufferOf(buffer);
      return known;
    }
    const { kernel } = command;
    this.#checkGroups(command);
    const pipeline = this.pipelines.get(command)!;
    const buffers = kernel.bindings.map(({ name }) => {
      const buffer = command.buffers[name];
      if (!buffer) throw new TypeError(`kernel ${kernel.name} lacks a buffer for its binding ${name}`);
      return bufferOf(buffer);
    });
    const key = `${pipeline.id} ${buffers.map(({ id }) => id).join()}`;
    let group = this.#groups.get(key);
    if (!group) {
      group = this.device.createBindGroup({
        label: `snake.${kernel.name}`,
        layout: pipeline.layout,
        // The device's buffer may be longer.
        entries: buffers.map(({ gpu, bound }, binding) => ({ binding, resource: { buffer: gpu, size: bound } })),
      });
      this.#groups.set(key, group);
      for (const buffer of buffers) buffer.groups.add(key);
    }
    const bound = { pipeline, group, buffers };
    this.#bound.set(command, bound);
    return bound;
  }

  /** Drops the bind groups that hold a buffer. */
  forget(buffer: GpuBuffer): void {
    for (const key of buffer.groups) this.#groups.delete(key);
  }

  #checkGroups({ kernel, groups }: Dispatch): void {
    const most = 'indirect' in groups ? groups.most : groups;
    if (Math.max(...most) <= this.most) return;
    throw new RangeError(`kernel ${kernel.name}: ${most.join(' × ')} groups; at most ${this.most} a dimension`);
  }
}
