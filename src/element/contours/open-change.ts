/** Open changes: contours are added and removed as parts of one change, which is undone as a whole, even if other changes are made in between. */
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

/** A change that is added to as contours come, and undone as one. */
export interface OpenChange {
  readonly reason: ChangeReason;
  /** What its change in the history is known by. */
  readonly key: symbol;
  /** Places in the list when it began. */
  readonly base: ReadonlyMap<string, number>;
  /** Contours that it has added, by their ids; none before the first came or went. */
  readonly added?: ReadonlySet<string>;
}

/** An open change of a list whose contours have these places. */
export const opened = (reason: ChangeReason, places: ReadonlyMap<string, number>): OpenChange => ({
  reason,
  key: Symbol(reason),
  base: new Map(places),
});

/** Whether an open change was undone. The history drops old changes, so a change that is not in it counts as not undone. */
export const wasUndone = ({ redo }: ImageWork, { key }: OpenChange): boolean => redo.some(({ open }) => open === key);

/**
 * The work with contours added at the end, and others taken away, as a part of an open change, wherever in the history that is: what
 * was done since stays above it. Where the history has forgotten the change, these contours are not in it either. `undefined` where
 * the change was undone.
 */
export const grown = (
  work: ImageWork,
  open: OpenChange,
  gone: readonly string[],
  come: readonly ContourFeature[],
): { readonly work: ImageWork; readonly open: OpenChange; readonly edits: readonly Edit[] } | undefined => {
  if (wasUndone(work, open)) return undefined;
  const { reason, key, base } = open;
  const own = open.added ?? new Set();
  const away = removing(work.contours, gone);
  const edits: Edit[] = [...away, ...come.map((after, k) => ({ index: work.contours.length + k, after }))];
  const out = new Set(gone);
  const at = work.undo.findLastIndex((change) => change.open === key);
  const earlier = work.undo[at]?.edits ?? [];
  const removed = away.flatMap(({ index, before: one }) => (one && !own.has(one.id) ? [{ index, before: one }] : []));
  // In the list before they stood where the base has them; beyond its end all places are the end.
  const placed = removed.map(({ index, before: one }) => ({ index: base.get(one.id) ?? index, before: one }));
  const stay = out.size === 0 ? earlier : earlier.filter(({ after }) => !after || !out.has(after.id));
  const appended = come.map((after) => ({ index: base.size + stay.length, after }));
  const change: Change = { reason, edits: [...stay, ...placed, ...appended], open: key };
  const added = new Set(own);
  for (const id of gone) added.delete(id);
  for (const { id } of come) added.add(id);
  const undo =
    at >= 0 ? work.undo.with(at, change) : open.added ? work.undo : kept([...work.undo, change], MOST_HISTORY);
  return { work: { contours: applied(work.contours, edits), undo, redo: [] }, open: { ...open, added }, edits };
};

/** The work with the contours of an open change at the end, in this order. */
export const arranged = (work: ImageWork, { key, added }: OpenChange, order: readonly ContourFeature[]): ImageWork => {
  const places = placesIn(order);
  const placeOf = ({ id }: ContourFeature): number => places.get(id) ?? order.length;
  const [mine, others] = [
    work.contours.filter(({ id }) => added?.has(id)).sort((a, b) => placeOf(a) - placeOf(b)),
    work.contours.filter(({ id }) => !added?.has(id)),
  ];
  const undo = work.undo.map((change) => {
    if (change.open !== key) return change;
    const come = change.edits.filter(({ after }) => after);
    const sorted = come.flatMap(({ after }) => after ?? []).sort((a, b) => placeOf(a) - placeOf(b));
    const edits = [
      ...change.edits.filter(({ after }) => !after),
      ...come.map(({ index }, k) => ({ index, after: sorted[k]! })),
    ];
    return { ...change, edits };
  });
  return { ...work, contours: [...others, ...mine], undo };
};
