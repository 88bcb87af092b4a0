/** Buffers of one usage through which the host and a device exchange words, reused. */
export class MappableBuffers {
  /** Unused buffers. */
  readonly free: GPUBuffer[] = [];
  readonly #all = new Set<GPUBuffer>();

  constructor(
    private readonly device: GPUDevice,
    private readonly label: string,
    private readonly usage: number,
  ) {}

  /** Number of buffers that are not destroyed, free or in use. */
  get count(): number {
    return this.#all.size;
  }

  /** Makes a buffer of `size` bytes; its errors are reported to the caller's error scopes. */
  make(size: number, mappedAtCreation = false): GPUBuffer {
    const { label, usage } = this;
    const buffer = this.device.createBuffer({ label: `snake.${label}`, size, usage, mappedAtCreation });
    this.#all.add(buffer);
    return buffer;
  }

  drop(buffer: GPUBuffer): void {
    this.#all.delete(buffer);
    buffer.destroy();
  }

  dispose(): void {
    for (const buffer of this.#all) buffer.destroy();
    this.#all.clear();
    this.free.length = 0;
  }
}
