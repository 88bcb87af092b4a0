import { closingGroup } from './closing.js';
import { Closed, G, Phase, S, Status } from './layout.js';
import { beginPass } from './phases.js';
import { adopt } from './ranked-acceptance.js';

/** Distance at which passes resume after a pruning. */
const REFINE_DISTANCE = 4;

/**
 * Removes the vertices whose absence shortens the description (ALGORITHMS A.3, A.4): the chosen removals by ranked
 * acceptance, round after round until none is left; then passes at d = 4, 2, 1 refine what remains. Ends the run when
 * neither changed anything.
 */
export const closeRemovals = closingGroup(Phase.prune, (view, chosen, words) => {
  const { geometry, state, ring, waiting, edges, segment_sums } = words;
  const { base, contour } = view;
  const width = 2 * geometry[G.moments]!;
  const removable = Math.max(0, view.vertices - 3);
  const accepted = chosen.slice(0, removable);
  const vertices = contour * geometry[G.capacity]!;
  if (accepted.length > 0) {
    adopt(view, accepted.at(-1)!);
    for (const i of accepted) {
      const segment = 2 * (view.first + i) * width;
      const before = (vertices + view.before(i)) * width;
      for (let word = 0; word < width; word++) edges[before + word] = segment_sums[segment + word]!;
    }
    const gone = new Set(accepted);
    let to = 0;
    for (let i = 0; i < view.vertices; i++) {
      if (gone.has(i)) continue;
      ring[view.ring.at + 2 * to] = ring[view.ring.at + 2 * i]!;
      ring[view.ring.at + 2 * to + 1] = ring[view.ring.at + 2 * i + 1]!;
      for (let word = 0; word < width; word++) {
        edges[(vertices + to) * width + word] = edges[(vertices + i) * width + word]!;
      }
      to++;
    }
    state[base + S.vertices] = to;
    state[base + S.removals]! += accepted.length;
    state[base + S.changed]! += accepted.length;
    state[base + S.closed]! += Closed.energy;
  } else if (state[base + S.refining] === 1 && state[base + S.changed] === 0) {
    state[base + S.status] = Status.done;
  } else {
    state[base + S.refining] = 1;
    state[base + S.changed] = 0;
    state[base + S.distance] = REFINE_DISTANCE;
    beginPass(geometry, state, base, waiting, contour);
  }
});
