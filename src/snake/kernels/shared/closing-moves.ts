import { movedX, movedY } from './candidates.js';
import { closingGroup } from './closing.js';
import { Closed, G, Phase, S, Status } from './layout.js';
import { endStage } from './phases.js';
import { adopt } from './ranked-acceptance.js';

/**
 * Closes a stage: accepts the best of the chosen moves together (ranked acceptance), moves their vertices, wakes their
 * neighbours, and goes on to the next stage, pass or phase.
 */
export const closeMoves = closingGroup(Phase.move, (view, accepted, words) => {
  const { geometry, state, ring, waiting, edges, segment_sums } = words;
  const { base, contour } = view;
  const width = 2 * geometry[G.moments]!;
  if (accepted.length > 0) adopt(view, accepted.at(-1)!);
  const { at } = view.ring;
  const vertices = contour * geometry[G.capacity]!;
  for (const candidate of accepted) {
    const i = view.vertexOf(candidate);
    const p = view.before(i);
    const n = view.after(i);
    ring[at + 2 * i] = movedX(state, base, ring[at + 2 * i]!, candidate);
    ring[at + 2 * i + 1] = movedY(state, base, ring[at + 2 * i + 1]!, candidate);
    const segment = 2 * (view.first + candidate) * width;
    for (let word = 0; word < width; word++) {
      edges[(vertices + p) * width + word] = segment_sums[segment + word]!;
      edges[(vertices + i) * width + word] = segment_sums[segment + width + word]!;
    }
    waiting[vertices + p] = 0;
    waiting[vertices + i] = 0;
    waiting[vertices + n] = 0;
  }
  state[base + S.moved]! += accepted.length;
  state[base + S.moves]! += accepted.length;
  state[base + S.changed]! += accepted.length;
  endStage(geometry, state, base, waiting, contour);
  if (state[base + S.phase] !== Phase.move || state[base + S.status] !== Status.running) {
    state[base + S.closed]! += Closed.length;
  }
});
