import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Examples } from '../../../../../src/algorithm/examples.js';
import { createEngine } from '../../../../../src/engine.js';
import type { ImageSource, Samples } from '../../../../../src/image/samples.js';
import { gathered, windowsRound } from '../../../../../src/snake/find/like/windows.js';
import type { Engine } from '../../../../../src/worker/engine.js';

const SIDE = 400;
const RADIUS = 10;
const discs = Array.from({ length: 36 }, (_, i) => ({ x: 25 + 70 * (i % 6), y: 25 + 70 * Math.floor(i / 6) }));
const data = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
  const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
  const disc = discs.some((each) => Math.hypot(x + 0.5 - each.x, y + 0.5 - each.y) < RADIUS);
  return (disc ? 170 : 90) + ((i * 7919 + y * 31) % 23);
});

const ringRound = (x: number, y: number, r = 9) =>
  [
    [x - r, y - r],
    [x + r, y - r],
    [x + r, y + r],
    [x - r, y + r],
    [x - r, y - r],
  ] as const;
const polygon = (x: number, y: number, r = 9, name?: string) => ({
  type: 'Feature',
  properties: name === undefined ? {} : { classification: { name } },
  geometry: { type: 'Polygon', coordinates: [ringRound(x, y, r)] },
});
const onDisc = (i: number, name?: string) => polygon(discs[i]!.x, discs[i]!.y, 9, name);

let engine: Engine;
let image: ImageSource;
before(async () => {
  engine = await createEngine({ backend: 'cpu' });
  image = await engine.load({ width: SIDE, height: SIDE, data });
});
after(() => engine.dispose());

test('examples that lie far from each other are learnt from windows round them', async () => {
  // The rectangle that holds both has most of the image's 160,000 pixels.
  const like = [onDisc(0), onDisc(35)];
  const model = await engine.learn(image, { like, level: 0, pixelBudget: 40_000 });
  // A search of four discs elsewhere, and the rating of contours, learn from the same windows.
  const domain = { x: 130, y: 130, width: 160, height: 160 };
  const request = { like, domain, level: 0, pixelBudget: 40_000 };
  const some = await engine.segment(image, { init: 'auto', ...request }).outcome;
  assert.deepEqual(some.details!.objectModel, model);
  assert.equal(some.contours.length, 4);
  const rated = await engine.rate(image, [onDisc(14), polygon(200, 200)], request);
  assert.deepEqual(rated.model, model);
  assert.ok(rated.probabilities[0]! > 0.9 && rated.probabilities[1]! < 0.1, `${rated.probabilities}`);
});

test('of very many examples some of each class are taken; too large ones are refused in words', async () => {
  const like = [...discs.map((_, i) => onDisc(i, i % 9 === 0 ? 'rare' : 'usual'))];
  const model = await engine.learn(image, { like, level: 0, pixelBudget: 40_000 });
  assert.deepEqual(
    (model as { readonly classes: readonly { readonly name: string }[] }).classes.map(({ name }) => name),
    ['rare', 'usual'],
  );
  await assert.rejects(engine.learn(image, { like, level: 0, pixelBudget: 10_000 }), {
    code: 'bad-parameter',
    message: /36 examples.*too many pixels/,
  });
});

test('windows are disjoint and hold their examples, whose pixels and surroundings are those of the image', async () => {
  const level = { width: SIDE, height: SIDE, scaleX: 1, scaleY: 1 };
  const places = [
    [9, 9],
    [300, 40],
    [330, 60],
    [200, 391],
  ] as const;
  const examples: Examples = {
    classes: [{ name: '' }],
    like: places.map(([x, y]) => ({ rings: [ringRound(x, y)], label: 0 })),
    unlike: [{ rings: [ringRound(20, 380, 5)] }],
  };
  const its = windowsRound(examples, level, SIDE * SIDE)!;
  // Two that are near each other share a window.
  assert.equal(its.windows.length, 4);
  const region = async ({
    x,
    y,
    width,
    height,
  }: {
    x: number;
    y: number;
    width: number;
    height: number;
  }): Promise<Samples> => ({
    width,
    height,
    bands: 1,
    data: Uint8Array.from(
      { length: width * height },
      (_, i) => data[(y + Math.floor(i / width)) * SIDE + x + (i % width)]!,
    ),
  });
  const { samples, examples: moved } = await gathered(its, level, region);
  const all = [...examples.like, ...examples.unlike];
  for (const [k, { rings }] of [...moved.like, ...moved.unlike].entries()) {
    const [[x, y], [fromX, fromY]] = [rings[0]![0]!, all[k]!.rings[0]![0]!];
    for (let dy = -30; dy < 44; dy++) {
      for (let dx = -30; dx < 44; dx++) {
        const [at, of] = [(y + dy) * samples.width + x + dx, [fromX + dx, fromY + dy] as const];
        const inside = of.every((value) => value >= 0 && value < SIDE);
        if (inside) assert.equal(samples.data[at], data[of[1] * SIDE + of[0]]);
        assert.equal(samples.missing![at], inside ? 0 : 1, `${k}: ${of}`);
      }
    }
  }
});
