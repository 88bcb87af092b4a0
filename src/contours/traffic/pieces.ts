/** Lists of contours cut into pieces, so that neither side of a worker is busy with one message for long. */
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { type PackedContour, pack } from '../packed-contour.js';

/** Contours in one message. */
export type ContourPiece = readonly PackedContour[];

/** Positions after which a piece ends, each some 20 ns to pack: under a millisecond, and a frame has sixteen. */
const POSITIONS = 20_000;
/** Contours after which it ends: their properties are cloned one by one, some 5 µs each. */
const CONTOURS = 500;
/** Minimum size in bytes of a buffer that is transferred without a copy. */
const MOST_BYTES = 2 * POSITIONS * Float64Array.BYTES_PER_ELEMENT;

/** All of the contours, in order; a contour is never cut. */
export const piecesOf = (contours: readonly ContourFeature[]): Generator<ContourPiece, void, undefined> =>
  piecesOfPacked(contours, pack);

/** All of some contours, in order, each packed when its piece is asked for. */
const piecesOfPacked = function* <T>(
  contours: readonly T[],
  packedOf: (contour: T) => PackedContour,
): Generator<ContourPiece, void, undefined> {
  let piece: PackedContour[] = [];
  let positions = 0;
  for (const contour of contours) {
    const packed = packedOf(contour);
    piece.push(packed);
    positions += packed.coordinates.length / 2;
    if (positions < POSITIONS && piece.length < CONTOURS) continue;
    yield joined(piece);
    piece = [];
    positions = 0;
  }
  if (piece.length > 0) yield joined(piece);
};

/**
 * All of some packed contours, in order. Contours that are the only users of a buffer are sent together with the buffer; the
 * coordinates of others are copied.
 */
export const piecesAsPacked = function* (contours: readonly PackedContour[]): Generator<ContourPiece, void, undefined> {
  const uses = new Map<ArrayBufferLike, number>();
  for (const { coordinates } of contours) uses.set(coordinates.buffer, (uses.get(coordinates.buffer) ?? 0) + 1);
  let others: PackedContour[] = [];
  for (let k = 0; k < contours.length; ) {
    const piece = sharing(contours, k, uses);
    if (!piece) {
      others.push(contours[k++]!);
      continue;
    }
    yield* piecesOfPacked(others, (packed) => packed);
    others = [];
    yield piece;
    k += piece.length;
  }
  yield* piecesOfPacked(others, (packed) => packed);
};

/** The contours from one on that share a buffer, where they are all that do, enough for a message and not too many. */
const sharing = (
  contours: readonly PackedContour[],
  from: number,
  uses: ReadonlyMap<ArrayBufferLike, number>,
): ContourPiece | undefined => {
  const { buffer } = contours[from]!.coordinates;
  const count = uses.get(buffer) ?? 0;
  if (count > CONTOURS || buffer.byteLength > MOST_BYTES) return undefined;
  const piece = contours.slice(from, from + count);
  const filled = piece.reduce((sum, { coordinates }) => sum + coordinates.byteLength, 0);
  const alone = piece.length === count && piece.every(({ coordinates }) => coordinates.buffer === buffer);
  return alone && 2 * filled >= MOST_BYTES ? piece : undefined;
};

/** The same contours with their coordinates in one buffer: a message takes some microseconds for each that it carries. */
const joined = (piece: ContourPiece): ContourPiece => {
  const all = new Float64Array(piece.reduce((sum, { coordinates }) => sum + coordinates.length, 0));
  let end = 0;
  return piece.map((packed) => {
    const from = end;
    end += packed.coordinates.length;
    all.set(packed.coordinates, from);
    return { ...packed, coordinates: all.subarray(from, end) };
  });
};
