/**
 * Comparison of acceptance by rank with that of the paper: the acceptance of Perrot et al. (2011) on an image where it goes round in a circle for
 * ever, and ours on the same. A notched square of 256 × 256 pixels, signal to noise 2, 16 bits; a rectangle a tenth inside.
 */

import { CpuExecutor } from '../src/compute/cpu-executor.js';
import { evolve, type Problem, type Snapshot } from '../src/snake/steps/optimiser.js';
import { makeTables } from '../src/snake/tables/tables.js';
import { BlindExecutor } from './support/blind-moves.js';
import { notchedSquare } from './support/images/notched-square.js';
import { table, writeSection } from './support/results.js';

const side = 256;
const most = 3000;

const data = notchedSquare(side, 2);
const channel = { width: side, height: side, kind: 'intensity', bits: 16, planes: [data], record: {} } as const;
const l = Math.round(side * 0.1);
const problem: Problem = {
  starts: [{ ring: [l, l, side - l, l, side - l, side - l, l, side - l], box: { x0: 0, y0: 0, x1: side, y1: side } }],
  model: 'gaussian',
  order: 1,
  distance: 32,
  minimumLength: 8,
  prune: false,
  polarity: 'any',
  contourWeight: 1,
  maximumSteps: most,
};

interface Seen {
  readonly step: number;
  readonly snapshot: Snapshot;
}

/** Runs to the end, or to a ring that was there before at the same distance, with moves made since. */
const watch = async (
  executor: CpuExecutor,
): Promise<{ last: Seen; before?: Seen; risen: number; between: number[] }> => {
  const tables = await makeTables(executor, channel, { stride: 8 });
  const seen = new Map<string, Seen>();
  const energies: number[] = [];
  let risen = 0;
  let last: Seen | undefined;
  const run = evolve(executor, tables, problem, () => 1);
  try {
    for (;;) {
      const { done, value } = await run.next('go');
      const snapshot = value[0]!;
      const { ring, distance, step, moves, criterion } = snapshot;
      const grew = last && last.snapshot.ring.length !== ring.length;
      if (last && !grew && moves > last.snapshot.moves && criterion > last.snapshot.criterion) risen++;
      const moved = !last || grew || moves > last.snapshot.moves;
      last = { step, snapshot };
      if (moved) {
        const key = `${distance} ${ring.join()}`;
        const before = seen.get(key);
        if (before && before.snapshot.moves < moves) {
          const between = energies.slice(before.step);
          return { last, before, risen, between };
        }
        seen.set(key, last);
      }
      energies[step] = criterion;
      if (done) return { last, risen, between: [] };
    }
  } finally {
    await run.return([]);
    tables.destroy();
  }
};

const rows = [['acceptance', 'how the run ends', 'J rose after moves']];
for (const [name, executor] of [
  ['by rank, as here', new CpuExecutor()],
  ['blind, as in the paper', new BlindExecutor()],
] as const) {
  const { last, before, risen, between } = await watch(executor);
  const { criterion, distance, ring, moves } = last.snapshot;
  const levels = [...new Set(between.map((j) => j.toFixed(1)))].join(' ↔ ');
  const end = before
    ? `never: at d = ${distance} with ${ring.length / 2} vertices the ring of step ${before.step} is back at step ${last.step}, ${moves - before.snapshot.moves} moves later, J ${levels}`
    : `after ${last.step} steps, ${ring.length / 2} vertices, J ${criterion.toFixed(1)}`;
  rows.push([name, end, `${risen} times`]);
}
writeSection('blind', `## Acceptance by rank and blind acceptance\n\n${table(rows)}`);
