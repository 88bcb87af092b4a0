import { defineKernel, type GroupFunction, type Words } from '../../compute/recording.js';
import { addVertices } from './add_vertices.js';
import { closeStage } from './close_stage.js';
import { criterion } from './criterion.js';
import { joinMoves } from './join_moves.js';
import { rankMoves } from './rank_moves.js';
import { G, LANES } from './shared/layout.js';
import { boundTo } from './simd/instance.js';

/** Requirements of `close_step`: storage bindings, and the bytes of workgroup memory for a maximum number of vertices. */
export const closeStepNeeds = {
  storageBindings: 9,
  workgroupBytes: [
    { vertices: 1024, bytes: 32768 },
    { vertices: 2048, bytes: 49152 },
  ],
} as const;

/**
 * `rank_moves`, `join_moves`, `close_stage` and `add_vertices` in one dispatch, and what `criterion` does between them, for contours of at most
 * `mostVertices` vertices: a dispatch costs a GPU more than most of these do. Group (1, 1, contour).
 */
export const closeStep = defineKernel({
  name: 'close_step',
  wgsl: () => import('../../wgsl/snake/close_step.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read-write' },
    { name: 'ring', access: 'read-write' },
    { name: 'waiting', access: 'read-write' },
    { name: 'edges', access: 'read-write' },
    { name: 'segment_sums', access: 'read' },
    { name: 'totals', access: 'read-write' },
    { name: 'scores', access: 'read-write' },
    { name: 'choice', access: 'read' },
    { name: 'order', access: 'read-write' },
  ],
  defaults: { mostVertices: 1024 },
  cpu: (words, { mostVertices }) => simdForm(words) ?? closeStepPlain(words, mostVertices),
});

type StepWords = Words<
  'geometry' | 'state' | 'ring' | 'waiting' | 'edges' | 'segment_sums' | 'totals' | 'scores' | 'choice' | 'order'
>;

/** The CPU kernel without SIMD. */
const closeStepPlain = (words: StepWords, mostVertices: number): GroupFunction => {
  const slots = Math.min(mostVertices, words.geometry[G.capacity]!);
  const [rank, join, score, close, add] = [rankMoves, joinMoves, criterion, closeStage, addVertices].map((kernel) =>
    kernel.cpu(words, {}),
  ) as [GroupFunction, GroupFunction, GroupFunction, GroupFunction, GroupFunction];
  return (_x, _y, contour) => {
    for (let slot = 0; slot < slots; slot++) rank(slot, 0, contour);
    join(0, 0, contour);
    for (let group = 0; group * LANES < slots; group++) score(group, 0, contour);
    close(0, 0, contour);
    score(0, 0, contour);
    add(0, 0, contour);
  };
};

const simdForm = (words: StepWords): GroupFunction | undefined => {
  const simd = words.geometry[G.filter] === 1 ? boundTo(words) : undefined;
  return simd && ((_x, _y, contour) => simd.closeStep(contour));
};
