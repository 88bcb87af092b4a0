import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Aside } from '../../../../src/algorithm/algorithm.js';
import { toNobody } from '../../../../src/core/told.js';
import { createEngine } from '../../../../src/engine.js';
import { openFile } from '../../../../src/image/open-file.js';
import { bestMap } from '../../../../src/snake/find/map/best-map.js';
import { choiceOf, furtherChoice } from '../../../../src/snake/find/map/choice.js';
import { partsOf } from '../../../../src/snake/find/map/parts.js';
import { ANY_APPEARANCE } from '../../../../src/snake/find/map/planes.js';
import { populationIn } from '../../../../src/snake/find/map/population.js';
import { topHat } from '../../../../src/snake/find/map/top-hat.js';
import { searchWork } from '../../../../src/snake/find/works.js';
import { medianAreaIn } from '../../../support/images/slide-nuclei.js';
import { Random } from '../../../support/random.js';

const { signal } = new AbortController();
const [width, height] = [400, 320];

type Shade = (x: number, y: number) => number;

const picture = (seed: number, shade: Shade) => {
  const random = new Random(seed);
  const data = Uint8Array.from({ length: width * height }, (_, i) =>
    Math.min(255, Math.max(0, Math.round(shade(i % width, Math.floor(i / width)) + random.between(-6, 6)))),
  );
  return { width, height, bands: 1, data };
};

/** Tissue on glass, cut by the image's lower edge; a darker layer in it. */
const isTissue: Shade = (x, y) => (x > 60 + 20 * Math.sin(y / 40) && x < 340 + 15 * Math.sin(y / 23) && y > 30 ? 1 : 0);
const layer: Shade = (x, y) => (isTissue(x, y) && Math.abs(x - 190 - y / 6) < 45 ? 1 : 0);
const depth = (x: number, y: number): number => {
  const [u, v] = [x % 24, y % 22];
  const radius = 5 + ((Math.floor(x / 24) * 7 + Math.floor(y / 22) * 5) % 3);
  return Math.hypot(u - 12, v - 11) < radius ? 1 : 0;
};

const slide = picture(5, (x, y) => {
  if (!isTissue(x, y)) return 240;
  return 165 - 35 * layer(x, y) - 50 * depth(x, y);
});

test('nuclei are found in tissue on glass, and not the tissue', async () => {
  const map = await bestMap(slide, ANY_APPEARANCE, { signal, tell: toNobody });
  assert.ok(map);
  const parts = partsOf(map.labels, map);
  assert.ok(parts.length > 120, `${parts.length} parts`);
  assert.ok(map.radius > 4 && map.radius < 9, `a radius of ${map.radius}`);
  const inNuclei = map.labels.reduce((sum, label, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return sum + (label !== 0 && isTissue(x, y) && depth(x, y) ? 1 : 0);
  }, 0);
  const found = map.labels.reduce((sum, label) => sum + (label === 0 ? 0 : 1), 0);
  assert.ok(inNuclei > 0.75 * found, `${inNuclei} of ${found} pixels`);
});

test('small pieces of tissue hardly count as grounds, on each of which as many nuclei are wanted', async () => {
  const isIn = (x: number, y: number, left: number, top: number, side: number): boolean =>
    x >= left && x < left + side && y >= top && y < top + side;
  const isPiece: Shade = (x, y) =>
    [10, 140, 270].some((left) => isIn(x, y, left, 10, 118)) ||
    [0, 1, 2, 3, 4, 5].some((k) => isIn(x, y, 10 + 64 * k, 200, 50))
      ? 1
      : 0;
  const pieces = picture(5, (x, y) => (isPiece(x, y) ? 165 - 45 * depth(x, y) : 240));
  const map = await bestMap(pieces, ANY_APPEARANCE, { signal, tell: toNobody });
  assert.ok(map);
  const parts = partsOf(map.labels, map);
  // Fewer than sixteen for each of the nine pieces.
  assert.ok(parts.length > 70 && parts.length < 144, `${parts.length} parts`);
  assert.ok(map.radius > 4 && map.radius < 9, `a radius of ${map.radius}`);
});

test('whichever worker looks at a plane, and in whatever order they end, the nuclei are the same', async () => {
  const alone = await bestMap(slide, ANY_APPEARANCE, { signal, tell: toNobody });
  const looked: unknown[] = [];
  const aside: Aside = async (work) => {
    const { name } = (work as { readonly of: { readonly plane?: { readonly name: string } } }).of.plane ?? {};
    if ((work as { readonly work: string }).work === 'population') looked.push(name);
    // The first plane ends last.
    if (looked.length === 1) await new Promise((resolve) => setTimeout(resolve, 300));
    return { done: structuredClone(await searchWork(structuredClone(work))) };
  };
  assert.deepEqual(await bestMap(slide, ANY_APPEARANCE, { signal, tell: toNobody, aside }), alone);
  assert.ok(looked.length >= 4, `${looked.length} planes`);
});

test('of planes that stand out alike the first one is taken, also where it is looked at last', async () => {
  const random = new Random(1);
  const values = Uint16Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [(i % width) % 40, Math.floor(i / width) % 40];
    return ((x - 20) ** 2 + (y - 20) ** 2 < 60 ? 50000 : 8000) + random.between(0, 1023);
  });
  for (const late of [undefined, 'first', 'second']) {
    const planes = ['first', 'second'].map((name) => ({
      name,
      make: async () => {
        if (name === late) await new Promise((resolve) => setTimeout(resolve, 1000));
        return { name, channel: name, width, height, values };
      },
    }));
    const aside: Aside = async (work) => ({ done: await searchWork(work) });
    const found = await populationIn(planes, 1, { signal, tell: toNobody, aside });
    assert.equal(found?.scaled.plane.name, 'first', `late: ${late}`);
  }
});

test('nuclei of a slide are found where glass is in view, though they hardly part into two classes', async () => {
  const median = await medianAreaIn({ x: 700, y: 300, width: 540, height: 420 });
  assert.ok(median > 80 && median < 300, `a median of ${median} px²`);
});

test('objects alike that the finest level alone shows are found in a view of more pixels than a screen of 1,920 × 1,080 has', async () => {
  const [across, down] = [1800, 1250];
  const random = new Random(9);
  const data = Uint8Array.from({ length: across * down }, (_, i) => {
    const [x, y] = [i % across, Math.floor(i / across)];
    const tissue = isTissue(x / 4.5, y / 4);
    const nucleus = Math.hypot((x % 16) - 8, (y % 16) - 8) < 3.3;
    return (tissue ? (nucleus ? 115 : 165) : 240) + random.between(-6, 6);
  });
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width: across, height: down, bands: 1, data });
  const { contours, details } = await engine.segment(image, { init: 'auto', objects: 20 }).outcome;
  engine.dispose();
  assert.equal(details?.searchedLevel, 0);
  assert.equal(contours.length, 20);
  for (const { properties } of contours) {
    const area = properties.measurements['Area px^2']!;
    assert.ok(area > 15 && area < 150, `${area} px²`);
  }
});

test('many objects are searched for at the level at which they are large enough', async () => {
  const side = 1100;
  const engine = await createEngine({ backend: 'cpu' });
  for (const [radius, pitch, level] of [
    [7, 24, 0],
    [20, 60, 1],
  ] as const) {
    const random = new Random(13);
    const data = Uint8Array.from({ length: side * side }, (_, i) => {
      const away = Math.hypot(((i % side) % pitch) - pitch / 2, (Math.floor(i / side) % pitch) - pitch / 2);
      return (away < radius ? 150 : 60) + random.between(-12, 12);
    });
    const image = await engine.load({ width: side, height: side, data });
    assert.equal(image.levels.length, 2);
    const { contours, details } = await engine.segment(image, { init: 'auto' }).outcome;
    assert.equal(details?.searchedLevel, level, `a radius of ${radius}`);
    const whole = Math.floor(side / pitch) ** 2;
    assert.ok(contours.length >= 0.98 * whole, `${contours.length} of ${whole}`);
  }
  engine.dispose();
});

test('large nuclei are surer than the texture in them, which a finer level shows', async () => {
  const nuclei = await openFile('demo/images/fluo_nuclei.tif');
  const { width, height, bands } = nuclei;
  const { data } = await nuclei.region({ x: 0, y: 0, width, height }, 0);
  const [across, down] = [Math.floor(2.2 * width), Math.floor(2.2 * height)];
  const at = (x: number, y: number): number =>
    data[(Math.min(y, height - 1) * width + Math.min(x, width - 1)) * bands]!;
  const enlarged = Uint16Array.from({ length: across * down }, (_, i) => {
    const [x, y] = [(i % across) / 2.2, Math.floor(i / across) / 2.2];
    const [u, v] = [Math.floor(x), Math.floor(y)];
    const [a, b] = [x - u, y - v];
    return Math.round(
      (1 - b) * ((1 - a) * at(u, v) + a * at(u + 1, v)) + b * ((1 - a) * at(u, v + 1) + a * at(u + 1, v + 1)),
    );
  });
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width: across, height: down, bands: 1, data: enlarged });
  assert.equal(image.levels.length, 2);
  const { details } = await engine.segment(image, { init: 'auto', objects: 20 }).outcome;
  engine.dispose();
  assert.equal(details?.searchedLevel, 1);
});

test('tissue without nuclei stays one object, however rough it is', async () => {
  const random = new Random(7);
  const rough = Float64Array.from({ length: 2 ** 12 }, () => random.between(-14, 14));
  const texture: Shade = (x, y) => {
    const [i, j, u, v] = [Math.floor(x / 5), Math.floor(y / 5), (x % 5) / 5, (y % 5) / 5];
    const at = (a: number, b: number): number => rough[(a + 97 * b) % rough.length]!;
    return (
      (1 - u) * (1 - v) * at(i, j) + u * (1 - v) * at(i + 1, j) + (1 - u) * v * at(i, j + 1) + u * v * at(i + 1, j + 1)
    );
  };
  const map = await bestMap(
    picture(5, (x, y) => (isTissue(x, y) ? 150 + texture(x, y) : 240)),
    ANY_APPEARANCE,
    { signal, tell: toNobody },
  );
  assert.ok(map);
  assert.ok(map.radius > 60, `a radius of ${map.radius}`);
});

/** A dark stain beside many light drops, in colours. @param side in pixels */
const drops = (side: number) => {
  const random = new Random(9);
  const data = Uint8Array.from({ length: 3 * side * side }, (_, i) => {
    const [x, y, band] = [Math.floor(i / 3) % side, Math.floor(i / 3 / side), i % 3];
    const isDrop = x > 0.35 * side && Math.hypot((x % 24) - 12, (y % 24) - 12) < 6;
    const isStain = Math.hypot(x - 0.16 * side, y - 0.5 * side) < 0.12 * side;
    const colour = isStain ? [120, 60, 110] : isDrop ? [240, 236, 240] : [205, 160, 185];
    return colour[band]! + random.between(-8, 8);
  });
  return { width: side, height: side, bands: 3, data };
};

test('a choice by the first planes leaves the others, and they show what those do not', async () => {
  const execution = { signal, tell: toNobody };
  const samples = drops(360);
  const near = await choiceOf(samples, ANY_APPEARANCE, execution, { near: true });
  assert.ok(near && !near.manyAlike);
  assert.equal(near.further, 1);
  const far = await furtherChoice(samples, ANY_APPEARANCE, execution, { grounds: 1, further: near.further });
  assert.ok(far?.manyAlike);
  const whole = await choiceOf(samples, ANY_APPEARANCE, execution);
  assert.deepEqual(far.scaled, whole?.scaled);
  assert.equal(whole?.further, undefined);
});

test('light drops beside a dark stain are found, though both levels are searched for dark objects first', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load(drops(800));
  const { contours } = await engine.segment(image, { init: 'auto', objects: 10_000 }).outcome;
  assert.ok(contours.length > 600, `${contours.length} contours`);
  engine.dispose();
});

test('a few large objects with spots stay what they are', async () => {
  const map = await bestMap(
    picture(3, (x, y) => {
      const coins = [0, 1, 2, 3, 4, 5].map((k) => Math.hypot(x - 70 - 130 * (k % 3), y - 85 - 150 * Math.floor(k / 3)));
      const nearest = Math.min(...coins);
      if (nearest > 50) return 60;
      return 170 + (nearest > 40 ? 40 : 0) + (Math.hypot((x % 33) - 16, (y % 33) - 16) < 5 ? 35 : 0);
    }),
    ANY_APPEARANCE,
    { signal, tell: toNobody },
  );
  assert.ok(map);
  assert.equal(partsOf(map.labels, map).length, 6);
});

test('a top-hat keeps what is narrower than its square, and is the difference to an opening', () => {
  const random = new Random(2);
  for (const [w, h, radius] of [
    [23, 17, 2],
    [9, 31, 4],
    [5, 3, 8],
  ] as const) {
    const values = Uint16Array.from({ length: w * h }, () => Math.floor(random.between(0, 65535)));
    const window = (of: ArrayLike<number>, choose: (...them: number[]) => number): number[] =>
      Array.from({ length: w * h }, (_, i) => {
        const [x, y] = [i % w, Math.floor(i / w)];
        const them: number[] = [];
        for (let v = Math.max(0, y - radius); v <= Math.min(h - 1, y + radius); v++) {
          for (let u = Math.max(0, x - radius); u <= Math.min(w - 1, x + radius); u++) them.push(of[v * w + u]!);
        }
        return choose(...them);
      });
    const opening = window(window(values, Math.min), Math.max);
    assert.deepEqual(
      [...topHat(values, { width: w, height: h }, radius)],
      Array.from(values, (value, i) => value - opening[i]!),
    );
  }
});
