/** Chooses who runs the recordings. */
import { CpuExecutor } from './cpu-executor.js';
import { SegmenterError } from './errors.js';
import type { Executor } from './executor.js';
import type { BackendChoice, BackendInfo } from './protocol.js';

export interface BackendOptions {
  /** The WebGPU entry point where the host has no `navigator.gpu`: in Node, Dawn's. */
  readonly gpu?: GPU;
}

export interface Backend extends BackendInfo {
  readonly executor: Executor;
}

/** Resolves to the executor of `choice`. Rejects with `no-webgpu` where WebGPU was asked for and is not there. */
export const createExecutor = async (choice: BackendChoice, _options: BackendOptions = {}): Promise<Backend> => {
  if (choice === 'webgpu') throw new SegmenterError('no-webgpu', { reason: 'this build has no WebGPU engine' });
  const executor = new CpuExecutor();
  const reason = choice === 'cpu' ? 'the CPU was asked for' : 'this build has no WebGPU engine';
  return { executor, backend: executor.backend, adapter: executor.adapter, reason };
};
