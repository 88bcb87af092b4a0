/** Buffers of one use through which the host and a device exchange words, used again and again. */
export class MappableBuffers {
  /** Those that nobody has. */
  readonly free: GPUBuffer[] = [];
  readonly #all = new Set<GPUBuffer>();

  constructor(
    private readonly device: GPUDevice,
    private readonly label: string,
    private readonly usage: number,
  ) {}

  /** All that are not destroyed, free or not. */
  get count(): number {
    return this.#all.size;
  }

  /** Of `size` bytes; its errors go to the caller's scopes. */
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
