import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { type GpuDevice, openDevice } from '../../src/worker/device.js';
import { GpuExecutor, type GpuExecutorOptions } from '../../src/worker/gpu-executor.js';

/** Where Chromium's package puts the Vulkan driver of SwiftShader, which needs no GPU. */
const SWIFTSHADER = '/usr/lib/chromium/vk_swiftshader_icd.json';

let gpu: Promise<GPU | string> | undefined;

/** Dawn for Node, or why it is not there. */
const dawn = async (): Promise<GPU | string> => {
  const { env } = process;
  if (!env.VK_ICD_FILENAMES && !env.VK_DRIVER_FILES && existsSync(SWIFTSHADER)) {
    env.VK_ICD_FILENAMES = SWIFTSHADER;
  }
  try {
    const { create } = await import('webgpu');
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
