import { defineKernel } from '../../compute/recording.js';
import { inBox } from './shared/candidates.js';
import { G, Phase, S, Status, stateWords } from './shared/layout.js';
import { edgesClash, isLegal, type Named, type RingWords } from './shared/legality.js';
import { beginPass, countStep } from './shared/phases.js';

/**
 * Ends an iteration (Perrot et al. 2011, V.E): puts a vertex at the middle of each edge longer than the minimum, rounded
 * down, where that is in the contour's box and the ring stays strictly simple; halves the distance; ends the growth when nothing was added at distance
 * 1. The last kernel of a step. Group (1, 1, contour). `order` is scratch: 1 for an edge that is split.
 */
export const addVertices = defineKernel({
  name: 'add_vertices',
  wgsl: () => import('../../wgsl/snake/add_vertices.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read-write' },
    { name: 'ring', access: 'read-write' },
    { name: 'waiting', access: 'read-write' },
    { name: 'order', access: 'read-write' },
  ],
  cpu: ({ geometry, state, ring, waiting, order }) => {
    const capacity = geometry[G.capacity]!;
    const minimum = geometry[G.minimumLength]!;
    const words = stateWords(geometry[G.moments]!);
    return (_x, _y, contour) => {
      const base = contour * words;
      state[base + S.closed] = 0;
      if (state[base + S.status] !== Status.running || state[base + S.phase] !== Phase.add) return;
      const k = state[base + S.vertices]!;
      const room = state[base + S.room]!;
      const at = 2 * capacity * contour;
      const flags = contour * capacity;
      const view: RingWords = { words: ring, at, vertices: k };
      const x = (i: number): number => ring[at + 2 * (i % k)]!;
      const y = (i: number): number => ring[at + 2 * (i % k) + 1]!;
      const mx = (i: number): number => (x(i) + x(i + 1)) >> 1;
      const my = (i: number): number => (y(i) + y(i + 1)) >> 1;
      /** Whether the middle lies exactly on the edge, so that the outline is unchanged. */
      const exact = (i: number): boolean => ((x(i) + x(i + 1)) & 1) === 0 && ((y(i) + y(i + 1)) & 1) === 0;
      const wanted = (i: number): boolean => {
        const length = Math.max(Math.abs(x(i + 1) - x(i)), Math.abs(y(i + 1) - y(i)));
        return length > minimum && length >= 2 && inBox(state, base, mx(i), my(i));
      };

      let long = 0;
      for (let i = 0; i < k; i++) if (wanted(i)) long++;
      if (k + long > room && room < capacity) return;

      const named = (i: number): Named => ({ name: i, x: x(i), y: y(i) });
      /** The new vertex of an edge: its name is that of no vertex of the ring. */
      const namedMiddle = (i: number): Named => ({ name: k + i, x: mx(i), y: my(i) });

      /** Whether the halves of two split edges, each legal alone, meet in more than a shared vertex. */
      const clash = (i: number, j: number): boolean => {
        const a = i;
        const b = (i + 1) % k;
        const c = j;
        const d = (j + 1) % k;
        if (Math.max(x(a), x(b)) < Math.min(x(c), x(d)) || Math.max(x(c), x(d)) < Math.min(x(a), x(b))) return false;
        if (Math.max(y(a), y(b)) < Math.min(y(c), y(d)) || Math.max(y(c), y(d)) < Math.min(y(a), y(b))) return false;
        const [from, middle, to] = [named(a), namedMiddle(i), named(b)];
        const [start, other, end] = [named(c), namedMiddle(j), named(d)];
        return (
          edgesClash(from, middle, start, other) ||
          edgesClash(from, middle, other, end) ||
          edgesClash(middle, to, start, other) ||
          edgesClash(middle, to, other, end)
        );
      };

      let added = 0;
      const bent: number[] = [];
      for (let i = 0; i < k; i++) {
        let split = wanted(i) && k + added < capacity;
        if (split && !exact(i)) {
          split = isLegal(view, i, (i + 1) % k, true, mx(i), my(i)) && !bent.some((other) => clash(i, other));
          if (split) bent.push(i);
        }
        order[flags + i] = split ? 1 : 0;
        if (split) added++;
      }
      let to = k + added;
      for (let i = k - 1; i >= 0 && added > 0; i--) {
        if (order[flags + i] === 1) {
          const middleX = i === k - 1 ? (ring[at + 2 * i]! + ring[at]!) >> 1 : mx(i);
          const middleY = i === k - 1 ? (ring[at + 2 * i + 1]! + ring[at + 1]!) >> 1 : my(i);
          to--;
          ring[at + 2 * to] = middleX;
          ring[at + 2 * to + 1] = middleY;
        }
        to--;
        ring[at + 2 * to] = ring[at + 2 * i]!;
        ring[at + 2 * to + 1] = ring[at + 2 * i + 1]!;
      }
      state[base + S.vertices] = k + added;
      const d = state[base + S.distance]!;
      if (added === 0 && d === 1) {
        if (geometry[G.prune] === 1) {
          state[base + S.phase] = Phase.prune;
          state[base + S.changed] = 0;
        } else state[base + S.status] = Status.done;
      } else {
        state[base + S.distance] = Math.max(1, d >> 1);
        state[base + S.iteration]!++;
        if (added > 0) state[base + S.phase] = Phase.start;
        else beginPass(geometry, state, base, waiting, contour);
      }
      countStep(geometry, state, base);
    };
  },
});
