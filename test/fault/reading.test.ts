/** Contours on images whose tiles do not fit into their cache, or fail while a contour is refined. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SegmenterError } from '../../src/core/errors.js';
import type { Level, Rect } from '../../src/core/geometry/rect.js';
import { createEngine, type Engine } from '../../src/engine.js';
import { halve } from '../../src/image/reduce.js';
import { cut } from '../../src/image/sample-arrays.js';
import type { ImageSource, RegionOptions, Samples } from '../../src/image/samples.js';
import { assemble, keepsTiles, tileCache } from '../../src/image/tiles.js';
import { coded } from '../support/errors.js';

const SIDE = 1024;
const TILE = 64;
/** Of 16 bits: 256 × 256 pixels are read whole, and what is finer only along the contour. */
const pixelBudget = 2 ** 16;
const init = { x: 180, y: 190, width: 660, height: 650 };

/** A bright disc in noise, at three levels. */
const levels: Samples[] = [];
before(async () => {
  let seed = 5;
  const data = Uint16Array.from({ length: SIDE * SIDE }, (_, k) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const inside = Math.hypot((k % SIDE) - 510, Math.floor(k / SIDE) - 505) < 290;
    return (inside ? 3000 : 2000) + (seed >>> 22);
  });
  levels.push({ width: SIDE, height: SIDE, bands: 1, data });
  for (let k = 0; k < 2; k++) levels.push(await halve(levels[k]!));
});

interface Tiled extends ImageSource {
  /** Reads of tiles by their level. */
  readonly reads: number[];
}

/** The disc in tiles, of which so many bytes are kept; `fails` says whether a read fails. */
const tiled = (kept: number, fails: (level: number, reads: number) => boolean = () => false): Tiled => {
  const tiles = tileCache(kept);
  const reads = levels.map(() => 0);
  const sizes: Level[] = levels.map(({ width, height }) => ({
    width,
    height,
    scaleX: SIDE / width,
    scaleY: SIDE / height,
  }));
  const kind = { bands: 1, bits: 16 } as const;
  const region = (rect: Rect, level: number, options?: RegionOptions): Promise<Samples> => {
    const { width, height } = sizes[level]!;
    const grid = { width, height, tileWidth: TILE, tileHeight: TILE };
    const read = (column: number, row: number, signal: AbortSignal) => {
      const own = { x: column * TILE, y: row * TILE, width: TILE, height: TILE };
      const make = async () => {
        const count = (reads[level] ?? 0) + 1;
        reads[level] = count;
        if (fails(level, count))
          throw new SegmenterError('tile-unavailable', {
            tile: `${column}, ${row}`,
            name: 'disc',
            reason: 'it is gone',
          });
        return { rect: own, samples: cut(levels[level]!, own) };
      };
      return tiles.get(`${level}/${column}_${row}`, make, signal, keepsTiles(rect, kind, kept));
    };
    return assemble({ name: 'disc', ...kind }, grid, rect, read, options);
  };
  return { name: 'disc', width: SIDE, height: SIDE, ...kind, levels: sizes, region, close: () => tiles.clear(), reads };
};

const contourOn = async (engine: Engine, source: ImageSource): Promise<unknown> => {
  const { geometry } = await engine.segment(await engine.load(source), { init, pixelBudget }).result;
  return geometry;
};

test('a cache that is smaller than the domain, or than a tile, costs reads only: the contour is the same', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const roomy = tiled(2 ** 27);
    const wanted = await contourOn(engine, roomy);
    const once = roomy.reads;
    // Nothing of the finest level is read but what lies along the contour.
    assert.ok(once[0]! > 0 && once[0]! < 0.75 * (SIDE / TILE) ** 2, `${once[0]} tiles of the finest level were read`);
    for (const bytes of [2 ** 16, 100]) {
      const tight = tiled(bytes);
      assert.deepEqual(await contourOn(engine, tight), wanted);
      assert.ok(tight.reads[0]! > once[0]!, 'tiles that are not kept are read again');
    }
  } finally {
    engine.dispose();
  }
});

test('a tile that fails while a contour is refined ends the run with its error, and the next run has the contour', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const wanted = await contourOn(engine, tiled(2 ** 27));
    for (const at of [0, 2]) {
      let failed = false;
      const source = tiled(2 ** 27, (level, reads) => {
        const now = !failed && level === at && reads === 9;
        failed ||= now;
        return now;
      });
      await assert.rejects(contourOn(engine, source), coded('tile-unavailable', 'it is gone'));
      assert.deepEqual(await contourOn(engine, source), wanted);
      assert.equal(engine.stats().runs, 0);
    }
  } finally {
    engine.dispose();
  }
});
