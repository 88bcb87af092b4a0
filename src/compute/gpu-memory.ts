import { SegmenterError } from '../core/errors.js';
import { because } from '../core/reasons.js';
import { Uploads } from './gpu-uploads.js';
import type { DeviceBuffer } from './recording.js';

/** Flags of the WebGPU specification; Node has no `GPUBufferUsage`. */
const COPY_SRC = 0x4;
const COPY_DST = 0x8;
const UNIFORM = 0x40;
const STORAGE = 0x80;
const INDIRECT = 0x100;

/** Maximum bytes of one `writeBuffer` call. */
const CHUNK = 2 ** 25;

/** A buffer on the device. */
export class GpuBuffer implements DeviceBuffer {
  /** Keys of the bind groups that use the buffer. */
  readonly groups = new Set<string>();
  #gone = false;

  constructor(
    readonly id: number,
    readonly label: string,
    readonly byteLength: number,
    readonly gpu: GPUBuffer,
    /** Called when the buffer is destroyed, to reclaim its memory. */
    private readonly released: (buffer: GpuBuffer) => void,
  ) {}

  /** Bytes that are bound of the buffer. */
  get bound(): number {
    return Math.max(4, this.byteLength);
  }

  /** Whether it was destroyed; its memory may have been reused since. */
  get gone(): boolean {
    return this.#gone;
  }

  destroy(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.released(this);
  }
}

/** @throws TypeError for a buffer that belongs to another executor or was destroyed */
export const bufferOf = (buffer: DeviceBuffer): GpuBuffer => {
  if (!(buffer instanceof GpuBuffer)) throw new TypeError(`buffer ${buffer.label} is not of this executor`);
  if (buffer.gone) throw new TypeError(`the buffer ${buffer.label} was destroyed`);
  return buffer;
};

/** The device's buffer behind a buffer of this executor. Throws `TypeError` as `bufferOf` does. */
export const gpuOf = (buffer: DeviceBuffer): GPUBuffer => bufferOf(buffer).gpu;

/** Resolves to the first error caught by the error scopes around `action`, if any. */
export const scoped = <T>(
  device: GPUDevice,
  action: () => T,
): { readonly value: T; readonly error: Promise<GPUError | null> } => {
  device.pushErrorScope('validation');
  device.pushErrorScope('out-of-memory');
  try {
    const value = action();
    return { value, error: popped(device) };
  } catch (thrown) {
    void popped(device);
    throw thrown;
  }
};

/** The error of a scope; `null` for a lost device, whose loss is reported elsewhere. */
const popped = async (device: GPUDevice): Promise<GPUError | null> => {
  const pop = () => device.popErrorScope().catch(() => null);
  const [memory, validation] = await Promise.all([pop(), pop()]);
  return memory ?? validation;
};

/** Compares the class's name, since Node has no global `GPUOutOfMemoryError`. */
export const isOutOfMemory = (error: GPUError): boolean => error.constructor.name === 'GPUOutOfMemoryError';

/** The error of a readback for which the device lacks memory. */
export const noReadback = (bytes: number): SegmenterError =>
  new SegmenterError('out-of-memory', { what: because('readback')`the readback`, needed: bytes });

/** Label of the device's buffer. */
export const deviceLabel = (label: string): string => `snake.${label}`;

/** A zeroed device buffer of `bytes` bytes. Rejects with `out-of-memory`, or as `wait` does while the device's check is pending. */
export const allocate = async (
  device: GPUDevice,
  label: string,
  bytes: number,
  wait: <T>(word: Promise<T>) => Promise<T>,
): Promise<GPUBuffer> => {
  const outOfMemory = (cause?: unknown) =>
    new SegmenterError('out-of-memory', { what: label, needed: bytes }, { cause });
  let made: { readonly value: GPUBuffer; readonly error: Promise<GPUError | null> };
  try {
    made = scoped(device, () =>
      device.createBuffer({
        label: deviceLabel(label),
        size: bytes,
        usage: STORAGE | UNIFORM | INDIRECT | COPY_SRC | COPY_DST,
      }),
    );
  } catch (cause) {
    throw outOfMemory(cause);
  }
  try {
    const error = await wait(made.error);
    if (error) throw outOfMemory(error);
    return made.value;
  } catch (refusal) {
    made.value.destroy();
    throw refusal;
  }
};

/** Writes words to a buffer; `offset` in words. The caller may change `data` once this returns. */
export const write = (device: GPUDevice, buffer: GPUBuffer, data: Uint32Array, offset = 0): void => {
  const { buffer: source, byteOffset, byteLength } = data;
  for (let at = 0; at < byteLength; at += CHUNK) {
    device.queue.writeBuffer(buffer, offset * 4 + at, source, byteOffset + at, Math.min(CHUNK, byteLength - at));
  }
};

/**
 * Writes like `write`, but in pieces with few pending at a time, so that a large image is never copied as a whole. Does not wait where
 * every piece got a buffer of `uploads`, whose number is limited.
 */
export const upload = async (
  device: GPUDevice,
  uploads: Uploads,
  buffer: GPUBuffer,
  data: Uint32Array,
): Promise<void> => {
  let queued = false;
  for (let at = 0; at < data.length; at += Uploads.words) {
    const piece = data.subarray(at, at + Uploads.words);
    const from = uploads.take(piece);
    if (from) {
      const encoder = device.createCommandEncoder({ label: 'snake.upload' });
      encoder.copyBufferToBuffer(from, 0, buffer, 4 * at, piece.byteLength);
      device.queue.submit([encoder.finish()]);
      uploads.give();
    } else {
      write(device, buffer, piece, at);
      queued = true;
      if (data.length > Uploads.words) await device.queue.onSubmittedWorkDone();
    }
  }
  if (queued && data.length > Uploads.words) await device.queue.onSubmittedWorkDone();
};
