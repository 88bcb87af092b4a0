/** Changes of a list of contours, as data: each is a list of edits that can be undone and redone. */
import { positionsIn } from '../../contours/geometry.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { ClassChange } from './classes.js';

/** One contour before and after: absent before = added, absent after = removed. `index` is its place in the list. */
export interface Edit {
  readonly index: number;
  readonly before?: ContourFeature;
  readonly after?: ContourFeature;
}

/** Reason for a change of contours; the `reason` of the events. */
export type ChangeReason =
  | 'segment'
  | 'refine'
  | 'cancel'
  | 'edit'
  | 'move'
  | 'paste'
  | 'measure'
  | 'class'
  | 'property'
  | 'draw'
  | 'import'
  | 'set'
  | 'remove'
  | 'clear'
  | 'image'
  | 'restore'
  | 'session'
  | 'undo'
  | 'redo';

/** A change of the list: why, and the edits it is made of. */
export interface Change {
  readonly reason: ChangeReason;
  readonly edits: readonly Edit[];
  /** What becomes of the list of classes with it. */
  readonly classes?: ClassChange;
  /** The identity of a change that grows, independent of its edits. */
  readonly open?: symbol;
}

/** The contours of an image in drawing order, and what can be undone and redone, the newest last. */
export interface ImageWork {
  readonly contours: readonly ContourFeature[];
  readonly undo: readonly Change[];
  readonly redo: readonly Change[];
}

/** The work on an image on which nothing was done. */
export const noWork: ImageWork = { contours: [], undo: [], redo: [] };

/** Most changes kept for undo. */
const DEPTH = 200;

/**
 * Most bytes that the contours of the history hold beside those of the list: an eighth of a heap of 1 GiB, which browsers give a
 * page on small machines too. The last change can be undone whatever it holds.
 */
export const MOST_HISTORY = 2 ** 27;

/**
 * Estimated bytes: of a contour its objects and strings without vertices (what a run writes into one takes V8 some 1.8 KiB once it has
 * come from a worker), of a vertex an array of two doubles and what points to it.
 */
const CONTOUR = 2048;
const VERTEX = 64;

const weights = new WeakMap<Change, number>();

/** Bytes that a change holds once its contours are no longer in the list. */
const weightOf = (change: Change): number => {
  const known = weights.get(change);
  if (known !== undefined) return known;
  let weight = 0;
  for (const { before } of change.edits) if (before) weight += CONTOUR + VERTEX * positionsIn(before.geometry);
  weights.set(change, weight);
  return weight;
};

/** The newest of them that the history has room for, and the last in any case. */
export const kept = (changes: readonly Change[], most: number): readonly Change[] => {
  let first = changes.length - 1;
  let weight = first < 0 ? 0 : weightOf(changes[first]!);
  while (first > 0 && changes.length - first < DEPTH) {
    weight += weightOf(changes[first - 1]!);
    if (weight > most) break;
    first--;
  }
  return changes.slice(Math.max(0, first));
};

/** Adds contours at the end, or replaces those of the same id. */
export const putting = (list: readonly ContourFeature[], contours: readonly ContourFeature[]): Edit[] => {
  const places = placesIn(list);
  const added = new Map<string, number>();
  const edits: Edit[] = [];
  let end = list.length;
  for (const after of contours) {
    const again = added.get(after.id);
    if (again !== undefined) {
      edits[again] = { ...edits[again]!, after };
      continue;
    }
    added.set(after.id, edits.length);
    const index = places.get(after.id);
    edits.push(index === undefined ? { index: end++, after } : { index, before: list[index]!, after });
  }
  return edits;
};

/** Adds contours at the end in place of those of `gone`, and of those of the same id. */
export const exchanging = (
  list: readonly ContourFeature[],
  gone: readonly string[],
  contours: readonly ContourFeature[],
): Edit[] => {
  const kept = new Map(contours.map((contour) => [contour.id, contour]));
  const out = new Set([...gone, ...kept.keys()]);
  const removed = list.flatMap((before, index) => (out.has(before.id) ? [{ index, before }] : []));
  const end = list.length - removed.length;
  return [...removed, ...[...kept.values()].map((after, k) => ({ index: end + k, after }))];
};

/** Takes contours away. */
export const removing = (list: readonly ContourFeature[], ids: readonly string[]): Edit[] => {
  const out = new Set(ids);
  return list.flatMap((before, index) => (out.has(before.id) ? [{ index, before }] : []));
};

/**
 * The list after edits. Contours are found by their ids, since another page may have changed the list meanwhile; an added
 * one comes to its place in the list after, or in the place of one of its id.
 */
export const applied = (list: readonly ContourFeature[], edits: readonly Edit[]): readonly ContourFeature[] => {
  const after = new Map(edits.flatMap(({ before, after }) => (before ? [[before.id, after] as const] : [])));
  const added = edits.flatMap(({ index, before, after }) => (after && !before ? [{ index, after }] : []));
  const fresh = new Map(added.map((edit) => [edit.after.id, edit.after]));
  const rest = list.flatMap((contour) => {
    const again = fresh.get(contour.id);
    if (!after.has(contour.id)) {
      fresh.delete(contour.id);
      return [again ?? contour];
    }
    const changed = after.get(contour.id);
    return changed ? [changed] : [];
  });
  const wanted = added.filter((edit) => fresh.has(edit.after.id)).sort((a, b) => a.index - b.index);
  const result: ContourFeature[] = [];
  let next = 0;
  for (const edit of wanted) {
    while (result.length < edit.index && next < rest.length) result.push(rest[next++]!);
    result.push(edit.after);
  }
  for (; next < rest.length; next++) result.push(rest[next]!);
  return result;
};

/** The work after a change, which can be undone. @param most bytes that the history may hold */
export const committed = ({ contours, undo }: ImageWork, change: Change, most = MOST_HISTORY): ImageWork => ({
  contours: applied(contours, change.edits),
  undo: kept([...undo, change], most),
  redo: [],
});

/**
 * The work after a change, as one step with the change before where that had the same reason and the same contours, as those of keys that
 * are pressed one after another have.
 */
export const extended = (work: ImageWork, change: Change): ImageWork => {
  const last = work.undo.at(-1);
  const before = new Map(last?.edits.map((edit) => [edit.after?.id, edit.before] as const));
  const goesOn =
    last?.reason === change.reason &&
    last.edits.length === change.edits.length &&
    change.edits.every(({ after }) => after && before.get(after.id));
  if (!goesOn) return committed(work, change);
  const edits = change.edits.map((edit) => {
    const first = before.get(edit.after?.id);
    return first ? { ...edit, before: first } : edit;
  });
  return {
    contours: applied(work.contours, change.edits),
    undo: [...work.undo.slice(0, -1), { reason: change.reason, edits }],
    redo: [],
  };
};

/** The work before its last change, and the change made by going back; `undefined` where there is nothing to undo. */
export const undone = ({
  contours,
  undo,
  redo,
}: ImageWork): { readonly work: ImageWork; readonly change: Change } | undefined => {
  const last = undo.at(-1);
  if (!last) return undefined;
  const edits = last.edits.map(({ index, before, after }) => ({ index, before: after, after: before }));
  return {
    work: { contours: applied(contours, edits), undo: undo.slice(0, -1), redo: [...redo, last] },
    change: {
      reason: 'undo',
      edits,
      ...(last.classes ? { classes: { before: last.classes.after, after: last.classes.before } } : {}),
    },
  };
};

/** The work with the change that was undone last; `undefined` where there is nothing to redo. */
export const redone = ({
  contours,
  undo,
  redo,
}: ImageWork): { readonly work: ImageWork; readonly change: Change } | undefined => {
  const next = redo.at(-1);
  if (!next) return undefined;
  return {
    work: { contours: applied(contours, next.edits), undo: [...undo, next], redo: redo.slice(0, -1) },
    change: { ...next, reason: 'redo' },
  };
};

/** Stored work after edits that were made before it was read, `own` being what they can be undone and redone by. */
export const resumed = (
  stored: ImageWork,
  edits: readonly (readonly Edit[])[],
  own: Pick<ImageWork, 'undo' | 'redo'>,
): ImageWork => ({
  contours: edits.reduce(applied, stored.contours),
  undo: kept([...stored.undo, ...own.undo], MOST_HISTORY),
  redo: edits.length > 0 ? own.redo : stored.redo,
});

/** The work with other properties of a contour that stays what it is, in the list and in its history: no change to be undone. */
export const amended = (
  { contours, undo, redo }: ImageWork,
  others: ReadonlyMap<ContourFeature, ContourFeature>,
): ImageWork => {
  const swapped = (contour: ContourFeature): ContourFeature => others.get(contour) ?? contour;
  const isIn = (contour: ContourFeature | undefined): boolean => contour !== undefined && others.has(contour);
  const rewritten = (changes: readonly Change[]): readonly Change[] =>
    changes.map((change) =>
      change.edits.some(({ before, after }) => isIn(before) || isIn(after))
        ? {
            ...change,
            edits: change.edits.map(({ index, before, after }) => ({
              index,
              ...(before ? { before: swapped(before) } : {}),
              ...(after ? { after: swapped(after) } : {}),
            })),
          }
        : change,
    );
  return { contours: contours.map(swapped), undo: rewritten(undo), redo: rewritten(redo) };
};

/** The index of each contour in the list, by its id. */
export const placesIn = (list: readonly ContourFeature[]): Map<string, number> =>
  new Map(list.map(({ id }, index) => [id, index]));
