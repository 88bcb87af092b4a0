/** A contour's marks as they are shown and changed, and as its next run wants them. */
import { type HintMark, type HintMarks, type Hints, type MarkSide, markOf } from '../../algorithm/hints.js';
import type { ShownHint } from '../overlay/drawing.js';

/** Lists a contour's marks as strokes in full-resolution pixels, in the order in which they were made; those inside first where none is known. */
export const shownHints = (hints: Hints | undefined): readonly ShownHint[] => {
  const listed = (side: MarkSide): ShownHint[] =>
    strokesOf(hints?.[side]).map((stroke) => {
      const slice = stroke[0]?.[2];
      const mark = { stroke: stroke.map(positionOf), inside: side === 'inside' };
      return slice === undefined ? mark : { ...mark, slice };
    });
  const [inside, outside] = [listed('inside'), listed('outside')];
  if (hints?.order === undefined) return [...inside, ...outside];
  const next = { inside: inside.values(), outside: outside.values() };
  return hints.order.flatMap((side) => next[side].next().value ?? []);
};

/** Whether the order in which marks were made is known: it was told, or all are of one side. */
export const isOrdered = (hints: Hints | undefined): boolean =>
  hints?.order !== undefined || strokesOf(hints?.inside).length === 0 || strokesOf(hints?.outside).length === 0;

/**
 * Puts marks into the form of a request.
 * @param ordered the marks lie in the order in which they were made
 */
export const wantedHints = (marks: readonly ShownHint[], ordered: boolean): Hints => {
  const of = (inside: boolean): readonly HintMark[] =>
    marks.filter((mark) => mark.inside === inside).map(({ stroke, slice }) => markOf(stroke, slice));
  const both = { inside: of(true), outside: of(false) };
  return ordered ? { ...both, order: marks.map(({ inside }) => (inside ? 'inside' : 'outside')) } : both;
};

type Line = readonly (readonly number[])[];

const strokesOf = (marks: HintMarks | undefined): readonly Line[] => {
  const list: readonly HintMark[] = marks === undefined ? [] : 'type' in marks ? [marks] : marks;
  return list.flatMap((mark): readonly Line[] => {
    if (!('type' in mark)) return [[mark]];
    if (mark.type === 'Point') return [[mark.coordinates]];
    if (mark.type === 'LineString') return [mark.coordinates];
    return mark.type === 'MultiPoint' ? mark.coordinates.map((position) => [position]) : mark.coordinates;
  });
};

const positionOf = ([x = 0, y = 0]: readonly number[]): readonly [number, number] => [x, y];
