/** The blocks of CZI files are looked at a few times each, however many there are. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { intersection, type Rect } from '../../../../src/core/geometry/rect.js';
import { BlockGrid, rectOf } from '../../../../src/image/formats/czi/block-grid.js';
import { CziFile } from '../../../../src/image/formats/czi/czi-file.js';
import type { Block } from '../../../../src/image/formats/czi/directory.js';
import { imageOf, type PlacedBlock } from '../../../../src/image/formats/czi/pyramid.js';
import { blobBytes } from '../../../../src/image/io/bytes.js';

const SIDE = 512;

/** A block at a place, whose axes may be watched. */
const blockAt = (position: number, x: number, y: number, at: ReadonlyMap<string, number>): Block => ({
  position,
  room: 1,
  pixelType: 0,
  compression: 0,
  ...{ x, y, width: SIDE, height: SIDE, storedWidth: SIDE, storedHeight: SIDE },
  at,
});

describe('the planes of a CZI', () => {
  /** How often the axes of a block are read while an image of so many slices is put together, on average. */
  const readsOf = (slices: number): number => {
    let reads = 0;
    class Watched extends Map<string, number> {
      override get(axis: string): number | undefined {
        reads++;
        return super.get(axis);
      }
    }
    const blocks = Array.from({ length: slices * 8 }, (_, n) => {
      const k = n >> 1;
      const at = new Watched([
        ['Z', k >> 2],
        ['C', (k >> 1) & 1],
        ['M', k & 1],
      ]);
      const stored = SIDE >> (n & 1);
      return { ...blockAt(n, SIDE * (k & 1), 0, at), storedWidth: stored, storedHeight: stored };
    });
    const { levels, depth } = imageOf(new CziFile(blobBytes(new Blob([]), 'a.czi'), 'a.czi'), blocks);
    assert.deepEqual([depth, levels.length, levels[1]?.planes.at(-1)?.at(-1)?.length], [slices, 2, 2]);
    return reads / blocks.length;
  };

  it('are put together in a time that goes with the blocks', () => assert.equal(readsOf(100), readsOf(10)));
});

describe('the grid of a plane', () => {
  const scan = (blocks: readonly PlacedBlock[], rect: Rect): PlacedBlock[] =>
    blocks.filter((block) => intersection(rectOf(block), rect));

  it('gives the blocks that a look at each gives, in their order', () => {
    const side = fc.integer({ min: 1, max: 40 });
    const place = fc.integer({ min: 0, max: 200 });
    const sized = fc.record({ x: place, y: place, width: side, height: side });
    fc.assert(
      fc.property(fc.array(sized, { maxLength: 60 }), sized, (rects, rect) => {
        const blocks = rects.map(({ x, y, width, height }, k) => ({
          ...blockAt(k, x, y, new Map()),
          ...{ left: x, top: y, storedWidth: width, storedHeight: height },
        }));
        const grid = new BlockGrid(blocks);
        assert.deepEqual(grid.within(rect), scan(blocks, rect));
        assert.equal(grid.shows(rect), scan(blocks, rect).length > 0);
      }),
    );
  });

  it('looks at the blocks near a tile alone', () => {
    let looks = 0;
    const look = (left: number): number => {
      looks++;
      return left;
    };
    const blocks = Array.from({ length: 2500 }, (_, k) => {
      const [left, top] = [SIDE * (k % 50), SIDE * Math.floor(k / 50)];
      const block = { ...blockAt(k, left, top, new Map()), top };
      return Object.defineProperty({ ...block, left }, 'left', { get: () => look(left) });
    });
    const grid = new BlockGrid(blocks);
    looks = 0;
    assert.equal(grid.within({ x: 10_000, y: 10_000, width: 256, height: 256 }).length, 4);
    assert.ok(looks <= 8, `${looks} blocks`);
  });
});
