import wgsl from '../wgsl/schedule.wgsl';
import type { Kernel } from '../worker/recording.js';
import {
  blocksOf,
  candidatesOf,
  decisionsOf,
  G,
  Groups,
  groupsFor,
  lanes,
  S,
  Status,
  segmentsOf,
  stateWords,
} from './layout.js';

/**
 * Workgroups of the next step's kernels, over all contours, for indirect dispatches: as many as the longest needs.
 * Group (1, 1, 1).
 */
export const schedule: Kernel = {
  name: 'schedule',
  wgsl,
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read' },
    { name: 'groups', access: 'read-write' },
  ],
  twin: ({ geometry, state, groups }) => {
    return () => {
      const contours = geometry![G.contours]!;
      const words = stateWords(geometry![G.moments]!);
      let candidates = 0;
      let blocks = 0;
      let slots = 0;
      for (let contour = 0; contour < contours; contour++) {
        const base = contour * words;
        if (state![base + S.status] !== Status.running) continue;
        const phase = state![base + S.phase]!;
        const set = state![base + S.set]!;
        const nodes = state![base + S.nodes]!;
        const segments = segmentsOf(phase, set, nodes);
        candidates = Math.max(candidates, candidatesOf(phase, set, nodes));
        blocks = Math.max(blocks, segments * blocksOf(geometry![G.crews]!, segments));
        slots = Math.max(slots, decisionsOf(phase, set, nodes));
      }
      const put = (at: number, x: number, y: number): void => {
        groups![at] = x;
        groups![at + 1] = y;
        groups![at + 2] = contours;
      };
      put(Groups.segments, ...groupsFor(blocks));
      put(Groups.candidates, Math.ceil(candidates / lanes), 1);
      put(Groups.slots, slots, 1);
      put(Groups.lanes, Math.ceil(slots / lanes), 1);
    };
  },
};
