/** The sequence of stages, passes and iterations of a contour (ALGORITHMS A.4). */
import { G, MOST_SETS, Phase, S, Status, setOf } from './layout.js';

/** Begins a pass in which every vertex is tried. */
export const beginPass = (
  geometry: Uint32Array,
  state: Uint32Array,
  base: number,
  waiting: Uint32Array,
  contour: number,
): void => {
  const capacity = geometry[G.capacity]!;
  state[base + S.phase] = Phase.move;
  state[base + S.set] = 0;
  state[base + S.moved] = 0;
  state[base + S.full] = 1;
  waiting.fill(0, contour * capacity, contour * capacity + state[base + S.vertices]!);
};

/**
 * The phase after a stage: the next set with a vertex that does not wait. After a pass that moved something, another pass in which
 * waiting vertices wait; after one that moved nothing, a full pass; after a full pass that moved nothing, the next distance,
 * the adding of vertices, or the end.
 */
export const endStage = (
  geometry: Uint32Array,
  state: Uint32Array,
  base: number,
  waiting: Uint32Array,
  contour: number,
): void => {
  const vertices = state[base + S.vertices]!;
  const awake = awakeSets(waiting, contour * geometry[G.capacity]!, vertices);
  const set = nextSet(awake, state[base + S.set]! + 1);
  if (set < MOST_SETS) {
    state[base + S.set] = set;
    return;
  }
  if (state[base + S.moved]! > 0) {
    // Moved vertices are awake.
    state[base + S.set] = nextSet(awake, 0);
    state[base + S.moved] = 0;
    state[base + S.full] = 0;
    return;
  }
  if (state[base + S.full] === 0) {
    beginPass(geometry, state, base, waiting, contour);
    return;
  }
  if (state[base + S.refining] === 0) state[base + S.phase] = Phase.add;
  else if (state[base + S.distance]! > 1) {
    state[base + S.distance]! >>= 1;
    beginPass(geometry, state, base, waiting, contour);
  } else if (state[base + S.changed] === 0) state[base + S.status] = Status.done;
  else {
    state[base + S.phase] = Phase.prune;
    state[base + S.changed] = 0;
  }
};

/** Sets with a vertex that does not wait, one bit each. */
const awakeSets = (waiting: Uint32Array, first: number, vertices: number): number => {
  let sets = 0;
  for (let i = 0; i < vertices; i++) if (waiting[first + i] === 0) sets |= 1 << setOf(i, vertices);
  return sets;
};

const nextSet = (awake: number, from: number): number => {
  let set = from;
  while (set < MOST_SETS && ((awake >> set) & 1) === 0) set++;
  return set;
};

/** Counts the step, and ends a contour that exceeds the maximum. */
export const countStep = (geometry: Uint32Array, state: Uint32Array, base: number): void => {
  state[base + S.step]!++;
  if (state[base + S.step]! >= geometry[G.maximumSteps]!) state[base + S.status] = Status.exhausted;
};
