/** The forms of a network's stages in WebAssembly leave the arrays of the plain ones. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import { STRONG } from '../../src/linear-features/kernels/shared/thinning-words.js';
import { candidatesIn } from '../../src/linear-features/network/candidates.js';
import { compact } from '../../src/linear-features/network/compact.js';
import { Lines } from '../../src/linear-features/network/lines.js';
import { findLines, type LineFilter } from '../../src/linear-features/network/network.js';
import { PaddedMask } from '../../src/linear-features/network/padded-mask.js';
import { Pieces } from '../../src/linear-features/network/pieces.js';
import { Room } from '../../src/linear-features/network/room.js';
import { Space } from '../../src/linear-features/network/space.js';
import { longPieces, thinStrong } from '../../src/linear-features/network/sweep.js';
import { type Graph, pruneSpurs } from '../../src/linear-features/network/trace.js';
import { HeldResponse } from '../../src/linear-features/response/held.js';
import { graphOf, type Mask, spaceOf } from '../support/linear-features/spaces.js';
import { Random } from '../support/random.js';

const spaceArrays = ({ count, places, strengths, keys, all, near, above, state, below }: Space) => ({
  places: places.slice(),
  strengths: strengths.slice(),
  keys: keys.slice(),
  all: all.slice(),
  near: near.slice(),
  above: above.slice(),
  state: state.slice(),
  // Set where there is a neighbour below.
  below: Array.from({ length: count }, (_, k) => ((all[k]! & 0b1110) === 0 ? -1 : below[k]!)),
});

/** All arrays of the stages on a mask, and the number of lines. */
const stages = (given: Mask, strength: (pixel: number) => number, high: number, least: number, fast: boolean) => {
  const made = spaceOf(given, { strength, high, fast });
  const { space, pieces, room } = made;
  equal(space.wasm !== undefined, fast);
  const met = spaceArrays(space);
  const found = given.pixels.map((_, k) => pieces.of(k));
  const strong = found.map((piece) => pieces.strong[piece]);
  const earlier = pieces.earlier.slice();
  thinStrong(space, pieces, room);
  const thinned = spaceArrays(space);
  const kept = longPieces(space, pieces, least, room);
  const graph = graphOf(made);
  const { nodes, branches, firsts, starts } = graph;
  const lines = new Lines(space, graph, true, fast);
  const normals = lines.normals.slice();
  const words = lines.words.slice();
  const random = new Random(4);
  lines.centre(
    Uint32Array.from({ length: 2 * lines.size }, () => random.between(0, 4000)),
    7,
    given,
  );
  const centred = [lines.even.slice(), lines.widths.slice()];
  lines.measure(3.25);
  lines.simplify(0.25);
  const framed = [
    lines.framed({ x: 3, y: -7, scaleX: 1.7, scaleY: 2.3 }),
    lines.framed({ x: 0, y: 0, scaleX: 1, scaleY: 1 }),
  ];
  const { count, size, spare, even, widths, lengths, means, strong: strengths, kept: points, keptStarts } = lines;
  const result = {
    met,
    found,
    strong,
    earlier,
    thinned,
    kept: kept.slice(),
    nodes: [nodes, firsts.slice(0, nodes + 1), graph.members.slice(0, firsts[nodes]), graph.degrees.slice(0, nodes)],
    branches: [branches, graph.from.slice(0, branches), graph.to.slice(0, branches), starts.slice(0, branches + 1)],
    path: graph.path.slice(0, starts[branches]),
    nodeAt: graph.nodeAt.slice(),
    walked: graph.walked.slice(),
    lines: [count, size, even.slice(), widths.slice(), lengths.slice(), means.slice(), strengths.slice()],
    across: [normals, words, centred],
    staying: staying(space, graph, fast),
    simplified: [points.slice(0, keptStarts[count]), keptStarts.slice()],
    kinds: [spare.length],
    framed,
  };
  lines.free();
  const mask = new PaddedMask(given.width, given.height, (words) => room.zeros(words));
  const left = compact(space, pieces, kept, mask, room);
  const moved = [space.places, space.strengths, space.keys, pieces.labels].map((all) => all.slice(0, left.count));
  Object.assign(result, { compact: [...moved, left.ends.slice(), mask.bits.slice()] });
  room.free();
  return { result, count };
};

/** Lines whose edges are not sought. */
const staying = (space: Space, graph: Graph, fast: boolean): readonly Float64Array[] => {
  const lines = new Lines(space, graph, false, fast);
  lines.stay();
  lines.measure(2);
  const found = [lines.even.slice(), lines.widths.slice(), lines.lengths.slice(), lines.means.slice()];
  lines.free();
  return found;
};

test('each stage leaves the same arrays in both forms: crowded and thin masks, ties, pieces that are left out', () => {
  const random = new Random(21);
  let lines = 0;
  for (const [width, height] of [
    [1, 1],
    [40, 1],
    [1, 40],
    [33, 40],
    [150, 90],
  ] as const) {
    for (const share of [1, 2, 6, 0]) {
      for (const most of [0, 2, 90_000]) {
        const pixels = Array.from({ length: width * height }, (_, i) => i).filter((i) =>
          share === 0 ? (i % width) % 9 < 2 || Math.floor(i / width) % 7 < 1 : random.between(0, share) > 0,
        );
        const strengths = new Map(pixels.map((pixel) => [pixel, random.between(0, most)]));
        const args = [{ width, height, pixels }, (pixel: number) => strengths.get(pixel)!, most / 2, 4] as const;
        const [fast, plain] = [stages(...args, true), stages(...args, false)];
        deepEqual(fast.result, plain.result, `${width} × ${height}, ${share}, ${most}`);
        lines += fast.count;
      }
    }
  }
  ok(lines > 1000, `${lines} lines`);
});

test('of pixels that are thin, and of those whose pieces nobody asks for, the same neighbours are found', () => {
  const random = new Random(25);
  const [width, height] = [90, 60];
  const pixels = Array.from({ length: width * height }, (_, i) => i).filter(() => random.between(0, 2) === 0);
  const strengths = new Map(pixels.map((pixel) => [pixel, random.between(0, 50)]));
  for (const fast of [true, false]) {
    const made = spaceOf({ width, height, pixels }, { strength: (pixel) => strengths.get(pixel)!, high: 49, fast });
    const wanted = spaceArrays(made.space);
    const room = new Room(2 ** 20, fast);
    const again = (): Space => {
      const space = new Space(pixels.length, made.space.stride, room);
      for (const name of ['places', 'strengths', 'keys'] as const) space[name].set(made.space[name]);
      return space;
    };
    const thin = again();
    // The marks of what is strong go.
    thin.strengths.forEach((strength, k) => {
      if (strength >= 49) thin.strengths[k] = strength + STRONG;
    });
    const pieces = Pieces.of(thin, STRONG, room, true);
    deepEqual(spaceArrays(thin), wanted);
    for (const [k] of pixels.entries()) {
      const piece = pieces.of(k);
      equal(piece, made.pieces.of(k));
      equal(pieces.strong[piece], made.pieces.strong[piece]);
    }
    const bare = again();
    Pieces.without(bare);
    deepEqual(spaceArrays(bare), wanted);
    room.free();
    made.room.free();
  }
});

test('a trace of short branches has those of a whole one, and its degrees', () => {
  const random = new Random(26);
  let [shorter, all, cut] = [0, 0, 0];
  for (let round = 0; round < 40; round++) {
    const [width, height] = [60, 40];
    const share = 1 + (round % 4);
    const pixels = Array.from({ length: width * height }, (_, i) => i).filter(() => random.between(0, share) > 0);
    const strengths = new Map(pixels.map((pixel) => [pixel, random.between(0, 900)]));
    for (const fast of [true, false]) {
      const made = spaceOf({ width, height, pixels }, { strength: (pixel) => strengths.get(pixel)!, fast });
      thinStrong(made.space, made.pieces, made.room);
      const graph = graphOf(made);
      const branchesUpTo = (most: number) =>
        Array.from({ length: graph.branches }, (_, i) => [
          graph.from[i]!,
          graph.to[i]!,
          ...graph.path.slice(graph.starts[i], graph.starts[i + 1]),
        ]).filter(({ length }) => length - 2 <= most);
      const most = 7 + (round % 5);
      const wanted = branchesUpTo(most);
      const degrees = graph.degrees.slice(0, graph.nodes);
      all += graph.branches;
      graph.trace(made.space, most);
      // Nodes of loops without a node come last.
      const { nodes } = graph;
      deepEqual(
        branchesUpTo(2 ** 30),
        wanted.filter(([from]) => from! < nodes),
      );
      deepEqual(graph.degrees.slice(0, nodes), degrees.slice(0, nodes));
      ok(degrees.slice(nodes).every((degree) => degree === 2));
      shorter += graph.branches;
      cut += pruneSpurs(made.space, graph, 5).length;
      made.room.free();
    }
  }
  ok(shorter > 1000 && all > shorter && cut > 100, `${shorter} of ${all} branches, ${cut} pixels cut`);
});

test('marks become the same pixels in both forms, up to a limit', () => {
  const random = new Random(22);
  const [width, height] = [70, 50];
  const pixels = Array.from({ length: width * height }, (_, i) => i).filter(() => random.between(0, 2) === 0);
  const marks = Uint32Array.from(pixels.flatMap((pixel) => [pixel, random.between(0, 2 ** 26 - 1)]));
  for (const limit of [0, 1, 300, 10_000]) {
    for (const low of [0, 2 ** 25, 2 ** 27]) {
      const [a, b] = [true, false].map((fast) => candidatesIn(marks, { width, height }, low, limit, fast));
      deepEqual([a!.left, a!.shift, a!.space.count], [b!.left, b!.shift, b!.space.count]);
      const { count } = a!.space;
      for (const name of ['places', 'strengths', 'keys'] as const) deepEqual(a!.space[name], b!.space[name]);
      const passing = pixels.filter((_, k) => marks[2 * k + 1]! >= low);
      equal(count + a!.left, passing.length);
      ok(count <= limit);
      // Whole rows, and as many as there is room for.
      const rowOf = (pixel: number): number => Math.floor(pixel / width);
      const next = passing[count];
      if (next === undefined) continue;
      ok(passing.slice(0, count).every((pixel) => rowOf(pixel) < rowOf(next)));
      ok(passing.filter((pixel) => rowOf(pixel) <= rowOf(next)).length > limit);
    }
  }
});

test('the lines of a response are the same in both forms, with links, spurs and widths', async () => {
  const random = new Random(23);
  const [width, height] = [180, 120];
  const words = Uint32Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const near = Math.min(Math.abs((x + y) % 40), Math.abs((2 * x - y + 400) % 55), Math.abs(y % 37));
    const marked = near < 2 && random.between(0, 5) > 0 ? 16 : 0;
    return ((1 + random.between(0, 60) + (near < 3 ? 300 - 60 * near : 0)) << 6) | marked;
  });
  const samples = Uint8Array.from({ length: words.length }, () => random.between(1, 255));
  const { whole } = await HeldResponse.of(new CpuExecutor(), { width, height, orientations: 8, words, samples });
  const filter: LineFilter = { high: 2, low: 1, minLength: 3, gap: 9, gapCost: 1, spur: 5, widthReach: 4 };
  const limits = { ends: 1000, pixels: 2 ** 20 };
  const of = async (fast: boolean) => {
    const network = await findLines(whole, filter, { breathe: async () => {} }, limits, { fast, kernels: false });
    const { lines, ...others } = network;
    const { count, starts, from, to, nodes, even, widths, lengths, means, strong } = lines;
    const arrays = [starts, from, to, nodes, even, widths, lengths, means, strong].map((each) => each.slice());
    lines.free();
    return { count, arrays, others };
  };
  const fast = await of(true);
  ok(fast.count > 20 && fast.others.links > 3, `${fast.count} lines, ${fast.others.links} links`);
  deepEqual(fast, await of(false));
});

test('arrays of a room that is too small lie apart, where the plain forms work on them', () => {
  const room = new Room(2 ** 20);
  room.bytes(10);
  ok(room.wasm);
  room.doubles(2 ** 25);
  equal(room.wasm, undefined);
  room.free();
});
