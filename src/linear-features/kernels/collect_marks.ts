import { defineKernel } from '../../compute/recording.js';
import { GROUPS_IN_ROW } from './shared/items.js';
import { marksIn } from './shared/marks.js';

/**
 * The pixels of a part of a response with a mark and a sample, in the order of its rows: y·width + x, and the strength. `starts` says how
 * many come before those of each workgroup.
 */
export const collectMarks = defineKernel({
  name: 'collect_marks',
  wgsl: () => import('../../wgsl/linear-features/collect_marks.wgsl'),
  bindings: [
    { name: 'part', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'response', access: 'read' },
    { name: 'starts', access: 'read' },
    { name: 'marks', access: 'read-write' },
  ],
  cpu: (words) => {
    const { starts, marks } = words;
    let to = 0;
    const look = marksIn(words, (own, word) => {
      marks[to] = own;
      marks[to + 1] = word >>> 6;
      to += 2;
    });
    return (groupX, groupY) => {
      to = 2 * starts[groupY * GROUPS_IN_ROW + groupX]!;
      look(groupX, groupY);
    };
  },
});
