/** A map whose parts other workers find: it is the one that this thread finds alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../../../src/engine.js';
import { bestMap } from '../../../../src/snake/find/map/best-map.js';
import { mapWork } from '../../../../src/snake/find/map/map-works.js';
import { aborted } from '../../../support/errors.js';
import { manyDiscs } from '../../../support/images/many-discs.js';
import { type EvolverFaults, PlayedEvolver } from '../../../support/threads/played-evolver.js';
import { until } from '../../../support/until.js';

const { image, boxes } = manyDiscs(8, 6);
const { signal } = new AbortController();

test('whoever does its works, and in whatever order they end, a map is the same', async () => {
  const alone = await bestMap(image, 'auto', 'any', signal);
  assert.ok(alone);
  let works = 0;
  const aside = async (work: unknown): Promise<unknown> => {
    const late = works++ % 3;
    for (let turn = 0; turn < late; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
    // As it comes from another worker: a copy, without functions.
    return structuredClone(await mapWork(structuredClone(work)));
  };
  assert.deepEqual(await bestMap(image, 'auto', 'any', signal, { aside }), alone);
  assert.ok(works >= 5, `${works} works`);
  assert.equal(await mapWork(undefined), null);
});

test('a search that is aborted while others work at its map ends, and a work that fails fails it', async () => {
  const controller = new AbortController();
  const { aside, asked } = {
    asked: [] as unknown[],
    aside: (work: unknown) =>
      new Promise((resolve) => {
        asked.push(work);
        setTimeout(() => resolve(mapWork(work)), 20);
      }),
  };
  const search = assert.rejects(bestMap(image, 'auto', 'any', controller.signal, { aside }), aborted);
  await until('a work is under way', () => asked.length > 0);
  controller.abort();
  await search;
  const broken = new Error('it cannot');
  await assert.rejects(bestMap(image, 'auto', 'any', signal, { aside: () => Promise.reject(broken) }), broken);
});

test('workers that die or fail at a part of the map cost time only; two processors have none to spare for it', async () => {
  const found = async (cores: number, faults: EvolverFaults) => {
    const workers: PlayedEvolver[] = [];
    const start = (): PlayedEvolver => {
      const worker = new PlayedEvolver(faults);
      workers.push(worker);
      return worker;
    };
    const engine = await createEngine({ backend: 'cpu', evolvers: { start, cores, worth: 2 ** 12, rest: 60_000 } });
    try {
      const its = await engine.load(image);
      // Workers that run take the works of the next search.
      await engine.segment(its, { init: boxes.slice(0, 2), starts: 1 }).outcome;
      const { contours } = await engine.segment(its, { init: 'auto', starts: 1 }).outcome;
      const aside = workers.reduce((sum, worker) => sum + worker.aside, 0);
      return { aside, shapes: contours.map(({ geometry, properties }) => [geometry, properties.measurements]) };
    } finally {
      engine.dispose();
    }
  };
  const plain = await found(1, {});
  for (const faults of [{}, { asideFails: true }, { asideDies: true }]) {
    const { aside, shapes } = await found(3, faults);
    assert.deepEqual(shapes, plain.shapes);
    assert.ok(aside > 0, 'no worker was asked');
  }
  assert.equal((await found(2, {})).aside, 0);
});
