import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encode } from 'fast-png';
import { chooseLevel, levelRect } from '../../../../src/core/geometry/levels.js';
import { levelsOf } from '../../../../src/core/geometry/rect.js';
import { createEngine } from '../../../../src/engine.js';
import { halve } from '../../../../src/image/reduce.js';
import { cut } from '../../../../src/image/sample-arrays.js';
import type { Samples } from '../../../../src/image/samples.js';
import { Random } from '../../../support/random.js';
import { ImageServer } from '../../../support/servers/image-server.js';

const levels = levelsOf([
  { width: 8192, height: 4096 },
  { width: 4096, height: 2048 },
  { width: 2048, height: 1024 },
]);
const all = { x: 0, y: 0, width: 8192, height: 4096 };

describe('chooseLevel', () => {
  it('takes the finest level within the budget', () => {
    assert.equal(chooseLevel(all, levels, 2 ** 25), 0);
    assert.equal(chooseLevel(all, levels, 2 ** 25 - 1), 1);
    assert.equal(chooseLevel(all, levels, 2 ** 21), 2);
    assert.equal(chooseLevel({ x: 0, y: 0, width: 100, height: 100 }, levels, 2 ** 21), 0);
  });

  it('takes the coarsest where none is small enough', () => {
    assert.equal(chooseLevel(all, levels, 1000), 2);
  });
});

describe('levelRect', () => {
  it('grows outwards to whole pixels', () => {
    assert.deepEqual(levelRect({ x: 3, y: 4, width: 2, height: 4 }, levels[1]!), { x: 1, y: 2, width: 2, height: 2 });
    assert.deepEqual(levelRect({ x: 0.5, y: 0.5, width: 1, height: 1 }, levels[0]!), {
      x: 0,
      y: 0,
      width: 2,
      height: 2,
    });
  });

  it('stays inside the level and never is empty', () => {
    assert.deepEqual(levelRect({ x: 8191.5, y: -5, width: 100, height: 10 }, levels[2]!), {
      x: 2047,
      y: 0,
      width: 1,
      height: 2,
    });
    assert.deepEqual(levelRect({ x: 8192, y: 4096, width: 0, height: 0 }, levels[0]!), {
      x: 8191,
      y: 4095,
      width: 1,
      height: 1,
    });
  });
});

describe('levelsOf', () => {
  it('takes whole scales where writers dropped what was left over, and the true ratio where sizes were rounded up', () => {
    const scales = (full: number, ...sizes: number[]): number[] =>
      levelsOf([full, ...sizes].map((width) => ({ width, height: width }))).map(({ scaleX }) => scaleX);
    assert.deepEqual(scales(1001, 500, 250, 125), [1, 2, 4, 8]);
    assert.deepEqual(scales(32914, 8228, 2057), [1, 4, 16]);
    assert.deepEqual(scales(1001, 501), [1, 1001 / 501]);
    assert.deepEqual(scales(1024, 512, 256), [1, 2, 4]);
  });
});

describe('a pyramid of odd sizes', () => {
  it('gives a contour the same place from each of its levels', async () => {
    const [width, height] = [1003, 517];
    // At the far corner, where a wrong scale shows most; its sides are whole pixels of level 2.
    const [l, t, r, b] = [820, 380, 964, 484];
    const random = new Random(7);
    const data = Uint8Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      return (x >= l && x < r && y >= t && y < b ? 160 : 80) + random.between(0, 20);
    });
    const levels: Samples[] = [{ width, height, bands: 1, data }];
    while (levels.at(-1)!.width > 1) levels.push(await halve(levels.at(-1)!));
    const size = `<Image TileSize="256" Overlap="1" Format="png"><Size Width="${width}" Height="${height}"/></Image>`;
    const server = await ImageServer.start((path) => {
      if (path === 'odd.dzi') return new TextEncoder().encode(size);
      const [, level, column, row] = (/(\d+)\/(\d+)_(\d+)\.png$/.exec(path) ?? []).map(Number);
      const samples = levels[levels.length - 1 - level!]!;
      const [x, y] = [Math.max(0, column! * 256 - 1), Math.max(0, row! * 256 - 1)];
      const right = Math.min(samples.width, (column! + 1) * 256 + 1);
      const bottom = Math.min(samples.height, (row! + 1) * 256 + 1);
      const part = cut(samples, { x, y, width: right - x, height: bottom - y });
      return encode({ width: part.width, height: part.height, data: Uint8Array.from(part.data), channels: 1 });
    });
    const engine = await createEngine({ backend: 'cpu' });
    try {
      const image = await engine.open({ kind: 'url', url: server.url('odd.dzi') });
      for (const level of [0, 1, 2]) {
        const init = { x: l - 24, y: t - 20, width: r - l + 48, height: b - t + 40 };
        const { geometry } = await engine.segment(image, { init, level, boxPrior: 0 }).result;
        const points = geometry.type === 'Polygon' ? geometry.coordinates[0]! : [];
        const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
        assert.deepEqual(
          [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
          [l, t, r, b],
          `${level}`,
        );
      }
    } finally {
      engine.dispose();
      await server.stop();
    }
  });
});
