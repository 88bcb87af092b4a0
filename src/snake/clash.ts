import type { Decision } from './decision.js';
import { Phase } from './layout.js';
import { edgesClash } from './legality.js';
import { movedX, movedY } from './moved.js';

/** Would the new edges of candidates `a` and `b`, each legal alone, meet in more than a shared node? */
export function clashes(view: Decision, a: number, b: number): boolean {
  const { words, at } = view.ring;
  const i = view.nodeOf(a);
  const j = view.nodeOf(b);
  const p = view.before(i);
  const n = view.after(i);
  const q = view.before(j);
  const m = view.after(j);
  const x = (node: number): number => words[at + 2 * node]!;
  const y = (node: number): number => words[at + 2 * node + 1]!;
  if (view.phase === Phase.prune) {
    return edgesClash(p, x(p), y(p), n, x(n), y(n), q, x(q), y(q), m, x(m), y(m));
  }
  const ix = movedX(view.state, view.base, x(i), a);
  const iy = movedY(view.state, view.base, y(i), a);
  const jx = movedX(view.state, view.base, x(j), b);
  const jy = movedY(view.state, view.base, y(j), b);
  const px = x(p);
  const py = y(p);
  const nx = x(n);
  const ny = y(n);
  const qx = x(q);
  const qy = y(q);
  const mx = x(m);
  const my = y(m);
  return (
    edgesClash(p, px, py, i, ix, iy, q, qx, qy, j, jx, jy) ||
    edgesClash(p, px, py, i, ix, iy, j, jx, jy, m, mx, my) ||
    edgesClash(i, ix, iy, n, nx, ny, q, qx, qy, j, jx, jy) ||
    edgesClash(i, ix, iy, n, nx, ny, j, jx, jy, m, mx, my)
  );
}
