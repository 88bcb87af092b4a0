/** Which slice of a volume is shown, and which way up. */
import type { ImageInfo } from '../../worker/protocol.js';

/** The nearest slice that there is; the middle one where none is named. */
export const sliceWithin = (depth: number, slice: number | undefined): number =>
  slice === undefined || !Number.isFinite(slice) ? depth >> 1 : Math.min(depth - 1, Math.max(0, Math.round(slice)));

/** True if rows run from posterior to anterior: the slice must be flipped to show anterior at the top. */
export const isUpsideDown = ({ stack }: ImageInfo): boolean => (stack?.affine?.[1]?.[1] ?? -1) > 0;
