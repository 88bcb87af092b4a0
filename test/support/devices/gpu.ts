import assert from 'node:assert/strict';
import { after, type TestContext } from 'node:test';
import { type GpuDevice, openDevice } from '../../../src/compute/device.js';
import { GpuExecutor, type GpuExecutorOptions } from '../../../src/compute/gpu-executor.js';
import { dawn } from './dawn.js';
import { FaultyCalls, virtualGpu } from './virtual-device.js';

/** `GPU` of Node, or nothing, and then the test is counted as skipped: the browser's tests are the proof there. */
export const nodeGpu = async (t: TestContext): Promise<GPU | undefined> => {
  const found = await dawn();
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

/**
 * A device of its own for the test before that of `sharedGpu`, so that nothing is compiled again for it. It can be lost and instrumented by
 * itself; what a real device does when it is destroyed is seen on a real one alone.
 */
export const virtualDevice = async (t: TestContext): Promise<GpuDevice | undefined> => {
  const found = await nodeGpu(t);
  if (!found) return undefined;
  const { device } = await share(found);
  const adapter = (await found.requestAdapter())!;
  const opened = await openDevice({ gpu: virtualGpu(device, adapter, new FaultyCalls('lost')) });
  t.after(() => opened.device.destroy());
  return opened;
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
