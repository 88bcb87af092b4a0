import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createEngine } from '../../../../../src/engine.js';
import type { ImageSource } from '../../../../../src/image/samples.js';
import { grow, type Tree } from '../../../../../src/snake/find/like/forest.js';
import { checkModel } from '../../../../../src/snake/find/like/model.js';
import { voter } from '../../../../../src/snake/find/like/voter.js';
import type { Engine } from '../../../../../src/worker/engine.js';

const SIDE = 160;
const grid = (radius: number, step: number) =>
  Array.from({ length: 9 }, (_, i) => ({ x: 30 + step * (i % 3), y: 30 + step * Math.floor(i / 3), radius }));
const discs = grid(11, 50);

/** Red and blue discs by turns on grey, with a grain; and one red speck too small to be a disc. */
const colours = (): Uint8Array => {
  const data = new Uint8Array(3 * SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    const disc = discs.findIndex((each) => Math.hypot(x + 0.5 - each.x, y + 0.5 - each.y) < each.radius);
    const speck = Math.hypot(x - 55, y - 55) < 4;
    const colour =
      disc >= 0 ? (disc % 2 === 0 ? [190, 60, 60] : [60, 60, 190]) : speck ? [190, 60, 60] : [120, 120, 120];
    for (const [band, value] of colour.entries()) data[3 * i + band] = value + ((i * 7919 + band * 101 + y * 31) % 9);
  }
  return data;
};

const square = ({ x, y, radius }: (typeof discs)[number], name?: string) => {
  const r = Math.round(radius * 0.88);
  const ring = [
    [x - r, y - r],
    [x + r, y - r],
    [x + r, y + r],
    [x - r, y + r],
    [x - r, y - r],
  ];
  const properties = name === undefined ? {} : { classification: { name, color: [1, 2, 3] } };
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } };
};

let engine: Engine;
let image: ImageSource;
before(async () => {
  engine = await createEngine({ backend: 'cpu' });
  image = await engine.load({ width: SIDE, height: SIDE, bands: 3, data: colours() });
});
after(() => engine.dispose());

test('from one example of each class all objects of both are found, of their class and surely', async () => {
  const like = [square(discs[0]!, 'red'), square(discs[1]!, 'blue')];
  const { contours, details } = await engine.segment(image, { init: 'auto', like }).outcome;
  const classes = contours.map(({ properties }) => properties.classification?.name).sort();
  assert.deepEqual(classes, ['blue', 'blue', 'blue', 'blue', 'red', 'red', 'red', 'red', 'red']);
  for (const { properties } of contours) {
    assert.ok(properties.probability! > 0.5 && properties.probability! <= 1);
    assert.deepEqual(properties.classification?.color, [1, 2, 3]);
  }
  // What was learnt goes through JSON, and finds the same objects.
  const model: unknown = JSON.parse(JSON.stringify(details!.objectModel));
  const again = await engine.segment(image, { init: 'auto', like: model }).outcome;
  const shapes = (of: typeof contours) => of.map(({ geometry, properties }) => [geometry, properties.probability]);
  assert.deepEqual(shapes(again.contours), shapes(contours));
});

test('contours that are there are rated by examples, as found ones are, and the model is the one of a search', async () => {
  const like = [square(discs[0]!), square(discs[1]!)];
  const { contours, details } = await engine.segment(image, { init: 'auto', like, level: 0 }).outcome;
  const beside = { x: 55, y: 55, radius: 6 };
  const rated = [...contours, square(discs[4]!), square(beside)];
  const { model, probabilities } = await engine.rate(image, rated, { like, level: 0 });
  assert.deepEqual(model, details!.objectModel);
  for (const [i, { properties }] of contours.entries()) {
    // The outline of a snake is not quite that of the pixels which it started from.
    assert.ok(Math.abs(probabilities[i]! - properties.probability!) < 0.1, `${i}: ${probabilities[i]}`);
  }
  const [onObject = 0, onGround = 1] = probabilities.slice(-2);
  assert.ok(onObject > 0.9 && onGround < 0.5, `${onObject} ${onGround}`);
  // A word against an object makes the others of its kind less likely.
  const blue = (i: number) => square(discs[i]!);
  const after = await engine.rate(image, [blue(3), blue(4)], { like: [blue(0)], unlike: [blue(1)], level: 0 });
  assert.ok(after.probabilities[0]! < 0.5 && after.probabilities[1]! > 0.5, `${after.probabilities}`);
  const left = { x: 0, y: 0, width: 60, height: SIDE };
  const some = await engine.rate(image, [blue(0), blue(2)], { like: [blue(0)], domain: left, level: 0 });
  assert.equal(typeof some.probabilities[0], 'number');
  assert.equal(some.probabilities[1], undefined);
});

test('what cannot be rated is refused in words', async () => {
  const like = [square(discs[0]!)];
  const refused = (contours: readonly unknown[], request: Record<string, unknown>, message: RegExp): Promise<void> =>
    assert.rejects(engine.rate(image, contours, request), { code: 'bad-parameter', message });
  await refused([like[0], { x: 3, y: 4 }], { like }, /contours\[1\].*it must be a Polygon/);
  await refused([{ x: 900, y: 3, width: 5, height: 5 }], { like }, /contours\[0\].*outside/);
  await refused(like, {}, /like cannot be .*a list of contours/);
  await refused(like, { like, algorithm: 'level-set' }, /level-set: it learns nothing/);
  await assert.rejects(engine.rate(image, like, { like }, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  assert.deepEqual((await engine.rate(image, [], { like })).probabilities, []);
});

test('a model is learnt without a search, and is the same whatever is searched; what teaches nothing is refused', async () => {
  const like = [square(discs[0]!, 'red'), square(discs[1]!, 'blue')];
  const model = await engine.learn(image, { like, level: 0 });
  const elsewhere = { x: SIDE / 2, y: SIDE / 2, width: SIDE / 2, height: SIDE / 2 };
  assert.deepEqual(await engine.learn(image, { like, level: 0, domain: elsewhere }), model);
  const { contours } = await engine.segment(image, { init: 'auto', like: model }).outcome;
  assert.equal(contours.length, discs.length);
  const refused = (request: Record<string, unknown>, message: RegExp): Promise<void> =>
    assert.rejects(engine.learn(image, request), { code: 'bad-parameter', message });
  await refused({}, /like cannot be .*a list of contours/);
  await refused({ like: model }, /like cannot be .*a list of contours/);
  await refused({ like: Object.assign([], { 1: like[0] }) }, /like\[0\].*it must be a Polygon/);
  await refused({ like, algorithm: 'level-set' }, /level-set: it learns nothing/);
  await refused({ like, unlike: like }, /no pixel of the class red is left/);
  await refused({ unlike: like }, /there must be an example in like/);
  await assert.rejects(engine.learn(image, { like }, { signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('a model says at which scale it was learnt, and is applied at that of the image', async () => {
  const { contours, details } = await engine.segment(image, { init: 'auto', like: [square(discs[0]!)] }).outcome;
  const model = details!.objectModel as {
    readonly scale: number;
    readonly radius: number;
    readonly areas: readonly [number, number];
  };
  // The same lengths in pixels twice as large.
  const coarse = { ...model, scale: 2, radius: model.radius / 2, areas: model.areas.map((area) => area / 4) };
  const again = await engine.segment(image, { init: 'auto', like: coarse }).outcome;
  const shapes = (of: typeof contours) => of.map(({ geometry }) => geometry);
  assert.deepEqual(shapes(again.contours), shapes(contours));
});

test('examples and counter-examples in odd numbers, forms and places leave words or contours', async () => {
  // Contradictory classes: the same disc is of two; the later example has its pixels, and nothing is left for the first.
  const both = [square(discs[0]!, 'red'), square(discs[0]!, 'blue')];
  await assert.rejects(engine.segment(image, { init: 'auto', like: both }).result, {
    code: 'bad-parameter',
    message: /no pixel of the class red is left/,
  });
  // The same example many times is that example.
  const once = await engine.segment(image, { init: 'auto', like: [square(discs[0]!)] }).outcome;
  const often = await engine.segment(image, { init: 'auto', like: Array(40).fill(square(discs[0]!)) }).outcome;
  const shapes = ({ contours }: typeof once) => contours.map(({ geometry }) => geometry);
  assert.deepEqual(shapes(often), shapes(once));
  // More positions than a call takes arguments.
  const throng = { like: Array(30_000).fill(square(discs[0]!)), level: 0 };
  const { radius } = (await engine.learn(image, throng)) as { readonly radius: number };
  assert.equal(radius, (once.details!.objectModel as { readonly radius: number }).radius);
  // An object that was cut along a neighbour may touch itself at a corner.
  const { x, y } = discs[0]!;
  const corners = [
    [x, y],
    [x + 8, y],
    [x + 8, y + 8],
    [x, y + 8],
    [x, y],
    [x - 8, y],
    [x - 8, y - 8],
    [x, y - 8],
    [x, y],
  ];
  const hourglass = { type: 'Polygon', coordinates: [corners] };
  const found = await engine.segment(image, { init: 'auto', like: [hourglass] }).outcome;
  assert.ok(found.contours.length > 0);
  const outside = { x: 500, y: 500, radius: 11 };
  await assert.rejects(
    engine.segment(image, { init: 'auto', like: [square(discs[0]!)], unlike: [square(outside)] }).result,
    {
      code: 'bad-parameter',
      message: /unlike\[0\].*outside/,
    },
  );
});

test('what a counter-example shows is not found', async () => {
  const like = [square(discs[0]!)];
  const both = await engine.segment(image, { init: 'auto', like: { type: 'FeatureCollection', features: like } })
    .outcome;
  const unlike = [square(discs[1]!), square(discs[3]!)];
  const red = await engine.segment(image, { init: 'auto', like, unlike }).outcome;
  assert.ok(both.contours.length >= 5);
  assert.equal(red.contours.length, 5);
  assert.ok(red.contours.every(({ properties }) => properties.classification === undefined));
});

// Objects alike differ in nothing that a forest sees: of those that a counter-example shows half of the votes may be for objects.
test('an object that a counter-example shows is not found again, though the others are like it', async () => {
  const data = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [(i % SIDE) + 0.5, Math.floor(i / SIDE) + 0.5];
    const inside = discs.some((each) => Math.hypot(x - each.x, y - each.y) < each.radius);
    return (inside ? 170 : 60) + ((i * 7919 + Math.floor(y) * 31) % 9);
  });
  const grey = await engine.load({ width: SIDE, height: SIDE, data });
  const like = [0, 2, 4, 6].map((k) => square(discs[k]!));
  const { x, y } = discs[8]!;
  const { contours } = await engine.segment(grey, { init: 'auto', like, unlike: [square(discs[8]!)] }).outcome;
  const middles = contours.map(({ geometry }) => {
    const ring = (geometry.coordinates as [number, number][][])[0]!;
    return [0, 1].map((axis) => ring.reduce((sum, position) => sum + position[axis]!, 0) / ring.length);
  });
  assert.equal(middles.filter(([across, down]) => Math.hypot(across! - x, down! - y) < 11).length, 0);
  assert.equal(contours.length, discs.length - 1);
});

test('what stands out with few votes is found among the examples alone: elsewhere there may be no such object', async () => {
  const shade = (x: number, y: number, k: number): number =>
    60 + 22 * k * (Math.hypot(x - discs[k]!.x, y - discs[k]!.y) < discs[k]!.radius ? 1 : 0);
  const data = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [(i % SIDE) + 0.5, Math.floor(i / SIDE) + 0.5];
    const value = discs.reduce((most, _disc, k) => Math.max(most, shade(x, y, k)), 0);
    return value + ((i * 7919 + Math.floor(y) * 31) % 9);
  });
  const grey = await engine.load({ width: SIDE, height: SIDE, data });
  const like = [square(discs[8]!), square(discs[7]!)];
  const { contours, details } = await engine.segment(grey, { init: 'auto', like }).outcome;
  const elsewhere = await engine.segment(grey, { init: 'auto', like: details?.objectModel }).outcome;
  const least = (of: typeof contours) => Math.min(...of.map(({ properties }) => properties.probability!));
  assert.ok(least(contours) < 0.5, `${least(contours)}`);
  assert.ok(least(elsewhere.contours) > 0.5, `${least(elsewhere.contours)}`);
});

test('examples that nothing can be learnt from are refused in words', async () => {
  const refused = async (like: unknown, unlike: unknown, message: RegExp): Promise<void> => {
    const { result } = engine.segment(image, { init: 'auto', like, unlike });
    await assert.rejects(result, { code: 'bad-parameter', message });
  };
  const whole = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [SIDE, 0],
        [SIDE, SIDE],
        [0, SIDE],
        [0, 0],
      ],
    ],
  };
  await refused([whole], undefined, /more than half of the image/);
  await refused([square(discs[0]!)], [square(discs[0]!)], /no pixel is left/);
  await refused([], [square(discs[0]!)], /an example in like/);
  await refused('nuclei', undefined, /a list of contours/);
  await refused([{ x: 3, y: 4 }], undefined, /must be a Polygon/);
  await refused([square({ x: 900, y: 900, radius: 9 })], undefined, /outside/);
  await refused({ type: 'ObjectModel', version: 1 }, undefined, /as a run gave it/);
  const box = { x: 20, y: 20, width: 20, height: 20 };
  const misplaced = engine.segment(image, { init: box, like: [square(discs[0]!)] });
  await assert.rejects(misplaced.result, { code: 'bad-parameter', message: /init: 'auto'/ });
});

test('a forest grown twice from the same samples votes the same, and tells apart what can be', () => {
  const labels = Uint8Array.from({ length: 400 }, (_, i) => i % 2);
  const features = [labels.map((label, i) => 10 * label + (i % 12)), labels.map((_, i) => i % 32)];
  const votes = () => {
    const sums = [new Uint16Array(400), new Uint16Array(400)];
    voter(grow({ features, labels, classes: 2 }, 7), 2)(features, 0, 400, sums);
    return sums;
  };
  const [first, second] = [votes(), votes()];
  assert.deepEqual(first, second);
  const right = labels.filter((label, i) => first[label]![i]! > first[1 - label]![i]!).length;
  assert.ok(right > 360, `${right} of 400`);
});

test('every pixel has the votes of the leaves that it reaches, however the pixels are cut', () => {
  const [pixels, classes] = [1061, 3];
  const features = Array.from({ length: 5 }, (_, of) =>
    Uint8Array.from({ length: pixels }, (_, i) => (Math.imul(i + 1, 2654435761 + 7919 * of) >>> 8) % 32),
  );
  const labels = Uint8Array.from({ length: pixels }, (_, i) => (features[1]![i]! > 15 ? 2 : features[3]![i]! % 2));
  const trees = grow({ features, labels, classes }, 11);
  const leafOf = ({ feature, bin, left }: Tree, pixel: number): number => {
    let node = 0;
    while (feature[node]! >= 0) node = left[node]! + (features[feature[node]!]![pixel]! <= bin[node]! ? 0 : 1);
    return node;
  };
  const wanted = Array.from({ length: classes }, (_, label) =>
    Uint16Array.from({ length: pixels }, (_, i) =>
      trees.reduce((sum, tree) => sum + tree.shares[leafOf(tree, i)]![label]!, 0),
    ),
  );
  const sums = wanted.map(() => new Uint16Array(pixels));
  const vote = voter(trees, classes);
  for (const [from, to] of [
    [0, 1],
    [1, 514],
    [514, pixels],
  ] as const)
    vote(features, from, to, sums);
  assert.deepEqual(sums, wanted);
  const background = [new Uint16Array(pixels)];
  vote(features, 0, pixels, background);
  assert.deepEqual(background, wanted.slice(0, 1));
});

test('a model that was changed by hand into one that cannot be is refused', async () => {
  const model = checkModel(await engine.learn(image, { like: [square(discs[0]!)], level: 0 }), 3, 8);
  const [tree] = model.trees;
  assert.ok(tree);
  const leaf = tree.feature.indexOf(-1);
  const withTree = (changed: Partial<Tree>) => ({ ...model, trees: [{ ...tree, ...changed }] });
  const faults = [
    { ...model, cuts: model.cuts.slice(1) },
    { ...model, trees: Array(258).fill(tree) },
    withTree({ bin: tree.bin.map(() => 32) }),
    withTree({ bin: tree.bin.map(() => -1) }),
    withTree({ shares: tree.shares.map((shares, node) => (node === leaf ? [256, 0] : shares)) }),
    withTree({ left: tree.left.map(() => 0) }),
    withTree({ shares: tree.shares.map((shares, node) => (node === leaf ? ('ab' as never) : shares)) }),
    // A list with a gap in it, which `every` does not look at.
    { ...model, trees: Object.assign([], { 1: tree }) },
    { ...model, cuts: Object.assign([...model.cuts], { 0: new Array(31) }) },
    { ...model, classes: [null] },
    { ...model, agreement: { ...model.agreement!, window: 1e9 } },
    // No number can be made of it.
    { ...model, agreement: { ...model.agreement!, window: { valueOf: 1, toString: 1 } } },
    { ...model, bands: { valueOf: 1, toString: 1 } },
  ];
  for (const like of faults) {
    const { result } = engine.segment(image, { init: 'auto', like });
    await assert.rejects(result, { code: 'bad-parameter', message: /as a run gave it, whole/ });
  }
});

// Features were smoothed by windows as wide as it says, which took hours.
test('a model with a radius beyond any image ends a search as any other does', async () => {
  const model = checkModel(await engine.learn(image, { like: [square(discs[0]!)], level: 0 }), 3, 8);
  for (const changed of [{ radius: 1e9 }, { scale: 1e9 }, { radius: 1e300, scale: 1e300, areas: [1e300, 1e300] }]) {
    const { outcome } = engine.segment(image, { init: 'auto', like: { ...model, ...changed } });
    await assert.rejects(outcome, { code: 'nothing-found', message: /that is like the examples/ });
  }
});

// Objects at the image's edge were held to a quarter of the least example's area, whatever the edge leaves of them.
test('an object is found of which the image’s edge leaves a cap, and not one that the edge of a region cuts', async () => {
  const cap = { x: -6, y: 55, radius: 11 };
  const data = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [(i % SIDE) + 0.5, Math.floor(i / SIDE) + 0.5];
    const inside = [...discs, cap].some((each) => Math.hypot(x - each.x, y - each.y) < each.radius);
    return (inside ? 170 : 60) + ((i * 7919 + Math.floor(y) * 31) % 9);
  });
  const grey = await engine.load({ width: SIDE, height: SIDE, data });
  const like = [square(discs[2]!)];
  const leftOf = async (domain: { readonly x: number; readonly width: number }): Promise<number[]> => {
    const { contours } = await engine.segment(grey, {
      init: 'auto',
      like,
      level: 0,
      domain: { y: 0, height: SIDE, ...domain },
    }).outcome;
    return contours.map(({ geometry }) =>
      Math.round(Math.min(...(geometry.coordinates as [number, number][][])[0]!.map(([x]) => x))),
    );
  };
  const whole = await leftOf({ x: 0, width: SIDE });
  assert.equal(whole.length, discs.length + 1);
  assert.equal(whole.filter((x) => x === 0).length, 1);
  // The discs in the middle column reach five pixels into it.
  const region = await leftOf({ x: 86, width: SIDE - 86 });
  assert.equal(region.length, 3);
  assert.ok(region.every((x) => x > 100));
});
