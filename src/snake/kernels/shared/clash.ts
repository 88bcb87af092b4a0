import { movedX, movedY } from './candidates.js';
import type { Decision } from './decision.js';
import { Phase } from './layout.js';
import { edgesClash, type Named } from './legality.js';

/** The new edges of a candidate: from vertex `p` to vertex `n`, through the moved vertex `i` unless it is removed; and their bounding box. */
export interface NewEdges {
  readonly p: Named;
  /** Not used of a vertex that is removed. */
  readonly i: Named;
  readonly n: Named;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The edges with which a candidate replaces those at its vertex. */
export const newEdges = (view: Decision, candidate: number): NewEdges => {
  const { words, at } = view.ring;
  const i = view.vertexOf(candidate);
  const p = view.before(i);
  const n = view.after(i);
  const px = words[at + 2 * p]!;
  const py = words[at + 2 * p + 1]!;
  const nx = words[at + 2 * n]!;
  const ny = words[at + 2 * n + 1]!;
  const removal = view.phase === Phase.prune;
  const ix = removal ? px : movedX(view.state, view.base, words[at + 2 * i]!, candidate);
  const iy = removal ? py : movedY(view.state, view.base, words[at + 2 * i + 1]!, candidate);
  return {
    p: { name: p, x: px, y: py },
    i: { name: i, x: ix, y: iy },
    n: { name: n, x: nx, y: ny },
    left: Math.min(px, ix, nx),
    right: Math.max(px, ix, nx),
    top: Math.min(py, iy, ny),
    bottom: Math.max(py, iy, ny),
  };
};

/** Whether the new edges of two candidates, each legal alone, would meet in more than a shared vertex. */
export const clashes = (view: Decision, a: NewEdges, b: NewEdges): boolean => {
  if (a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top) return false;
  if (view.phase === Phase.prune) return edgesClash(a.p, a.n, b.p, b.n);
  return (
    edgesClash(a.p, a.i, b.p, b.i) ||
    edgesClash(a.p, a.i, b.i, b.n) ||
    edgesClash(a.i, a.n, b.p, b.i) ||
    edgesClash(a.i, a.n, b.i, b.n)
  );
};
