/** The stages from pixels to lines, on drawings and in noise. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { countOf, linksOf, removable } from '../../../src/linear-features/kernels/shared/neighbours.js';
import { type LinkOptions, linkGaps } from '../../../src/linear-features/network/link.js';
import { PaddedMask } from '../../../src/linear-features/network/padded-mask.js';
import { lengthOf, simplified, smoothed } from '../../../src/linear-features/network/polyline.js';
import { longPieces, thinStrong } from '../../../src/linear-features/network/sweep.js';
import { pruneSpurs } from '../../../src/linear-features/network/trace.js';
import {
  aroundIn,
  drawn,
  graphOf,
  type Mask,
  picture,
  pixelsLeft,
  placeOf,
  spaceOf,
} from '../../support/linear-features/spaces.js';
import { Random } from '../../support/random.js';

test('thinning follows the ridge, keeps pieces, holes and ends', () => {
  const ridge = (pixel: number): number => 10 - Math.abs(Math.floor(pixel / 9) - 2);
  const block = spaceOf(drawn(['.........', '.#######.', '.#######.', '.#######.', '.........']), { strength: ridge });
  thinStrong(block.space, block.pieces, block.room);
  const rows = picture(block);
  equal(rows[1], '.........');
  equal(rows[3], '.........');
  ok(rows[2]!.includes('#####'));
  const ring = spaceOf(
    drawn(['.........', '.#######.', '.#######.', '.##...##.', '.#######.', '.#######.', '.........']),
  );
  thinStrong(ring.space, ring.pieces, ring.room);
  equal(picture(ring)[3]!.slice(3, 6), '...');
  const graph = graphOf(ring);
  equal(graph.branches - graph.nodes, 0, 'one piece with one hole');
});

test('thinning leaves nothing that could go, in one go and after pixels went', () => {
  const random = new Random(8);
  const [width, height] = [150, 90];
  const pixels = Array.from({ length: width * height }, (_, i) => i).filter(() => random.between(0, 2) > 0);
  const made = spaceOf({ width, height, pixels }, { strength: () => random.between(1, 90_000) });
  const { space } = made;
  const isThin = (): void => {
    const left = new Set(pixelsLeft(made));
    for (const [k, pixel] of pixels.entries()) {
      if (!left.has(pixel)) continue;
      equal(space.near[k], aroundIn(left, made.mask, pixel));
      equal(removable[space.near[k]!], 0);
    }
    ok(left.size > 100);
  };
  thinStrong(space, made.pieces, made.room);
  isThin();
  for (let round = 0; round < 20; round++) {
    const left = pixels.flatMap((_, k) => (space.has(k) ? [k] : []));
    const cut = Array.from({ length: 30 }, () => left[random.between(0, left.length - 1)]!);
    for (const k of cut) space.take(k);
    space.mend(cut);
    isThin();
  }
});

test('pieces are kept whole: those that somewhere reach the threshold, and have as many pixels as asked for', () => {
  const mask = drawn(['##....', '..#...', '.....#', '##..#.']);
  const keptOf = (strength: (pixel: number) => number, least: number): number[] => {
    const { space, pieces, room } = spaceOf(mask, { strength, high: 5 });
    return Array.from(longPieces(space, pieces, least, room), (k) => mask.pixels[k]!);
  };
  deepEqual(
    keptOf((pixel) => (pixel === 8 ? 5 : 4), 1),
    [0, 1, 8],
  );
  deepEqual(
    keptOf(() => 5, 3),
    [0, 1, 8],
  );
  deepEqual(
    keptOf(() => 5, 2),
    mask.pixels,
  );
});

test('pieces are those that a flood finds', () => {
  const random = new Random(11);
  for (const [width, height] of [
    [1, 1],
    [31, 5],
    [32, 40],
    [33, 40],
    [130, 64],
  ] as const) {
    const most = random.between(1, 3);
    const pixels = Array.from({ length: width * height }, (_, i) => i).filter(() => random.between(0, most) > 0);
    const { pieces, space } = spaceOf({ width, height, pixels });
    const flooded = new Map<number, number>();
    for (const start of pixels.keys()) {
      if (flooded.has(start)) continue;
      const stack = [start];
      flooded.set(start, start);
      for (let k = stack.pop(); k !== undefined; k = stack.pop()) {
        for (let n = 0; n < 8; n++) {
          if (((space.all[k]! >> n) & 1) === 0) continue;
          const other = space.beside(k, n);
          if (flooded.has(other)) continue;
          flooded.set(other, start);
          stack.push(other);
        }
      }
    }
    const seen = new Map<number, number>();
    for (const [k, piece] of flooded) {
      equal(seen.get(piece) ?? pieces.of(k), pieces.of(k));
      seen.set(piece, pieces.of(k));
    }
    equal(new Set(seen.values()).size, seen.size, `${width} × ${height}`);
  }
});

test('pixels know who is beside them', () => {
  const random = new Random(12);
  const [width, height] = [70, 40];
  const pixels = Array.from({ length: width * height }, (_, i) => i).filter(() => random.between(0, 2) > 0);
  const { space, mask } = spaceOf({ width, height, pixels });
  const all = new Set(pixels);
  const [dx, dy] = [
    [1, 1, 0, -1, -1, -1, 0, 1],
    [0, 1, 1, 1, 0, -1, -1, -1],
  ] as const;
  for (const [k, pixel] of pixels.entries()) {
    equal(space.all[k], aroundIn(all, mask, pixel));
    for (let n = 0; n < 8; n++) {
      if (((space.all[k]! >> n) & 1) !== 0) equal(pixels[space.beside(k, n)], pixel + dx[n]! + dy[n]! * width);
    }
  }
});

const traced = (rows: readonly string[]) => {
  const made = spaceOf(drawn(rows));
  const graph = graphOf(made);
  return { ...made, graph, degrees: [...graph.degrees.subarray(0, graph.nodes)] };
};

test('a graph has its free ends, junctions, branches and loops', () => {
  const cross = traced(['...#...', '...#...', '#######', '...#...', '...#...']);
  equal(cross.graph.branches, 4);
  deepEqual(cross.degrees.sort(), [1, 1, 1, 1, 4]);
  const loop = traced(['..#..', '.#.#.', '#...#', '.#.#.', '..#..']);
  equal(loop.graph.branches, 1);
  deepEqual([...loop.graph.starts.subarray(0, 2)], [0, 9]);
  const dot = traced(['.....', '..#..', '.....']);
  deepEqual([dot.graph.nodes, dot.graph.branches], [1, 0]);
});

test('a way round a pixel or two is no branch: it is part of the junction, or of the end, that it leaves', () => {
  const junction = traced(['...#...', '...#...', '...#...', '..#.#..', '##.#.##']);
  equal(junction.graph.branches, 3);
  deepEqual(junction.degrees.sort(), [1, 1, 1, 3]);
  const knob = traced(['.......', '...#...', '..#.###', '...#...', '.......']);
  equal(knob.graph.branches, 1);
  deepEqual(knob.degrees, [1, 1]);
});

test('short branches that hang on a junction are cut off, short lines of their own are not', () => {
  const spur = traced(['....#......', '....#......', '###########', '...........', '##.........']);
  pruneSpurs(spur.space, spur.graph, 5);
  deepEqual(picture(spur), ['...........', '...........', '###########', '...........', '##.........']);
});

test('a gap is linked along the strongest way, straight on, and not beyond the box or the cost', async () => {
  const rows = ['..............', '#####....#####', '..............', '..............'];
  const link = async (strength: (pixel: number) => number, more: Partial<LinkOptions> = {}) => {
    const { width, height, pixels }: Mask = drawn(rows);
    const { space, pieces } = spaceOf({ width, height, pixels }, { strength });
    const mask = new PaddedMask(width, height);
    for (const at of space.places) mask.set(at);
    const boxes = async (middles: Uint32Array, side: number): Promise<Uint32Array> =>
      Uint32Array.from({ length: middles.length * side * side }, (_, k) => {
        const middle = middles[Math.floor(k / side / side)]!;
        const [column, row] = [k % side, Math.floor(k / side) % side];
        const x = (middle % width) + column - (side >> 1);
        const y = Math.floor(middle / width) + row - (side >> 1);
        return x >= 0 && y >= 0 && x < width && y < height ? strength(y * width + x) : 0;
      });
    const ends = space.places.filter((_, k) => countOf[linksOf[space.near[k]!]!] === 1);
    const found = await linkGaps(
      mask,
      ends,
      boxes,
      { gap: 6, cost: 0.6, strong: 100, limit: 10, ...more },
      {
        of: (at) => pieces.of(space.places.indexOf(at)),
        join: (a, b) => pieces.join(space.places.indexOf(a), space.places.indexOf(b)),
      },
    );
    const after = Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) => (mask.has(placeOf(y * width + x, width)) ? '#' : '.')).join(''),
    );
    return { ...found, after };
  };
  const bend = new Map([19, 20, 21, 22].map((pixel) => [pixel + 14, 100]));
  const bent = await link((pixel) => bend.get(pixel) ?? 0);
  equal(bent.links, 1);
  deepEqual(bent.after, ['..............', '#####....#####', '.....####.....', '..............']);
  deepEqual(
    bent.drawn.map(({ strength }) => strength),
    [100, 100, 100, 100],
  );
  equal((await link(() => 0)).links, 0);
  equal((await link(() => 100, { gap: 4 })).links, 0);
  equal((await link(() => 100, { limit: 1 })).left, 3);
});

test('polylines: smoothing keeps ends and straight lines, simplifying stays within the tolerance', () => {
  const stairs = Float64Array.from({ length: 40 }, (_, i) => (i % 2 ? Math.floor(i / 4) : Math.floor(i / 2)));
  const even = smoothed(stairs, 3);
  deepEqual([even[0], even[1], even.at(-2), even.at(-1)], [0, 0, 19, 9]);
  ok(lengthOf(even) < lengthOf(stairs) && lengthOf(even) > Math.hypot(19, 9));
  equal(lengthOf(Float64Array.of(0, 0, 3, 4), 2, 1), Math.sqrt(6 * 6 + 4 * 4));
  deepEqual(simplified(Float64Array.of(0, 0, 1, 0.1, 2, 0, 3, 2), 0.2), [0, 2, 3]);
  deepEqual(simplified(Float64Array.of(0, 0, 1, 0.1, 2, 0, 3, 2), 0.05), [0, 1, 2, 3]);
});
