/** Objects found region by region: each once, whatever the regions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Geometry } from '../../src/algorithm/algorithm.js';
import { areaOf, boundsOf } from '../../src/contours/geometry.js';
import { Gathering } from '../../src/contours/seams/gathering.js';
import { joinedOf } from '../../src/contours/seams/joined.js';
import { mergeRegions } from '../../src/contours/seams/merge.js';
import { referencePoint } from '../../src/contours/seams/reference-point.js';
import { type Region, RegionGrid } from '../../src/contours/seams/region-grid.js';
import { commonPixels, spansOf } from '../../src/contours/spans.js';
import type { Rect } from '../../src/core/geometry/rect.js';
import type { Position } from '../../src/core/geometry/ring.js';
import { clipRing, positionsOf } from '../../src/core/geometry/ring.js';
import type { ContourFeature } from '../../src/worker/protocol.js';
import { withGeometry } from '../support/contours.js';
import { Random } from '../support/random.js';

interface Scene {
  readonly image: Rect;
  readonly objects: readonly (readonly Position[])[];
}

/** An octagon stretched and turned at random, of at most `most` pixels across and at least 8. */
const objectAt = (random: Random, x: number, y: number, most: number): Position[] => {
  const radius = random.between(4, most >> 1);
  const other = random.between(Math.max(4, radius >> 1), radius);
  const turn = random.between(0, 99) / 99;
  return Array.from({ length: 9 }, (_, k): Position => {
    const angle = 2 * Math.PI * ((k % 8) / 8 + turn);
    return [Math.round(x + radius * Math.cos(angle)), Math.round(y + other * Math.sin(angle))];
  });
};

/** One object a cell, so that they do not touch; a cell may be empty. */
const sceneOf = (seed: number, width: number, height: number, most: number): Scene => {
  const random = new Random(seed);
  const objects: Position[][] = [];
  const cell = most + 6;
  for (let y = cell / 2; y + cell / 2 <= height; y += cell) {
    for (let x = cell / 2; x + cell / 2 <= width; x += cell) {
      if (random.between(0, 9) > 1)
        objects.push(
          objectAt(random, Math.round(x) + random.between(-2, 2), Math.round(y) + random.between(-2, 2), most),
        );
    }
  }
  return { image: { x: 0, y: 0, width, height }, objects };
};

const inside = (ring: readonly Position[], { x, y, width, height }: Rect): boolean =>
  ring.every(([px, py]) => px >= x && px <= x + width && py >= y && py <= y + height);

const polygon = (ring: readonly Position[]): Geometry => ({ type: 'Polygon', coordinates: [ring] });

/**
 * Detections of a region: whole objects, each moved by up to `jitter` pixels that depend on the region, and of
 * those that its edge cuts the part inside.
 */
const detect = ({ objects }: Scene, { index, outer }: Region, jitter: number, seed: number): ContourFeature[] =>
  objects.flatMap((ring, k) => {
    const random = new Random(seed + 7919 * index + k);
    const [dx, dy] = [random.between(-jitter, jitter), random.between(-jitter, jitter)];
    if (inside(ring, outer)) {
      return [withGeometry(k, polygon(ring.map(([x, y]): Position => [x + dx, y + dy])))];
    }
    const cut = positionsOf(clipRing(ring.flat(), outer));
    return cut.length < 3 ? [] : [withGeometry(k, polygon([...cut, cut[0]!]))];
  });

const join = (pieces: readonly ContourFeature[]): ContourFeature | undefined =>
  joinedOf(pieces, { idOf: (id) => `${id} joined`, measured: () => ({}) });

const merged = async (grid: RegionGrid, found: readonly (readonly ContourFeature[])[]): Promise<ContourFeature[]> => {
  const kept: ContourFeature[] = [];
  for await (const contour of mergeRegions(grid, { load: async ({ index }) => found[index]!, join }))
    kept.push(contour);
  return kept;
};

const cases = fc.record({
  seed: fc.nat(2 ** 30),
  width: fc.integer({ min: 40, max: 420 }),
  height: fc.integer({ min: 40, max: 420 }),
  most: fc.integer({ min: 10, max: 32 }),
  size: fc.integer({ min: 40, max: 200 }),
  extra: fc.integer({ min: 2, max: 20 }),
  jitter: fc.integer({ min: 0, max: 1 }),
});

const large = fc.record({
  seed: fc.nat(2 ** 30),
  width: fc.integer({ min: 100, max: 500 }),
  height: fc.integer({ min: 100, max: 500 }),
  most: fc.integer({ min: 20, max: 200 }),
  size: fc.integer({ min: 40, max: 150 }),
  overlap: fc.integer({ min: 4, max: 16 }),
});

/** A scene of objects larger than the overlap, and what the regions find of it: each the part that it sees, if that has a pixel. */
const inPieces = ({
  seed,
  width,
  height,
  most,
  size,
  overlap,
}: typeof large extends fc.Arbitrary<infer T> ? T : never) => {
  const scene = sceneOf(seed, width, height, most);
  const grid = new RegionGrid(scene.image, scene.image, { size, overlap });
  const found = grid.regions.map((region) =>
    detect(scene, region, 0, seed).filter(({ geometry }) => spansOf(geometry).area > 0),
  );
  return { scene, grid, found };
};

describe('regions', () => {
  it('have cores that tile the area, and each pixel has the owner whose core holds it', () => {
    fc.assert(
      fc.property(cases, ({ width, height, size, extra }) => {
        const area = { x: 5, y: 7, width, height };
        const image = { x: 0, y: 0, width: width + 20, height: height + 9 };
        const grid = new RegionGrid(area, image, { size, overlap: extra });
        assert.equal(
          grid.regions.reduce((sum, { core }) => sum + core.width * core.height, 0),
          width * height,
        );
        for (const { index, core, outer } of grid.regions) {
          assert.ok(core.width <= size && core.height <= size);
          assert.ok(outer.x >= 0 && outer.x <= core.x && outer.x + outer.width <= image.width);
          assert.equal(grid.ownerOf(core.x, core.y), index);
          assert.equal(grid.ownerOf(core.x + core.width - 1, core.y + core.height - 1), index);
        }
        assert.equal(grid.ownerOf(4, 7), undefined);
        assert.equal(grid.ownerOf(5 + width, 7), undefined);
      }),
    );
  });
});

describe('objects found region by region', () => {
  it('are there once each, though regions see them a little differently and cut those on their edge', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ seed, width, height, most, size, extra, jitter }) => {
        const scene = sceneOf(seed, width, height, most);
        const grid = new RegionGrid(scene.image, scene.image, { size, overlap: most + extra });
        const found = grid.regions.map((region) => detect(scene, region, jitter, seed));
        const kept = await merged(grid, found);
        const spans = kept.map(({ geometry }) => spansOf(geometry));
        const times = scene.objects.map((ring) => {
          const whole = spansOf(polygon(ring));
          return spans.filter((each) => 2 * commonPixels(each, whole) > whole.area).length;
        });
        assert.deepEqual(
          times,
          scene.objects.map(() => 1),
        );
        assert.equal(kept.length, scene.objects.length);
      }),
      { numRuns: 200 },
    );
  });

  it('are whole where they are larger than the overlap, and even than regions', async () => {
    let joined = 0;
    await fc.assert(
      fc.asyncProperty(large, async (given) => {
        const { scene, grid, found } = inPieces(given);
        const kept = await merged(grid, found);
        joined += kept.filter(({ properties }) => properties.metadata.joined !== undefined).length;
        const areas = (each: readonly Geometry[]): number[] => each.map(areaOf).sort((a, b) => a - b);
        const [is, expected] = [areas(kept.map(({ geometry }) => geometry)), areas(scene.objects.map(polygon))];
        assert.equal(is.length, expected.length);
        // Crumbs of less than a pixel at an edge are not found.
        for (const [k, area] of expected.entries()) assert.ok(Math.abs(is[k]! - area) < 4, `${is[k]}, ${area}`);
      }),
      { numRuns: 200 },
    );
    assert.ok(joined > 200, `${joined} objects were joined`);
  });

  it('are exactly the objects where regions see them alike', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ seed, width, height, most, size, extra }) => {
        const scene = sceneOf(seed, width, height, most);
        const grid = new RegionGrid(scene.image, scene.image, { size, overlap: most + extra });
        const kept = await merged(
          grid,
          grid.regions.map((region) => detect(scene, region, 0, seed)),
        );
        const rings = (contours: readonly Geometry[]): string[] => contours.map((each) => JSON.stringify(each)).sort();
        assert.deepEqual(rings(kept.map(({ geometry }) => geometry)), rings(scene.objects.map(polygon)));
      }),
      { numRuns: 100 },
    );
  });

  it('of an area are those whose reference point lies in it', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ seed, width, height, most, size, extra }) => {
        const scene = sceneOf(seed, width, height, most);
        const area = {
          x: width >> 2,
          y: height >> 2,
          width: Math.max(1, width >> 1),
          height: Math.max(1, height >> 1),
        };
        const grid = new RegionGrid(area, scene.image, { size, overlap: most + extra });
        const kept = await merged(
          grid,
          grid.regions.map((region) => detect(scene, region, 0, seed)),
        );
        const expected = scene.objects.filter((ring) => grid.ownerOf(...referencePoint(polygon(ring))) !== undefined);
        assert.equal(kept.length, expected.length);
      }),
      { numRuns: 100 },
    );
  });

  it('need no more memory than a few rows of regions: they are read row by row, once each', async () => {
    const scene = sceneOf(1, 400, 1200, 20);
    const grid = new RegionGrid(scene.image, scene.image, { size: 100, overlap: 24 });
    const read: number[] = [];
    let count = 0;
    const load = async (region: Region): Promise<readonly ContourFeature[]> => {
      read.push(region.index);
      return detect(scene, region, 1, 5);
    };
    for await (const _ of mergeRegions(grid, { load, join })) count++;
    assert.deepEqual(
      read,
      grid.regions.map(({ index }) => index),
    );
    assert.equal(count, scene.objects.length);
  });
});

describe('contours of regions that end in any order', () => {
  /** Those shown after each region, and at the end; the regions after the first `ended` of the order are never searched. */
  const shown = async (
    grid: RegionGrid,
    found: readonly (readonly ContourFeature[])[],
    { seed, ended }: { readonly seed: number; readonly ended: number },
  ) => {
    const random = new Random(seed);
    const order = [...grid.regions].map((region) => ({ region, at: random.between(0, 1e6) }));
    order.sort((a, b) => a.at - b.at || a.region.index - b.region.index);
    const gathering = new Gathering(grid, join);
    const there = new Set<ContourFeature>();
    const take = (): void => {
      const { come, gone } = gathering.take();
      for (const contour of gone) assert.ok(there.delete(contour), 'what goes was there');
      for (const contour of come) {
        assert.ok(!there.has(contour), 'what comes was not there');
        there.add(contour);
      }
    };
    const done = new Set<number>();
    for (const { region } of order.slice(0, ended)) {
      gathering.put(region, found[region.index]!);
      done.add(region.index);
      if (random.between(0, 2) > 0) await new Promise((resolve) => setImmediate(resolve));
      if (random.between(0, 1) > 0) take();
    }
    const kept = await gathering.end();
    take();
    return { kept, there, done };
  };

  it('are the same as in the order of the regions, all at once or cancelled, and what is shown is what stays', async () => {
    await fc.assert(
      fc.asyncProperty(cases, fc.nat(2 ** 30), fc.integer({ min: 0, max: 12 }), async (given, order, left) => {
        const { seed, width, height, most, size, extra, jitter } = given;
        const scene = sceneOf(seed, width, height, most);
        const grid = new RegionGrid(scene.image, scene.image, { size, overlap: most + extra });
        const found = grid.regions.map((region) => detect(scene, region, jitter, seed));
        const ended = Math.max(1, grid.regions.length - Math.max(0, left - 8));
        const { kept, there, done } = await shown(grid, found, { seed: order, ended });
        const expected = await merged(
          grid,
          found.map((each, index) => (done.has(index) ? each : [])),
        );
        assert.equal(kept.length, expected.length);
        for (const [k, contour] of kept.entries()) assert.equal(contour, expected[k]);
        assert.deepEqual(there, new Set(kept));
      }),
      { numRuns: 200 },
    );
  });

  it('are the same where objects come in pieces, which are shown until they are joined', async () => {
    await fc.assert(
      fc.asyncProperty(large, fc.nat(2 ** 30), fc.integer({ min: 0, max: 12 }), async (given, order, left) => {
        const { grid, found } = inPieces(given);
        const ended = Math.max(1, grid.regions.length - Math.max(0, left - 8));
        const { kept, there, done } = await shown(grid, found, { seed: order, ended });
        const expected = await merged(
          grid,
          found.map((each, index) => (done.has(index) ? each : [])),
        );
        assert.deepEqual(kept, expected);
        assert.deepEqual([...there].map(({ id }) => id).sort(), kept.map(({ id }) => id).sort());
      }),
      { numRuns: 100 },
    );
  });
});

describe('the same object given by two regions to each other', () => {
  it('stays once', async () => {
    const grid = new RegionGrid(
      { x: 0, y: 0, width: 200, height: 100 },
      { x: 0, y: 0, width: 200, height: 100 },
      {
        size: 100,
        overlap: 40,
      },
    );
    const at = (x: number): ContourFeature =>
      withGeometry(
        x,
        polygon([
          [x, 40],
          [x + 20, 40],
          [x + 20, 60],
          [x, 60],
          [x, 40],
        ]),
      );
    // Its middle is at 101 for the left region and at 99 for the right one.
    assert.deepEqual(await merged(grid, [[at(91)], [at(89)]]), [at(91)]);
    // Each takes it for its own: the first stays.
    assert.deepEqual(await merged(grid, [[at(89)], [at(91)]]), [at(89)]);
    // The owner has seen nothing there.
    assert.deepEqual(await merged(grid, [[at(91)], []]), []);
    assert.deepEqual(boundsOf(at(91).geometry), { x0: 91, y0: 40, x1: 111, y1: 60 });
  });
});

describe('contours that regions cut', () => {
  const whole = { x: 0, y: 0, width: 200, height: 100 };
  // The left region sees columns 0 to 116, the right one 84 to 200.
  const grid = new RegionGrid(whole, whole, { size: 100, overlap: 16 });
  const box = (x: number, y: number, width: number, height: number): ContourFeature =>
    withGeometry(
      x,
      polygon([
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
        [x, y],
      ]),
    );
  const bounds = (contours: readonly ContourFeature[]) => contours.map(({ geometry }) => boundsOf(geometry));

  it('are joined, though one ends a little short of the edge', async () => {
    const kept = await merged(grid, [[box(20, 20, 96, 40)], [box(86, 20, 80, 40)]]);
    assert.deepEqual(bounds(kept), [{ x0: 20, y0: 20, x1: 166, y1: 60 }]);
  });

  it('are not joined where they share too little of what both regions saw', async () => {
    const both = [box(20, 20, 96, 40), box(84, 50, 80, 40)] as const;
    assert.deepEqual(await merged(grid, [[both[0]], [both[1]]]), both);
  });

  it('give way to whole objects there, and to one that their neighbour has seen whole', async () => {
    const nuclei = [box(90, 21, 24, 18), box(90, 41, 24, 18)];
    assert.deepEqual(await merged(grid, [[box(80, 20, 36, 40)], nuclei]), nuclei);
    const seen = box(90, 20, 60, 40);
    assert.deepEqual(await merged(grid, [[box(90, 20, 26, 40)], [seen]]), [seen]);
  });

  it('are no reason to leave out what a neighbour has seen whole, though most of it is theirs', async () => {
    const tail = withGeometry(
      1,
      polygon([
        [80, 39],
        [100, 39],
        [100, 20],
        [110, 20],
        [110, 60],
        [100, 60],
        [100, 41],
        [80, 41],
        [80, 39],
      ]),
    );
    assert.deepEqual(await merged(grid, [[tail], [box(84, 20, 26, 40)]]), [tail]);
    assert.deepEqual(await merged(grid, [[tail], []]), [tail]);
  });

  it('stay where they are if their neighbour sees nothing', async () => {
    const own = box(40, 20, 76, 40);
    assert.deepEqual(await merged(grid, [[own], []]), [own]);
    // That of the right region's object which the left one sees.
    assert.deepEqual(await merged(grid, [[box(102, 20, 14, 40)], []]), []);
  });
});

describe('the reference point', () => {
  it('is the centroid rounded down; a hole takes away whichever way it runs', () => {
    const outer: Position[] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
      [0, 0],
    ];
    const hole: Position[] = [
      [0, 0],
      [5, 0],
      [5, 10],
      [0, 10],
      [0, 0],
    ];
    assert.deepEqual(referencePoint(polygon(outer)), [5, 5]);
    assert.deepEqual(referencePoint({ type: 'Polygon', coordinates: [outer, hole] }), [7, 5]);
    assert.deepEqual(referencePoint({ type: 'Polygon', coordinates: [outer, [...hole].reverse()] }), [7, 5]);
    assert.deepEqual(
      referencePoint({
        type: 'LineString',
        coordinates: [
          [0, 0],
          [9, 3],
        ],
      }),
      [4, 1],
    );
  });
});
