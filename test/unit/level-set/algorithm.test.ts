import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../../src/engine.js';
import { levelSet } from '../../../src/level-set/algorithm.js';
import { fillRings } from '../../../src/level-set/start.js';
import type { EngineRequest } from '../../../src/worker/engine.js';
import { coded } from '../../support/errors.js';
import { Random } from '../../support/random.js';

const [width, height] = [160, 120];

/** A bright disc of radius 36 round (80, 60), with a dark hole of radius 12, on a dark ground; all noisy. */
const data = (() => {
  const random = new Random(4);
  return Uint8Array.from({ length: width * height }, (_, k) => {
    const r = Math.hypot((k % width) + 0.5 - 80, Math.floor(k / width) + 0.5 - 60);
    return (r < 36 && r > 12 ? 170 : 70) + random.between(-25, 25);
  });
})();

const ring = (r: number): [number, number][] =>
  Array.from({ length: 33 }, (_, k) => [80 + r * Math.cos((k * Math.PI) / 16), 60 + r * Math.sin((k * Math.PI) / 16)]);

const segment = async (request: Partial<EngineRequest>) => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const image = await engine.load({ width, height, data });
    const run = engine.segment(image, {
      init: { x: 40, y: 20, width: 80, height: 80 },
      ...request,
      algorithm: 'level-set',
    });
    const states = [];
    for await (const state of run) states.push(state);
    return { states, result: await run.outcome };
  } finally {
    engine.dispose();
  }
};

test('every speed finds the disc from a box, and says how it ended', async () => {
  for (const speed of ['gaussian', 'chan-vese', 'gamma', 'range'] as const) {
    const { states, result } = await segment({
      speed,
      range: speed === 'range' ? [110, 256] : undefined,
      filterSize: 3,
    });
    const [contour] = result.contours;
    assert.ok(contour);
    const area = contour.properties.measurements['Area px^2']!;
    // The start covers the hole, whose rim no front reaches: it stays inside, but for the speed that is told its values.
    assert.ok(Math.abs(area - Math.PI * 36 ** 2) < 120, `${speed}: ${area}`);
    assert.match(contour.properties.metadata['stopped because']!, /^(stop condition|settled)$/);
    assert.ok(states.length > 1 && states.every(({ ring, rings }) => ring.length >= 8 && rings?.[0] === ring));
    assert.ok(states.at(-1)!.iteration >= states[0]!.iteration);
  }
});

test('a hole of the start is kept as a hole of the contour', async () => {
  const init = { type: 'Polygon', coordinates: [ring(30), ring(18)] } as const;
  const { result } = await segment({ init, filterSize: 3 });
  const { geometry, properties } = result.contours[0]!;
  assert.equal(geometry.type, 'Polygon');
  assert.equal(geometry.coordinates.length, 2);
  assert.ok(Math.abs(properties.measurements['Area px^2']! - Math.PI * (36 ** 2 - 12 ** 2)) < 120);
  for (const positions of geometry.coordinates) assert.deepEqual(positions[0], positions.at(-1));
});

test('a hole too small for the contour counts as inside in what is measured', async () => {
  const init = { type: 'Polygon', coordinates: [ring(30), ring(18)] } as const;
  const { result } = await segment({ init, filterSize: 3, minimumArea: 600 });
  const { geometry, properties } = result.contours[0]!;
  assert.ok(geometry.type === 'Polygon' && geometry.coordinates.length === 1);
  const filled = fillRings({ width, height, depth: 1 }, geometry.coordinates);
  const inside = data.filter((_, k) => filled[k] === 1);
  assert.equal(properties.measurements['Inside mean'], inside.reduce((sum, value) => sum + value, 0) / inside.length);
});

test('forms differ little, and each repeats itself', async () => {
  const areas: number[] = [];
  for (const form of ['sequential', 'proposal-1', 'proposal-2'] as const) {
    const first = await segment({ form, filterSize: 3 });
    const again = await segment({ form, filterSize: 3 });
    assert.deepEqual(again.result.contours[0]!.geometry, first.result.contours[0]!.geometry);
    areas.push(first.result.contours[0]!.properties.measurements['Area px^2']!);
  }
  for (const area of areas) assert.ok(Math.abs(area - areas[0]!) < 40, String(areas));
});

test('a point and an automatic start', async () => {
  const point = await segment({ init: { x: 80, y: 36 }, radius: 6 });
  assert.ok(Math.abs(point.result.contours[0]!.properties.measurements['Area px^2']! - 3619) < 150);
  const auto = await segment({ init: 'auto', objects: 1 });
  assert.equal(auto.result.contours.length, 1);
});

test('parts below the smallest are left out', async () => {
  const all = await segment({ init: 'auto', smoothingIterations: 0, speed: 'range', range: [100, 256] });
  const some = await segment({
    init: 'auto',
    smoothingIterations: 0,
    speed: 'range',
    range: [100, 256],
    minimumArea: 500,
  });
  assert.ok(some.result.contours.length <= all.result.contours.length);
  assert.ok(some.result.contours.every(({ properties }) => properties.measurements['Area px^2']! >= 500));
});

test('what cannot be is refused, with what would do', async () => {
  const bad = (request: Partial<EngineRequest>, code: string, ...words: (string | RegExp)[]) =>
    assert.rejects(segment(request), coded(code, ...words));
  await bad({ filterSize: 4 }, 'bad-parameter', 'filterSize', 'odd');
  await bad({ filterSize: 13 }, 'bad-parameter', 'filterSize', '11');
  await bad({ form: 'proposal-1', dataIterations: 16 }, 'bad-parameter', 'dataIterations', 'side of a tile, 16');
  await bad({ speed: 'range', range: [1, 2, 3] }, 'bad-parameter', 'range', '2 numbers');
  await bad({ channel: 'palette:4' }, 'bad-parameter', 'channel');
  await bad({ init: { x: 0, y: 0, width, height } }, 'bad-init', 'covers everything');
  await bad({ init: { x: 500, y: 0, width: 10, height: 10 } }, 'bad-init', 'outside');
  await bad({ speed: 'range', range: [250, 256] }, 'bad-init', 'vanished');
  await bad(
    { minimumArea: 100_000 },
    'bad-parameter',
    'minimumArea',
    /at most \d{3,4}, the pixels of the largest part/,
  );
});

test('a cancelled run keeps its last state', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width, height, data });
  const request = { algorithm: 'level-set', init: { x: 72, y: 28, width: 16, height: 16 }, dataIterations: 1 };
  const run = engine.segment(image, request);
  for await (const { iteration } of run) if (iteration >= 2) run.cancel();
  const { cancelled, contours } = await run.outcome;
  assert.ok(cancelled);
  assert.equal(contours[0]!.properties.metadata['stopped because'], 'cancelled');
  engine.dispose();
});

test('a run that is ended before it was held to a mark says so', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width, height, data });
  const hints = { inside: [[80.5, 90.5]] };
  const request = { algorithm: 'level-set', init: { x: 72, y: 28, width: 16, height: 16 }, dataIterations: 1, hints };
  const run = engine.segment(image, request);
  const ended = async (): Promise<void> => {
    for await (const { iteration } of run) if (iteration >= 2) run.cancel();
    await run.outcome;
  };
  await assert.rejects(ended, coded('bad-hints', 'a mark inside', 'the run was ended before'));
  engine.dispose();
});

test('the schema has a default that fits for every parameter', () => {
  for (const [name, { type, default: value, minimum, maximum, automatic }] of Object.entries(
    levelSet.schema.properties,
  )) {
    if (automatic) {
      assert.equal(value, 'auto', name);
      continue;
    }
    assert.equal(type === 'integer' ? 'number' : type, Array.isArray(value) ? 'array' : typeof value, name);
    if (typeof value === 'number') assert.ok(value >= (minimum ?? value) && value <= (maximum ?? value), name);
  }
});
