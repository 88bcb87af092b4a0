import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import { lineTotals } from '../../../src/element/contours/line-totals.js';
import { createEngine } from '../../../src/engine.js';
import { writeNiftiMask } from '../../../src/image/formats/volume/write-mask.js';
import { stepsOf } from '../../../src/linear-features/kernels/shared/window.js';
import { linkGaps, type StrengthSource } from '../../../src/linear-features/network/link.js';
import { PaddedMask, removable } from '../../../src/linear-features/network/neighbours.js';
import { findLines, type LineFilter } from '../../../src/linear-features/network/network.js';
import { Pieces } from '../../../src/linear-features/network/pieces.js';
import { lengthOf, simplified, smoothed } from '../../../src/linear-features/network/polyline.js';
import { Strengths } from '../../../src/linear-features/network/strengths.js';
import { Thinning } from '../../../src/linear-features/network/thin.js';
import { pruneSpurs, trace } from '../../../src/linear-features/network/trace.js';
import { type LineFrame, outcomeOf } from '../../../src/linear-features/outcome.js';
import { HeldResponse } from '../../../src/linear-features/response/held.js';
import { livelyMedian, noiseOf } from '../../../src/linear-features/response/noise.js';
import { packingOf } from '../../../src/linear-features/response/pack.js';
import type { LineResponse } from '../../../src/linear-features/response/response.js';
import { Random } from '../../support/random.js';
import { widen } from '../../support/reference/widen.js';
import { until } from '../../support/until.js';

/** A mask from a drawing, and its places. */
const drawn = (rows: readonly string[]): { mask: PaddedMask; places: Int32Array } => {
  const mask = new PaddedMask(rows[0]!.length, rows.length);
  const places: number[] = [];
  rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      if (letter !== '#') return;
      const at = mask.at(y * mask.width + x);
      mask.set(at);
      places.push(at);
    });
  });
  return { mask, places: Int32Array.from(places) };
};

const picture = ({ mask }: { mask: PaddedMask }): string[] =>
  Array.from({ length: mask.height }, (_, y) =>
    Array.from({ length: mask.width }, (_, x) => (mask.has(mask.at(y * mask.width + x)) ? '#' : '.')).join(''),
  );

test('windows are digital lines: one pixel a step, mirrored, every direction once', () => {
  for (const orientations of [1, 4, 7, 8, 16]) {
    const seen = new Set<string>();
    for (let k = 0; k < orientations; k++) {
      const steps = stepsOf(k, orientations, 15);
      steps.forEach(([x, y], t) => {
        equal(Math.max(Math.abs(x), Math.abs(y)), t + 1);
      });
      seen.add(JSON.stringify(steps));
    }
    equal(seen.size, orientations);
  }
  deepEqual(stepsOf(1, 4, 3), [
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
});

/** The strengths of the pixels that a mask has. */
const strengthsOf = (mask: PaddedMask, of: (pixel: number) => number): Strengths =>
  new Strengths(
    mask,
    Uint32Array.from(mask.places(), (at) => of(mask.pixel(at))),
  );

/** The same, with those in boxes round pixels. */
const sourceOf = (mask: PaddedMask, of: (pixel: number) => number): StrengthSource => {
  const cells = async (middles: Uint32Array, side: number): Promise<Uint32Array> =>
    Uint32Array.from({ length: middles.length * side * side }, (_, k) => {
      const middle = middles[Math.floor(k / side / side)]!;
      const [column, row] = [k % side, Math.floor(k / side) % side];
      const x = (middle % mask.width) + column - (side >> 1);
      const y = Math.floor(middle / mask.width) + row - (side >> 1);
      return x >= 0 && y >= 0 && x < mask.width && y < mask.height ? of(y * mask.width + x) : 0;
    });
  return { strengths: strengthsOf(mask, of), boxes: cells };
};

test('thinning follows the ridge, keeps pieces, holes and ends', () => {
  const block = drawn(['.........', '.#######.', '.#######.', '.#######.', '.........']);
  const ridge = (pixel: number): number => 10 - Math.abs(Math.floor(pixel / 9) - 2);
  new Thinning(block.mask, strengthsOf(block.mask, ridge)).thin(block.places);
  const rows = picture(block);
  equal(rows[1], '.........');
  equal(rows[3], '.........');
  ok(rows[2]!.includes('#####'));
  const ring = drawn(['.........', '.#######.', '.#######.', '.##...##.', '.#######.', '.#######.', '.........']);
  new Thinning(
    ring.mask,
    strengthsOf(ring.mask, () => 1),
  ).thin(ring.places);
  equal(picture(ring)[3]!.slice(3, 6), '...');
  const graph = trace(ring.mask, ring.mask.places());
  equal(graph.branches.length - graph.nodes.length, 0, 'one piece with one hole');
});

test('thinning leaves nothing that could go, in one go and after pixels came and went', () => {
  const random = new Random(8);
  const [width, height] = [150, 90];
  const mask = new PaddedMask(width, height);
  const strengths = Uint32Array.from({ length: width * height }, () => random.between(1, 90_000));
  for (let pixel = 0; pixel < width * height; pixel++) if (random.between(0, 2) > 0) mask.set(mask.at(pixel));
  const isThin = (): boolean => mask.places().every((at) => removable[mask.around(at)] === 0);
  const known = strengthsOf(mask, (pixel) => strengths[pixel]!);
  const thinning = new Thinning(mask, known);
  thinning.thin(mask.places());
  ok(mask.places().length > 100);
  ok(isThin());
  for (let round = 0; round < 20; round++) {
    const changed = Array.from({ length: 30 }, () => mask.at(random.between(0, width * height - 1)));
    for (const at of changed) {
      known.add(at, strengths[mask.pixel(at)]!);
      random.between(0, 1) === 0 ? mask.set(at) : mask.clear(at);
    }
    thinning.mend(changed);
    ok(isThin());
  }
});

test('pieces are seen whole, and cleared where refused', () => {
  const two = drawn(['##....', '..#...', '.....#', '....#.']);
  const pieces = new Pieces(two.mask);
  deepEqual(pieces.keep(two.mask, (piece) => piece === pieces.of(two.places[0]!)).length, 3);
  deepEqual(picture(two), ['##....', '..#...', '......', '......']);
});

test('pieces are those that a flood finds, over words and their ends', () => {
  const random = new Random(11);
  for (const [width, height] of [
    [1, 1],
    [31, 5],
    [32, 40],
    [33, 40],
    [130, 64],
  ] as const) {
    const mask = new PaddedMask(width, height);
    const most = random.between(1, 3);
    for (let i = 0; i < width * height; i++) if (random.between(0, most) > 0) mask.set(mask.at(i));
    const pieces = new Pieces(mask);
    const flooded = new Map<number, number>();
    for (const start of mask.places()) {
      if (flooded.has(start)) continue;
      const stack = [start];
      flooded.set(start, start);
      for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
        for (const step of mask.steps) {
          if (!mask.has(at + step) || flooded.has(at + step)) continue;
          flooded.set(at + step, start);
          stack.push(at + step);
        }
      }
    }
    const seen = new Map<number, number>();
    for (const [at, piece] of flooded) {
      equal(seen.get(piece) ?? pieces.of(at), pieces.of(at));
      seen.set(piece, pieces.of(at));
    }
    equal(new Set(seen.values()).size, seen.size, `${width} × ${height}`);
  }
});

test('a graph has its free ends, junctions, branches and loops', () => {
  const cross = drawn(['...#...', '...#...', '#######', '...#...', '...#...']);
  const { nodes, branches } = trace(cross.mask, cross.places);
  equal(branches.length, 4);
  deepEqual(nodes.map(({ degree }) => degree).sort(), [1, 1, 1, 1, 4]);
  const diamond = drawn(['..#..', '.#.#.', '#...#', '.#.#.', '..#..']);
  const loop = trace(diamond.mask, diamond.places);
  equal(loop.branches.length, 1);
  equal(loop.branches[0]!.places.length, 9);
  const dot = drawn(['.....', '..#..', '.....']);
  deepEqual([trace(dot.mask, dot.places).nodes.length, trace(dot.mask, dot.places).branches.length], [1, 0]);
});

test('a way round a pixel or two is no branch: it is part of the junction, or of the end, that it leaves', () => {
  const junction = drawn(['...#...', '...#...', '...#...', '..#.#..', '##.#.##']);
  const three = trace(junction.mask, junction.places);
  equal(three.branches.length, 3);
  deepEqual(three.nodes.map(({ degree }) => degree).sort(), [1, 1, 1, 3]);
  const knob = drawn(['.......', '...#...', '..#.###', '...#...', '.......']);
  const end = trace(knob.mask, knob.places);
  equal(end.branches.length, 1);
  deepEqual(
    end.nodes.map(({ degree }) => degree),
    [1, 1],
  );
});

test('short branches that hang on a junction are cut off, short lines of their own are not', () => {
  const spur = drawn(['....#......', '....#......', '###########', '...........', '##.........']);
  const graph = trace(spur.mask, spur.places);
  pruneSpurs(spur.mask, graph, 5);
  deepEqual(picture(spur), ['...........', '...........', '###########', '...........', '##.........']);
});

test('a gap is linked along the strongest way, straight on, and not beyond the box or the cost', async () => {
  const make = () => drawn(['..............', '#####....#####', '..............', '..............']);
  const options = { gap: 6, cost: 0.6, strong: 100, limit: 10 };
  const bend = new Map([19, 20, 21, 22].map((pixel) => [pixel + 14, 100]));
  const bent = make();
  const ways = sourceOf(bent.mask, (pixel) => bend.get(pixel) ?? 0);
  const link = await linkGaps(bent.mask, bent.places, ways, options);
  equal(link.links, 1);
  deepEqual(picture(bent), ['..............', '#####....#####', '.....####.....', '..............']);
  const weak = make();
  equal(
    (
      await linkGaps(
        weak.mask,
        weak.places,
        sourceOf(weak.mask, () => 0),
        options,
      )
    ).links,
    0,
  );
  const far = make();
  const all = sourceOf(far.mask, () => 100);
  equal((await linkGaps(far.mask, far.places, all, { ...options, gap: 4 })).links, 0);
  const limited = make();
  equal((await linkGaps(limited.mask, limited.places, all, { ...options, limit: 1 })).left, 3);
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

test('widened lines cover the pixels within half their width', () => {
  const mask = widen([{ points: [1, 2.5, 9, 2.5], widths: [3, 3] }], 10, 5);
  const rows = Array.from({ length: 5 }, (_, y) => mask.subarray(10 * y, 10 * y + 10).reduce((a, b) => a + b, 0));
  deepEqual(
    rows,
    [0, 10, 10, 10, 0].map((n, y) => (y === 2 ? n : n === 0 ? 0 : rows[1]!)),
  );
  ok(rows[1]! >= 8);
});

test('noise is measured beside lines, slopes and a flat surround', () => {
  const random = new Random(5);
  const [width, height] = [256, 192];
  const plane = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (x < 128) return 0;
    const gauss = Array.from({ length: 12 }, () => random.word() / 2 ** 32).reduce((a, b) => a + b, -6);
    return Math.round(100 + x / 8 + (y % 40 < 3 ? 60 : 0) + 5 * gauss);
  });
  const noise = livelyMedian(noiseOf({ width, height, kind: 'intensity', bits: 8, planes: [plane], record: {} }));
  ok(noise > 4 && noise < 6.5, `${noise}`);
  equal(livelyMedian([]), 0);
});

test('16-bit channels keep their resolution whatever part of the range they use', () => {
  deepEqual(packingOf(8, 'dark', 3, 9), { polarity: 'dark', bits: 8, from: 0, to: 255, gain: 8 });
  const narrow = packingOf(16, 'bright', 1000, 1400);
  ok(narrow.from <= 1000 && narrow.to >= 1400 && narrow.gain >= 6);
  equal(packingOf(16, 'bright', 0, 65535).gain, 0);
});

const WIDTH = 120;
const HEIGHT = 90;
/** A dark cross of 4 and 6 pixels' width on noise. */
const cross = (): Uint8Array => {
  const random = new Random(9);
  return Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    return (Math.abs(x + 0.5 - 60) < 3 || Math.abs(y + 0.5 - 40) < 2 ? 90 : 160) + random.between(-4, 4);
  });
};

const segment = async (data: Uint8Array | Float32Array, parameters: Record<string, unknown> = {}) => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const placement = { pixelWidth: 0.5, pixelHeight: 0.5, unit: 'µm' } as const;
    const image = await engine.load({ width: WIDTH, height: HEIGHT, data, placement });
    const request = { algorithm: 'linear-features', init: 'auto' as const, polarity: 'dark', ...parameters };
    return await engine.segment(image, request).outcome;
  } finally {
    engine.dispose();
  }
};

test('a cross is four branches at one junction, with its lengths and widths in pixels and µm', async () => {
  const { contours, details } = await segment(cross());
  equal(contours.length, 4);
  const totals = details?.totals as Record<string, number>;
  equal(totals.Branches, 4);
  equal(totals.Junctions, 1);
  ok(Math.abs(totals['Total length px']! - (WIDTH + HEIGHT)) < 16, JSON.stringify(totals));
  ok(Math.abs(totals['Total length µm']! - totals['Total length px']! / 2) < 1e-9);
  const widths = contours.map(({ properties }) => properties.measurements['Width px']!).sort((a, b) => a - b);
  ok(widths[0]! > 3 && widths[1]! < 6 && widths[3]! > 5 && widths[3]! < 8, widths.join());
  for (const { geometry } of contours) {
    ok(geometry.type === 'LineString');
    for (const [x, y] of geometry.coordinates) ok(Math.min(Math.abs(x - 60), Math.abs(y - 40)) < 1.2, `${x}, ${y}`);
  }
  const network = await segment(cross(), { output: 'network' });
  equal(network.contours.length, 1);
  equal(network.contours[0]!.geometry.type, 'MultiLineString');
  deepEqual(network.contours[0]!.properties.measurements['Total length px'], totals['Total length px']);
});

test('bright lines of the negative are the dark lines of the image', async () => {
  const data = cross();
  const dark = await segment(data);
  const bright = await segment(
    data.map((value) => 255 - value),
    { polarity: 'bright' },
  );
  deepEqual(
    bright.contours.map(({ geometry }) => geometry),
    dark.contours.map(({ geometry }) => geometry),
  );
});

test('a second run with other thresholds detects nothing anew, and finds what a fresh run would', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width: WIDTH, height: HEIGHT, data: cross() });
  const request = { algorithm: 'linear-features', init: 'auto' as const, polarity: 'dark' };
  await engine.segment(image, request).outcome;
  const detections = (): number | undefined => engine.stats().kernels.combined_maxima?.calls;
  const first = detections();
  ok(first);
  const thresholds = { high: 30, low: 20, minLength: 20 };
  const again = await engine.segment(image, { ...request, ...thresholds }).outcome;
  equal(detections(), first);
  const fresh = await segment(cross(), thresholds);
  deepEqual(
    again.contours.map(({ geometry }) => geometry),
    fresh.contours.map(({ geometry }) => geometry),
  );
  await engine.segment(image, { ...request, orientations: 16 }).outcome;
  ok(detections()! > first);
  const other = await createEngine({ backend: 'cpu' });
  await other.segment(await other.load(image), request).outcome;
  ok(other.stats().dispatches > 0, 'engines share no responses');
  engine.dispose();
  other.dispose();
});

test('bad input has a code and names the value', async () => {
  const coded = (code: string, name: string) => (error: { code?: string; message: string }) =>
    error.code === code && error.message.includes(name);
  await rejects(segment(cross(), { orientations: 0 }), coded('bad-parameter', '0'));
  await rejects(segment(cross(), { orientations: 17 }), coded('bad-parameter', '17'));
  await rejects(segment(cross(), { secondaryWindow: 10 }), coded('bad-parameter', 'secondaryWindow'));
  await rejects(segment(cross(), { low: 9 }), coded('bad-parameter', 'low'));
  await rejects(segment(new Uint8Array(WIDTH * HEIGHT).fill(7)), coded('nothing-found', 'Linear features'));
  await rejects(segment(new Float32Array(WIDTH * HEIGHT).fill(Number.NaN)), coded('bad-parameter', 'channel'));
});

test('windows larger than the image are cut, and lines in it still found', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const data = Uint8Array.from({ length: 40 * 9 }, (_, i) => (Math.floor(i / 40) === 4 ? 200 : 20));
  const image = await engine.load({ width: 40, height: 9, data });
  const request = { algorithm: 'linear-features', init: 'auto' as const, primaryWindow: 15, secondaryWindow: 12 };
  const { contours } = await engine.segment(image, request).outcome;
  equal(contours.length, 1);
  ok(contours[0]!.properties.measurements['Length px']! > 30);
  engine.dispose();
});

test('an aborted run ends with AbortError and leaves no buffer', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width: 1200, height: 900, data: new Uint8Array(1200 * 900).map((_, i) => i * 7) });
  const controller = new AbortController();
  const request = { algorithm: 'linear-features', init: 'auto' as const, tile: 256 };
  const run = engine.segment(image, request, { signal: controller.signal });
  const ended = rejects(run.outcome, { name: 'AbortError' });
  await until('the first buffers', () => engine.stats().buffers > 0);
  controller.abort();
  await ended;
  // The generator ends at its next step.
  await until('the buffers being freed', () => engine.stats().buffers === 0);
  engine.dispose();
});

test('thresholds that pass everything end soon, with a coded warning', async () => {
  const random = new Random(3);
  const [width, height] = [200, 150];
  const words = Uint32Array.from({ length: width * height }, () => ((1 + (random.word() >>> 14)) << 6) | 16);
  const samples = new Uint8Array(words.length).fill(9);
  const response: LineResponse = { width, height, orientations: 8, words, samples };
  const filter: LineFilter = { high: 0, low: 0, minLength: 1, gap: 12, gapCost: 1, spur: 0, widthReach: 4 };
  const { whole } = await HeldResponse.of(new CpuExecutor(), response);
  const network = await findLines(whole, filter, { breathe: async () => {} }, { ends: 3, pixels: 20_000 });
  equal(network.pixelsLeft, width * height - 20_000);
  ok(network.endsLeft > 0);
  const frame: LineFrame = { x: 0, y: 0, width, height, scaleX: 1, scaleY: 1 };
  const { details } = outcomeOf(network, frame, { simplify: 0.25, output: 'lines' }, {});
  const warnings = details?.warnings;
  ok(Array.isArray(warnings));
  deepEqual(
    warnings.map(({ code }) => code),
    ['too-many-lines', 'too-many-lines'],
  );
  ok(warnings[0].message.includes('10000'));
});

test('a slice of a volume is searched for itself, not taken from the slice before', async () => {
  const [width, height, depth] = [64, 48, 2];
  const random = new Random(6);
  const voxels = Uint8Array.from({ length: width * height * depth }, (_, i) => {
    const [x, y, z] = [i % width, Math.floor(i / width) % height, Math.floor(i / (width * height))];
    return 60 + (Math.abs((z === 0 ? y : x) - 24) < 2 ? 90 : 0) + random.between(-4, 4);
  });
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.open({ kind: 'blob', blob: await writeNiftiMask(voxels, { width, height, depth }) });
  const lengths: number[][] = [];
  for (const slice of [0, 1]) {
    const { contours } = await engine.segment(image, { algorithm: 'linear-features', init: 'auto', slice }).outcome;
    const { geometry } = contours[0]!;
    ok(geometry.type === 'LineString' && geometry.plane?.z === slice);
    const [a, b] = [geometry.coordinates[0]!, geometry.coordinates.at(-1)!];
    lengths.push([Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])]);
  }
  ok(lengths[0]![0]! > 40 && lengths[0]![1]! < 6, lengths.join());
  ok(lengths[1]![1]! > 30 && lengths[1]![0]! < 6, lengths.join());
  engine.dispose();
});

test('every state has the response so far as a picture, the last one all of it', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width: WIDTH, height: HEIGHT, data: cross() });
  const request = { algorithm: 'linear-features', init: 'auto' as const, polarity: 'dark', tile: 64 };
  const filled: number[] = [];
  const run = engine.segment(image, request);
  for await (const { picture } of run) {
    ok(picture);
    deepEqual(picture.rect, { x: 0, y: 0, width: WIDTH, height: HEIGHT });
    equal(picture.data.length, picture.columns * picture.rows);
    filled.push(picture.data.reduce((sum, value) => sum + Number(value > 100), 0));
  }
  ok(filled.length >= 4 && filled.at(-1)! > 200, filled.join());
  filled.forEach((count, i) => {
    ok(i === 0 || count >= filled[i - 1]!);
  });
  engine.dispose();
});

test('all lines together: length, mean width, density and number, in pixels and in the unit', async () => {
  const { contours, details } = await segment(cross());
  const totals = lineTotals(contours);
  const wanted = details?.totals as Record<string, number>;
  for (const name of ['Branches', 'Total length px', 'Total length µm', 'Density px/px^2', 'Density µm/µm^2']) {
    ok(Math.abs(totals[name]! / wanted[name]! - 1) < 0.02, `${name}: ${totals[name]}, ${wanted[name]}`);
  }
  ok(Math.abs(totals['Mean width px']! / wanted['Mean width px']! - 1) < 0.02);
  ok(Math.abs(totals['Mean width µm']! - totals['Mean width px']! / 2) < 1e-9);
  deepEqual(lineTotals([]), {});
  equal(lineTotals(contours.slice(1)).Branches, 3);
});

test('several widths, bright and dark lines and 16 orientations in one image', async () => {
  const [width, height] = [200, 160];
  const random = new Random(12);
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const wide = Math.abs(x - y - 20) < 8;
    const narrow = Math.abs(y - 150 + x / 3) < 1.5;
    return 120 + (wide ? 70 : narrow ? -70 : 0) + random.between(-5, 5);
  });
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width, height, data });
  const find = async (more: Record<string, unknown>) => {
    const request = { algorithm: 'linear-features', init: 'auto' as const, orientations: 16, ...more };
    const { contours } = await engine.segment(image, request).outcome;
    return contours.map(({ properties }) => properties.measurements);
  };
  const bright = await find({ scales: 3 });
  ok(
    bright.some((its) => its['Width px']! > 8 && its['Length px']! > 100),
    JSON.stringify(bright),
  );
  const dark = await find({ polarity: 'dark', scales: 3 });
  ok(
    dark.some((its) => its['Width px']! < 6 && its['Length px']! > 60),
    JSON.stringify(dark),
  );
  engine.dispose();
});
