/** `rank_moves`: the chosen candidates by (score, vertex), and which of them clash with a better one. */
import { scratch } from './bound';
import { compareCandidates } from './compare';
import { after, before, choice, decisions, movedX, movedY, phase, put, ranking, vertexOf, xOf, yOf } from './contour';
import { Phase_prune, S_improving } from './layout';
import { edgesClash } from './legality';

/** Set in an entry of the ranking whose candidate is in conflict with a better one. */
export const CONFLICT: i32 = 0x80000000;

/** Bytes of the new edges of a candidate: its bounds twice, to compare with another's at once; then ends and names. */
const EDGES = 72;
/** Most candidates that are ranked: as many as a contour may have vertices, and one more. */
const MOST = 32772;

function listed(): usize {
  return scratch;
}

function edgesOf(rank: i32): usize {
  return scratch + 8 * MOST + rank * EDGES;
}

/** Returns how many there are. */
export function rankMoves(): i32 {
  let count = 0;
  const slots = decisions();
  for (let slot = 0; slot < slots; slot++) {
    const chosen = load<i32>(choice + (slot << 2));
    if (chosen > 0) store<i32>(listed() + (count++ << 2), chosen - 1);
  }
  sort(listed(), listed() + 4 * MOST, count);
  put(S_improving, count);
  for (let rank = 0; rank < count; rank++) {
    const candidate = load<i32>(listed() + (rank << 2));
    putEdges(edgesOf(rank), candidate);
    let conflict = false;
    for (let better = 0; better < rank && !conflict; better++) conflict = clash(edgesOf(rank), edgesOf(better));
    store<i32>(ranking + (rank << 2), conflict ? candidate | CONFLICT : candidate);
  }
  return count;
}

/** Merges runs of growing length between two lists; equal scores keep the order of the candidates. */
function sort(list: usize, spare: usize, count: i32): void {
  let from = list;
  let to = spare;
  for (let run = 1; run < count; run *= 2) {
    for (let start = 0; start < count; start += 2 * run) {
      const middle = min(start + run, count);
      const end = min(start + 2 * run, count);
      let i = start;
      let j = middle;
      for (let k = start; k < end; k++) {
        const left = load<i32>(from + (i << 2));
        const right = load<i32>(from + (j << 2));
        const takesLeft = j >= end || (i < middle && compareCandidates(left, right) <= 0);
        store<i32>(to + (k << 2), takesLeft ? left : right);
        if (takesLeft) i++;
        else j++;
      }
    }
    const other = from;
    from = to;
    to = other;
  }
  if (from !== list) memory.copy(list, from, count << 2);
}

function putEdges(at: usize, candidate: i32): void {
  const i = vertexOf(candidate);
  const p = before(i);
  const n = after(i);
  const px = xOf(p);
  const py = yOf(p);
  const nx = xOf(n);
  const ny = yOf(n);
  const x = phase === Phase_prune ? px : movedX(xOf(i), candidate);
  const y = phase === Phase_prune ? py : movedY(yOf(i), candidate);
  const low = corner(min(min(px, x), nx), min(min(py, y), ny));
  const high = corner(max(max(px, x), nx), max(max(py, y), ny));
  v128.store(at, i64x2.shuffle(low, i32x4.neg(high), 0, 2));
  v128.store(at, i64x2.shuffle(high, i32x4.neg(low), 0, 2), 16);
  store<i32>(at, p, 32);
  store<i32>(at, px, 36);
  store<i32>(at, py, 40);
  store<i32>(at, i, 44);
  store<i32>(at, x, 48);
  store<i32>(at, y, 52);
  store<i32>(at, n, 56);
  store<i32>(at, nx, 60);
  store<i32>(at, ny, 64);
}

function corner(x: i32, y: i32): v128 {
  return i32x4.replace_lane(i32x4.splat(x), 1, y);
}

/** Would the new edges of two ranked candidates, each legal alone, meet in more than a shared vertex? */
export function clashOf(a: i32, b: i32): bool {
  return clash(edgesOf(a), edgesOf(b));
}

function clash(a: usize, b: usize): bool {
  if (v128.any_true(i32x4.gt_s(v128.load(a), v128.load(b, 16)))) return false;
  if (phase === Phase_prune) return meet(a, 32, 56, b, 32, 56);
  return (
    meet(a, 32, 44, b, 32, 44) || meet(a, 32, 44, b, 44, 56) || meet(a, 44, 56, b, 32, 44) || meet(a, 44, 56, b, 44, 56)
  );
}

/** Of edges between the ends at these offsets. */
function meet(a: usize, from: usize, to: usize, b: usize, start: usize, end: usize): bool {
  return edgesClash(
    load<i32>(a + from),
    load<i32>(a + from, 4),
    load<i32>(a + from, 8),
    load<i32>(a + to),
    load<i32>(a + to, 4),
    load<i32>(a + to, 8),
    load<i32>(b + start),
    load<i32>(b + start, 4),
    load<i32>(b + start, 8),
    load<i32>(b + end),
    load<i32>(b + end, 4),
    load<i32>(b + end, 8),
  );
}

/** Address of the bytes of scratch behind the ranking's. */
export function behindRanking(): usize {
  return edgesOf(MOST);
}
