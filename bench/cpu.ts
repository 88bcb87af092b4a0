/**
 * The snake on one core in the paper's setting (Perrot et al. 2011: rectangle start, first distance 32, Gaussian,
 * 16 bits): tables and evolution apart, bytes a pixel, strides, and as ratios against OpenCV and scikit-image on the
 * same image and box. Writes the section of `bench/RESULTS.md`. `--no-peers` leaves the peers out, `--quick` sizes
 * above 4 megapixels, `--only=sizes`, `strides` or `peers` the other parts.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CpuExecutor } from '../src/compute/cpu-executor.js';
import type { Box } from '../src/core/geometry/rect.js';
import { createEngine } from '../src/engine.js';
import { tableOptions } from '../src/snake/tables/tables.js';
import { processorTime } from './support/clock.js';
import { type Mask, maskOfRings, overlap } from './support/images/masks.js';
import { noisy, shapeMask } from './support/images/synthetic.js';
import { findPython, runPython } from './support/python.js';
import { median, table, writeSection } from './support/results.js';
import { planesOf, ringOf, type Settings, type Timed, timedRun } from './support/snake-run.js';

interface Peer {
  readonly seconds: number;
  readonly runs: number;
  readonly estimated: boolean;
}

interface Image {
  readonly side: number;
  readonly data: Uint16Array;
  readonly truth: Mask;
  readonly start: Box;
}

const sides = process.argv.includes('--quick') ? [1024, 2048] : [1024, 2048, 3873, 8000];
const repeats = 5;
const cpuStride = tableOptions('cpu', 'strided').stride;
const settings: Readonly<Record<string, Settings>> = {
  'as in the paper': { distance: 32, minimumLength: 32, prune: false },
  'finer, pruned': { distance: 32, minimumLength: 8, prune: true },
};
const peerSides = [1024, 2048];

const makeImage = (side: number): Image => {
  const truth = shapeMask('star', side);
  const inset = Math.round(side / 10);
  return {
    side,
    truth,
    data: noisy(truth, 1, side),
    start: { x0: inset, y0: inset, x1: side - inset, y1: side - inset },
  };
};

interface Row {
  readonly tables: number;
  readonly evolution: number;
  readonly total: number;
  readonly wall: number;
  readonly last: Timed;
  readonly iou: number;
}

/** Medians of `repeats` runs after one that warms up. */
const measure = async (image: Image, setting: Settings, stride: number, eight = false): Promise<Row> => {
  const { side, start, truth } = image;
  const data = eight ? Uint8Array.from(image.data, (value) => value >> 8) : image.data;
  const channel = planesOf(data, side, side);
  const executor = new CpuExecutor();
  let last = await timedRun(executor, channel, start, setting, stride);
  const runs: Timed[] = [];
  for (let i = 0; i < repeats; i++) {
    last = await timedRun(executor, channel, start, setting, stride);
    runs.push(last);
  }
  const mask = maskOfRings([ringOf(last.snapshot)], side, side);
  return {
    tables: median(runs.map(({ tables }) => tables)),
    evolution: median(runs.map(({ evolution }) => evolution)),
    total: median(runs.map(({ tables, evolution }) => tables + evolution)),
    wall: median(runs.map(({ wall }) => wall)),
    last,
    iou: overlap(mask, truth, { x: 0, y: 0, width: side, height: side }),
  };
};

/** The same through the engine, as a page runs it: channel, statistics and messages included. */
const measureEngine = async ({ side, data, start }: Image): Promise<number> => {
  const engine = await createEngine({ backend: 'cpu', pixelBudget: 2 ** 27 });
  const image = await engine.load({ width: side, height: side, data });
  const { x0, y0, x1, y1 } = start;
  const times: number[] = [];
  for (let i = 0; i <= repeats; i++) {
    const began = processorTime();
    await engine.segment(image, {
      algorithm: 'snake',
      init: { x: x0, y: y0, width: x1 - x0, height: y1 - y0 },
      domain: { x: 0, y: 0, width: side, height: side },
      model: 'gaussian',
      starts: 1,
      boxPrior: 0,
      confine: false,
      distance: 32,
      minimumLength: 32,
      prune: false,
    }).result;
    if (i > 0) times.push(processorTime() - began);
  }
  engine.dispose();
  return median(times);
};

const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const megapixels = (side: number): string => ((side * side) / 1e6).toFixed(side < 3000 ? 1 : 0);

const sizesTable = async (): Promise<string> => {
  const rows = [
    [
      'Mpx',
      'setting',
      'tables, ms',
      'evolution, ms',
      'together, ms',
      'on the clock, ms',
      'through the engine, ms',
      'steps',
      'vertices',
      'IoU',
      'bytes a pixel',
    ],
  ];
  for (const side of sides) {
    const image = makeImage(side);
    const engine = ms(await measureEngine(image));
    for (const [name, setting] of Object.entries(settings)) {
      const row = await measure(image, setting, cpuStride);
      const { snapshot, bytesPerPixel } = row.last;
      rows.push([
        megapixels(side),
        name,
        ms(row.tables),
        ms(row.evolution),
        ms(row.total),
        ms(row.wall),
        name === 'as in the paper' ? engine : '',
        String(snapshot.step),
        String(snapshot.ring.length / 2),
        row.iou.toFixed(4),
        bytesPerPixel.toFixed(2),
      ]);
      console.log(rows.at(-1)!.join('  '));
    }
  }
  return table(rows);
};

const stridesTable = async (): Promise<string> => {
  const image = makeImage(sides.at(-2) ?? 1024);
  const rows = [
    [
      'stride',
      '16-bit tables, ms',
      'evolution, ms',
      'together, ms',
      'bytes a pixel',
      '8-bit together, ms',
      'bytes a pixel',
    ],
  ];
  for (const stride of [1, 2, 4, 8, 16, 32, 64]) {
    const wide = await measure(image, settings['as in the paper']!, stride);
    const narrow = await measure(image, settings['as in the paper']!, stride, true);
    rows.push([
      stride === cpuStride ? `**${stride}**` : String(stride),
      ms(wide.tables),
      ms(wide.evolution),
      ms(wide.total),
      wide.last.bytesPerPixel.toFixed(2),
      ms(narrow.total),
      narrow.last.bytesPerPixel.toFixed(2),
    ]);
    console.log(rows.at(-1)!.join('  '));
  }
  return `Strides at ${megapixels(image.side)} megapixels (bold: the default on the CPU):\n\n${table(rows)}`;
};

const peersTable = async (): Promise<string> => {
  const python = process.argv.includes('--no-peers') ? undefined : findPython();
  if (python === undefined) return 'Peers: not measured (no Python with OpenCV and scikit-image was found or wanted).';
  const folder = mkdtempSync(join(tmpdir(), 'snake-bench-'));
  const rows = [['Mpx', 'snake, ms', 'peer', 'peer, s', 'times slower']];
  try {
    for (const side of peerSides) {
      const image = makeImage(side);
      const own = await measure(image, settings['as in the paper']!, cpuStride);
      const file = join(folder, 'image.raw');
      writeFileSync(file, image.data);
      const args = [file, side, side, image.start.x0, image.start.y0, image.start.x1, image.start.y1, 3].map(String);
      const theirs: Record<string, Peer> = JSON.parse(runPython(python, ['bench/peers/speed.py', ...args]));
      for (const [peer, { seconds, runs, estimated }] of Object.entries(theirs)) {
        rows.push([
          megapixels(side),
          ms(own.total),
          `${peer} (${estimated ? 'reckoned from 20 iterations' : `median of ${runs}`})`,
          seconds.toFixed(1),
          ((seconds * 1000) / own.total).toFixed(0),
        ]);
        console.log(rows.at(-1)!.join('  '));
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return table(rows);
};

/** The parts, each a section of its own; `--only=NAME` measures one. */
const parts: Readonly<Record<string, () => Promise<string>>> = {
  sizes: sizesTable,
  strides: stridesTable,
  peers: peersTable,
};
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
for (const [name, measurePart] of Object.entries(parts)) {
  if (only !== undefined && only !== name) continue;
  const heading = `## The snake on the CPU: ${name}`;
  writeSection(`cpu ${name}`, `${heading}\n\n${await measurePart()}`);
}
