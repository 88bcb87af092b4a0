/** The strong pieces of a part of a response, thinned by kernels where the response is on a device, and else on the CPU. */
import { STRONG } from '../kernels/shared/thinning-words.js';
import { isOutOfMemory } from '../response/held.js';
import type { ResponsePart } from '../response/part.js';
import { type Skeleton, skeletonOf, type Thresholds } from '../response/skeleton.js';
import { type Candidates, candidatesIn, skeletonIn } from './candidates.js';
import { Pieces } from './pieces.js';
import { thinStrong } from './sweep.js';

/** Implementations, which all give the same lines. */
export interface Forms {
  /** Whether WebAssembly may be used; false to use the plain forms only. */
  readonly fast: boolean;
  /** Whether kernels thin, in the memory of the response. */
  readonly kernels: boolean;
}

/** The signal and the callback of a search. */
export interface LineMeans {
  readonly signal?: AbortSignal;
  /** Awaited between stages; it may throw to end the search. */
  readonly breathe: () => Promise<void>;
}

/** Candidates, of which strong pieces are thinned, and the pieces. */
export interface Thinned {
  readonly candidates: Candidates;
  readonly pieces: Pieces;
}

/** Rejects as `Executor.submit`, and with what `breathe` throws. */
export const thinned = async (
  part: ResponsePart,
  thresholds: Thresholds,
  { signal, breathe }: LineMeans,
  { fast, kernels }: Forms,
): Promise<Thinned> => {
  const skeleton = kernels ? await onDevice(part, thresholds, signal) : undefined;
  if (skeleton) {
    return kept(skeletonIn(skeleton, part.rect, fast), async (space, room) => {
      const pieces = Pieces.of(space, STRONG, room, true);
      await breathe();
      return pieces;
    });
  }
  const { low, high, limit } = thresholds;
  return kept(candidatesIn(await part.marks(signal), part.rect, low, limit, fast), async (space, room) => {
    const pieces = Pieces.of(space, high, room);
    await breathe();
    thinStrong(space, pieces, room);
    return pieces;
  });
};

/** Finds the pieces; frees the memory of the candidates on an error. */
const kept = async (
  candidates: Candidates,
  piecesOf: (space: Candidates['space'], room: Candidates['room']) => Promise<Pieces>,
): Promise<Thinned> => {
  try {
    return { candidates, pieces: await piecesOf(candidates.space, candidates.room) };
  } catch (error) {
    candidates.room.free();
    throw error;
  }
};

/** `undefined` where the device has not enough memory for the planes. */
const onDevice = (
  part: ResponsePart,
  thresholds: Thresholds,
  signal: AbortSignal | undefined,
): Promise<Skeleton | undefined> =>
  skeletonOf(part, thresholds, signal).catch((error: unknown) => {
    if (isOutOfMemory(error)) return undefined;
    throw error;
  });
