/** How a contour goes on, as `src/snake/kernels/shared/phases.ts`. */
import { maximumSteps } from './bound';
import { get, put, setOf, waiting } from './contour';
import {
  Phase_add,
  Phase_move,
  Phase_prune,
  S_changed,
  S_distance,
  S_full,
  S_moved,
  S_phase,
  S_refining,
  S_set,
  S_status,
  S_step,
  S_vertices,
  Status_done,
  Status_exhausted,
} from './layout';

const MOST_SETS = 3;

/** A fresh pass in which every vertex is tried. */
export function beginPass(): void {
  put(S_phase, Phase_move);
  put(S_set, 0);
  put(S_moved, 0);
  put(S_full, 1);
  memory.fill(waiting, 0, get(S_vertices) << 2);
}

/** After a stage: the next set with a vertex that does not wait, pass, distance, phase, or the end. */
export function endStage(): void {
  const awake = awakeSets();
  const set = nextSet(awake, get(S_set) + 1);
  if (set < MOST_SETS) {
    put(S_set, set);
    return;
  }
  if (get(S_moved) > 0) {
    // What has moved is awake.
    put(S_set, nextSet(awake, 0));
    put(S_moved, 0);
    put(S_full, 0);
    return;
  }
  if (get(S_full) === 0) {
    beginPass();
    return;
  }
  if (get(S_refining) === 0) put(S_phase, Phase_add);
  else if (get(S_distance) > 1) {
    put(S_distance, get(S_distance) >> 1);
    beginPass();
  } else if (get(S_changed) === 0) put(S_status, Status_done);
  else {
    put(S_phase, Phase_prune);
    put(S_changed, 0);
  }
}

/** Sets with a vertex that does not wait, a bit each. */
function awakeSets(): i32 {
  const count = get(S_vertices);
  let sets = 0;
  for (let i = 0; i < count; i++) if (load<i32>(waiting + (i << 2)) === 0) sets |= 1 << setOf(i);
  return sets;
}

function nextSet(awake: i32, from: i32): i32 {
  let set = from;
  while (set < MOST_SETS && ((awake >> set) & 1) === 0) set++;
  return set;
}

/** Counts the step and ends a contour that has taken too many. */
export function countStep(): void {
  put(S_step, get(S_step) + 1);
  if (<u32>get(S_step) >= maximumSteps) put(S_status, Status_exhausted);
}
