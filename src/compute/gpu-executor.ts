import { whenAborted } from '../core/abort.js';
import { abortError, isAbort, reasonOf, SegmenterError, throwIfAborted } from '../core/errors.js';
import type { GpuDevice } from './device.js';
import type { Executor, ExecutorLimits, ExecutorStats, Program } from './executor.js';
import { Bindings } from './gpu-bindings.js';
import { copyWords, dispatch, kernelsOf, readWords, writeWords } from './gpu-commands.js';
import { allocate, GpuBuffer, gpuOf, isOutOfMemory, noReadback, scoped, upload } from './gpu-memory.js';
import { Pipelines } from './gpu-pipelines.js';
import { SpareBuffers } from './gpu-spares.js';
import { Staging } from './gpu-staging.js';
import { Timings } from './gpu-timings.js';
import { Uploads } from './gpu-uploads.js';
import type { DeviceBuffer, Recording } from './recording.js';
import { Tally } from './tally.js';

/** Options of the executor on WebGPU. */
export interface GpuExecutorOptions {
  /** Limits lower than the device's, to test small images as if they were large. */
  readonly limits?: Partial<ExecutorLimits>;
  /** Times every dispatch, where the device can; each then has its own pass, which is slower. */
  readonly timings?: boolean;
  /**
   * Timeout of a submit in milliseconds, after which the device counts as lost; 30,000 by default, and none on
   * a software adapter, which may take that long.
   */
  readonly patience?: number;
  /** Maximum bytes of unused buffers that are kept for reuse. */
  readonly spares?: number;
}

/** Dispatches per command buffer, and in the first one of a submit, so that the device starts while the next are encoded. */
const DISPATCHES = 64;
const FIRST_DISPATCHES = 12;

/** Timeout in milliseconds: a submit takes about 12 ms (`snake/batches.ts`), the slowest a second or two. */
const PATIENCE = 30_000;
/** Factor of the timeout for compilation, since a driver's first compilation of a kernel takes seconds, and for an upload of gigabytes. */
const SLOW = 4;

/** A pending submit, with the place of each read in the staging buffer. */
interface Flight {
  readonly staging: GPUBuffer | undefined;
  readonly bytes: number;
  readonly reads: readonly { readonly at: number; readonly length: number }[];
  readonly timed: { readonly names: readonly string[]; readonly at: number } | undefined;
  /** Settles when the device is done, with the reason where it failed. */
  readonly done: Promise<{ readonly reason: unknown } | undefined>;
}

/**
 * Runs recordings on one WebGPU device, which it owns. Submits run in the order of their calls; a caller need not await one before
 * the next. Consecutive dispatches share a pass; all reads of a submit share one
 * staging buffer and one mapping. A `write` after a dispatch splits the command buffer, so writes should come first.
 * A grid is limited to `limits.groups` in each dimension: a kernel for larger grids must fold its index itself.
 */
export class GpuExecutor implements Executor {
  readonly backend = 'webgpu';
  readonly adapter: string;
  readonly limits: ExecutorLimits;
  readonly generation: number;
  /** Resolves, with the reason as text, when the device is lost; stays pending when it is disposed of. */
  readonly lost: Promise<string>;
  readonly isCompiled = (program: Program): boolean => this.#pipelines.get(program) !== undefined;

  readonly #device: GPUDevice;
  readonly #pipelines: Pipelines;
  readonly #staging: Staging;
  readonly #uploads: Uploads;
  readonly #spares: SpareBuffers;
  #timings: Timings | undefined;
  #timed = false;
  readonly #tally = new Tally<GpuBuffer>();
  readonly #bindings: Bindings;
  readonly #waiting = new Set<(reason: unknown) => void>();
  readonly #patience: number;
  #lose: (reason: string) => void = () => {};
  #turn: Promise<unknown> = Promise.resolve();
  #ended: SegmenterError | DOMException | undefined;
  #uncaptured: GPUError | undefined;
  /** Pending submits on the device. */
  #underWay = 0;
  #ids = 0;

  constructor({ device, adapter, software, generation }: GpuDevice, options: GpuExecutorOptions = {}) {
    this.#device = device;
    this.#patience = options.patience ?? (software ? Infinity : PATIENCE);
    this.adapter = adapter;
    this.generation = generation;
    const { limits } = device;
    this.limits = {
      binding: Math.min(limits.maxStorageBufferBindingSize, options.limits?.binding ?? Infinity),
      buffer: Math.min(limits.maxBufferSize, options.limits?.buffer ?? Infinity),
      groups: Math.min(limits.maxComputeWorkgroupsPerDimension, options.limits?.groups ?? Infinity),
      storageBindings: Math.min(limits.maxStorageBuffersPerShaderStage, options.limits?.storageBindings ?? Infinity),
      workgroupBytes: Math.min(limits.maxComputeWorkgroupStorageSize, options.limits?.workgroupBytes ?? Infinity),
    };
    this.#pipelines = new Pipelines(device, adapter);
    this.#bindings = new Bindings(device, this.#pipelines, this.limits.groups);
    this.#staging = new Staging(device);
    this.#uploads = new Uploads(device);
    this.#spares = new SpareBuffers(this.limits.buffer, options.spares);
    this.takeTimes(options.timings === true);
    device.addEventListener('uncapturederror', (event) => {
      event.preventDefault();
      this.#uncaptured ??= event.error;
    });
    this.lost = new Promise((resolve) => {
      this.#lose = (reason) => {
        if (this.#ended) return;
        resolve(reason);
        this.#end(new SegmenterError('device-lost', { reason }));
      };
    });
    void device.lost.then(({ reason, message }) => this.#lose(message === '' ? reason : message));
  }

  async buffer(label: string, words: number | Uint32Array): Promise<DeviceBuffer> {
    this.#check();
    const data = typeof words === 'number' ? undefined : words;
    const bytes = 4 * (data?.length ?? Number(words));
    if (bytes > Math.min(this.limits.buffer, this.limits.binding))
      throw new SegmenterError('out-of-memory', { what: label, needed: bytes });
    const gpu = await this.#spares.buffer(label, bytes, data === undefined, (size) => this.#made(label, size));
    const buffer = new GpuBuffer(++this.#ids, label, bytes, gpu, (gone) => this.#release(gone));
    this.#tally.hold(buffer);
    try {
      this.#check();
      if (data) await this.#uploaded(label, gpu, data);
    } catch (error) {
      buffer.destroy();
      throw error;
    }
    return buffer;
  }

  #made(label: string, size: number): Promise<GPUBuffer> {
    return allocate(this.#device, label, size, (word) => {
      this.#watch(word, 'making a buffer');
      return this.#settled(word);
    });
  }

  #uploaded(label: string, gpu: GPUBuffer, data: Uint32Array): Promise<void> {
    const uploading = upload(this.#device, this.#uploads, gpu, data).catch((cause: unknown) => {
      throw this.#refusal([label], cause);
    });
    this.#watch(uploading, 'taking samples', SLOW * this.#patience);
    return this.#settled(uploading);
  }

  async prepare(programs: readonly Program[]): Promise<void> {
    this.#check();
    await this.#settled(this.#compiled(programs));
  }

  async submit(recording: Recording, signal?: AbortSignal): Promise<Uint32Array[]> {
    throwIfAborted(signal);
    this.#check();
    const flight = this.#turn.then(() => this.#launch(recording, signal));
    this.#turn = flight.catch(() => undefined);
    const landed = flight.then((under) => this.#land(under));
    return await this.#settled(landed, signal);
  }

  takeTimes(wanted: boolean): void {
    this.#timed = wanted && !this.#ended && this.#device.features.has('timestamp-query');
    try {
      if (this.#timed) this.#timings ??= new Timings(this.#device);
    } catch {
      // Timing stays off on a device that refuses the queries.
      this.#timed = false;
    }
  }

  stats(): ExecutorStats {
    return this.#tally.stats(this);
  }

  dispose(): void {
    this.#end(abortError());
    for (const buffer of [...this.#tally.live]) buffer.destroy();
    this.#spares.clear();
    this.#staging.dispose();
    this.#uploads.dispose();
    this.#timings?.dispose();
    this.#device.destroy();
  }

  #end(reason: SegmenterError | DOMException): void {
    this.#ended ??= reason;
    for (const reject of [...this.#waiting]) reject(this.#ended);
  }

  #check(): void {
    if (this.#ended) throw this.#ended;
  }

  #release(buffer: GpuBuffer): void {
    this.#tally.release(buffer);
    this.#bindings.forget(buffer);
    this.#spares.give(buffer.gpu);
  }

  /** Settles as `work`, but rejects at once when the signal aborts, the device is lost or the executor is disposed of. */
  #settled<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const left = signal && whenAborted(signal, () => reject(abortError()));
      this.#waiting.add(reject);
      const leave = () => {
        left?.();
        this.#waiting.delete(reject);
      };
      work.then(
        (value) => {
          leave();
          resolve(value);
        },
        (error) => {
          leave();
          reject(this.#ended ?? error);
        },
      );
    });
  }

  /** Compiles missing kernels, then encodes and queues the whole recording at once. */
  async #launch(recording: Recording, signal: AbortSignal | undefined): Promise<Flight> {
    const missing = recording.commands.filter(
      (command) => command.kind === 'dispatch' && !this.#bindings.has(command) && !this.#pipelines.get(command),
    );
    if (missing.length > 0) await this.#compiled(missing.filter((command) => command.kind === 'dispatch'));
    throwIfAborted(signal);
    this.#check();
    this.#tally.submits++;
    const { value, error } = this.#refused(kernelsOf(recording), () =>
      scoped(this.#device, () => this.#staging.during(() => this.#encode(recording))),
    );
    this.#underWay++;
    const done = Promise.all([error, value.mapped]).then(([failure, reason]) => {
      this.#underWay--;
      if (failure) throw this.#explained(failure, value.bytes, kernelsOf(recording));
      return reason;
    });
    this.#watch(done);
    return { ...value, done };
  }

  /** Returns the value of `call`; an exception of the device is reported as its refusal. */
  #refused<T>(kernels: readonly string[], call: () => T): T {
    try {
      return call();
    } catch (cause) {
      throw this.#refusal(kernels, cause);
    }
  }

  #refusal(kernels: readonly string[], cause: unknown): unknown {
    if (cause instanceof SegmenterError || isAbort(cause)) return cause;
    const kernel = kernels.join(' or ') || 'copies';
    return new SegmenterError('kernel-failed', { kernel, adapter: this.adapter, reason: reasonOf(cause) }, { cause });
  }

  #compiled(programs: Parameters<Pipelines['compile']>[0]): Promise<void> {
    const compiled = this.#pipelines.compile(programs);
    this.#watch(compiled, 'compiling', SLOW * this.#patience);
    return compiled;
  }

  #watch(done: Promise<unknown>, what = 'a submit', patience = this.#patience): void {
    if (patience === Infinity) return;
    const hung = (): void => this.#lose(`it was not done with ${what} after ${patience / 1000} s`);
    const timer = setTimeout(hung, patience);
    const stop = (): void => clearTimeout(timer);
    done.then(stop, stop);
  }

  #encode(recording: Recording) {
    const device = this.#device;
    this.#spares.zero(device);
    let encoder: GPUCommandEncoder | undefined;
    let pass: GPUComputePassEncoder | undefined;
    const encoding = (): GPUCommandEncoder => {
      pass?.end();
      pass = undefined;
      encoder ??= device.createCommandEncoder({ label: 'snake.submit' });
      return encoder;
    };
    const flush = () => {
      if (encoder) device.queue.submit([encoding().finish()]);
      encoder = undefined;
    };
    let bytes = 0;
    let dispatches = 0;
    for (const command of recording.commands) {
      if (command.kind === 'read') bytes += 4 * command.length;
      if (command.kind === 'dispatch') dispatches++;
    }
    const timings = this.#timed ? this.#timings : undefined;
    const timesAt = Math.ceil(bytes / 8) * 8;
    const size = timings ? timesAt + 16 * dispatches : bytes;
    const staging = size > 0 ? this.#staging.take(size) : undefined;
    const reads: { at: number; length: number }[] = [];
    let at = 0;
    let encoded = 0;
    // Splitting off a first part is useless while the device is busy.
    const first = this.#underWay > 0 ? DISPATCHES : FIRST_DISPATCHES;
    for (const command of recording.commands) {
      switch (command.kind) {
        case 'dispatch': {
          const { pipeline, group } = this.#bindings.of(command);
          this.#tally.dispatched(command.kernel.name);
          if (timings) {
            const timestampWrites = timings.next(command.kernel.name);
            pass = encoding().beginComputePass({ label: `snake.${command.kernel.name}`, timestampWrites });
          }
          pass ??= encoding().beginComputePass({ label: 'snake.pass' });
          pass.setPipeline(pipeline.compute);
          pass.setBindGroup(0, group);
          dispatch(pass, command.groups);
          if (++encoded === first || encoded % DISPATCHES === 0) flush();
          break;
        }
        case 'write':
          writeWords(device, this.#uploads, command, encoding, flush);
          break;
        case 'clear':
          encoding().clearBuffer(gpuOf(command.buffer));
          break;
        case 'copy':
          copyWords(encoding(), command);
          break;
        case 'read':
          this.#tally.reads++;
          reads.push({ at, length: command.length });
          if (command.length === 0) break;
          readWords(encoding(), command, staging!, at);
          at += command.length * 4;
          break;
      }
    }
    const names = timings && dispatches > 0 ? timings.resolve(encoding(), staging!, timesAt) : undefined;
    flush();
    this.#uploads.give();
    const work = staging ? this.#staging.map(staging, size) : device.queue.onSubmittedWorkDone();
    const mapped = work.then(
      () => undefined,
      (reason: unknown) => ({ reason }),
    );
    return { staging, bytes: size, reads, timed: names && { names, at: timesAt }, mapped };
  }

  /** Waits for a submit and copies the results of its reads. */
  async #land({ staging, done, reads, timed, bytes }: Flight): Promise<Uint32Array[]> {
    let failed = true;
    try {
      const failure = await done;
      if (this.#uncaptured) throw this.#explained(this.#uncaptured, bytes, []);
      if (failure) throw this.#given(failure.reason);
      if (!staging) return reads.map(() => new Uint32Array(0));
      const range = this.#mapped(staging, bytes);
      failed = false;
      if (timed) this.#note(timed.names, new BigUint64Array(range, timed.at, 2 * timed.names.length));
      return reads.map(({ at, length }) => new Uint32Array(range, at, length).slice());
    } finally {
      if (staging) this.#staging.give(staging, failed);
    }
  }

  #mapped(staging: GPUBuffer, bytes: number): ArrayBuffer {
    try {
      return staging.getMappedRange(0, bytes);
    } catch (cause) {
      throw this.#given(cause);
    }
  }

  /** The error of a device that does not return its results, which counts as lost. */
  #given(cause: unknown): SegmenterError {
    const reason = reasonOf(cause);
    this.#lose(reason);
    return new SegmenterError('device-lost', { reason });
  }

  /** The error of a submit: names the kernel in the device's message, or else all kernels of the submit. */
  #explained(error: GPUError, bytes: number, kernels: readonly string[]): SegmenterError {
    this.#uncaptured = undefined;
    if (isOutOfMemory(error)) return noReadback(bytes);
    const named = kernels.find((kernel) => error.message.includes(`"snake.${kernel}"`));
    const kernel = named ?? (kernels.join(' or ') || 'copies');
    return new SegmenterError('kernel-failed', { kernel, adapter: this.adapter, reason: error.message });
  }

  #note(names: readonly string[], times: BigUint64Array): void {
    names.forEach((name, i) => {
      const nanoseconds = Number(times[2 * i + 1]! - times[2 * i]!);
      if (nanoseconds > 0) this.#tally.timing(name).milliseconds += nanoseconds / 1e6;
    });
  }
}
