/** Areas on the slices of a volume, divided through all slices: pieces that overlap from slice to slice belong together. */
import { type Area, common, geometryOfArea, partsOf, sizeOf } from './clip.js';
import { cutAlong } from './cut.js';

/** An area on a slice. */
export interface Sheet {
  readonly slice: number;
  readonly area: Area;
}

/** The areas of each object of the division, by its number, on each sheet; an undivided sheet is returned unchanged. */
export type Division = readonly (readonly Area[])[];

type Line = readonly { readonly x: number; readonly y: number }[];

/**
 * Cuts sheets along a line that is drawn on one of the slices. The pieces there are the objects; those of the other slices, cut along
 * the same line, go to the object that they overlap most on the slice before, counted from the one drawn on. A part that overlaps
 * none stays with the first. Nothing where the line divides nothing on its slice.
 */
export const cutThrough = (sheets: readonly Sheet[], line: Line, drawnOn: number): Division | undefined => {
  const division: Area[][] = sheets.map(() => []);
  let count = 1;
  const there: Area[] = [];
  const put = (sheet: number, label: number, area: Area): void => {
    division[sheet]![label] = beside(division[sheet]![label], area);
  };
  for (const [k, { slice, area }] of sheets.entries()) {
    if (slice !== drawnOn) continue;
    for (const [place, piece] of cutAlong(area, line).entries()) {
      const label = place === 0 ? 0 : count++;
      put(k, label, piece);
      there[label] = beside(there[label], piece);
    }
  }
  if (count === 1) return undefined;
  for (const way of [1, -1]) {
    let front: readonly Area[] = there;
    for (const group of beyond(sheets, drawnOn, way)) {
      const next: Area[] = [];
      for (const k of group) {
        const { area } = sheets[k]!;
        const parts = cutAlong(area, line).flatMap(partsOf).filter(geometryOfArea);
        const labels = parts.map((part) => mostShared(part, front));
        const [only] = labels;
        if (only !== undefined && labels.every((label) => label === only)) put(k, only, area);
        else for (const [place, part] of parts.entries()) put(k, labels[place]!, part);
        for (const [label, piece] of division[k]!.entries()) {
          if (piece) next[label] = beside(next[label], piece);
        }
      }
      front = next;
    }
  }
  return division;
};

const beside = (area: Area | undefined, other: Area): Area => (area ? [...area, ...other] : other);

/** Indices of the sheets above or below a slice, grouped by slice, the nearest first. */
const beyond = (sheets: readonly Sheet[], from: number, way: number): readonly (readonly number[])[] => {
  const groups = new Map<number, number[]>();
  for (const [k, { slice }] of sheets.entries()) {
    if ((slice - from) * way <= 0) continue;
    const group = groups.get(slice);
    if (group) group.push(k);
    else groups.set(slice, [k]);
  }
  return [...groups].sort(([a], [b]) => (a - b) * way).map(([, group]) => group);
};

/** The number of the area that shares most with a part; 0 where none shares any. */
const mostShared = (part: Area, areas: readonly Area[]): number => {
  let [best, most] = [0, 0];
  for (const [label, area] of areas.entries()) {
    const size = area ? sizeOf(common(part, area)) : 0;
    if (size > most) [best, most] = [label, size];
  }
  return best;
};

/**
 * Splits sheets into connected objects: areas are connected within a slice, and by an overlap with the next slice. The largest is the
 * first. `undefined` where there is one object.
 */
export const partsThrough = (sheets: readonly Sheet[]): Division | undefined => {
  const parts = sheets.flatMap(({ slice, area }, sheet) =>
    partsOf(area)
      .filter(geometryOfArea)
      .map((part) => ({ slice, sheet, part })),
  );
  const root = parts.map((_, k) => k);
  const rootOf = (k: number): number => {
    let at = k;
    while (root[at] !== at) at = root[at]!;
    return at;
  };
  for (const [k, a] of parts.entries()) {
    for (const [other, b] of parts.entries()) {
      if (b.slice !== a.slice + 1 || rootOf(k) === rootOf(other)) continue;
      if (sizeOf(common(a.part, b.part)) > 0) root[rootOf(other)] = rootOf(k);
    }
  }
  const sizes = new Map<number, number>();
  for (const [k, { part }] of parts.entries()) sizes.set(rootOf(k), (sizes.get(rootOf(k)) ?? 0) + sizeOf(part));
  if (sizes.size < 2) return undefined;
  const order = [...sizes].sort(([, a], [, b]) => b - a).map(([at]) => at);
  const division: Area[][] = sheets.map(() => []);
  for (const [k, { sheet, part }] of parts.entries()) {
    const label = order.indexOf(rootOf(k));
    division[sheet]![label] = beside(division[sheet]![label], part);
  }
  return division;
};
