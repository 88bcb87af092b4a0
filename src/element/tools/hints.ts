/** A contour's marks as they are shown and changed, and as its next run wants them. */
import type { HintMark, HintMarks, Hints } from '../../algorithm/hints.js';
import type { ShownHint } from '../overlay/drawing.js';

/** Lists a contour's marks as strokes in full-resolution pixels. */
export const shownHints = (hints: Hints | undefined): readonly ShownHint[] =>
  (['inside', 'outside'] as const).flatMap((side) =>
    strokesOf(hints?.[side]).map((stroke) => {
      const slice = stroke[0]?.[2];
      const mark = { stroke: stroke.map(positionOf), inside: side === 'inside' };
      return slice === undefined ? mark : { ...mark, slice };
    }),
  );

/** Puts marks into the form of a request: a click as its position, a stroke as a LineString. */
export const wantedHints = (marks: readonly ShownHint[]): Hints => {
  const of = (inside: boolean): readonly HintMark[] =>
    marks
      .filter((mark) => mark.inside === inside)
      .map(({ stroke, slice }) => {
        const positions = slice === undefined ? stroke : stroke.map(([x, y]) => [x, y, slice]);
        return positions.length === 1 ? positions[0]! : { type: 'LineString', coordinates: positions };
      });
  return { inside: of(true), outside: of(false) };
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
