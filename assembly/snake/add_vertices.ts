/** `add_vertices`: a vertex in the middle of each long edge, and half the distance. */
import { capacity, minimumLength, prune } from './bound';
import { distance, get, inBox, put, ranking, ring, vertices, xOf, yOf } from './contour';
import {
  Phase_prune,
  Phase_start,
  S_changed,
  S_distance,
  S_iteration,
  S_phase,
  S_room,
  S_status,
  S_vertices,
  Status_done,
} from './layout';
import { edgesClash, isLegal } from './legality';
import { beginPass, countStep } from './phases';
import { behindRanking } from './rank';

export function addVertices(): void {
  let long = 0;
  for (let i = 0; i < vertices; i++) if (isWanted(i)) long++;
  const room = get(S_room);
  if (vertices + long > room && room < capacity) return;
  /** Edges that a vertex bends. */
  const bent = behindRanking();
  let bends = 0;
  let added = 0;
  for (let i = 0; i < vertices; i++) {
    let split = isWanted(i) && vertices + added < capacity;
    if (split && !isExact(i)) {
      split = isLegal(i, next(i), true, middleX(i), middleY(i));
      for (let k = 0; k < bends && split; k++) split = !clash(i, load<i32>(bent + (k << 2)));
      if (split) store<i32>(bent + (bends++ << 2), i);
    }
    store<i32>(ranking + (i << 2), split ? 1 : 0);
    if (split) added++;
  }
  let to = vertices + added;
  for (let i = vertices - 1; i >= 0 && added > 0; i--) {
    if (load<i32>(ranking + (i << 2)) === 1) {
      const x = middleX(i);
      const y = middleY(i);
      to--;
      putVertex(to, x, y);
    }
    to--;
    putVertex(to, xOf(i), yOf(i));
  }
  put(S_vertices, vertices + added);
  if (added === 0 && distance === 1) {
    if (prune === 1) {
      put(S_phase, Phase_prune);
      put(S_changed, 0);
    } else put(S_status, Status_done);
  } else {
    put(S_distance, max(1, distance >> 1));
    put(S_iteration, get(S_iteration) + 1);
    if (added > 0) put(S_phase, Phase_start);
    else beginPass();
  }
  countStep();
}

function next(i: i32): i32 {
  return i === vertices - 1 ? 0 : i + 1;
}

function middleX(i: i32): i32 {
  return (xOf(i) + xOf(next(i))) >> 1;
}

function middleY(i: i32): i32 {
  return (yOf(i) + yOf(next(i))) >> 1;
}

/** The middle lies on the edge, so that the outline stays as it is. */
function isExact(i: i32): bool {
  return (((xOf(i) + xOf(next(i))) | (yOf(i) + yOf(next(i)))) & 1) === 0;
}

function isWanted(i: i32): bool {
  const n = next(i);
  const length = max(abs(xOf(n) - xOf(i)), abs(yOf(n) - yOf(i)));
  return length > minimumLength && length >= 2 && inBox(middleX(i), middleY(i));
}

/** Two split edges, each legal alone: do their halves meet in more than a shared vertex? New vertices are named k + edge. */
function clash(i: i32, j: i32): bool {
  const b = next(i);
  const d = next(j);
  const ax = xOf(i);
  const ay = yOf(i);
  const bx = xOf(b);
  const by = yOf(b);
  const cx = xOf(j);
  const cy = yOf(j);
  const dx = xOf(d);
  const dy = yOf(d);
  if (max(ax, bx) < min(cx, dx) || max(cx, dx) < min(ax, bx)) return false;
  if (max(ay, by) < min(cy, dy) || max(cy, dy) < min(ay, by)) return false;
  const m = vertices + i;
  const mx = middleX(i);
  const my = middleY(i);
  const o = vertices + j;
  const ox = middleX(j);
  const oy = middleY(j);
  return (
    edgesClash(i, ax, ay, m, mx, my, j, cx, cy, o, ox, oy) ||
    edgesClash(i, ax, ay, m, mx, my, o, ox, oy, d, dx, dy) ||
    edgesClash(m, mx, my, b, bx, by, j, cx, cy, o, ox, oy) ||
    edgesClash(m, mx, my, b, bx, by, o, ox, oy, d, dx, dy)
  );
}

function putVertex(i: i32, x: i32, y: i32): void {
  store<i32>(ring + (i << 3), x);
  store<i32>(ring + (i << 3), y, 4);
}
