/** How a contour goes on (ALGORITHMS A.4): from stage to stage, pass to pass, iteration to iteration. */
import { G, mostSets, Phase, S, Status, setOf } from './layout.js';

/** A fresh pass in which every node is tried. */
export function beginPass(
  geometry: Uint32Array,
  state: Uint32Array,
  base: number,
  waiting: Uint32Array,
  contour: number,
): void {
  const capacity = geometry[G.capacity]!;
  state[base + S.phase] = Phase.move;
  state[base + S.set] = 0;
  state[base + S.moved] = 0;
  state[base + S.full] = 1;
  waiting.fill(0, contour * capacity, contour * capacity + state[base + S.nodes]!);
}

/**
 * After a stage: the next set with a node that does not wait; after a pass that moved something: another, in which
 * waiting nodes wait; after one that moved nothing: a full one; after a full one that moved nothing: the next distance,
 * nodes, or the end.
 */
export function endStage(
  geometry: Uint32Array,
  state: Uint32Array,
  base: number,
  waiting: Uint32Array,
  contour: number,
): void {
  const nodes = state[base + S.nodes]!;
  const awake = awakeSets(waiting, contour * geometry[G.capacity]!, nodes);
  const set = nextSet(awake, state[base + S.set]! + 1);
  if (set < mostSets) {
    state[base + S.set] = set;
    return;
  }
  if (state[base + S.moved]! > 0) {
    // What has moved is awake.
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
}

/** Sets with a node that does not wait, a bit each. */
function awakeSets(waiting: Uint32Array, first: number, nodes: number): number {
  let sets = 0;
  for (let i = 0; i < nodes; i++) if (waiting[first + i] === 0) sets |= 1 << setOf(i, nodes);
  return sets;
}

const nextSet = (awake: number, from: number): number => {
  let set = from;
  while (set < mostSets && ((awake >> set) & 1) === 0) set++;
  return set;
};

/** Counts the step and ends a contour that has taken too many. */
export function countStep(geometry: Uint32Array, state: Uint32Array, base: number): void {
  state[base + S.step]!++;
  if (state[base + S.step]! >= geometry[G.maximumSteps]!) state[base + S.status] = Status.exhausted;
}
