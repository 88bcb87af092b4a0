/**
 * Objects that nobody drew a box round (`init: 'auto'`): how many of the labelled ones are found, on the data's images whose
 * every object is labelled, beside the usual pick without a model to train, scikit-image's Otsu threshold and watershed of
 * the distance transform (`bench/peers/objects.py`). And with five labelled objects an image as examples, which are not counted, beside
 * a scikit-learn forest on the same examples with the same watershed: of three draws of examples the one with the median F1. `npm run bench -- objects [--no-peers]`.
 */
import { join } from 'node:path';
import { type Position, positionsOf } from '../src/core/geometry/ring.js';
import { createEngine } from '../src/engine.js';
import type { Samples } from '../src/image/samples.js';
import { outline, partsOf } from '../src/snake/find/map/parts.js';
import { dataFolder, openFile } from './support/images/dataset.js';
import { maskOfRings } from './support/images/masks.js';
import { findPython, runPython } from './support/python.js';
import { table, writeSection } from './support/results.js';

const images = [
  ['fluo_nuclei.tif', 'fluo_nuclei_labels.tif', 'brighter'],
  ['he_01.png', 'he_01_labels.tif', 'darker'],
  ['he_11.png', 'he_11_labels.tif', 'darker'],
] as const;

const folder = dataFolder();
if (folder === undefined) {
  console.error('There is no data folder: set DATA to one with a manifest.json.');
  process.exit(1);
}

/** Labels of found objects, from 1; later ones lie on top. */
const drawn = (rings: readonly (readonly Position[])[][], { width, height }: Samples): Int32Array => {
  const labels = new Int32Array(width * height);
  for (const [i, each] of rings.entries()) {
    const { data } = maskOfRings(each, width, height);
    for (let pixel = 0; pixel < data.length; pixel++) if (data[pixel] === 1) labels[pixel] = i + 1;
  }
  return labels;
};

/** Pairs of a found and a true object of IoU ≥ ½ (at most one each), and the mean IoU of the pairs. */
const matches = (found: ArrayLike<number>, truth: ArrayLike<number>) => {
  const count = (labels: ArrayLike<number>): Map<number, number> => {
    const sizes = new Map<number, number>();
    for (let i = 0; i < labels.length; i++) if (labels[i]) sizes.set(labels[i]!, (sizes.get(labels[i]!) ?? 0) + 1);
    return sizes;
  };
  const [ours, theirs] = [count(found), count(truth)];
  const both = new Map<string, number>();
  for (let i = 0; i < found.length; i++) {
    if (!found[i] || !truth[i]) continue;
    const pair = `${found[i]} ${truth[i]}`;
    both.set(pair, (both.get(pair) ?? 0) + 1);
  }
  const overlaps = [...both].map(([pair, n]) => {
    const [a, b] = pair.split(' ').map(Number) as [number, number];
    return n / (ours.get(a)! + theirs.get(b)! - n);
  });
  const good = overlaps.filter((iou) => iou >= 0.5);
  const precision = good.length / Math.max(1, ours.size);
  const recall = good.length / theirs.size;
  const f1 = (2 * good.length) / (ours.size + theirs.size);
  const mean = good.reduce((sum, iou) => sum + iou, 0) / Math.max(1, good.length);
  return [`${ours.size}`, ...[precision, recall, f1, mean].map((value) => value.toFixed(2))];
};

/** Examples an image, and the seeds by which they are drawn. */
const EXAMPLES = 5;
const SEEDS = [7, 8, 9];

/** Labels of five of the third of the objects whose size is nearest to the median, drawn by a fixed generator. */
const examplesIn = (truth: ArrayLike<number>, seed: number): readonly number[] => {
  const sizes = new Map<number, number>();
  for (let i = 0; i < truth.length; i++) if (truth[i]) sizes.set(truth[i]!, (sizes.get(truth[i]!) ?? 0) + 1);
  const median = [...sizes.values()].sort((a, b) => a - b)[sizes.size >> 1]!;
  const away = (label: number): number => Math.abs(sizes.get(label)! - median);
  const pool = [...sizes.keys()].sort((a, b) => away(a) - away(b) || a - b).slice(0, Math.ceil(sizes.size / 3));
  const chosen = new Set<number>();
  for (let state = seed; chosen.size < Math.min(EXAMPLES, pool.length); ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    chosen.add(pool[state % pool.length]!);
  }
  return [...chosen];
};

/** Labelled objects as polygons along their pixels' edges. */
const polygonsAround = (truth: Int32Array, width: number, height: number, wanted: readonly number[]) =>
  partsOf(truth, { width, height })
    .filter(({ label }) => wanted.includes(label))
    .map((part) => {
      const ring = positionsOf(outline(truth, { width, height }, part));
      return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
    });

/** Of several outcomes the one with the median F1. */
const middle = (outcomes: readonly string[][]): string[] =>
  [...outcomes].sort((a, b) => Number(a[3]) - Number(b[3]))[outcomes.length >> 1]!;

/** Without the examples, and without what lies mostly in one. */
const uncounted = (found: Int32Array, truth: Int32Array, examples: readonly number[]) => {
  const [sizes, inside] = [new Map<number, number>(), new Map<number, number>()];
  for (const [i, label] of found.entries()) {
    if (label === 0) continue;
    sizes.set(label, (sizes.get(label) ?? 0) + 1);
    if (examples.includes(truth[i]!)) inside.set(label, (inside.get(label) ?? 0) + 1);
  }
  const left = found.map((label) => (2 * (inside.get(label) ?? 0) > (sizes.get(label) ?? 0) ? 0 : label));
  return [left, truth.map((label) => (examples.includes(label) ? 0 : label))] as const;
};

const python = process.argv.includes('--no-peers') ? undefined : findPython();
const engine = await createEngine({ backend: 'cpu' });
const rows = [
  ['image', 'objects', 'method', 'found', 'precision', 'recall', 'F1', 'mean IoU of the pairs', 'processor, s'],
];
for (const [file, labels, polarity] of images) {
  const image = await openFile(folder, file);
  const whole = { x: 0, y: 0, width: image.width, height: image.height };
  const truth = await (await openFile(folder, labels)).region(whole, 0);
  const total = `${new Set(truth.data).size - 1}`;
  for (const given of ['any', polarity] as const) {
    const before = process.cpuUsage();
    const { contours } = await engine.segment(image, { init: 'auto', objects: 512, polarity: given }).outcome;
    const { user, system } = process.cpuUsage(before);
    const rings = contours.map(({ geometry }) => (geometry.type === 'Polygon' ? [...geometry.coordinates] : []));
    const method = given === 'any' ? 'ours' : `ours, polarity ${given}`;
    rows.push([file, total, method, ...matches(drawn(rings, truth), truth.data), ((user + system) / 1e6).toFixed(1)]);
  }
  if (python !== undefined) {
    const theirs: { labels: number[]; seconds: number } = JSON.parse(
      runPython(python, ['bench/peers/objects.py', join(folder, file)]),
    );
    rows.push([file, total, 'Otsu and watershed', ...matches(theirs.labels, truth.data), theirs.seconds.toFixed(1)]);
  }
  const labelled = Int32Array.from(truth.data);
  const [learnt, taught]: string[][][] = [[], []];
  for (const seed of SEEDS) {
    const examples = examplesIn(labelled, seed);
    const of = (labels: Int32Array, seconds: number): string[] => [
      ...matches(...uncounted(labels, labelled, examples)),
      seconds.toFixed(1),
    ];
    const like = polygonsAround(labelled, image.width, image.height, examples);
    const before = process.cpuUsage();
    const { contours } = await engine.segment(image, { init: 'auto', objects: 512, like }).outcome;
    const { user, system } = process.cpuUsage(before);
    const rings = contours.map(({ geometry }) => (geometry.type === 'Polygon' ? [...geometry.coordinates] : []));
    learnt!.push(of(drawn(rings, truth), (user + system) / 1e6));
    if (python === undefined) continue;
    const its: { labels: number[]; seconds: number } = JSON.parse(
      runPython(python, ['bench/peers/objects.py', join(folder, file), examples.join()]),
    );
    taught!.push(of(Int32Array.from(its.labels), its.seconds));
  }
  const rest = `${Number(total) - EXAMPLES}`;
  rows.push([file, rest, 'ours, five examples', ...middle(learnt!)]);
  if (taught!.length > 0) rows.push([file, rest, 'forest and watershed, five examples', ...middle(taught!)]);
}
engine.dispose();
console.log(table(rows));
writeSection('objects', ['## Detection on whole images', '', table(rows)].join('\n'));
