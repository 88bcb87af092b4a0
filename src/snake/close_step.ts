import wgsl from '../wgsl/close_step.wgsl';
import type { Kernel } from '../worker/recording.js';
import { addNodes } from './add_nodes.js';
import { G, lanes } from './layout.js';
import { moveNodes } from './move_nodes.js';
import { pruneNodes } from './prune_nodes.js';
import { rankMoves } from './rank_moves.js';
import { startSnake } from './start_snake.js';

/** What `close_step` asks for: storage bindings, and, for the most nodes of a contour, bytes of a workgroup's memory. */
export const closeStepNeeds = {
  storageBindings: 9,
  workgroupBytes: [
    { nodes: 1024, bytes: 32768 },
    { nodes: 2048, bytes: 49152 },
  ],
} as const;

/**
 * `rank_moves`, `move_nodes`, `add_nodes`, `prune_nodes` and `start_snake` in one dispatch, for contours of at most
 * `mostNodes` nodes: a dispatch costs a GPU more than most of these do. Group (1, 1, contour).
 */
export const closeStep: Kernel = {
  name: 'close_step',
  wgsl,
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
  twin: (words, constants) => {
    const slots = Math.min(constants.mostNodes ?? 1024, words.geometry![G.capacity]!);
    const rank = rankMoves.twin(words, constants);
    const rest = [moveNodes, addNodes, pruneNodes, startSnake].map((kernel) => kernel.twin(words, constants));
    return (_x, _y, contour) => {
      for (let x = 0; x * lanes < slots; x++) rank(x, 0, contour);
      for (const close of rest) close(0, 0, contour);
    };
  },
};
