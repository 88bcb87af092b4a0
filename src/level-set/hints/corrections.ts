/**
 * A front and a user's marks: one correction at a time, each for the earliest mark on the wrong side. Where the common order of the marks is unknown,
 * the first of each list are candidates, and the deeper one is corrected first. Certain cells that smoothing changed are restored.
 */

import { SegmenterError } from '../../core/errors.js';
import { because, type Told } from '../../core/reasons.js';
import { type Bits, isSet } from '../bits/bits.js';
import type { Grid } from '../bits/grid.js';
import { type Corrected, corrected, type Known, type Made } from './correction.js';
import { outlineDistances } from './distance.js';
import type { Ground } from './ground.js';
import { type CellMark, isMet, nameOf } from './marks.js';

/** Number of marks that are corrected one by one; those still on the wrong side then are corrected together. */
const MOST_CORRECTIONS = 12;
/** Width of an error in depths of its mark: no correction moves the front further. A mark that is deeper afterwards was cut off by the correction. */
const ERROR_WIDTH = 2;

/** The corrections so far; immutable. */
export interface Stage extends Known {
  readonly made: readonly Made[];
  /** The mark that the last correction left for later in favour of a deeper one, and the maximum depth that it may have now. */
  readonly passed: Made | undefined;
}

/** The stage before the first mark; `decided` where a box and its colours decide. */
export const noMarks = (decided?: Uint8Array): Stage => ({
  made: [],
  passed: undefined,
  certain: new Int8Array(0),
  decided,
});

/** The marks that a correction depends on, apart from the certain cells. */
export interface Wrong {
  /** Candidates of the correction, on the wrong side of the front. */
  readonly heads: readonly CellMark[];
  /** Other marks on the wrong side that are corrected at the same time. */
  readonly others: readonly CellMark[];
}

/** Puts the certain cells of a mask on their sides, in place. */
export const withCertain = (mask: Uint8Array, { certain }: Known): Uint8Array => {
  for (let cell = 0; cell < certain.length; cell++) if (certain[cell] !== 0) mask[cell] = certain[cell] === 1 ? 1 : 0;
  return mask;
};

/**
 * The marks for the next correction of a front; `undefined` where every mark is on its side.
 * @param ordered the marks lie in the order in which they were made, and not inside before outside
 */
export const wrongAt = (
  grid: Grid,
  bits: Bits,
  { certain, made }: Pick<Stage, 'certain' | 'made'>,
  marks: readonly CellMark[],
  ordered: boolean,
): Wrong | undefined => {
  const isInside = (cell: number): boolean =>
    certain.length > 0 && certain[cell] !== 0 ? certain[cell] === 1 : isSet(grid, bits, cell);
  const wrong = marks.filter(({ cells, inside }) => !cells.every((cell) => isInside(cell) === inside));
  if (wrong.length === 0) return undefined;
  const firsts = [wrong.find(({ inside }) => inside), wrong.find(({ inside }) => !inside)];
  const heads = ordered ? wrong.slice(0, 1) : firsts.flatMap((mark) => mark ?? []);
  return { heads, others: made.length + 1 < MOST_CORRECTIONS ? [] : wrong };
};

/** The next correction of a mask that includes the certain cells. */
export const correctionOf = (
  ground: Ground,
  stage: Stage,
  mask: Uint8Array,
  { heads, others: wrong }: Wrong,
  marks: readonly CellMark[],
): Corrected & { readonly stage: Stage } => {
  const { passed, made } = stage;
  const distances = outlineDistances(mask, ground.field.grid);
  const deep = (mark: CellMark): Made => {
    const depth = mark.cells.reduce((most, cell) => Math.max(most, (mark.inside ? 1 : -1) * distances[cell]!), 1);
    return { mark, depth: passed && nameOf(passed.mark) === nameOf(mark) ? Math.min(depth, passed.depth) : depth };
  };
  const candidates = heads.map(deep);
  const last = candidates.reduce((a, b) => (b.depth > a.depth ? b : a));
  const other = candidates.find((each) => each !== last);
  const others = wrong.filter((mark) => mark !== last.mark).map(deep);
  const all = [...made, ...others, last];
  const { known, ...front } = corrected(ground, stage, { mask, distances }, all, marks);
  const next = other && { mark: other.mark, depth: other.depth + ERROR_WIDTH * last.depth };
  return { ...front, stage: { ...known, made: all, passed: next } };
};

const checkMet = (mask: Uint8Array, marks: readonly CellMark[], reason: Told): void => {
  const lost = marks.find((mark) => !isMet(mask, mark));
  if (lost === undefined) return;
  const hints = lost.inside ? because('a-mark-inside')`a mark inside` : because('a-mark-outside')`a mark outside`;
  throw new SegmenterError('bad-hints', { hints, reason });
};

/** Checks the mask of a front, including the certain cells. Throws `bad-hints` where the run was ended before a mark was on its side. */
export const checkReached = (mask: Uint8Array, marks: readonly CellMark[]): void =>
  checkMet(
    mask,
    marks,
    because('ended-before-held')`the run was ended before the contour was held to it; let it go on to its end`,
  );

/** Checks the mask of a result without the parts and holes that are too small. Throws `bad-hints` where one of those contained a mark. */
export const checkKept = (mask: Uint8Array, marks: readonly CellMark[]): void =>
  checkMet(
    mask,
    marks,
    because('part-too-small')`the part or hole that it marks is smaller than minimumArea; give a smaller one`,
  );
