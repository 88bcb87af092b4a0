/** The line kernels in the browser: shaders against CPU kernels, and a whole run on WebGPU against the CPU. */
import { expect } from '@open-wc/testing';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import { openDevice } from '../../../src/compute/device.js';
import { GpuExecutor } from '../../../src/compute/gpu-executor.js';
import { createEngine } from '../../../src/engine.js';
import { assertSameBits, assertSameWords } from '../../support/kernels/kernel-trial.js';
import { lineImages } from '../../support/linear-features/images.js';
import { narrowest, otherTrials, runSteps } from '../../support/linear-features/trials.js';
import { Random } from '../../support/random.js';

describe('linear features', function () {
  this.timeout(240_000);
  const chosen = ['ties of three values', 'holes', 'one row'];

  it('shaders leave the bits of their CPU kernels', async () => {
    const gpu = new GpuExecutor(await openDevice());
    try {
      for (const image of lineImages(5)) {
        if (!chosen.includes(image.name)) continue;
        // The run below has the default windows, and Node's tests the widest.
        const both = [
          await runSteps(gpu, image, narrowest),
          await runSteps(new CpuExecutor(), image, narrowest),
        ] as const;
        assertSameWords(image.name, ...both);
        for (const trial of otherTrials(image, 19)) await assertSameBits(gpu, trial);
      }
    } finally {
      gpu.dispose();
    }
  });

  it('a run gives the same lines on WebGPU and on the CPU', async () => {
    const random = new Random(4);
    const [width, height] = [96, 70];
    const data = Uint8Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      return 60 + (Math.abs(y - 30 - x / 4) < 2 || Math.abs(x - 50) < 1.5 ? 80 : 0) + random.between(-6, 6);
    });
    const found = async (backend: 'cpu' | 'webgpu') => {
      const engine = await createEngine({ backend });
      const image = await engine.load({ width, height, data });
      const { contours } = await engine.segment(image, { algorithm: 'linear-features', init: 'auto' }).outcome;
      engine.dispose();
      return contours.map(({ geometry, properties }) => [geometry, properties.measurements]);
    };
    const lines = await found('webgpu');
    expect(lines.length).to.be.greaterThan(2);
    expect(lines).to.deep.equal(await found('cpu'));
  });
});
