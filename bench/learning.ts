/**
 * Five labelled objects of an image as examples: from the call to the first object that is proposed, with everything between
 * (contrast, features, forests, the map of the whole image). `npm run bench -- learning`.
 */
import { positionsOf } from '../src/core/geometry/ring.js';
import { createEngine } from '../src/engine.js';
import { outline, partsOf } from '../src/snake/find/map/parts.js';
import { dataFolder, openFile } from './support/images/dataset.js';
import { median, table, writeSection } from './support/results.js';

const images = ['fluo_nuclei.tif', 'he_01.png', 'he_11.png'];
const EXAMPLES = 5;
const TRIALS = 5;

const folder = dataFolder();
if (folder === undefined) {
  console.error('There is no data folder: set DATA to one with a manifest.json.');
  process.exit(1);
}

/** The objects whose areas are nearest to the median, along their pixels' edges. */
const examplesIn = (truth: Int32Array, width: number, height: number) => {
  const parts = partsOf(truth, { width, height }).sort((a, b) => a.area - b.area || a.label - b.label);
  const from = Math.max(0, (parts.length - EXAMPLES) >> 1);
  return parts.slice(from, from + EXAMPLES).map((part) => {
    const ring = positionsOf(outline(truth, { width, height }, part));
    return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
  });
};

const engine = await createEngine({ backend: 'cpu' });
const rows = [['image', 'pixels', 'elapsed, ms: median', 'least', 'processor, ms: median', 'least']];
for (const file of images) {
  const image = await openFile(folder, file);
  const { width, height } = image;
  const labels = await openFile(folder, file.replace(/\.\w+$/, '_labels.tif'));
  const truth = Int32Array.from((await labels.region({ x: 0, y: 0, width, height }, 0)).data);
  const like = examplesIn(truth, width, height);
  const [elapsed, processor]: number[][] = [[], []];
  // The first trial reads the image and compiles.
  for (let trial = 0; trial <= TRIALS; trial++) {
    const used = process.cpuUsage();
    const begun = performance.now();
    const stop = new AbortController();
    const run = engine.segment(image, { init: 'auto', like }, { signal: stop.signal });
    run.outcome.catch(() => {});
    // States of the search itself come before.
    for await (const { searching } of run) if (!searching) break;
    const { user, system } = process.cpuUsage(used);
    if (trial > 0) {
      elapsed!.push(performance.now() - begun);
      processor!.push((user + system) / 1000);
    }
    stop.abort();
    await run.outcome.catch(() => {});
  }
  const of = (values: readonly number[]): string[] => [median(values), Math.min(...values)].map((ms) => ms.toFixed(0));
  rows.push([file, `${width} × ${height}`, ...of(elapsed!), ...of(processor!)]);
}
engine.dispose();
console.log(table(rows));
writeSection('learning', ['## From five examples to the first proposal', '', table(rows)].join('\n'));
