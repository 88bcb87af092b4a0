/** Functions that streaming writers of text share. */
import type { MetadataPlace } from '../../recipe/recipe.js';
import type { ContourSet } from '../../set/contour-set.js';
import type { ImageFrame } from '../features.js';

/** Options of a writer of text. */
export interface TextOptions {
  /** Place of the metadata that all contours have in common; `each` when not given. */
  readonly metadata?: MetadataPlace;
}

/** Yields a file's text, piece by piece. */
export type TextWriter = (
  contours: ContourSet,
  image: ImageFrame,
  options?: TextOptions,
) => AsyncGenerator<string, void>;

/** Minimum length of a piece, in characters. */
const PIECE = 1 << 16;

/** Joins text into larger pieces, to save calls. */
export async function* inPieces(parts: AsyncIterable<string>): AsyncGenerator<string, void> {
  let piece = '';
  for await (const part of parts) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
