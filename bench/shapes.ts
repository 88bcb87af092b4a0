/**
 * The prototype's synthetic shapes, through the snake's own optimiser, and what random starts come
 * to: none may loop, none may end in a ring that touches itself. Writes the section of `bench/RESULTS.md`.
 */

import { CpuExecutor } from '../src/compute/cpu-executor.js';
import { isSimple } from '../src/snake/kernels/shared/legality.js';
import { rectangleRing } from '../src/snake/starts.js';
import { makeTables } from '../src/snake/tables/tables.js';
import { Random } from '../test/support/random.js';
import { maskOfRings, overlap } from './support/images/masks.js';
import { noisy, shapeMask, shapes } from './support/images/synthetic.js';
import { mean, table, writeSection } from './support/results.js';
import { evolveRing, latticeStart, mostSteps, planesOf, ringOf } from './support/snake-run.js';

/** IoU of disc, star and U that the prototype of the snake had, by size and SNR, one noise each. */
const reference: Readonly<Record<string, readonly number[]>> = {
  '256 1': [0.987, 0.979, 0.997],
  '256 2': [0.997, 0.991, 1.0],
  '512 1': [0.995, 0.99, 0.998],
  '512 2': [0.998, 0.997, 1.0],
  '1024 1': [0.997, 0.996, 1.0],
  '1024 2': [0.999, 0.999, 1.0],
};
const seeds = 5;
const randomStarts = 2000;
const settings = { distance: 32, minimumLength: 8, prune: true };

const tableOfShapes = async (executor: CpuExecutor): Promise<string> => {
  const rows = [['size', 'SNR', 'IoU disc / star / U', 'mean', 'prototype', 'vertices', 'steps']];
  for (const size of [256, 512, 1024]) {
    for (const snr of [1, 2]) {
      const found: { iou: number; vertices: number; steps: number }[] = [];
      for (const shape of shapes) {
        const truth = shapeMask(shape, size);
        const runs: typeof found = [];
        for (let seed = 0; seed < seeds; seed++) {
          const channel = planesOf(noisy(truth, snr, 1000 * snr + seed), size, size);
          const tables = await makeTables(executor, channel, { stride: 8 });
          try {
            const start = await latticeStart(executor, tables);
            const snapshot = await evolveRing(executor, tables, rectangleRing(start), settings);
            const mask = maskOfRings([ringOf(snapshot)], size, size);
            const iou = overlap(mask, truth, { x: 0, y: 0, width: size, height: size });
            runs.push({ iou, vertices: snapshot.ring.length / 2, steps: snapshot.step });
          } finally {
            tables.destroy();
          }
        }
        found.push({
          iou: mean(runs.map(({ iou }) => iou)),
          vertices: mean(runs.map(({ vertices }) => vertices)),
          steps: mean(runs.map(({ steps }) => steps)),
        });
      }
      const theirs = reference[`${size} ${snr}`]!;
      rows.push([
        String(size),
        String(snr),
        found.map(({ iou }) => iou.toFixed(3)).join(' / '),
        mean(found.map(({ iou }) => iou)).toFixed(4),
        `${theirs.map((iou) => iou.toFixed(3)).join(' / ')}, ${mean(theirs).toFixed(4)}`,
        found.map(({ vertices }) => vertices.toFixed(0)).join(' / '),
        found.map(({ steps }) => steps.toFixed(0)).join(' / '),
      ]);
      console.log(rows.at(-1)!.join('  '));
    }
  }
  return table(rows);
};

interface Ends {
  done: number;
  looping: number;
  touching: number;
  /** Of the longest run. */
  steps: number;
  over90: number;
}

/** Random rectangles and polygons on small noisy images of every shape. */
const endsOfRandomStarts = async (executor: CpuExecutor): Promise<Ends> => {
  const random = new Random(20);
  const ends: Ends = { done: 0, looping: 0, touching: 0, steps: 0, over90: 0 };
  const size = 96;
  for (let run = 0; run < randomStarts; run++) {
    const truth = shapeMask(shapes[run % shapes.length]!, size);
    const channel = planesOf(noisy(truth, run % 2 === 0 ? 1 : 2, run), size, size);
    const tables = await makeTables(executor, channel, { stride: 8 });
    try {
      const distance = 2 ** random.between(0, 5);
      const minimumLength = random.between(2, 16);
      const snapshot = await evolveRing(executor, tables, randomRing(random, size), {
        distance,
        minimumLength,
        prune: random.between(0, 3) > 0,
      });
      ends.done++;
      if (snapshot.step >= mostSteps) ends.looping++;
      ends.steps = Math.max(ends.steps, snapshot.step);
      if (!isSimple({ words: Uint32Array.from(snapshot.ring), at: 0, vertices: snapshot.ring.length / 2 }))
        ends.touching++;
      const mask = maskOfRings([ringOf(snapshot)], size, size);
      if (overlap(mask, truth, { x: 0, y: 0, width: size, height: size }) > 0.9) ends.over90++;
    } finally {
      tables.destroy();
    }
  }
  return ends;
};

/** A star-shaped ring with 3 to 12 vertices somewhere in the image, strictly simple, clockwise on the screen. */
const randomRing = (random: Random, size: number): readonly number[] => {
  for (;;) {
    const vertices = random.between(3, 12);
    const [cx, cy] = [random.between(size / 6, (5 * size) / 6), random.between(size / 6, (5 * size) / 6)];
    const ring: number[] = [];
    for (let i = 0; i < vertices; i++) {
      const angle = (2 * Math.PI * (i + random.between(0, 90) / 100)) / vertices;
      const radius = random.between(4, size / 3);
      const clamp = (value: number): number => Math.min(size, Math.max(0, Math.round(value)));
      ring.push(clamp(cx + radius * Math.cos(angle)), clamp(cy + radius * Math.sin(angle)));
    }
    if (isSimple({ words: Uint32Array.from(ring), at: 0, vertices }) && turnsRight(ring)) return ring;
  }
};

const turnsRight = (ring: readonly number[]): boolean => {
  let twice = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    twice += ring[i]! * ring[j + 1]! - ring[j]! * ring[i + 1]!;
  }
  return twice > 0;
};

const executor = new CpuExecutor();
const shapesTable = await tableOfShapes(executor);
const ends = await endsOfRandomStarts(executor);
const summary = table([
  [
    'random starts on 96 × 96 images',
    'looping',
    'longest, steps',
    'ending in a ring that touches itself',
    'IoU above 0.9',
  ],
  [ends.done, ends.looping, ends.steps, ends.touching, ends.over90].map(String),
]);
writeSection('shapes', ['## Synthetic shapes', shapesTable, summary].join('\n\n'));
