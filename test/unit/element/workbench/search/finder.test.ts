import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { Finder } from '../../../../../src/element/workbench/search/finder.js';

type Given = ConstructorParameters<typeof Finder>;

/** Squares of a side, each a contour that a person drew. */
const squares = (side: number) =>
  [0, 1, 2].map((k) => ({
    type: 'Feature',
    id: `square ${k}`,
    properties: { objectType: 'annotation', metadata: {} },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [side, 0],
          [side, side],
          [0, side],
          [0, 0],
        ],
      ],
    },
  }));

/** What a search for all like the squares asks of runs and of searches in regions, in an image of 4096 × 4096 pixels and four levels. */
const asked = async (side: number, domain?: { x: number; y: number; width: number; height: number }, stack = false) => {
  const levels = [0, 1, 2, 3].map((level) => ({
    width: 4096 >> level,
    height: 4096 >> level,
    scaleX: 2 ** level,
    scaleY: 2 ** level,
  }));
  const image = { id: 1, name: 'squares', width: 4096, height: 4096, levels, ...(stack ? { stack: {} } : {}) };
  const runs: object[] = [];
  const searches: object[] = [];
  const contours = squares(side);
  const first = contours[0];
  const parts = [
    { image },
    { contours, selection: [], work: { contours, undo: [] } },
    {
      find: async (options: object) => {
        runs.push(options);
        return first;
      },
    },
    { model: undefined, unlike: [] },
    {
      start: async (options: object) => {
        searches.push(options);
        return first;
      },
    },
  ] as unknown as Given;
  await new Finder(...parts).find(domain);
  return { runs, searches };
};

test('a view too large for the level that the examples ask for is searched region by region', async () => {
  const small = { x: 0, y: 0, width: 1024, height: 1024 };
  const large = { x: 100, y: 100, width: 2000, height: 2000 };
  for (const [side, domain, level] of [
    [16, small, undefined],
    [16, large, 0],
    [16, undefined, 0],
    // Larger objects are seen at coarser levels.
    [32, large, undefined],
    [32, undefined, 1],
    [128, undefined, undefined],
  ] as const) {
    const { runs, searches } = await asked(side, domain);
    deepEqual(
      [runs.length, searches.length],
      level === undefined ? [1, 0] : [0, 1],
      `${side}, ${JSON.stringify(domain)}`,
    );
    const [search] = searches as {
      level: number;
      region?: object;
      regions?: boolean;
      like: object[];
      exclusive: boolean;
    }[];
    if (!search) continue;
    equal(search.level, level);
    deepEqual(search.region, domain);
    equal(search.regions, domain ? undefined : true);
    equal(search.like.length, 3);
    equal(search.exclusive, true);
  }
  const { runs } = await asked(16, undefined, true);
  equal(runs.length, 1, 'a volume is searched as a whole');
});
