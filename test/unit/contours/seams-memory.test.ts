/** The merge of regions: what it holds follows the rows that can still meet, however many regions have ended. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { queryObjects } from 'node:v8';
import { mergeRegions } from '../../../src/contours/seams/merge.js';
import { type Region, RegionGrid } from '../../../src/contours/seams/region-grid.js';
import { Shape } from '../../../src/contours/seams/shapes.js';
import type { ContourFeature } from '../../../src/worker/protocol.js';
import { withGeometry } from '../../support/contours.js';

const SIZE = 1024;
const OVERLAP = 64;

/** Squares along the seams above and to the left of a region's core: those that it owns, and those of its neighbours. */
const onSeams = ({ index, core, outer }: Region): ContourFeature[] => {
  const square = (x: number, y: number): ContourFeature =>
    withGeometry(index, {
      type: 'Polygon',
      coordinates: [
        [
          [x, y],
          [x + 8, y],
          [x + 8, y + 8],
          [x, y + 8],
          [x, y],
        ],
      ],
    });
  const found: ContourFeature[] = [];
  for (let at = 64; at < SIZE; at += 64) {
    for (const off of [-24, 16]) {
      if (outer.y < core.y) found.push(square(core.x + at, core.y + off));
      if (outer.x < core.x) found.push(square(core.x + off, core.y + at));
    }
  }
  return found;
};

const countOf = (made: typeof Shape | typeof Set): number => queryObjects(made, { format: 'count' });

describe('the merge of many regions', () => {
  it('holds no more after many rows than after a few', async () => {
    const image = { x: 0, y: 0, width: 2 * SIZE, height: 48 * SIZE };
    const grid = new RegionGrid(image, image, { size: SIZE, overlap: OVERLAP });
    const held = new Map<number, { readonly shapes: number; readonly sets: number }>();
    const load = async (region: Region): Promise<readonly ContourFeature[]> => {
      const row = region.index / grid.columns;
      if (row === 8 || row === 40) held.set(row, { shapes: countOf(Shape), sets: countOf(Set) });
      return onSeams(region);
    };
    let stay = 0;
    for await (const _contour of mergeRegions(grid, { load, join: ([first]) => first })) stay++;
    assert.ok(stay > 40 * 30, `${stay} contours stay`);
    const [few, many] = [held.get(8)!, held.get(40)!];
    // Less than one a row: a contour whose loop is still on the stack is counted, and others than the merge hold sets.
    for (const what of ['shapes', 'sets'] as const) {
      assert.ok(many[what] - few[what] < 32, `${few[what]} ${what} after 8 rows, ${many[what]} after 40`);
    }
  });
});
