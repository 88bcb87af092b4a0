import { defineKernel } from '../../compute/recording.js';
import wgsl from '../../wgsl/linear-features/line_edges.wgsl';
import { E, POINT_WORDS } from './shared/edge-words.js';
import { GROUPS_IN_ROW } from './shared/items.js';
import { Profiles } from './shared/profiles.js';

/**
 * The right and left edges of lines at each of their points, as positions on the mean profile, in 256ths of a step from
 * the profile's first step. An edge is where the samples have fallen to a quarter of their height above that side's background, or
 * the strength to `weak`, whichever is nearer. The background is the lowest value before the profile rises again by half.
 * Overrides: `reach` and `ridge`, steps from a profile's middle to its end and to the limit of the search for the peak; `lanes`, points of a workgroup.
 */
export const lineEdges = defineKernel({
  name: 'line_edges',
  wgsl,
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'response', access: 'read' },
    { name: 'points', access: 'read' },
    { name: 'edges', access: 'read-write' },
  ],
  constants: ['reach', 'ridge', 'lanes'],
  cpu: (words, { reach, ridge, lanes }) => {
    const { window, points, edges } = words;
    const count = window[E.count]!;
    const profiles = new Profiles(words, reach, lanes);
    return (groupX, groupY) => {
      const from = (groupY * GROUPS_IN_ROW + groupX) * lanes;
      const to = Math.min(count, from + lanes);
      if (from >= to) return;
      profiles.load(from, to);
      for (let i = from; i < to; i++) {
        const neighbours = points[POINT_WORDS * i + 2]! >>> 24;
        const first = i - (neighbours & 15);
        const last = i + (neighbours >>> 4);
        const { sums } = profiles;
        profiles.sumHeights(first, last);
        let peak = reach;
        for (let j = reach - ridge; j <= reach + ridge; j++) if (sums[j]! > sums[peak]!) peak = j;
        const right = profiles.fallOfStrengths(first, last, peak, 1, profiles.fallOfHeights(peak, 1));
        const left = profiles.fallOfStrengths(first, last, peak, -1, profiles.fallOfHeights(peak, -1));
        edges[2 * i] = 256 * peak + right;
        edges[2 * i + 1] = 256 * peak - left;
      }
    };
  },
});
