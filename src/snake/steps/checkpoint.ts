/**
 * Checkpoint from which a run continues after its device was lost: everything that a step depends on, except the sums of the ring's edges,
 * which follow from the ring. The run on the next device, or on the CPU, continues the interrupted run step by step.
 */
import { Recording } from '../../compute/recording.js';
import { G, Phase, S, Status, stateWords } from '../kernels/shared/layout.js';
import type { StepBuffers } from './step.js';

/** The initial words of a run on another device. */
export interface Checkpoint {
  /** The words of `state`, all contours. */
  readonly state: Uint32Array;
  /** Words of `ring` and of `waiting` of at least each contour's vertices. */
  readonly rings: readonly Uint32Array[];
  readonly waiting: readonly Uint32Array[];
}

/** The memory in which a run stores its checkpoints. */
export interface RunMemory {
  /** Counts of earlier runs of the same level, which this one continues. */
  readonly before?: { readonly step: number; readonly iteration: number };
  checkpoint?: Checkpoint;
}

/** The words of `state` and `ring` with which one step recomputes the sums of all edges of the rings. */
export const resumingWords = (
  geometry: Uint32Array,
  checkpoint: Checkpoint,
): { state: Uint32Array; ring: Uint32Array } => {
  const words = stateWords(geometry[G.moments]!);
  const capacity = geometry[G.capacity]!;
  const state = checkpoint.state.slice();
  const ring = new Uint32Array(checkpoint.rings.length * capacity * 2);
  for (const [contour, vertices] of checkpoint.rings.entries()) {
    if (state[contour * words + S.status] === Status.running) {
      state[contour * words + S.phase] = Phase.start;
      state[contour * words + S.evaluated] = Phase.none;
    }
    ring.set(vertices.subarray(0, 2 * capacity), contour * capacity * 2);
  }
  return { state, ring };
};

/**
 * Restores what that step has changed, except the ring's scores, which it has computed in this backend's
 * form (`scores.ts`); `room` as in `roomFor`.
 */
export const resume = (
  buffers: StepBuffers,
  geometry: Uint32Array,
  checkpoint: Checkpoint,
  room: number,
): Recording => {
  const words = stateWords(geometry[G.moments]!);
  const capacity = geometry[G.capacity]!;
  const recording = new Recording();
  for (const [contour, waiting] of checkpoint.waiting.entries()) {
    const base = contour * words;
    const state = checkpoint.state.slice(base, base + words);
    state[S.room] = room;
    recording
      .write(buffers.waiting, waiting.subarray(0, capacity), contour * capacity)
      .write(buffers.state, state.subarray(0, S.energy), base)
      .write(buffers.state, state.subarray(S.totals), base + S.totals);
  }
  return recording;
};

/** Whether some contour waits for room to grow. */
export const someWaitForRoom = (geometry: Uint32Array, { state, rings }: Checkpoint): boolean => {
  const words = stateWords(geometry[G.moments]!);
  return rings.some((_, contour) => {
    const base = contour * words;
    return state[base + S.status] === Status.running && state[base + S.phase] === Phase.add;
  });
};

/** The contours' vertices as numbers. */
export const ringsOf = (geometry: Uint32Array, { state, rings }: Checkpoint): readonly (readonly number[])[] => {
  const words = stateWords(geometry[G.moments]!);
  return rings.map((ring, contour) => Array.from(ring.subarray(0, 2 * state[contour * words + S.vertices]!)));
};
