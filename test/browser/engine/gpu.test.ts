/** The GPU engine in a browser: the same trials as in Node, on the browser's own WebGPU. */
import { expect } from '@open-wc/testing';
import { createExecutor } from '../../../src/compute/backend.js';
import type { Executor } from '../../../src/compute/executor.js';
import { Recording } from '../../../src/compute/recording.js';
import { addKernel } from '../../support/kernels/add-kernel.js';
import { assertSameBits } from '../../support/kernels/kernel-trial.js';
import { arithmeticTrial, crossingTrial, logarithmTrial } from '../../support/kernels/shared-trials.js';

const webgpu = async (options = {}): Promise<Executor> => (await createExecutor('webgpu', options)).executor;

describe('WebGPU in the browser', () => {
  it('is left alone by auto where the adapter is software, with the reason in words', async () => {
    const chosen = await createExecutor('auto');
    const asked = await createExecutor('webgpu');
    // Firefox names no adapter.
    const { isFallbackAdapter } = (await navigator.gpu.requestAdapter())?.info ?? {};
    const software = isFallbackAdapter === true || /swiftshader|llvmpipe|software/i.test(asked.adapter);
    expect(chosen.backend).to.equal(software ? 'cpu' : 'webgpu');
    expect(chosen.reason).to.match(software ? /software/ : /GPU/);
    asked.executor.dispose();
    chosen.executor.dispose();
  });

  it('computes whole numbers, logarithms and crossings as they are', async () => {
    const gpu = await webgpu();
    for (const trial of [arithmeticTrial(4, 5000), logarithmTrial(5, 5000), crossingTrial(6, 20_000)]) {
      await assertSameBits(gpu, trial);
    }
    gpu.dispose();
  });

  it('runs submits in their order, rejects one that is aborted, and frees what it had', async () => {
    const gpu = await webgpu();
    const by = await gpu.buffer('by', Uint32Array.of(2));
    const to = await gpu.buffer('to', 4);
    const recording = new Recording().dispatch(addKernel, { by, to }, [1, 1, 1]).read(to, 1);
    const all = await Promise.all([1, 2, 3].map(() => gpu.submit(recording)));
    expect(all.map(([words]) => words![0])).to.deep.equal([2, 4, 6]);
    const controller = new AbortController();
    const aborted = gpu.submit(recording, controller.signal).catch((error: Error) => error.name);
    controller.abort();
    expect(await aborted).to.equal('AbortError');
    gpu.dispose();
    expect(gpu.stats().buffers).to.equal(0);
    const after = await gpu.submit(recording).catch((error: Error) => error.name);
    expect(after).to.equal('AbortError');
  });
});
