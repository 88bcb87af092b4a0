/**
 * The acceptance of Perrot et al. (2011, III.C): every move that improves by itself is made, whatever they do together.
 * For comparison only: the criterion may rise, and a run need not end.
 */
import { Decision } from '../../src/snake/decision.js';
import { directions, Extra, G, Phase, S, Status } from '../../src/snake/layout.js';
import { moveNodes } from '../../src/snake/move_nodes.js';
import { movedX, movedY } from '../../src/snake/moved.js';
import { countStep, endStage } from '../../src/snake/phases.js';
import { Scores } from '../../src/snake/scores.js';
import { store64 } from '../../src/snake/sum_contributions.js';
import { CpuExecutor } from '../../src/worker/cpu-executor.js';
import { type Kernel, Recording } from '../../src/worker/recording.js';

const blindMoves: Kernel = {
  ...moveNodes,
  twin: ({ geometry, state, ring, waiting, edges, segment_sums, totals, scores, order }) => {
    const judge = new Scores(geometry!);
    const capacity = geometry![G.capacity]!;
    const width = 2 * geometry![G.moments]!;
    return (_x, _y, contour) => {
      const view = new Decision(geometry!, state!, ring!, totals!, scores!, judge, contour);
      const { base } = view;
      if (state![base + S.status] !== Status.running || view.phase !== Phase.move) return;
      if (state![base + S.evaluated] !== Phase.move) return;
      state![base + S.evaluated] = Phase.none;
      const { at } = view.ring;
      const nodes = contour * capacity;
      const now = base + S.totals;
      const before = state!.slice(now, now + width + Extra.valid);
      const taken = state![base + S.improving]!;
      for (let rank = 0; rank < taken; rank++) {
        // Without the mark of a clash with a better one.
        const candidate = order![nodes + rank]! & 0x7fffffff;
        const { row } = view.scored(candidate);
        for (let word = 0; word < width; word += 2) {
          const low = state![now + word]! + totals![row + word]! - before[word]!;
          store64(state!, now + word, low, state![now + word + 1]! + totals![row + word + 1]! - before[word + 1]!);
        }
        for (let word = width; word < width + Extra.valid; word++) {
          state![now + word]! += totals![row + word]! - before[word]!;
        }
        const i = view.nodeOf(candidate);
        ring![at + 2 * i] = movedX(state!, base, ring![at + 2 * i]!, candidate % directions);
        ring![at + 2 * i + 1] = movedY(state!, base, ring![at + 2 * i + 1]!, candidate % directions);
        const segment = 2 * (view.first + candidate) * width;
        edges!.set(segment_sums!.subarray(segment, segment + width), (nodes + view.before(i)) * width);
        edges!.set(segment_sums!.subarray(segment + width, segment + 2 * width), (nodes + i) * width);
      }
      // Nobody waits: the paper tries every node in every pass.
      waiting!.fill(0, nodes, nodes + view.nodes);
      const ring_ = { scores: state!, totals: state!, row: now };
      judge.write('energy', { ...ring_, score: base + S.energy }, state!, base);
      state![base + S.moved]! += taken;
      state![base + S.moves]! += taken;
      state![base + S.changed]! += taken;
      endStage(geometry!, state!, base, waiting!, contour);
      judge.write('length', { ...ring_, score: base + S.length }, state!, base);
      countStep(geometry!, state!, base);
    };
  },
};

/** The CPU, with the acceptance of the paper. */
export class BlindExecutor extends CpuExecutor {
  override submit(recording: Recording, signal?: AbortSignal): Promise<Uint32Array[]> {
    const blind = new Recording();
    for (const command of recording.commands) {
      const swapped = command.kind === 'dispatch' && command.kernel === moveNodes;
      blind.commands.push(swapped ? { ...command, kernel: blindMoves } : command);
    }
    return super.submit(blind, signal);
  }
}
