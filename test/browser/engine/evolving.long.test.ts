import { expect } from '@open-wc/testing';
import { builtIn } from '../../../src/algorithms.js';
import { EVOLVER } from '../../../src/core/worker-names.js';
import { EngineClient } from '../../../src/element/client/engine-client.js';
import { createEngine } from '../../../src/engine.js';
import type { PoolWorker } from '../../../src/image/pool/pool-worker.js';
import { Beside } from '../../../src/snake/steps/beside/beside.js';
import { Engine } from '../../../src/worker/engine.js';
import type { ContourFeature } from '../../../src/worker/protocol.js';
import { LossyExecutor } from '../../support/devices/lossy.js';
import { manyDiscs } from '../../support/images/many-discs.js';

const shape = ({ geometry, properties: { measurements, metadata } }: ContourFeature) => ({
  geometry,
  measurements,
  metadata,
});

/** All but who made it. */
const placeless = (contour: ContourFeature) => ({
  ...shape(contour),
  metadata: { ...contour.properties.metadata, backend: '', adapter: '' },
});

const image = async (): Promise<Blob> => (await fetch('/demo/images/fluo_nuclei.tif')).blob();

/** Box of a contour, with room round it. */
const boxRound = ({ geometry }: ContourFeature) => {
  if (geometry.type !== 'Polygon') throw new TypeError(`no polygon but ${geometry.type}`);
  const [outer = []] = geometry.coordinates;
  const [xs, ys] = [outer.map(([x]) => x), outer.map(([, y]) => y)];
  const [x, y] = [Math.max(0, Math.min(...xs) - 3), Math.max(0, Math.min(...ys) - 3)];
  return { x, y, width: Math.min(512, Math.max(...xs) + 3) - x, height: Math.min(512, Math.max(...ys) + 3) - y };
};

describe('lists of starts in several workers', () => {
  it('give 97 nuclei of an image as this thread does, in the page’s own worker and beside workers that die', async () => {
    const blob = await image();
    const spec = { kind: 'blob', blob, name: 'fluo_nuclei.tif' } as const;
    const here = await createEngine({ backend: 'cpu' });
    const opened = await here.open(spec);
    const found = await here.segment(opened, { init: 'auto' }).outcome;
    const boxes = Array.from({ length: 97 }, (_, i) => boxRound(found.contours[i % found.contours.length]!));
    const plain = (await here.segment(opened, { init: boxes, starts: 1 }).outcome).contours.map(shape);
    expect(plain.length).to.equal(97);
    here.dispose();

    const client = new EngineClient({ backend: 'cpu' });
    try {
      await client.open(spec);
      for (;;) {
        const { contours } = await client.segment({ init: boxes, parameters: { starts: 1 } }).result;
        expect(contours.map(shape)).to.deep.equal(plain);
        const { evolving } = await client.stats();
        expect(evolving.deaths, evolving.reason).to.equal(0);
        if (evolving.inWorkers > 0 || navigator.hardwareConcurrency === 1) break;
        expect(evolving.reason).to.match(/^up to \d+ workers carry out the runs of lists$/);
      }
    } finally {
      client.dispose();
    }

    const script = new URL('../../../src/worker/worker.ts', import.meta.url);
    let started = 0;
    const start = (): PoolWorker => {
      const worker = new Worker(script, { type: 'module', name: EVOLVER });
      // The first is killed in the middle of its runs; of that it tells nobody.
      let messages = 0;
      if (started++ === 0) {
        worker.addEventListener('message', () => {
          if (++messages !== 8) return;
          worker.terminate();
          worker.dispatchEvent(new ErrorEvent('error', { message: 'it was killed', cancelable: true }));
        });
      }
      return worker;
    };
    const beside = await createEngine({ backend: 'cpu', evolvers: { start, cores: 2 } });
    try {
      const again = await beside.open(spec);
      for (;;) {
        const { contours } = await beside.segment(again, { init: boxes.slice(0, 48), starts: 1 }).outcome;
        expect(contours.map(shape)).to.deep.equal(plain.slice(0, 48));
        if (beside.stats().evolving.deaths > 0) break;
      }
    } finally {
      beside.dispose();
    }
  });

  it('give beside a device, which does the steps of all, what this thread gives without one', async () => {
    const { image: pixels, boxes } = manyDiscs(4, 4);
    const here = await createEngine({ backend: 'cpu' });
    const plain = (await here.segment(await here.load(pixels), { init: boxes, starts: 1 }).outcome).contours.map(
      placeless,
    );
    here.dispose();
    // A software adapter takes a fifth of a second a step: the kernels' CPU forms play the device.
    const renew = async () => {
      const executor = new LossyExecutor('a played device');
      await Beside.on(executor).prepare();
      return { executor, backend: 'webgpu', adapter: executor.adapter, reason: 'a test' } as const;
    };
    const script = new URL('../../../src/worker/worker.ts', import.meta.url);
    const start = (): PoolWorker => new Worker(script, { type: 'module', name: EVOLVER });
    const device = await renew();
    const beside = new Engine(builtIn, { backend: 'webgpu', evolvers: { start, cores: 3, worth: 1 } }, renew, device);
    try {
      const opened = await beside.load(pixels);
      for (;;) {
        const { contours } = await beside.segment(opened, { init: boxes, starts: 1 }).outcome;
        expect(contours.map(placeless)).to.deep.equal(plain);
        const { evolving } = beside.stats();
        expect(evolving.deaths, evolving.reason).to.equal(0);
        if (evolving.inWorkers > 0) break;
      }
      expect(device.executor.stats().kernels.evolve_contours?.calls).to.be.greaterThan(0);
    } finally {
      beside.dispose();
    }
  });

  it('find by examples what this thread finds, and pass parts of it on to each other', async () => {
    const { image: pixels, boxes } = manyDiscs(8, 8);
    const here = await createEngine({ backend: 'cpu' });
    const plain = await here.load(pixels);
    const like = (await here.segment(plain, { init: boxes.slice(0, 3), starts: 1 }).outcome).contours;
    const search = { init: 'auto', like, starts: 1 } as const;
    const found = (await here.segment(plain, search).outcome).contours.map(shape);
    expect(found.length).to.be.greaterThan(16);
    here.dispose();
    const script = new URL('../../../src/worker/worker.ts', import.meta.url);
    const asked = { parts: 0, inParts: 0 };
    const start = (): PoolWorker => {
      const worker = new Worker(script, { type: 'module', name: EVOLVER });
      const { postMessage } = worker;
      worker.postMessage = (message: { path?: string[]; argumentList?: { value?: unknown }[] }, ...also: never[]) => {
        if (message.path?.[0] === 'aside') {
          asked.parts++;
          if (message.argumentList?.[2]?.value !== undefined) asked.inParts++;
        }
        postMessage.call(worker, message, ...also);
      };
      return worker;
    };
    const beside = await createEngine({ backend: 'cpu', evolvers: { start, cores: 3, worth: 1 } });
    try {
      const opened = await beside.load(pixels);
      for (;;) {
        const { contours } = await beside.segment(opened, search).outcome;
        expect(contours.map(shape)).to.deep.equal(found);
        expect(beside.stats().evolving.deaths).to.equal(0);
        if (asked.inParts > 0) break;
      }
      expect(asked.parts).to.be.greaterThan(asked.inParts);
    } finally {
      beside.dispose();
    }
  });
});
