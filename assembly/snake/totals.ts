/** `sum_contributions` and `criterion` of one candidate: the sums of its segments, the totals it would give, its score. */
import { height, momentBytes, segmentSums, width } from './bound';
import { write, writeWorst } from './compare';
import {
  after,
  before,
  edges,
  first,
  phase,
  present,
  rowOf,
  scoreOf,
  toX,
  toY,
  tries,
  vertex,
  vertices,
  xOf,
  yOf,
} from './contour';
import { edgeLength } from './edge_length';
import { sumEdge } from './edge_sums';
import {
  Extra_dx,
  Extra_dy,
  Extra_length,
  Extra_valid,
  Extra_vertices,
  Phase_move,
  Phase_prune,
  Phase_start,
} from './layout';

export function segmentOf(candidate: i32): usize {
  return segmentSums + 2 * (first + candidate) * momentBytes;
}

export function tryCandidate(candidate: i32): void {
  const row = rowOf(candidate);
  const extra = row + momentBytes;
  const valid = tries(candidate);
  store<i32>(extra + (Extra_valid << 2), valid ? 1 : 0);
  if (phase === Phase_start) {
    sumStart(candidate);
    return;
  }
  if (!valid) {
    writeWorst(scoreOf(candidate));
    return;
  }
  const i = vertex;
  const p = before(i);
  const n = after(i);
  const x = xOf(i);
  const y = yOf(i);
  const px = xOf(p);
  const py = yOf(p);
  const nx = xOf(n);
  const ny = yOf(n);
  const segment = segmentOf(candidate);
  const moves = phase === Phase_move;
  if (moves) {
    sumEdge(px, py, toX, toY, segment);
    sumEdge(toX, toY, nx, ny, segment + momentBytes);
  } else sumEdge(px, py, nx, ny, segment);
  const incoming = edges + p * momentBytes;
  const outgoing = edges + i * momentBytes;
  for (let at = 0; at < momentBytes; at += 8) {
    let total = load<i64>(present + at) - load<i64>(incoming + at) - load<i64>(outgoing + at) + load<i64>(segment + at);
    if (moves) total += load<i64>(segment + momentBytes + at);
    store<i64>(row + at, total);
  }
  let dx = load<i32>(present + momentBytes + (Extra_dx << 2)) - abs(x - px) - abs(nx - x);
  let dy = load<i32>(present + momentBytes + (Extra_dy << 2)) - abs(y - py) - abs(ny - y);
  let length =
    load<i32>(present + momentBytes + (Extra_length << 2)) - edgeLength(x - px, y - py) - edgeLength(nx - x, ny - y);
  if (moves) {
    dx += abs(toX - px) + abs(nx - toX);
    dy += abs(toY - py) + abs(ny - toY);
    length += edgeLength(toX - px, toY - py) + edgeLength(nx - toX, ny - toY);
  } else {
    dx += abs(nx - px);
    dy += abs(ny - py);
    length += edgeLength(nx - px, ny - py);
  }
  store<i32>(extra + (Extra_vertices << 2), moves ? vertices : vertices - 1);
  store<i32>(extra + (Extra_dx << 2), dx);
  store<i32>(extra + (Extra_dy << 2), dy);
  store<i32>(extra + (Extra_length << 2), length);
  write(phase === Phase_prune, row, scoreOf(candidate));
}

/** Of an edge of a ring that starts, or of the domain's right side: its sums are those of the whole domain. */
function sumStart(candidate: i32): void {
  const segment = segmentOf(candidate);
  if (candidate === vertices) sumEdge(width, 0, width, height, segment);
  else {
    const n = after(candidate);
    sumEdge(xOf(candidate), yOf(candidate), xOf(n), yOf(n), segment);
  }
}
