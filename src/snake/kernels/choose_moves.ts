import { defineKernel, type GroupFunction, type Words } from '../../compute/recording.js';
import { scorer } from './criterion.js';
import { legalMoves } from './legal_moves.js';
import { DIRECTIONS, G, Phase, S, Status, slotsOf, stateWords } from './shared/layout.js';
import { blockAdder, type SegmentAdder, summer } from './sum_contributions.js';

/** Workgroups among which the slots of `choose_moves` and `try_moves` are divided, for any room: about as many as a large GPU runs at once. */
export const SLOT_GROUPS = 256;

/** Limits of `choose_moves`: maximum moments of a region, required storage bindings. */
export const chooseMovesNeeds = { moments: 68, storageBindings: 9 } as const;

/**
 * `sum_contributions`, `criterion` and `legal_moves` in one dispatch: a workgroup sums, scores and decides the candidates
 * of one vertex after another, several lanes sharing out the logarithms of each. Group (first, 1, contour) does every
 * `slotGroups`th slot from the first; when a ring starts, there is a slot an edge and one for the domain.
 */
export const chooseMoves = defineKernel({
  name: 'choose_moves',
  wgsl: () => import('../../wgsl/snake/choose_moves.wgsl'),
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
  defaults: { slotGroups: SLOT_GROUPS },
  cpu: (words, { slotGroups }) => slotTrier(words, slotGroups, blockAdder(words)),
});

/** The words used by `slotTrier`. */
export type TrialWords = Words<
  'geometry' | 'state' | 'ring' | 'waiting' | 'edges' | 'segment_sums' | 'totals' | 'scores' | 'choice'
>;

/**
 * Sums, scores and decides the candidates of the slots of one workgroup: `slotGroups` share them out, here side by side, as a
 * removal has to be better than its neighbours'.
 */
export const slotTrier = (words: TrialWords, slotGroups: number, addSegments: SegmentAdder): GroupFunction => {
  const { geometry, state } = words;
  const sum = summer(words, addSegments);
  const score = scorer(words);
  const decide = legalMoves.cpu(words, {});
  return (part, _y, contour) => {
    const base = contour * stateWords(geometry[G.moments]!);
    if (state[base + S.status] !== Status.running) return;
    const phase = state[base + S.phase]!;
    const vertices = state[base + S.vertices]!;
    const slots = slotsIn(phase, state[base + S.set]!, vertices);
    const share = Math.ceil(slots / slotGroups);
    const first = part * share;
    const end = Math.min(first + share, slots);
    const take = (candidate: number): void => {
      sum(candidate, contour);
      score(candidate, contour);
    };
    if (first >= end) return;
    if (phase === Phase.prune) {
      take((first + vertices - 1) % vertices);
      take(end % vertices);
    }
    for (let slot = first; slot < end; slot++) {
      if (phase === Phase.move) for (let w = 0; w < DIRECTIONS; w++) take(DIRECTIONS * slot + w);
      else take(slot);
    }
    for (let slot = first; slot < end; slot++) decide(slot, 0, contour);
  };
};

/** Slots of a contour: its vertices; where a ring starts, one more for the domain. */
const slotsIn = (phase: number, set: number, vertices: number): number => {
  switch (phase) {
    case Phase.move:
      return slotsOf(set, vertices);
    case Phase.prune:
      return vertices;
    case Phase.start:
      return vertices + 1;
    default:
      return 0;
  }
};
