/** The choice of the executor. */

import { SegmenterError } from '../core/errors.js';
import { later } from '../core/later.js';
import { CpuExecutor } from './cpu-executor.js';
import { type GpuDevice, type LossBudget, openDevice } from './device.js';
import type { BackendName, Executor } from './executor.js';
import type { GpuExecutor, GpuExecutorOptions } from './gpu-executor.js';

/** Options of the choice of an executor. */
export interface BackendOptions extends GpuExecutorOptions {
  /** The WebGPU entry point where the host has no `navigator.gpu`: in Node, Dawn's. */
  readonly gpu?: GPU;
  /** The caller's record of lost devices; no device is opened once the budget is spent. */
  readonly losses?: LossBudget;
}

/** The WebGPU executor: most machines without a device never load it. */
const onDevice = later(() => import('./gpu-executor.js'));

/** An executor, and why it was chosen. */
export interface Backend extends BackendInfo {
  readonly executor: Executor;
  /** True where the CPU may begin a run whose kernels the device is still compiling. */
  readonly standIn?: boolean;
}

/**
 * Resolves to the executor of `choice`; `auto` takes WebGPU on a real GPU, else the CPU, and gives the reason. Rejects with
 * `no-webgpu` where WebGPU was requested and is not available, and with `device-lost` where it was lost too often.
 */
export const createExecutor = async (choice: BackendChoice, options: BackendOptions = {}): Promise<Backend> => {
  if (choice === 'cpu') return cpu('the CPU was asked for');
  let opened: GpuDevice;
  try {
    options.losses?.check();
    opened = await openDevice({ gpu: options.gpu, patience: options.patience });
  } catch (error) {
    if (choice === 'webgpu' || !(error instanceof SegmenterError)) throw error;
    return cpu(`WebGPU is not there: ${error.values.reason}`);
  }
  if (choice === 'auto' && opened.software) {
    opened.device.destroy();
    return cpu(`the adapter ${opened.adapter} is software, slower than our own code on the CPU`);
  }
  let executor: GpuExecutor;
  try {
    executor = new (await onDevice.load()).GpuExecutor(opened, options);
  } catch (error) {
    opened.device.destroy();
    if (choice === 'webgpu' || !(error instanceof SegmenterError)) throw error;
    return cpu(error.message);
  }
  void executor.lost.then(() => options.losses?.spend());
  const reason = choice === 'auto' ? 'a GPU is there' : 'WebGPU was asked for';
  return { executor, backend: executor.backend, adapter: executor.adapter, reason, standIn: choice === 'auto' };
};

const cpu = (reason: string): Backend => {
  const executor = new CpuExecutor();
  return { executor, backend: executor.backend, adapter: executor.adapter, reason };
};

/** The backend that a caller asks for; `auto` takes WebGPU on a real GPU, else the CPU. */
export type BackendChoice = 'auto' | BackendName;

/** The backend in use. */
export interface BackendInfo {
  /** What runs the kernels. */
  readonly backend: BackendName;
  /** The adapter's name, or `cpu`. */
  readonly adapter: string;
  /** Reason for this backend, in words. */
  readonly reason: string;
}
