/** The CPU kernel `close_step`: what a step's decisions do to a contour. */

import { accepted, acceptRanked, adopt } from './acceptance';
import { addVertices } from './add_vertices';
import { momentBytes } from './bound';
import { write } from './compare';
import {
  after,
  base,
  before,
  edges,
  get,
  look,
  movedX,
  movedY,
  phase,
  present,
  put,
  ring,
  vertexOf,
  vertices,
  waiting,
  xOf,
  yOf,
} from './contour';
import {
  Phase_add,
  Phase_move,
  Phase_none,
  Phase_prune,
  Phase_start,
  S_changed,
  S_distance,
  S_energy,
  S_evaluated,
  S_improving,
  S_length,
  S_moved,
  S_moves,
  S_phase,
  S_refining,
  S_removals,
  S_status,
  S_vertices,
  Status_done,
  Status_running,
} from './layout';
import { beginPass, countStep, endStage } from './phases';
import { behindRanking, rankMoves } from './rank';
import { startSnake } from './start_snake';
import { segmentOf } from './totals';

/** Distance at which passes resume after a pruning. */
const REFINE_DISTANCE = 4;

export function closeStep(contour: i32): void {
  if (!look(contour)) return;
  const evaluated = get(S_evaluated);
  if (phase === Phase_add) put(S_improving, 0);
  if (phase === Phase_move && evaluated === Phase_move) moveVertices();
  else if (phase === Phase_prune && evaluated === Phase_prune) pruneVertices();
  else if (phase === Phase_start && evaluated === Phase_start) startSnake();
  // What waited for a stage to end is added in the same step.
  if (look(contour) && phase === Phase_add) addVertices();
}

function moveVertices(): void {
  put(S_evaluated, Phase_none);
  const count = acceptRanked(rankMoves());
  if (count > 0) adopt(accepted(count - 1));
  for (let k = 0; k < count; k++) {
    const candidate = accepted(k);
    const i = vertexOf(candidate);
    const p = before(i);
    store<i32>(ring + (i << 3), movedX(xOf(i), candidate));
    store<i32>(ring + (i << 3), movedY(yOf(i), candidate), 4);
    const segment = segmentOf(candidate);
    memory.copy(edges + p * momentBytes, segment, momentBytes);
    memory.copy(edges + i * momentBytes, segment + momentBytes, momentBytes);
    store<i32>(waiting + (p << 2), 0);
    store<i32>(waiting + (i << 2), 0);
    store<i32>(waiting + (after(i) << 2), 0);
  }
  put(S_moved, get(S_moved) + count);
  put(S_moves, get(S_moves) + count);
  put(S_changed, get(S_changed) + count);
  endStage();
  if (get(S_phase) !== Phase_move || get(S_status) !== Status_running) {
    write(true, present, base + (S_length << 2));
  }
  countStep();
}

function pruneVertices(): void {
  put(S_evaluated, Phase_none);
  const count = min(acceptRanked(rankMoves()), max(0, vertices - 3));
  if (count > 0) {
    adopt(accepted(count - 1));
    const gone = behindRanking() + 8 * vertices;
    memory.fill(gone, 0, vertices);
    for (let k = 0; k < count; k++) {
      const i = accepted(k);
      memory.copy(edges + before(i) * momentBytes, segmentOf(i), momentBytes);
      store<u8>(gone + i, 1);
    }
    let to = 0;
    for (let i = 0; i < vertices; i++) {
      if (load<u8>(gone + i) !== 0) continue;
      store<i64>(ring + (to << 3), load<i64>(ring + (i << 3)));
      memory.copy(edges + to * momentBytes, edges + i * momentBytes, momentBytes);
      to++;
    }
    put(S_vertices, to);
    put(S_removals, get(S_removals) + count);
    put(S_changed, get(S_changed) + count);
    write(false, present, base + (S_energy << 2));
  } else if (get(S_refining) === 1 && get(S_changed) === 0) put(S_status, Status_done);
  else {
    put(S_refining, 1);
    put(S_changed, 0);
    put(S_distance, REFINE_DISTANCE);
    beginPass();
  }
  countStep();
}
