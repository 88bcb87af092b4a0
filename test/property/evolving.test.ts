/** A list in several workers on the CPU: each contour is what it would be alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createEngine, type Engine } from '../../src/engine.js';
import type { ContourFeature } from '../../src/worker/protocol.js';
import { manyDiscs } from '../support/images/many-discs.js';
import { cases, once } from '../support/long.js';
import { type EvolverFaults, PlayedEvolver } from '../support/threads/played-evolver.js';

const { image, boxes } = manyDiscs(4, 2);
const tiny = { x: 3, y: 3, width: 1, height: 1 };
const even = { x: 0, y: 0, width: 2, height: 2 };
const point = { x: 13, y: 13 };
const starts = [...boxes, tiny, point, even] as const;

const shape = ({ geometry, properties: { measurements, metadata } }: ContourFeature) => ({
  geometry,
  measurements,
  metadata,
});

const engineWith = (cores: number, faults: readonly EvolverFaults[] = []): Promise<Engine> => {
  let started = 0;
  const start = (): PlayedEvolver => new PlayedEvolver(faults[started++]);
  return createEngine({ backend: 'cpu', evolvers: { start, cores, worth: 2 ** 12, rest: 60_000 } });
};

/** What each start gives by itself: a contour, or the code and the words of its error. */
const alone = async (engine: Engine): Promise<unknown[]> => {
  const its = await engine.load(image);
  const ends = starts.map((init) =>
    engine.segment(its, { init }).result.then(shape, ({ code, message }) => ({ code, message })),
  );
  return Promise.all(ends);
};

test('in any order, with any number of workers of which any die or fail at any call, a list gives what its starts give alone', async () => {
  const plain = await createEngine({ backend: 'cpu' });
  const expected = await alone(plain);
  plain.dispose();
  const faults = fc.oneof(
    fc.constant<EvolverFaults>({}),
    fc.record({ diesAt: fc.nat(12) }),
    fc.record({ failsFrom: fc.nat(12) }),
    fc.constant<EvolverFaults>({ silent: true }),
  );
  let inWorkers = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(starts.length - 1), { minLength: 2, maxLength: 16 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(faults, { maxLength: 5 }),
      async (order, cores, played) => {
        const engine = await engineWith(cores, played);
        try {
          const its = await engine.load(image);
          const wanted = order.map((i) => expected[i]);
          const run = engine.segment(its, { init: order.map((i) => starts[i]!) });
          const contours = wanted.filter((each) => !Object.hasOwn(each as object, 'code'));
          if (contours.length === 0) {
            await assert.rejects(run.outcome, wanted[0] as object);
            return;
          }
          const { contours: found, details } = await run.outcome;
          assert.deepEqual(found.map(shape), contours);
          const failures = (details?.failures ?? []) as { index: number; code: string; message: string }[];
          const failed = wanted.flatMap((each, index) =>
            contours.includes(each) ? [] : [{ index, ...(each as object) }],
          );
          assert.deepEqual(
            failures.map(({ index, code, message }) => ({ index, code, message })),
            failed,
          );
          inWorkers += engine.stats().evolving.inWorkers;
        } finally {
          engine.dispose();
        }
      },
    ),
    { numRuns: cases(5, 12) },
  );
  assert.ok(inWorkers > 0);
});

once('what a search finds, with examples and without, and what is kept apart, does not depend on workers', async () => {
  const engines = await Promise.all([createEngine({ backend: 'cpu' }), engineWith(3)]);
  const [here, beside] = await Promise.all(
    engines.map(async (engine) => {
      const its = await engine.load(image);
      const found = await engine.segment(its, { init: 'auto' }).outcome;
      const like = found.contours.slice(0, 2);
      const alike = await engine.segment(its, { init: 'auto', like }).outcome;
      const overlapping = boxes.map((box) => ({ ...box, x: Math.max(0, box.x - 6), width: box.width + 8 }));
      const apart = await engine.segment(its, { init: overlapping, exclusive: true, confine: false, boxPrior: 0 })
        .outcome;
      return [found, alike, apart].map(({ contours, details }) => ({
        contours: contours.map(shape),
        histograms: details?.histograms,
      }));
    }),
  );
  assert.deepEqual(beside, here);
  assert.ok(here![0]!.contours.length >= boxes.length / 2);
  assert.ok(engines[1].stats().evolving.inWorkers >= boxes.length);
  for (const engine of engines) engine.dispose();
});

once('the level set and the lines of a list go to workers too', async () => {
  const engines = await Promise.all([createEngine({ backend: 'cpu' }), engineWith(2)]);
  for (const algorithm of ['level-set', 'linear-features']) {
    const [here, beside] = await Promise.all(
      engines.map(async (engine) => {
        const its = await engine.load(image);
        const run = engine.segment(its, { algorithm, init: boxes.slice(0, 4) });
        return run.outcome.then(
          ({ contours }) => contours.map(shape),
          ({ code }) => code,
        );
      }),
    );
    assert.deepEqual(beside, here, algorithm);
  }
  assert.ok(engines[1].stats().evolving.inWorkers > 0);
  for (const engine of engines) engine.dispose();
});
