import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import { pathsOf } from '../../../src/contours/geometry.js';
import { lineTotals } from '../../../src/element/contours/line-totals.js';
import { createEngine } from '../../../src/engine.js';
import { writeNiftiMask } from '../../../src/image/formats/volume/write-mask.js';
import type { LineFrame } from '../../../src/linear-features/columns.js';
import { stepsOf } from '../../../src/linear-features/kernels/shared/window.js';
import { findLines, type LineFilter } from '../../../src/linear-features/network/network.js';
import { outcomeOf } from '../../../src/linear-features/outcome.js';
import { HeldResponse } from '../../../src/linear-features/response/held.js';
import { livelyMedian, noiseOf } from '../../../src/linear-features/response/noise.js';
import { packingOf } from '../../../src/linear-features/response/pack.js';
import type { LineResponse } from '../../../src/linear-features/response/response.js';
import { Random } from '../../support/random.js';
import { widen } from '../../support/reference/widen.js';
import { until } from '../../support/until.js';

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
    const request = { algorithm: 'linear-features', init: 'auto', polarity: 'dark', ...parameters } as const;
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
  const request = { algorithm: 'linear-features', init: 'auto', polarity: 'dark' } as const;
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

test('a tile that sees the whole region leaves no second response', async () => {
  const [width, height] = [192, 64];
  const data = new Uint8Array(width * height).map((_, i) => (Math.abs((i % width) - 90) < 2 ? 200 : 60 + (i % 7)));
  const buffers: number[] = [];
  // The middle one of three tiles of 64 × 64 pixels sees all of them; at three scales those beside it do not.
  for (const tile of [64, 2048]) {
    const engine = await createEngine({ backend: 'cpu' });
    const image = await engine.load({ width, height, data });
    await engine.segment(image, { algorithm: 'linear-features', init: 'auto', scales: 3, primaryWindow: 5, tile })
      .outcome;
    buffers.push(engine.stats().buffers);
    engine.dispose();
  }
  equal(buffers[0], buffers[1]);
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
  const { details } = outcomeOf(network, frame, { simplify: 0.25, output: 'lines' }, {}).outcome;
  network.lines.free();
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

test('every state has a picture of the response, which never loses anything, the last one all of it', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width: WIDTH, height: HEIGHT, data: cross() });
  const request = { algorithm: 'linear-features', init: 'auto', polarity: 'dark', tile: 64 } as const;
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

// The middle between an edge and what a profile took for one beyond the image lay beyond it, too.
test('points of lines stay in what was looked at, however wide their profiles are', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const [width, height] = [12, 10];
    const data = Uint16Array.from({ length: width * height }, (_, k) => (k * 7919) % 4099);
    const image = await engine.load({ width, height, data });
    const request = { algorithm: 'linear-features', secondaryWindow: 1, high: 0, low: 0, minLength: 1 };
    for (const init of ['auto', { x: 2, y: 3, width: 9, height: 6 }] as const) {
      const { contours } = await engine.segment(image, { ...request, init, widthReach: 64 }).outcome;
      const { x = 0, y = 0, width: across = width, height: down = height } = init === 'auto' ? {} : init;
      for (const { geometry } of contours) {
        const points = pathsOf(geometry).paths.flat();
        ok(points.every(([px, py]) => px >= x && px <= x + across && py >= y && py <= y + down));
      }
      ok(contours.length > 0);
    }
  } finally {
    engine.dispose();
  }
});

test('a channel of stored values is taken as it is where the probes have none, and refused where nothing has', async () => {
  const side = 900;
  const engine = await createEngine({ backend: 'cpu' });
  const of = async (has: (x: number, y: number) => boolean) => {
    const at = (i: number): readonly [number, number] => [i % side, Math.floor(i / side)];
    const data = Uint8Array.from({ length: side * side }, (_, i) => (Math.abs(at(i)[0] - 600) < 2 ? 160 : 60));
    const missing = Uint8Array.from({ length: side * side }, (_, i) => Number(!has(...at(i))));
    const image = await engine.load({ width: side, height: side, data, missing });
    const request = { algorithm: 'linear-features', init: 'auto', contrast: 1 } as const;
    return engine.segment(image, request).outcome.finally(() => engine.close(image));
  };
  // The probes are the pixels up to 256, from 322 to 577 and from 644 on.
  const { contours } = await of((x, y) => x > 580 && x < 640 && y > 260 && y < 320);
  equal(contours.length, 1);
  await rejects(
    of(() => false),
    { code: 'bad-parameter' },
  );
  engine.dispose();
});
