/**
 * Checkpoint from which a run goes on after its device was lost: all that a step depends on, but for the sums of the ring's edges,
 * which follow from the ring. The run on the next device, or on the CPU, is the one that the loss cut short, step for step.
 */
import { Recording } from '../../compute/recording.js';
import { G, Phase, S, Status, stateWords } from '../kernels/shared/layout.js';
import type { StepBuffers } from './step.js';

/** The words that a run on another device begins with. */
export interface Checkpoint {
  /** The words of `state`, all contours. */
  readonly state: Uint32Array;
  /** Words of `ring` and of `waiting` of each contour's vertices, at least. */
  readonly rings: readonly Uint32Array[];
  readonly waiting: readonly Uint32Array[];
}

/** The store of a run's checkpoints. */
export interface RunMemory {
  /** Counts of earlier runs of the same level, from which this one goes on. */
  readonly before?: { readonly step: number; readonly iteration: number };
  checkpoint?: Checkpoint;
}

/** The words of `state` and `ring` with which one step sums every edge of the rings anew. */
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
 * Puts back what that step has changed, but for the ring's scores, which it has worked out in the form that this backend
 * keeps them in (`scores.ts`); `room` as in `roomFor`.
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
