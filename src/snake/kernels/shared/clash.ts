import { movedX, movedY } from './candidates.js';
import type { Decision } from './decision.js';
import { Phase } from './layout.js';
import { edgesClash } from './legality.js';

/** The new edges of a candidate: from vertex `p` to vertex `n`, through the moved vertex `i` unless it is removed. */
export interface NewEdges {
  readonly candidate: number;
  readonly p: number;
  readonly px: number;
  readonly py: number;
  readonly i: number;
  readonly ix: number;
  readonly iy: number;
  readonly n: number;
  readonly nx: number;
  readonly ny: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The edges with which a candidate replaces those at its vertex, and their bounding box. */
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
    candidate,
    p,
    px,
    py,
    i,
    ix,
    iy,
    n,
    nx,
    ny,
    left: Math.min(px, ix, nx),
    right: Math.max(px, ix, nx),
    top: Math.min(py, iy, ny),
    bottom: Math.max(py, iy, ny),
  };
};

/** Whether the new edges of two candidates, each legal alone, would meet in more than a shared vertex. */
export const clashes = (view: Decision, a: NewEdges, b: NewEdges): boolean => {
  if (a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top) return false;
  if (view.phase === Phase.prune) {
    return edgesClash(a.p, a.px, a.py, a.n, a.nx, a.ny, b.p, b.px, b.py, b.n, b.nx, b.ny);
  }
  return (
    edgesClash(a.p, a.px, a.py, a.i, a.ix, a.iy, b.p, b.px, b.py, b.i, b.ix, b.iy) ||
    edgesClash(a.p, a.px, a.py, a.i, a.ix, a.iy, b.i, b.ix, b.iy, b.n, b.nx, b.ny) ||
    edgesClash(a.i, a.ix, a.iy, a.n, a.nx, a.ny, b.p, b.px, b.py, b.i, b.ix, b.iy) ||
    edgesClash(a.i, a.ix, a.iy, a.n, a.nx, a.ny, b.i, b.ix, b.iy, b.n, b.nx, b.ny)
  );
};
