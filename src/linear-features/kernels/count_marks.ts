import { defineKernel } from '../../compute/recording.js';
import { marksIn } from './shared/marks.js';

/** How many of a workgroup's pixels of a part of a response have a mark and a sample. */
export const countMarks = defineKernel({
  name: 'count_marks',
  wgsl: () => import('../../wgsl/linear-features/count_marks.wgsl'),
  bindings: [
    { name: 'part', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'response', access: 'read' },
    { name: 'counts', access: 'read-write' },
  ],
  cpu: (words) => {
    const { counts } = words;
    let count = 0;
    const look = marksIn(words, () => {
      count++;
    });
    return (groupX, groupY) => {
      count = 0;
      const at = look(groupX, groupY);
      if (at < counts.length) counts[at] = count;
    };
  },
});
