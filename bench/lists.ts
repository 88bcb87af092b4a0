/**
 * Lists of starts on the CPU by the number of workers: a nucleus in each 50 × 50 pixels of synthetic stained tissue and a box round it, from the samples to
 * features, the numbers of workers in turns. `npm run bench -- lists [--counts=97,1000] [--workers=0,2] [--turns=3]`; 0: the engine's thread alone, 1 is none
 * either, so the engine has none. Every contour is compared with that thread's. For another machine:
 * `node scripts/bundle-bench.mjs lists src/node/engine-thread.ts`, the second renamed to `engine-thread.js`.
 */
import { createHash } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type ContourFeature, createEngine } from '../src/engine.js';
import { processorTime } from './support/clock.js';
import { tissue } from './support/images/tissue.js';
import { median, table, writeSection } from './support/results.js';
import { threads } from './support/threads.js';

const value = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const numbers = (name: string, otherwise: string): number[] => (value(name) ?? otherwise).split(',').map(Number);

const turns = Number(value('turns') ?? 3);

const hash = ({ geometry, properties }: ContourFeature): string =>
  createHash('sha1')
    .update(JSON.stringify([geometry, properties.measurements]))
    .digest('hex');

const rows = [
  [
    'nuclei',
    'workers',
    'wall, s',
    'processor, s',
    'nuclei a second',
    'in workers',
    'kB sent',
    'delay of the engine’s thread, median, ms',
  ],
];
for (const count of numbers('counts', '97,1000')) {
  const made = tissue(count, 50);
  const engines = await Promise.all(
    numbers('workers', '0,2').map(async (workers) => {
      const engine = await createEngine({ backend: 'cpu', ...(workers > 1 ? { evolvers: threads(workers) } : {}) });
      const image = await engine.load(made);
      // Threads start, and their code becomes fast.
      for (let round = 0; round < 2; round++) await engine.segment(image, { init: made.boxes }).outcome;
      return {
        workers,
        engine,
        image,
        walls: [0].slice(1),
        used: [0].slice(1),
        delay: monitorEventLoopDelay({ resolution: 1 }),
      };
    }),
  );
  let expected: string[] | undefined;
  for (let turn = 0; turn < turns; turn++) {
    for (const { workers, engine, image, walls, used, delay } of engines) {
      const [start, before] = [performance.now(), processorTime()];
      delay.enable();
      const { contours } = await engine.segment(image, { init: made.boxes }).outcome;
      delay.disable();
      walls.push((performance.now() - start) / 1000);
      used.push((processorTime() - before) / 1000);
      const found = contours.map(hash);
      expected ??= found;
      if (found.join() !== expected.join()) throw new Error(`${workers} workers give other contours`);
    }
  }
  for (const { workers, engine, walls, used, delay } of engines) {
    const { inWorkers, inPlace, bytes } = engine.stats().evolving;
    const wall = median(walls);
    rows.push([
      `${count}`,
      `${workers}`,
      wall.toFixed(2),
      median(used).toFixed(2),
      (count / wall).toFixed(0),
      workers > 1 ? `${((100 * inWorkers) / (inWorkers + inPlace)).toFixed(0)} %` : '',
      (bytes / 1000 / (turns + 2)).toFixed(0),
      (delay.percentile(50) / 1e6).toFixed(1),
    ]);
    console.log(rows.at(-1)!.join(' | '));
    engine.dispose();
  }
}
const head = `## Lists of starts by the number of workers\n\nSynthetic stained tissue with a nucleus in each 50 × 50 pixels and a box round each, on the CPU; 0 workers: the engine's thread alone. Medians of ${turns} turns, after two to become warm; every contour is that of the thread alone. Processor time is of all threads.\n\n`;
if (value('out') === 'no') console.log(table(rows));
else writeSection('lists', head + table(rows));
