import wgsl from '../wgsl/choose_moves.wgsl';
import type { Constants, GroupFunction, Kernel, Words } from '../worker/recording.js';
import { scorer } from './criterion.js';
import { directions, G, Phase, S, Status, slotsOf, stateWords } from './layout.js';
import { legalMoves } from './legal_moves.js';
import { blockAdder, type SegmentAdder, summer } from './sum_contributions.js';

/** Workgroups that share out the slots of `choose_moves` and `try_moves`, whatever the room: about as many as a large GPU runs at once. */
export const slotGroups = 256;

/** What `choose_moves` asks for: most moments of a region, storage bindings. */
export const chooseMovesNeeds = { moments: 68, storageBindings: 9 } as const;

/**
 * `sum_contributions`, `criterion` and `legal_moves` in one dispatch: a workgroup sums, scores and decides the candidates
 * of one node after another, several lanes sharing out the logarithms of each. Group (first, 1, contour) does every
 * `slotGroups`th slot from the first; when a ring starts, there is a slot an edge and one for the domain.
 */
export const chooseMoves: Kernel = {
  name: 'choose_moves',
  wgsl,
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read-write' },
    { name: 'ring', access: 'read' },
    { name: 'waiting', access: 'read-write' },
    { name: 'edges', access: 'read' },
    { name: 'block_sums', access: 'read' },
    { name: 'segment_sums', access: 'read-write' },
    { name: 'totals', access: 'read-write' },
    { name: 'scores', access: 'read-write' },
    { name: 'choice', access: 'read-write' },
  ],
  twin: (words, constants) => slotTrier(words, constants, blockAdder(words)),
};

/** Sums, scores and decides the candidates of the slots of one workgroup. */
export function slotTrier(words: Words, constants: Constants, addSegments: SegmentAdder): GroupFunction {
  const { geometry, state } = words;
  const sum = summer(words, addSegments);
  const score = scorer(words);
  const decide = legalMoves.twin(words, constants);
  const step = constants.slotGroups ?? slotGroups;
  return (first, _y, contour) => {
    const base = contour * stateWords(geometry![G.moments]!);
    const phase = state![base + S.phase]!;
    const nodes = state![base + S.nodes]!;
    if (state![base + S.status] !== Status.running) return;
    for (let slot = first; slot <= nodes; slot += step) {
      for (const candidate of candidatesIn(phase, state![base + S.set]!, nodes, slot)) {
        sum(candidate, contour);
        score(candidate, contour);
      }
      decide(slot, 0, contour);
    }
  };
}

/** The candidates whose scores a slot asks for: a removal has to be better than its neighbours'. */
function candidatesIn(phase: number, set: number, nodes: number, slot: number): readonly number[] {
  switch (phase) {
    case Phase.move:
      return slot < slotsOf(set, nodes) ? Array.from({ length: directions }, (_, w) => directions * slot + w) : [];
    case Phase.prune:
      return slot < nodes ? [(slot + nodes - 1) % nodes, slot, (slot + 1) % nodes] : [];
    case Phase.start:
      return slot <= nodes ? [slot] : [];
    default:
      return [];
  }
}
