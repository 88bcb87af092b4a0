/**
 * Linear features: quality on the synthetic image of ALGORITHMS C.3 and on retinal vessels, and time on one core,
 * beside scikit-image and OpenCV in the same run. `npm run bench:lines [-- FLAGS]`: `--gpu` times the kernels on a GPU
 * instead, `--print` leaves RESULTS.md alone, `--no-peers` leaves the others out, `--large` does nothing but 2048 × 2048.
 */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '../src/engine.js';
import { open } from '../src/image/open.js';
import type { Samples } from '../src/image/samples.js';
import type { LineResponse } from '../src/linear-features/response/response.js';
import { widen } from '../test/support/reference/widen.js';
import { dataFolder } from './support/images/dataset.js';
import { linePhantom, phantomScores, SIZE } from './support/images/line-phantom.js';
import { areaScores, areaUnderCurve, eroded } from './support/line-scores.js';
import { findPython, runPython } from './support/python.js';
import { mean, median, stamped, table, writeSection } from './support/results.js';

const flag = (name: string): boolean => process.argv.includes(`--${name}`);
const engine = await createEngine({ backend: 'cpu' });

const find = async (samples: Omit<Samples, 'missing'>, parameters: Record<string, unknown>) => {
  const image = await engine.load(samples);
  const run = engine.segment(image, { algorithm: 'linear-features', init: 'auto', keepResponse: true, ...parameters });
  const { contours, details } = await run.outcome.catch(() => ({ contours: [], details: undefined }));
  const lines = contours.map(({ geometry, properties }) => ({
    points: geometry.type === 'LineString' ? geometry.coordinates.flat() : [],
    widths: JSON.parse(properties.metadata.widths ?? '[]') as number[],
  }));
  return { lines, response: details?.response as LineResponse | undefined };
};

/** Nothing but the maxima: no check, no threshold, no piece left out. */
const stages = {
  scales: 1,
  orientations: 16,
  contrast: 0,
  symmetry: 0,
  high: 0,
  low: 0,
  minLength: 1,
  gap: 0,
  spur: 0,
};

const phantomSection = async (): Promise<string> => {
  const rows = [['parameters', 'σ', 'recall', 'weak neighbours', 'precision', 'pixels on the edge of the plateau']];
  const settings: Readonly<Record<string, Record<string, unknown>>> = {
    defaults: {},
    'K = 16': { orientations: 16 },
    'K = 4': { orientations: 4 },
    'one scale': { scales: 1 },
    'one scale, K = 16': { scales: 1, orientations: 16 },
    'no links': { gap: 0 },
    'one scale, K = 16, stage by stage: maxima alone': stages,
    '… with the symmetry check, T = 1 σ': { ...stages, contrast: 1, symmetry: 0.5 },
    '… without pieces of fewer than 12 pixels': { ...stages, contrast: 1, symmetry: 0.5, minLength: 12 },
    '… with links over gaps': { ...stages, contrast: 1, symmetry: 0.5, minLength: 12, gap: 12 },
    '… and without dual maxima': {
      ...stages,
      contrast: 1,
      symmetry: 0.5,
      minLength: 12,
      gap: 12,
      secondaryWindow: 9,
    },
  };
  for (const [name, parameters] of Object.entries(settings)) {
    for (const sigma of [3, 8, 14]) {
      const scores: ReturnType<typeof phantomScores>[] = [];
      for (const seed of [1, 2, 3, 4]) {
        const phantom = linePhantom(sigma, seed);
        const { lines } = await find({ width: SIZE, height: SIZE, bands: 1, data: phantom.samples }, parameters);
        const middles = lines.map(({ points, widths }) => ({ points, widths: widths.map(() => 1) }));
        scores.push(phantomScores(phantom, widen(middles, SIZE, SIZE)));
      }
      const of = (key: 'recall' | 'weakRecall' | 'precision' | 'edge'): number => mean(scores.map((one) => one[key]));
      const cells = [of('recall'), of('weakRecall'), of('precision')].map((value) => value.toFixed(3));
      rows.push([name, String(sigma), ...cells, of('edge').toFixed(1)]);
    }
  }
  return `### The synthetic image (C.3)\n\n${table(rows)}`;
};

interface Peer {
  readonly image: string;
  readonly size: readonly [number, number];
  readonly method: string;
  readonly auc: number;
  readonly best_f1: number;
  readonly sec: number;
}

const peersOf = (script: string): readonly Peer[] => {
  const python = findPython();
  if (!python || !existsSync(script) || flag('no-peers')) return [];
  const results = join(mkdtempSync(join(tmpdir(), 'lines-')), 'peers.jsonl');
  process.env.RESULTS = results;
  runPython(python, [script, 'public', 'native,2048']);
  return readFileSync(results, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
};

const planeOf = async (file: string): Promise<Samples> => {
  const source = await open({ kind: 'blob', blob: new Blob([readFileSync(file)]), name: file });
  return source.region({ x: 0, y: 0, width: source.width, height: source.height }, 0);
};

const bandOf = ({ data, bands }: Samples, band: number): Uint8Array =>
  Uint8Array.from({ length: data.length / bands }, (_, i) => data[i * bands + band]!);

const vesselSection = async (folder: string): Promise<string> => {
  const peers = peersOf(join(folder, '..', 'peers', 'vessels.py'));
  const head = ['image', 'method', 'AUC', 'F1', 'F1, 1 px', 'sensitivity', 'specificity', 'time, ms'];
  const rows = [head];
  for (const name of ['drive_21', 'drive_22']) {
    const picture = await planeOf(join(folder, `${name}.png`));
    const truth = bandOf(await planeOf(join(folder, `${name}_vessels.png`)), 0);
    const view = bandOf(await planeOf(join(folder, `${name}_fov.png`)), 0);
    const { width, height } = picture;
    const data = bandOf(picture, 1);
    const times: number[] = [];
    let found = await find({ width, height, bands: 1, data }, { polarity: 'dark' });
    for (let run = 0; run < 5; run++) {
      const start = performance.now();
      found = await find({ width, height, bands: 1, data }, { polarity: 'dark' });
      times.push(performance.now() - start);
    }
    const strength = Uint32Array.from(found.response!.words, (word) => word >>> 6);
    const area = widen(found.lines, width, height);
    // The peers count the field of view without its rim.
    for (const [what, counts] of [
      ['field of view', view],
      ['without its rim', eroded(view, width, 4)],
    ] as const) {
      const scores = areaScores(area, truth, counts, width);
      const cells = [areaUnderCurve(strength, truth, counts), scores.f1, scores.tolerantF1];
      rows.push([
        name,
        `linear-features, defaults, ${what}`,
        ...cells.map((value) => value.toFixed(4)),
        scores.sensitivity.toFixed(3),
        scores.specificity.toFixed(3),
        median(times).toFixed(0),
      ]);
    }
    for (const peer of peers) {
      if (peer.image !== `${name}.png` || Math.max(...peer.size) === 2048) continue;
      const best = `${peer.best_f1.toFixed(4)} (best, by the truth)`;
      rows.push([name, peer.method, peer.auc.toFixed(4), best, '', '', '', (1000 * peer.sec).toFixed(0)]);
    }
  }
  return `### Retinal vessels\n\n${table(rows)}\n\n${await largeSection(folder, peers)}`;
};

/** Of the same pictures, enlarged so that the longer side is 2048 pixels. */
const largeSection = async (folder: string, peers: readonly Peer[]): Promise<string> => {
  const rows = [
    ['2048 × 2048', 'detection, ms', 'with thinning, links and graph, ms', 'kernels, ms', 'user time of all, ms'],
  ];
  const picture = await planeOf(join(folder, 'drive_21.png'));
  const green = bandOf(picture, 1);
  const data = Uint8Array.from({ length: 2048 * 2048 }, (_, i) => {
    const [x, y] = [((i % 2048) * (picture.width - 1)) / 2047, (Math.floor(i / 2048) * (picture.height - 1)) / 2047];
    const [x0, y0] = [Math.min(Math.floor(x), picture.width - 2), Math.min(Math.floor(y), picture.height - 2)];
    const at = (dx: number, dy: number): number => green[(y0 + dy) * picture.width + x0 + dx]!;
    const [fx, fy] = [x - x0, y - y0];
    return (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy) + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy;
  });
  const kernelTime = (): number =>
    Object.values(engine.stats().kernels).reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const detection: number[] = [];
  const whole: number[] = [];
  const kernels: number[] = [];
  const user: number[] = [];
  for (let run = 0; run < 11; run++) {
    const image = await engine.load({ width: 2048, height: 2048, data });
    const request = { algorithm: 'linear-features', init: 'auto', polarity: 'dark' } as const;
    const before = kernelTime();
    const used = process.cpuUsage();
    const start = performance.now();
    await engine.segment(image, request).outcome;
    whole.push(performance.now() - start);
    user.push(process.cpuUsage(used).user / 1000);
    kernels.push(kernelTime() - before);
    // The response is kept, so that a second run is all but the detection.
    const again = performance.now();
    await engine.segment(image, { ...request, minLength: 13 }).outcome;
    detection.push(whole.at(-1)! - (performance.now() - again));
  }
  // The least is what other work on the machine disturbs least.
  const cells = [detection, whole, kernels, user].map(
    (times) => `${median(times).toFixed(0)} (${Math.min(...times).toFixed(0)})`,
  );
  rows.push(['linear-features, defaults, one core', ...cells]);
  for (const peer of peers) {
    if (peer.image === 'drive_21.png' && Math.max(...peer.size) === 2048)
      rows.push([peer.method, (1000 * peer.sec).toFixed(0), '', '', '']);
  }
  return table(rows);
};

if (flag('gpu')) {
  const { gpuSection } = await import('./support/gpu/line-gpu.js');
  const section = await gpuSection();
  console.log(stamped(section));
  if (!flag('print')) writeSection('lines-gpu', section);
} else if (flag('large')) {
  const folder = dataFolder();
  if (folder) console.log(await largeSection(folder, []));
} else {
  const folder = dataFolder();
  const section = ['## Linear features', await phantomSection(), ...(folder ? [await vesselSection(folder)] : [])].join(
    '\n\n',
  );
  console.log(section);
  if (!flag('print')) writeSection('lines', section);
}
engine.dispose();
