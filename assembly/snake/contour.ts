/** One contour: its state, its ring, and the candidates of its phase. */
import {
  capacity,
  choices,
  edgeSums,
  momentBytes,
  orders,
  pins,
  pinsAt,
  rings,
  rowBytes,
  SCORE_BYTES,
  scores,
  stateBytes,
  states,
  totals,
  waits,
} from './bound';
import {
  Phase_move,
  Phase_prune,
  Phase_start,
  S_box,
  S_distance,
  S_energy,
  S_length,
  S_phase,
  S_set,
  S_status,
  S_totals,
  S_vertices,
  Status_running,
} from './layout';

/** Addresses: of the contour's state, and of its parts of the other buffers. */
export let base: usize = 0;
export let ring: usize = 0;
export let waiting: usize = 0;
export let edges: usize = 0;
export let choice: usize = 0;
export let ranking: usize = 0;
/** Of the ring's row of totals, and of the domain's moments and the rest's behind it. */
export let present: usize = 0;
export let domain: usize = 0;
/** Of the contour's first candidate, among all. */
export let first: i32 = 0;

export let phase: i32 = 0;
export let set: i32 = 0;
export let vertices: i32 = 0;
export let distance: i32 = 0;
/** Where vertices may go. */
export let left: i32 = 0;
export let top: i32 = 0;
export let right: i32 = 0;
export let bottom: i32 = 0;

/** Of the candidate last looked at: its vertex, and where it would go. */
export let vertex: i32 = 0;
export let toX: i32 = 0;
export let toY: i32 = 0;

const stepX = memory.data<i32>([1, 1, 0, -1, -1, -1, 0, 1]);
const stepY = memory.data<i32>([0, -1, -1, -1, 0, 1, 1, 1]);

/** False where the contour is done. */
export function look(contour: i32): bool {
  base = states + contour * stateBytes;
  ring = rings + contour * (capacity << 3);
  waiting = waits + contour * (capacity << 2);
  edges = edgeSums + contour * capacity * momentBytes;
  choice = choices + contour * (capacity << 2);
  ranking = orders + contour * (capacity << 2);
  present = base + (S_totals << 2);
  domain = present + rowBytes;
  first = contour * 8 * ((capacity + 1) >> 1);
  phase = get(S_phase);
  set = get(S_set);
  vertices = get(S_vertices);
  distance = get(S_distance);
  left = get(S_box);
  top = get(S_box + 1);
  right = get(S_box + 2);
  bottom = get(S_box + 3);
  return get(S_status) === Status_running;
}

export function get(word: i32): i32 {
  return load<i32>(base + (word << 2));
}

export function put(word: i32, value: i32): void {
  store<i32>(base + (word << 2), value);
}

export function xOf(i: i32): i32 {
  return load<i32>(ring + (i << 3));
}

export function yOf(i: i32): i32 {
  return load<i32>(ring + (i << 3), 4);
}

export function before(i: i32): i32 {
  return i === 0 ? vertices - 1 : i - 1;
}

export function after(i: i32): i32 {
  return i === vertices - 1 ? 0 : i + 1;
}

export function inBox(x: i32, y: i32): bool {
  return x >= left && y >= top && x <= right && y <= bottom;
}

/** Whether a vertex at a point is pinned: it is not moved or removed. */
function isPinned(x: i32, y: i32): bool {
  const word = x | (y << 16);
  for (let i = 0; i < pins; i++) if (load<i32>(pinsAt + (i << 2)) === word) return true;
  return false;
}

/** Vertices of the stage. */
export function slots(): i32 {
  if (set === 0) return (vertices & 1) !== 0 ? (vertices - 1) >> 1 : vertices >> 1;
  return set === 1 ? vertices >> 1 : vertices & 1;
}

/** The set that vertex `i` is in. */
export function setOf(i: i32): i32 {
  return (vertices & 1) === 1 && i === vertices - 1 ? 2 : i & 1;
}

/** The vertex that a candidate moves or removes. */
export function vertexOf(candidate: i32): i32 {
  if (phase !== Phase_move) return candidate;
  const slot = candidate >> 3;
  return set === 0 ? 2 * slot : set === 1 ? 2 * slot + 1 : vertices - 1;
}

/** Candidates of the phase, and those among which `decide` chooses. */
export function candidates(): i32 {
  if (phase === Phase_move) return 8 * slots();
  return phase === Phase_start ? vertices + 1 : phase === Phase_prune ? vertices : 0;
}

export function decisions(): i32 {
  if (phase === Phase_move) return slots();
  return phase === Phase_prune ? vertices : phase === Phase_start ? 1 : 0;
}

/** Where direction `candidate` mod 8 takes a vertex. */
export function movedX(x: i32, candidate: i32): i32 {
  return min(max(x + load<i32>(stepX + ((candidate & 7) << 2)) * distance, left), right);
}

export function movedY(y: i32, candidate: i32): i32 {
  return min(max(y + load<i32>(stepY + ((candidate & 7) << 2)) * distance, top), bottom);
}

/** Looks at a candidate; false where there is nothing to try. */
export function tries(candidate: i32): bool {
  vertex = vertexOf(candidate);
  if (phase === Phase_start) return true;
  const x = xOf(vertex);
  const y = yOf(vertex);
  if (!inBox(x, y) || isPinned(x, y)) return false;
  if (phase !== Phase_move) return vertices > 3;
  if (load<i32>(waiting + (vertex << 2)) !== 0) return false;
  toX = movedX(x, candidate);
  toY = movedY(y, candidate);
  return toX !== x || toY !== y;
}

/** Addresses of a candidate's row of totals and of its score. */
export function rowOf(candidate: i32): usize {
  return totals + (first + candidate) * rowBytes;
}

export function scoreOf(candidate: i32): usize {
  return scores + (first + candidate) * SCORE_BYTES;
}

/** Of the ring as it stands, by energy or by length. */
export function presentScore(): usize {
  return base + ((phase === Phase_prune ? S_length : S_energy) << 2);
}
