/**
 * Objects that nobody drew a box round (`init: 'auto'`): how many of the labelled ones are found, on the data's images whose
 * every object is labelled, beside the usual pick without a model to train, scikit-image's Otsu threshold and watershed of
 * the distance transform (`bench/peers_objects.py`). `npm run bench -- objects [--no-peers]`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from '../src/core/ring.js';
import { createEngine } from '../src/engine.js';
import { open } from '../src/image/open.js';
import type { Samples } from '../src/image/samples.js';
import { dataFolder } from './support/dataset.js';
import { maskOfRings } from './support/masks.js';
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

const openFile = (file: string) => {
  const path = join(folder, file);
  if (!existsSync(path)) throw new Error(`${path} is missing`);
  return open({ kind: 'blob', blob: new Blob([readFileSync(path)]), name: file });
};

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

const python = process.argv.includes('--no-peers') ? undefined : findPython();
const engine = await createEngine({ backend: 'cpu' });
const rows = [
  ['image', 'objects', 'method', 'found', 'precision', 'recall', 'F1', 'mean IoU of the pairs', 'processor, s'],
];
for (const [file, labels, polarity] of images) {
  const image = await openFile(file);
  const whole = { x: 0, y: 0, width: image.width, height: image.height };
  const truth = await (await openFile(labels)).region(whole, 0);
  const total = `${new Set(truth.data).size - 1}`;
  for (const given of ['any', polarity] as const) {
    const before = process.cpuUsage();
    const { contours } = await engine.segment(image, { init: 'auto', objects: 512, polarity: given }).outcome;
    const { user, system } = process.cpuUsage(before);
    const rings = contours.map(({ geometry }) => (geometry.type === 'Polygon' ? [...geometry.coordinates] : []));
    const method = given === 'any' ? 'ours' : `ours, polarity ${given}`;
    rows.push([file, total, method, ...matches(drawn(rings, truth), truth.data), ((user + system) / 1e6).toFixed(1)]);
  }
  if (python === undefined) continue;
  const theirs: { labels: number[]; seconds: number } = JSON.parse(
    runPython(python, ['bench/peers_objects.py', join(folder, file)]),
  );
  rows.push([file, total, 'Otsu and watershed', ...matches(theirs.labels, truth.data), theirs.seconds.toFixed(1)]);
}
engine.dispose();
console.log(table(rows));
writeSection('objects', ['## Detection on whole images', '', table(rows)].join('\n'));
