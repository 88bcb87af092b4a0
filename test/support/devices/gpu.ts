import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, type TestContext } from 'node:test';
import { type GpuDevice, openDevice } from '../../../src/compute/device.js';
import { GpuExecutor, type GpuExecutorOptions } from '../../../src/compute/gpu-executor.js';

/** File in which Chromium's package puts the Vulkan driver of SwiftShader, which needs no GPU. */
const SWIFTSHADER = '/usr/lib/chromium/vk_swiftshader_icd.json';

let gpu: Promise<GPU | string> | undefined;

/**
 * While anything is under way, Dawn asks for its events at every turn of the message loop, by the global `setImmediate`;
 * that takes a whole core from a software adapter, which compiles and runs the kernels on it. A millisecond between two
 * questions takes nothing.
 */
const askSeldom = (): void => {
  const later = <Rest extends unknown[]>(work: (...rest: Rest) => void, ...rest: Rest) => setTimeout(work, 1, ...rest);
  Object.assign(globalThis, { setImmediate: later });
};

/** Dawn for Node, or why it is not there. */
const dawn = async (): Promise<GPU | string> => {
  const { env } = process;
  if (!env.VK_ICD_FILENAMES && !env.VK_DRIVER_FILES && existsSync(SWIFTSHADER)) {
    env.VK_ICD_FILENAMES = SWIFTSHADER;
  }
  try {
    const { create } = await import('webgpu');
    askSeldom();
    const made = create([]);
    return (await made.requestAdapter()) ? made : 'Dawn finds no Vulkan adapter here';
  } catch (error) {
    return `Dawn does not load here: ${error instanceof Error ? error.message : String(error)}`;
  }
};

/** `GPU` of Node, or nothing, and then the test is counted as skipped: the browser's tests are the proof there. */
export const nodeGpu = async (t: TestContext): Promise<GPU | undefined> => {
  gpu ??= dawn();
  const found = await gpu;
  if (typeof found !== 'string') return found;
  t.skip(`no WebGPU in Node: ${found}`);
  return undefined;
};

/** A device of its own for the test, destroyed after it. */
export const testDevice = async (t: TestContext): Promise<GpuDevice | undefined> => {
  const found = await nodeGpu(t);
  if (!found) return undefined;
  const opened = await openDevice({ gpu: found });
  t.after(() => opened.device.destroy());
  return opened;
};

/** An executor with a device of its own, disposed of after the test. */
export const testGpu = async (t: TestContext, options?: GpuExecutorOptions): Promise<GpuExecutor | undefined> => {
  const opened = await testDevice(t);
  if (!opened) return undefined;
  const executor = new GpuExecutor(opened, options);
  t.after(() => executor.dispose());
  return executor;
};

interface Shared {
  readonly device: GPUDevice;
  readonly executor: GpuExecutor;
}

let shared: Promise<Shared> | undefined;
after(async () => (await shared)?.executor.dispose());

const share = (found: GPU): Promise<Shared> => {
  shared ??= openDevice({ gpu: found }).then((opened) => ({ ...opened, executor: new GpuExecutor(opened) }));
  return shared;
};

/** The one executor of this process, so that its kernels are compiled once; the test must leave no buffer there. */
export const sharedGpu = async (t: TestContext): Promise<GpuExecutor | undefined> => {
  const found = await nodeGpu(t);
  if (!found) return undefined;
  const { executor } = await share(found);
  t.after(() => assert.equal(executor.stats().buffers, 0, 'buffers are left'));
  return executor;
};

/** The device of `sharedGpu`, which the test must not destroy. */
export const sharedDevice = async (t: TestContext): Promise<GPUDevice | undefined> => {
  const found = await nodeGpu(t);
  return typeof found === 'object' ? (await share(found)).device : undefined;
};

/**
 * A `GPU` that has the device of `sharedGpu` and no other: Dawn does not compile there again what it has compiled. For the
 * process's last test, as whoever destroys that device ends it for all.
 */
export const lastUseOfSharedGpu = async (t: TestContext): Promise<GPU | undefined> => {
  const found = await nodeGpu(t);
  if (!found) return undefined;
  const { device } = await share(found);
  const { info, limits, features } = (await found.requestAdapter())!;
  const adapter = { info, limits, features, requestDevice: async () => device };
  return { requestAdapter: async () => adapter } as unknown as GPU;
};
