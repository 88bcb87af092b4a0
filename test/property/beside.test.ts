/** A long list on a GPU: its contours evolve in batches, and each is what it would be alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { builtIn } from '../../src/algorithms.js';
import { pause } from '../../src/core/pause.js';
import { createEngine } from '../../src/engine.js';
import { Beside } from '../../src/snake/steps/beside/beside.js';
import { Engine } from '../../src/worker/engine.js';
import type { Evolvers } from '../../src/worker/evolving/evolving-pool.js';
import type { ContourFeature } from '../../src/worker/protocol.js';
import { type Loss, LossyExecutor } from '../support/devices/lossy.js';
import { cases, once } from '../support/long.js';
import { PlayedEvolver } from '../support/threads/played-evolver.js';

const PITCH = 26;
const COLUMNS = 4;
const ROWS = 4;
const WIDTH = COLUMNS * PITCH;
const HEIGHT = ROWS * PITCH;

/** Wobbly discs of three bands on an uneven ground. */
const data = new Uint8Array(3 * WIDTH * HEIGHT);
for (let i = 0; i < WIDTH * HEIGHT; i++) {
  const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
  const [u, v] = [(x % PITCH) - PITCH / 2, (y % PITCH) - PITCH / 2];
  const inside = Math.hypot(u, v) < 7 * (1 + 0.2 * Math.cos(3 * Math.atan2(v, u) + x));
  for (let k = 0; k < 3; k++) data[3 * i + k] = (inside ? 150 - 20 * k : 70 + 30 * k) + ((i * 7919 + k * 31) % 23);
}
const boxes = Array.from({ length: COLUMNS * ROWS }, (_, i) => ({
  x: (i % COLUMNS) * PITCH + 3,
  y: Math.floor(i / COLUMNS) * PITCH + 3,
  width: PITCH - 6,
  height: PITCH - 5,
}));

/** All but who made it. */
const shape = ({ geometry, properties: { measurements, metadata } }: ContourFeature) => ({
  geometry,
  measurements,
  metadata: { ...metadata, backend: '', adapter: '' },
});

/** An engine on devices that are lost as told, one after another, the last never. */
const engineOn = async (
  losses: readonly Loss[],
  evolvers?: Evolvers,
): Promise<{ engine: Engine; devices: LossyExecutor[] }> => {
  const devices: LossyExecutor[] = [];
  const renew = async () => {
    const executor = new LossyExecutor(`device ${devices.length}`, losses[devices.length]);
    devices.push(executor);
    await Beside.on(executor).prepare();
    return { executor, backend: 'webgpu', adapter: executor.adapter, reason: 'a test' } as const;
  };
  const first = await renew();
  return { engine: new Engine(builtIn, { backend: 'webgpu', evolvers }, renew, first), devices };
};

const shuffled = <T>(values: readonly T[], order: readonly number[]): T[] =>
  values
    .map((value, i) => ({ value, key: order[i] ?? i }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);

test('in batches, in any order, with workers that die at any call and devices lost at any, a list gives the contours of single runs on the CPU', async () => {
  const cpu = await createEngine({ backend: 'cpu' });
  const image = await cpu.load({ width: WIDTH, height: HEIGHT, bands: 3, data });
  const alone = new Map<unknown, unknown>();
  for (const box of boxes) alone.set(box, shape(await cpu.segment(image, { init: box }).result));
  cpu.dispose();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(1000), { minLength: boxes.length, maxLength: boxes.length }),
      fc.array(fc.record({ call: fc.nat(30), after: fc.boolean() }), { maxLength: 2 }),
      fc.integer({ min: 2, max: 5 }),
      fc.array(fc.oneof(fc.constant({}), fc.record({ diesAt: fc.nat(6) }), fc.record({ failsFrom: fc.nat(6) })), {
        maxLength: 5,
      }),
      async (order, losses, cores, faults) => {
        let started = 0;
        const start = (): PlayedEvolver => new PlayedEvolver(faults[started++]);
        const { engine, devices } = await engineOn(losses, { start, cores, worth: 2 ** 10 });
        try {
          const init = shuffled(boxes, order);
          const seen = await engine.load({ width: WIDTH, height: HEIGHT, bands: 3, data });
          const list = async (): Promise<void> => {
            const { contours } = await engine.segment(seen, { init }).outcome;
            assert.deepEqual(
              contours.map(shape),
              init.map((box) => alone.get(box)),
            );
          };
          await list();
          assert.ok((devices.at(-1)!.stats().kernels.evolve_contours?.calls ?? 0) > 0, 'no batch was run');
          const isSound = faults.every((each) => !('failsFrom' in each)) && engine.stats().evolving.deaths === 0;
          // A first list may be over before a worker runs; one that runs has room for a run of the next.
          if (cores > 2 && isSound && engine.stats().evolving.inWorkers === 0) await list();
          const { inWorkers, deaths } = engine.stats().evolving;
          if (cores === 2) assert.equal(inWorkers, 0, 'two processors have no worker to spare');
          else if (isSound && deaths === 0) assert.ok(inWorkers > 0, 'no worker had a run');
        } finally {
          engine.dispose();
        }
      },
    ),
    { numRuns: cases(1, 4), endOnFailure: true },
  );
});

const examples = [5, 10].map((i) => {
  const [left, top] = [(i % COLUMNS) * PITCH + 6, Math.floor(i / COLUMNS) * PITCH + 6];
  const [right, bottom] = [left + 14, top + 14];
  const ring = [left, top, right, top, right, bottom, left, bottom, left, top];
  const coordinates = [ring.flatMap((x, at) => (at % 2 === 0 ? [[x, ring[at + 1]!] as const] : []))];
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } } as const;
});

once(
  'found objects evolve in batches, too, as they do one after another on the CPU; after a rest the memory is given back, and taken anew',
  async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const cpu = await createEngine({ backend: 'cpu' });
    const { engine, devices } = await engineOn([]);
    const image = await cpu.load({ width: WIDTH, height: HEIGHT, bands: 3, data });
    const seen = await engine.load({ width: WIDTH, height: HEIGHT, bands: 3, data });
    const sameOf = async (asked: Readonly<Record<string, unknown>>, under: () => Promise<void>): Promise<void> => {
      const together = engine.segment(seen, { init: 'auto', ...asked });
      await under();
      const alone = await cpu.segment(image, { init: 'auto', ...asked }).outcome;
      const { contours, details } = await together.outcome;
      assert.ok(contours.length >= 5, `${contours.length} found`);
      assert.deepEqual(contours.map(shape), alone.contours.map(shape));
      assert.deepEqual(details, alone.details);
      assert.ok((devices.at(-1)!.stats().kernels.evolve_contours?.calls ?? 0) > 0, 'no batch was run');
    };
    await sameOf({ objects: 5, domain: { x: 0, y: 0, width: WIDTH, height: HEIGHT - 3 } }, async () => {});
    const held = engine.stats().bytes;
    t.mock.timers.tick(1000);
    await pause();
    assert.equal(engine.stats().bytes, held, 'it was given back too soon');
    t.mock.timers.tick(60_000);
    await pause();
    assert.ok(held - engine.stats().bytes > 2 ** 24, `${held} bytes before, ${engine.stats().bytes} after`);
    // The device is lost in the middle of the next batch.
    await sameOf({ like: examples }, async () => {
      const before = devices[0]!.calls;
      while (devices[0]!.calls < before + 9) await pause();
      devices[0]!.lose();
    });
    assert.equal(devices.length, 2);
    cpu.dispose();
    engine.dispose();
  },
);
