import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Aside } from '../../../../../src/algorithm/algorithm.js';
import { grownBy, intersection } from '../../../../../src/core/geometry/rect.js';
import { toNobody } from '../../../../../src/core/told.js';
import { settingsOf } from '../../../../../src/snake/find/map/area-map.js';
import { bestMap } from '../../../../../src/snake/find/map/best-map.js';
import { type MapPart, partsOf } from '../../../../../src/snake/find/map/parts.js';
import { ANY_APPEARANCE } from '../../../../../src/snake/find/map/planes.js';
import { tiledMap } from '../../../../../src/snake/find/map/tiled-map.js';
import { partOf } from '../../../../../src/snake/find/map/windows/part-of.js';
import { tilesOf } from '../../../../../src/snake/find/map/windows/tiles.js';
import { searchWork } from '../../../../../src/snake/find/works.js';
import { Random } from '../../../../support/random.js';

const { signal } = new AbortController();
const execution = { signal, tell: toNobody };

test('the cores of tiles have each pixel once, and each tile is its core and a rim', () => {
  const random = new Random(3);
  for (let k = 0; k < 20; k++) {
    const size = { width: random.between(1, 2400), height: random.between(1, 2400) };
    const radius = random.between(1, 40);
    const had = new Uint8Array(size.width * size.height);
    for (const { core, rect } of tilesOf(size, radius)) {
      for (let y = core.y; y < core.y + core.height; y++)
        for (let x = core.x; x < core.x + core.width; x++) had[y * size.width + x]!++;
      const rim = 4 * radius;
      assert.ok(rect.x === 0 || core.x - rect.x >= rim);
      assert.ok(rect.y === 0 || core.y - rect.y >= rim);
      const [right, bottom] = [rect.x + rect.width, rect.y + rect.height];
      assert.ok(right === size.width || right - (core.x + core.width) >= rim);
      assert.ok(bottom === size.height || bottom - (core.y + core.height) >= rim);
      assert.ok(rect.x >= 0 && rect.y >= 0 && right <= size.width && bottom <= size.height);
    }
    assert.ok(had.every((times) => times === 1));
  }
});

/** Discs of one size on a ground, on the seams of tiles and elsewhere; a bar that crosses the tiles where asked for. */
const discs = (pitch: number, radius: number, bar = false) => {
  const random = new Random(4);
  const [width, height] = [1180, 1040];
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isBar = bar && y >= 500 && y < 540;
    const away = Math.hypot((x % pitch) - pitch / 2, (y % pitch) - pitch / 2);
    return Math.round((isBar || away < radius ? 150 : 60) + random.between(-9, 9));
  });
  const whole = Math.floor(width / pitch) * Math.floor(height / pitch);
  return { samples: { width, height, bands: 1, data }, whole };
};

/** The middles of parts, in pixels, sorted. */
const middles = (parts: readonly MapPart[]): string[] =>
  parts.map(({ x, y, width, height }) => `${x + width / 2} ${y + height / 2}`).sort();

test('each disc is one part of a map that is made in tiles, also on their seams', async () => {
  const { samples, whole } = discs(27, 9);
  const settings = await settingsOf(partOf(samples), ANY_APPEARANCE, execution);
  assert.ok(settings);
  const tiles = tilesOf(samples, settings.radius);
  assert.ok(tiles.length >= 4);
  const map = await tiledMap(samples, tiles, ANY_APPEARANCE, settings, execution);
  const parts = partsOf(map.labels, map);
  assert.ok(parts.filter(({ width, height }) => width > 12 && height > 12).length >= whole);
  const single = await tiledMap(samples, tilesOf(samples, 1e4), ANY_APPEARANCE, settings, execution);
  assert.deepEqual(middles(parts), middles(partsOf(single.labels, single)));
});

test('whichever workers make the tiles, and in whatever order they end, the map is the same', async () => {
  const { samples } = discs(27, 9);
  const alone = await bestMap(samples, ANY_APPEARANCE, execution);
  let works = 0;
  const aside: Aside = async (work) => {
    if (works++ % 3 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    return { done: structuredClone(await searchWork(structuredClone(work))) };
  };
  assert.deepEqual(await bestMap(samples, ANY_APPEARANCE, { ...execution, aside }), alone);
  assert.ok(works > 4);
});

test('what reaches from a tile’s core beyond its rim is no part, and takes nothing from those beside it', async () => {
  const { samples, whole } = discs(27, 9, true);
  const map = await bestMap(samples, ANY_APPEARANCE, execution);
  assert.ok(map);
  const parts = partsOf(map.labels, map);
  assert.ok(parts.every(({ width }) => width < 200));
  const rows = Math.floor(samples.height / 27);
  // The bar covers two rows of discs at most.
  assert.ok(parts.filter(({ height }) => height > 12).length >= (whole * (rows - 3)) / rows);
});

test('parts of two tiles share no pixel, and what one loses leaves no crumbs', async () => {
  const random = new Random(8);
  const [width, height] = [1184, 1040];
  // Coarse noise, whose parts differ with what lies around them.
  const noise = Uint8Array.from({ length: 100 * 90 }, () => random.between(60, 180));
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const [u, v] = [Math.floor(x / 12), Math.floor(y / 12)];
    const [a, b] = [(x % 12) / 12, (y % 12) / 12];
    const at = (column: number, row: number): number => noise[row * 100 + column]!;
    return (1 - b) * ((1 - a) * at(u, v) + a * at(u + 1, v)) + b * ((1 - a) * at(u, v + 1) + a * at(u + 1, v + 1));
  });
  const samples = { width, height, bands: 1, data };
  const settings = await settingsOf(partOf(samples), ANY_APPEARANCE, execution);
  assert.ok(settings);
  // Rims so narrow that what a tile shows at its edge is not what its neighbour shows there.
  const whole = { x: 0, y: 0, width, height };
  const tiles = tilesOf(samples, 1).flatMap(({ core }) =>
    Array.from({ length: 16 }, (_, k) => {
      const [w, h] = [core.width / 4, core.height / 4];
      const its = { x: core.x + (k % 4) * w, y: core.y + Math.floor(k / 4) * h, width: w, height: h };
      return { core: its, rect: intersection(grownBy(its, 28), whole)! };
    }),
  );
  const { labels } = await tiledMap(samples, tiles, ANY_APPEARANCE, settings, execution);
  const parts = partsOf(labels, samples);
  assert.ok(parts.length > 200);
  const seen = new Uint8Array(labels.length);
  for (const { label, first, area } of parts) {
    const piece = [first];
    seen[first] = 1;
    for (const pixel of piece) {
      for (const step of [-1, 1, -width, width]) {
        const next = pixel + step;
        if (
          labels[next] !== label ||
          seen[next] ||
          (Math.abs(step) === 1 && next % width === (step > 0 ? 0 : width - 1))
        )
          continue;
        seen[next] = 1;
        piece.push(next);
      }
    }
    assert.equal(piece.length, area);
    assert.ok(area >= 16, `a crumb of ${area} px`);
  }
});
