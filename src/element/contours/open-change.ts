/** Changes that go on: contours come and go as parts of one change, which is undone as one, whatever else is done meanwhile. */
import type { ContourFeature } from '../../worker/protocol.js';
import {
  applied,
  type Change,
  type ChangeReason,
  type Edit,
  type ImageWork,
  kept,
  MOST_HISTORY,
  placesIn,
  removing,
} from './edits.js';

/** A change that is added to as contours come, and undone as one: what it is based on, and what it is by now. */
export interface OpenChange {
  readonly reason: ChangeReason;
  /** Places in the list when it began. */
  readonly base: ReadonlyMap<string, number>;
  /** As it stands in the history; none before the first contour. */
  readonly change?: Change;
}

/**
 * The work with contours added at the end, and others taken away, as a part of an open change, wherever in the history that is: what
 * was done since stays above it. `undefined` where the change was undone, or forgotten.
 */
export const grown = (
  work: ImageWork,
  open: OpenChange,
  gone: readonly string[],
  come: readonly ContourFeature[],
): { readonly work: ImageWork; readonly open: OpenChange; readonly edits: readonly Edit[] } | undefined => {
  const { reason, base, change: before } = open;
  const at = before === undefined ? work.undo.length : work.undo.lastIndexOf(before);
  if (at < 0) return undefined;
  const away = removing(work.contours, gone);
  const edits: Edit[] = [...away, ...come.map((after, k) => ({ index: work.contours.length + k, after }))];
  const out = new Set(gone);
  const earlier = before?.edits ?? [];
  const own = new Set(out.size === 0 ? [] : earlier.flatMap(({ after }) => after?.id ?? []));
  const removed = away.flatMap(({ index, before: one }) => (one && !own.has(one.id) ? [{ index, before: one }] : []));
  // In the list before they stood where the base has them; beyond its end all places are the end.
  const placed = removed.map(({ index, before: one }) => ({ index: base.get(one.id) ?? index, before: one }));
  const stay = out.size === 0 ? earlier : earlier.filter(({ after }) => !after || !out.has(after.id));
  const added = come.map((after) => ({ index: base.size + stay.length, after }));
  const change: Change = { reason, edits: [...stay, ...placed, ...added] };
  const undo = before === undefined ? kept([...work.undo, change], MOST_HISTORY) : work.undo.with(at, change);
  return { work: { contours: applied(work.contours, edits), undo, redo: [] }, open: { reason, base, change }, edits };
};

/** The work with the contours of an open change at the end, in this order; `undefined` where it has none, or is no longer in the history. */
export const arranged = (
  work: ImageWork,
  open: OpenChange,
  order: readonly ContourFeature[],
): { readonly work: ImageWork; readonly open: OpenChange } | undefined => {
  const { change } = open;
  const at = change === undefined ? -1 : work.undo.lastIndexOf(change);
  if (change === undefined || at < 0) return undefined;
  const places = placesIn(order);
  const placeOf = ({ id }: ContourFeature): number => places.get(id) ?? order.length;
  const own = new Set(change.edits.flatMap(({ after }) => after?.id ?? []));
  const added = change.edits.filter(({ after }) => after);
  const sorted = added.flatMap(({ after }) => after ?? []).sort((a, b) => placeOf(a) - placeOf(b));
  const edits = [
    ...change.edits.filter(({ after }) => !after),
    ...added.map(({ index }, k) => ({ index, after: sorted[k]! })),
  ];
  const [mine, others] = [
    work.contours.filter(({ id }) => own.has(id)).sort((a, b) => placeOf(a) - placeOf(b)),
    work.contours.filter(({ id }) => !own.has(id)),
  ];
  const next: Change = { reason: change.reason, edits };
  return {
    work: { ...work, contours: [...others, ...mine], undo: work.undo.with(at, next) },
    open: { ...open, change: next },
  };
};
