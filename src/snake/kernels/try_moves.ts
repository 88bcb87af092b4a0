import { defineKernel, type GroupFunction, type Words } from '../../compute/recording.js';
import { SLOT_GROUPS, slotTrier, type TrialWords } from './choose_moves.js';
import { EdgeSums } from './shared/edge-sums.js';
import { G } from './shared/layout.js';
import { boundTo } from './simd/instance.js';

/** Requirements of `try_moves`, in addition to those of `close_step`. */
export const tryMovesNeeds = { storageBindings: 10 } as const;

/**
 * `segment_contributions` and `choose_moves` in one dispatch, for an image in one chunk: a workgroup goes over the rows of
 * a vertex's segments itself, which takes less than a dispatch while they are short. Group (first, 1, contour), as there.
 */
export const tryMoves = defineKernel({
  name: 'try_moves',
  wgsl: () => import('../../wgsl/snake/try_moves.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read-write' },
    { name: 'ring', access: 'read' },
    { name: 'waiting', access: 'read-write' },
    { name: 'samples', access: 'read' },
    { name: 'prefixes', access: 'read' },
    { name: 'edges', access: 'read' },
    { name: 'segment_sums', access: 'read-write' },
    { name: 'totals', access: 'read-write' },
    { name: 'scores', access: 'read-write' },
    { name: 'choice', access: 'read-write' },
  ],
  defaults: { slotGroups: SLOT_GROUPS },
  cpu: (words, { slotGroups }) => simdForm(words, slotGroups) ?? tryMovesPlain(words, slotGroups),
});

/** The CPU kernel without SIMD. */
const tryMovesPlain = (words: TrialWords & Words<'samples' | 'prefixes'>, slotGroups: number): GroupFunction => {
  const { geometry, samples, prefixes, segment_sums } = words;
  const sums = new EdgeSums(geometry, samples, prefixes);
  const width = 2 * geometry[G.moments]!;
  return slotTrier(words, slotGroups, (view, _c, _contour, first) => {
    for (let side = 0; side < view.sides; side++) {
      view.segment(side);
      sums.clear();
      sums.add(view.x0, view.y0, view.x1, view.y1, 0, 1);
      sums.store(segment_sums, (first + side) * width);
    }
  });
};

/** Group (part, 1, contour) processes consecutive slots, not every `slotGroups`th; the resulting words are the same. */
const simdForm = (words: TrialWords, slotGroups: number): GroupFunction | undefined => {
  const simd = words.geometry[G.filter] === 1 ? boundTo(words) : undefined;
  return simd && ((part, _y, contour) => simd.tryMoves(contour, part, slotGroups));
};
