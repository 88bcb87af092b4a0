/** What the level set keeps of a run serves the runs after it: they come to what a run on the image as it was just loaded comes to. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine, type Engine } from '../../src/engine.js';
import { writeNiftiMask } from '../../src/image/formats/volume/write-mask.js';
import type { EngineRequest } from '../../src/worker/engine.js';
import { playedDevice } from '../support/devices/played-device.js';
import { FaultyCalls, virtualGpu } from '../support/devices/virtual-device.js';
import { place as lying } from '../support/images/volume-files.js';
import { cases } from '../support/long.js';
import { Random } from '../support/random.js';

const [width, height, depth] = [28, 24, 8];
type Image = Awaited<ReturnType<Engine['load']>>;
type Open = (engine: Engine) => Promise<Image>;

/** A blob in noise of neighbours that are alike, or not. */
const samples = (random: Random, slices: number): Uint8Array => {
  const [noise, alike] = [random.between(5, 90), random.between(0, 2)];
  let before = 0;
  return Uint8Array.from({ length: width * height * slices }, (_, k) => {
    const [x, y, z] = [k % width, Math.floor(k / width) % height, Math.floor(k / (width * height))];
    const near = Math.hypot(x - 14, y - 12, slices > 1 ? 2 * (z - 4) : 0) < 7;
    before = alike === 0 ? random.between(0, noise) : Math.round((3 * before + random.between(0, noise)) / 4);
    return (near ? 110 : 60) + before;
  });
};

const imageOf = (random: Random): Open => {
  const data = samples(random, 1);
  return (engine) => engine.load({ width, height, data: data.slice() });
};

const volumeOf = async (random: Random): Promise<Open> => {
  const bytes = await writeNiftiMask(samples(random, depth), { width, height, depth, ...lying });
  return (engine) => engine.open({ kind: 'blob', blob: new Blob([bytes]), name: 'v.nii.gz' });
};

type Place = [x: number, y: number] | [x: number, y: number, slice: number];
type Mark = readonly [side: 'inside' | 'outside', place: Place];

/** Marks, each in a pixel of its own; many lie close to another, where what is certain by one is cut by the other. */
const marksOf = (random: Random, slices: number, count: number): Mark[] => {
  const taken = new Map<string, Mark>();
  let [x, y, z] = [0, 0, 0];
  const near = (at: number, size: number): number => Math.min(Math.max(at + random.between(-2, 2), 0), size - 1);
  while (taken.size < count) {
    const close = taken.size > 0 && random.between(0, 2) > 0;
    x = close ? near(x, width) : random.between(0, width - 1);
    y = close ? near(y, height) : random.between(0, height - 1);
    z = close ? z : random.between(0, slices - 1);
    const place: Place = slices > 1 ? [x + 0.5, y + 0.5, z] : [x + 0.5, y + 0.5];
    taken.set(String(place), [random.between(0, 1) === 0 ? 'inside' : 'outside', place]);
  }
  return [...taken.values()];
};

/** Other marks than before: one more, one less, some of them, or all in another order. */
const changed = (random: Random, all: readonly Mark[], now: readonly Mark[]): readonly Mark[] => {
  const next = all.find((mark) => !now.includes(mark));
  switch (random.between(0, 5)) {
    case 0:
      return now.slice(0, -1);
    case 1:
      return all.filter(() => random.between(0, 1) === 0);
    case 2:
      return now.toReversed();
    default:
      return next ? [...now, next] : now.slice(1);
  }
};

const boxes = [
  { x: 5, y: 3, width: 18, height: 18 },
  { x: 10, y: 9, width: 8, height: 7 },
];

const requestOf = (random: Random, marks: readonly Mark[], slices: number): EngineRequest => {
  const sides = marks.map(([side]) => side);
  const hints = {
    inside: marks.filter(([side]) => side === 'inside').map(([, place]) => place),
    outside: marks.filter(([side]) => side === 'outside').map(([, place]) => place),
    ...(random.between(0, 2) === 0 ? {} : { order: sides }),
  };
  const other = (choices: readonly object[]): object =>
    random.between(0, 4) === 0 ? choices[random.between(0, choices.length - 1)]! : {};
  return {
    algorithm: 'level-set',
    init: boxes[random.between(0, 3) === 0 ? 1 : 0]!,
    ...(marks.length === 0 ? {} : { hints }),
    ...(slices > 1 ? { slice: 4, slices: 3 } : {}),
    ...other([{ speed: 'chan-vese' }, { speed: 'gaussian' }, { boxPrior: 0 }, { confine: false }, { minimumArea: 4 }]),
  };
};

const essence = (engine: Engine, image: Image, request: EngineRequest): Promise<unknown> =>
  engine.segment(image, request).outcome.then(
    ({ contours }) =>
      contours.map(({ geometry, properties: { measurements, metadata } }) => {
        const { backend, adapter, object, date, time, ...told } = metadata;
        return { geometry, measurements, told };
      }),
    ({ code, message }) => {
      assert.notEqual(code, 'internal', message);
      return { code, message };
    },
  );

const rounds = async (seed: number, slices: number, count: number): Promise<void> => {
  const random = new Random(seed);
  const { device, adapter } = await playedDevice();
  const cpu = await createEngine({ backend: 'cpu' });
  const openOf = async (): Promise<Open> => (slices > 1 ? volumeOf(random) : imageOf(random));
  let corrected = 0;
  for (let round = 0; round < count; round++) {
    const opened = [await openOf(), await openOf()];
    const calls = new FaultyCalls('lost', random.between(0, 2) === 0 ? -1 : random.between(60, 400));
    const gpu = await createEngine({ backend: 'webgpu', gpu: virtualGpu(device, adapter, calls) });
    const engines = [cpu, gpu];
    const kept = await Promise.all(engines.map((engine) => Promise.all(opened.map((open) => open(engine)))));
    const all = marksOf(random, slices, 6);
    let marks: readonly Mark[] = [];
    for (let k = 0; k < 10; k++) {
      const its = random.between(0, 5) === 0 ? 1 : 0;
      const request = requestOf(random, marks, slices);
      const fresh = await opened[its]!(cpu);
      const expected = await essence(cpu, fresh, request);
      cpu.close(fresh);
      for (const [e, engine] of engines.entries()) {
        const found = await essence(engine, kept[e]![its]!, request);
        assert.deepEqual(
          found,
          expected,
          `round ${round}, run ${k}, ${e === 0 ? 'CPU' : 'GPU'}: ${JSON.stringify(request)}`,
        );
      }
      if (marks.length > 0 && Array.isArray(expected)) corrected++;
      marks = changed(random, all, marks);
    }
    for (const image of kept[0]!) cpu.close(image);
    gpu.dispose();
  }
  cpu.dispose();
  assert.ok(corrected > 2 * count, `${corrected} contours with marks`);
};

test('a run in an image is that of a fresh one, whatever marks, parameters and images came before', () =>
  rounds(41, 1, cases(4, 12)));

test('a run in a volume is that of a fresh one, whatever marks, parameters and images came before', () =>
  rounds(43, depth, cases(2, 5)));
