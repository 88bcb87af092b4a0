/** A search whose parts other workers do: it finds what this thread finds alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Aside } from '../../../../src/algorithm/algorithm.js';
import { toNobody } from '../../../../src/core/told.js';
import { createEngine } from '../../../../src/engine.js';
import {
  binned,
  cutsOf,
  type EvenPlanes,
  evenPlanes,
  featuresOf,
  reachOf,
} from '../../../../src/snake/find/like/features.js';
import { grow, SEED, valuesAt } from '../../../../src/snake/find/like/forest.js';
import { lessonModel } from '../../../../src/snake/find/like/lesson-place.js';
import { valuesOf, votesOfAll } from '../../../../src/snake/find/like/strip-works.js';
import { voter } from '../../../../src/snake/find/like/voter.js';
import { settingsOf } from '../../../../src/snake/find/map/area-map.js';
import { bestMap } from '../../../../src/snake/find/map/best-map.js';
import { ANY_APPEARANCE } from '../../../../src/snake/find/map/planes.js';
import { regionMap } from '../../../../src/snake/find/map/region-map.js';
import { standingParts } from '../../../../src/snake/find/map/standing-parts.js';
import { searchWork } from '../../../../src/snake/find/works.js';
import { aborted } from '../../../support/errors.js';
import { manyDiscs } from '../../../support/images/many-discs.js';
import { type EvolverFaults, PlayedEvolver } from '../../../support/threads/played-evolver.js';
import { until } from '../../../support/until.js';

const { image, boxes } = manyDiscs(6, 6);
const { signal } = new AbortController();
/** Two of the discs, as octagons in their boxes. */
const like = [10, 29].map((k) => {
  const { x, y, width, height } = boxes[k]!;
  const ring = Array.from({ length: 9 }, (_, corner) => {
    const angle = ((corner % 8) * Math.PI) / 4;
    return [x + width / 2 + 7 * Math.cos(angle), y + height / 2 + 7 * Math.sin(angle)];
  });
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } } as const;
});

/** Other workers, some of which take their time. @param next the number of a work */
const late = (next: () => number): Aside => {
  const aside: Aside = async (work, inParts) => {
    for (let turn = next() % 3; turn > 0; turn--) await new Promise((resolve) => setTimeout(resolve, 5));
    // As it comes from another worker: a copy, without functions.
    return { done: structuredClone(await searchWork(structuredClone(work), inParts && aside)) };
  };
  return aside;
};

/** Features that hold for longer than until the next. */
function* wholeFeatures(planes: EvenPlanes, radius: number): Generator<Uint16Array> {
  for (const feature of featuresOf(planes, radius)) yield feature.slice();
}

test('whoever does its works, and in whatever order they end, a map is the same', async () => {
  const alone = await bestMap(image, ANY_APPEARANCE, { signal, tell: toNobody });
  assert.ok(alone);
  let works = 0;
  const aside = late(() => works++);
  assert.deepEqual(await bestMap(image, ANY_APPEARANCE, { signal, tell: toNobody, aside }), alone);
  assert.ok(works >= 5, `${works} works`);
  assert.equal(await searchWork(undefined), undefined);
  assert.equal(await searchWork({ work: 'none', of: {} }), undefined);
});

test('a large image, whose plane is chosen by a part of it, has the same parts by one thread and by many', async () => {
  // More than 2¹⁹ pixels.
  const large = manyDiscs(30, 28).image;
  const alone = await bestMap(large, ANY_APPEARANCE, { signal, tell: toNobody });
  assert.ok(alone);
  let works = 0;
  for (const aside of [undefined, late(() => works++)]) {
    assert.deepEqual(await standingParts.by(aside, large, signal), alone.labels);
  }
  assert.ok(works >= 5, `${works} works`);
});

test('a region has the same map by one thread and by many, and the same one as its area where it is all of it', async () => {
  const settings = await settingsOf(image, ANY_APPEARANCE, { signal, tell: toNobody });
  assert.ok(settings);
  const region = { settings, samples: image, appearance: ANY_APPEARANCE };
  let works = 0;
  const alone = await regionMap.by(undefined, region, signal);
  assert.ok(alone);
  assert.ok(alone.labels.some((label) => label > 0));
  assert.deepEqual(
    await regionMap.by(
      late(() => works++),
      region,
      signal,
    ),
    alone,
  );
  assert.ok(works >= 2, `${works} works`);
  const whole = await bestMap(image, ANY_APPEARANCE, { signal, tell: toNobody });
  assert.deepEqual(alone.labels, whole?.labels);
});

test('whoever looks at strips of samples, what a forest learns of them and votes is the same', async () => {
  const planes = await evenPlanes(image, signal);
  const size = planes.width * planes.height;
  // Pixels in every strip, not in their order.
  const chosen = Int32Array.from({ length: 500 }, (_, i) => (i * 7919) % size);
  for (const radius of [2, 7, 15]) {
    const features = [...wholeFeatures(planes, radius)];
    const values = features.map((feature) => valuesAt(feature, chosen, new Uint16Array(chosen.length)));
    const cuts = values.map(cutsOf);
    const labels = Uint8Array.from(chosen, (pixel) => (image.data[3 * pixel]! > 120 ? 1 : 0));
    const trees = grow({ features: values.map((each, k) => binned(each, cuts[k]!)), labels, classes: 2 }, SEED);
    const votes = new Uint16Array(size);
    voter(trees, 2)(
      features.map((feature, k) => binned(feature, cuts[k]!)),
      0,
      size,
      [votes],
    );
    let works = 0;
    for (const by of [undefined, late(() => works++)]) {
      assert.deepEqual(await valuesOf(planes, radius, chosen, { signal, aside: by }), values);
      const told: (number | undefined)[] = [];
      const tell = async (done?: number): Promise<void> => void told.push(done);
      const forest = { cuts, trees, radius, classes: 2 };
      assert.deepEqual(await votesOfAll(planes, forest, { signal, tell, aside: by }), [votes]);
      assert.equal(told.at(-1), 1);
      assert.deepEqual(told, told.toSorted());
    }
    // This thread votes on the last strip.
    assert.equal(works, 2 * Math.ceil(planes.height / (8 * reachOf(radius))) - 1);
  }
});

test('whoever learns the model that is kept of a search, it is the same', async () => {
  const rings = like.map(({ geometry }) => geometry.coordinates.map((ring) => ring.map(([x, y]) => [x!, y!] as const)));
  const lesson = {
    samples: image,
    domain: { x: 0, y: 0, width: image.width, height: image.height },
    examples: { classes: [{ name: '' }], like: rings.map((each) => ({ rings: each, label: 0 })), unlike: [] },
    level: { width: image.width, height: image.height, scaleX: 1, scaleY: 1 },
  };
  const alone = await lessonModel.by(undefined, lesson, signal);
  assert.equal(alone.classes.length, 1);
  let works = 0;
  assert.deepEqual(
    await lessonModel.by(
      late(() => works++),
      lesson,
      signal,
    ),
    alone,
  );
  assert.equal(works, 1);
});

test('a search that is aborted while others work at its map ends, and a work that fails fails it', async () => {
  const controller = new AbortController();
  const { aside, asked } = {
    asked: [] as unknown[],
    aside: (work: unknown) =>
      new Promise<undefined>((resolve) => {
        asked.push(work);
        setTimeout(() => resolve(undefined), 60_000).unref();
      }),
  };
  const search = assert.rejects(
    bestMap(image, ANY_APPEARANCE, { signal: controller.signal, tell: toNobody, aside }),
    aborted,
  );
  await until('a work is under way', () => asked.length > 0);
  controller.abort();
  await search;
  const broken = new Error('it cannot');
  await assert.rejects(
    bestMap(image, ANY_APPEARANCE, { signal, tell: toNobody, aside: () => Promise.reject(broken) }),
    broken,
  );
});

test('a part of which others do parts comes with the signal that ends it', async () => {
  const controller = new AbortController();
  let given: AbortSignal | undefined;
  const aside: Aside = (_work, inParts) => {
    given = inParts;
    return new Promise(() => {});
  };
  const part = assert.rejects(standingParts.by(aside, image, controller.signal), aborted);
  assert.equal(given?.aborted, false);
  controller.abort();
  await part;
  assert.equal(given?.aborted, true);
});

for (const [kind, also] of [
  ['without examples', {}],
  ['by examples', { like }],
] as const)
  test(`workers that die or fail at a part of a search ${kind} cost time only`, async () => {
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
        const { contours } = await engine.segment(its, { init: 'auto', starts: 1, ...also }).outcome;
        const sumOf = (count: 'aside' | 'inParts' | 'served'): number =>
          workers.reduce((sum, worker) => sum + worker[count], 0);
        return {
          aside: sumOf('aside'),
          inParts: sumOf('inParts'),
          served: sumOf('served'),
          shapes: contours.map(({ geometry, properties }) => [
            geometry,
            properties.measurements,
            properties.probability,
          ]),
        };
      } finally {
        engine.dispose();
      }
    };
    const plain = await found(1, {});
    for (const faults of [{}, { asideFails: true }, { asideDies: true }, { servingDies: true }]) {
      const { aside, inParts, served, shapes } = await found(3, faults);
      assert.deepEqual(shapes, plain.shapes);
      assert.ok(aside > inParts, 'no worker was asked');
      assert.equal(inParts > 0, 'like' in also);
      if (Object.keys(faults).length === 0 || 'servingDies' in faults) assert.equal(served > 0, 'like' in also);
    }
    const two = await found(2, {});
    assert.deepEqual(two.shapes, plain.shapes);
    assert.ok(two.aside > 0, 'with two processors, no worker was asked');
  });
