import { defineKernel } from '../../compute/recording.js';
import { store64 } from '../../core/numbers/wide.js';
import { Scores } from '../criterion/scores.js';
import { edgeLength } from './shared/edge-length.js';
import { B, domainOffset, ENERGY_WORDS, Extra, G, L, stateWords, totalsWords } from './shared/layout.js';

/**
 * The rectangle on the lattice with the shortest description (ALGORITHMS A.5), of all but the whole domain; ties go to
 * the first in the order of left, right, top, bottom. With `pinned`, of those that hold the point. Group (1).
 */
export const bestRectangle = defineKernel({
  name: 'best_rectangle',
  wgsl: () => import('../../wgsl/snake/best_rectangle.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'lattice', access: 'read' },
    { name: 'column_sums', access: 'read' },
    { name: 'best', access: 'read-write' },
  ],
  cpu: ({ geometry, lattice, column_sums, best }) => {
    const judge = new Scores(geometry);
    const moments = geometry[G.moments]!;
    const width = 2 * moments;
    const cells = lattice[L.cells]!;
    const x = (line: number): number => lattice[L.lines + line]!;
    const y = (line: number): number => lattice[L.lines + cells + 1 + line]!;
    // Two rows and two scores, used alternately for the current and for the best rectangle.
    const row = totalsWords(moments);
    const totals = new Uint32Array(2 * row);
    const scores = new Uint32Array(2 * ENERGY_WORDS);
    const state = new Uint32Array(stateWords(moments));
    const domain = domainOffset(moments);

    const put = (words: Uint32Array, at: number, l: number, r: number, t: number, b: number): void => {
      for (let word = 0; word < width; word += 2) {
        let low = 0;
        let high = 0;
        for (let cellRow = t; cellRow < b; cellRow++) {
          const right = (r * cells + cellRow) * width + word;
          const left = (l * cells + cellRow) * width + word;
          low += column_sums[right]! - column_sums[left]!;
          high += column_sums[right + 1]! - column_sums[left + 1]!;
        }
        store64(words, at + word, low, high);
      }
    };

    return () => {
      put(state, domain, 0, cells, 0, cells);
      let held = 0;
      let found = false;
      for (let l = 0; l < cells; l++) {
        for (let r = l + 1; r <= cells; r++) {
          for (let t = 0; t < cells; t++) {
            for (let b = t + 1; b <= cells; b++) {
              if (r - l === cells && b - t === cells) continue;
              if (lattice[L.pinned] === 1) {
                if (lattice[L.x]! < x(l) || lattice[L.x]! >= x(r)) continue;
                if (lattice[L.y]! < y(t) || lattice[L.y]! >= y(b)) continue;
              }
              const trial = { scores, score: (1 - held) * ENERGY_WORDS, totals, row: (1 - held) * row };
              put(totals, trial.row, l, r, t, b);
              totals[trial.row + width + Extra.vertices] = 4;
              totals[trial.row + width + Extra.dx] = 2 * (x(r) - x(l));
              totals[trial.row + width + Extra.dy] = 2 * (y(b) - y(t));
              totals[trial.row + width + Extra.length] = 2 * (edgeLength(x(r) - x(l), 0) + edgeLength(0, y(b) - y(t)));
              judge.write('length', trial, state, 0);
              if (judge.isWorst(scores, trial.score)) continue;
              const present = { scores, score: held * ENERGY_WORDS, totals, row: held * row };
              if (found && !judge.less('length', trial, present, state, 0)) continue;
              held = 1 - held;
              found = true;
              best.set([l, t, r, b, 1], B.left);
            }
          }
        }
      }
      if (!found) best[B.found] = 0;
    };
  },
});
