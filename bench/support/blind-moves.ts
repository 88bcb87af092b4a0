/**
 * The acceptance of Perrot et al. (2011, III.C): every move that improves by itself is made, whatever they do together.
 * For comparison only: the criterion may rise, and a run need not end.
 */

import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import { type GroupFunction, type Kernel, Recording } from '../../src/compute/recording.js';
import { store64 } from '../../src/core/numbers/wide.js';
import { Scores } from '../../src/snake/criterion/scores.js';
import { addVertices } from '../../src/snake/kernels/add_vertices.js';
import { closeStep } from '../../src/snake/kernels/close_step.js';
import { rankMoves } from '../../src/snake/kernels/rank_moves.js';
import { movedX, movedY } from '../../src/snake/kernels/shared/candidates.js';
import type { ClosingWords } from '../../src/snake/kernels/shared/closing.js';
import { closeRemovals } from '../../src/snake/kernels/shared/closing-removals.js';
import { closeStart } from '../../src/snake/kernels/shared/closing-start.js';
import { Decision } from '../../src/snake/kernels/shared/decision.js';
import { DIRECTIONS, Extra, G, Phase, S, Status } from '../../src/snake/kernels/shared/layout.js';
import { countStep, endStage } from '../../src/snake/kernels/shared/phases.js';

const blindMoves = (words: ClosingWords): GroupFunction => {
  const { geometry, state, ring, waiting, edges, segment_sums, totals, order } = words;
  const judge = new Scores(geometry);
  const capacity = geometry[G.capacity]!;
  const width = 2 * geometry[G.moments]!;
  return (_x, _y, contour) => {
    const view = new Decision(words, judge, contour);
    const { base } = view;
    if (state[base + S.status] !== Status.running || view.phase !== Phase.move) return;
    if (state[base + S.evaluated] !== Phase.move) return;
    state[base + S.evaluated] = Phase.none;
    const { at } = view.ring;
    const vertices = contour * capacity;
    const now = base + S.totals;
    const before = state.slice(now, now + width + Extra.valid);
    const taken = state[base + S.improving]!;
    for (let rank = 0; rank < taken; rank++) {
      // Without the mark of a clash with a better one.
      const candidate = order[vertices + rank]! & 0x7fffffff;
      const { row } = view.scored(candidate);
      for (let word = 0; word < width; word += 2) {
        const low = state[now + word]! + totals[row + word]! - before[word]!;
        store64(state, now + word, low, state[now + word + 1]! + totals[row + word + 1]! - before[word + 1]!);
      }
      for (let word = width; word < width + Extra.valid; word++) {
        state[now + word]! += totals[row + word]! - before[word]!;
      }
      const i = view.vertexOf(candidate);
      ring[at + 2 * i] = movedX(state, base, ring[at + 2 * i]!, candidate % DIRECTIONS);
      ring[at + 2 * i + 1] = movedY(state, base, ring[at + 2 * i + 1]!, candidate % DIRECTIONS);
      const segment = 2 * (view.first + candidate) * width;
      edges.set(segment_sums.subarray(segment, segment + width), (vertices + view.before(i)) * width);
      edges.set(segment_sums.subarray(segment + width, segment + 2 * width), (vertices + i) * width);
    }
    // Nobody waits: the paper tries every vertex in every pass.
    waiting.fill(0, vertices, vertices + view.vertices);
    const ring_ = { scores: state, totals: state, row: now };
    judge.write('energy', { ...ring_, score: base + S.energy }, state, base);
    state[base + S.moved]! += taken;
    state[base + S.moves]! += taken;
    state[base + S.changed]! += taken;
    endStage(geometry, state, base, waiting, contour);
    judge.write('length', { ...ring_, score: base + S.length }, state, base);
    countStep(geometry, state, base);
  };
};

const blindStep: Kernel = {
  ...closeStep,
  cpu: (words, constants) => {
    const all = words as ClosingWords & typeof words;
    const rank = rankMoves.cpu(words, constants);
    const closing = [blindMoves, closeRemovals, closeStart].map((close) => close(all));
    const add = addVertices.cpu(words, constants);
    return (x, y, contour) => {
      for (let slot = 0; slot < constants.mostVertices!; slot++) rank(slot, 0, contour);
      for (const close of [...closing, add]) close(x, y, contour);
    };
  },
};

/** The CPU, with the acceptance of the paper. */
export class BlindExecutor extends CpuExecutor {
  override submit(recording: Recording, signal?: AbortSignal): Promise<Uint32Array[]> {
    const blind = new Recording();
    for (const command of recording.commands) {
      const swapped = command.kind === 'dispatch' && command.kernel === closeStep;
      blind.commands.push(swapped ? { ...command, kernel: blindStep } : command);
    }
    return super.submit(blind, signal);
  }
}
