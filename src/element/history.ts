/** Contours and what was done to them, as data: every change is a list of edits that can be undone and redone. */
import type { ContourFeature } from '../worker/protocol.js';

/** One contour before and after: absent before = added, absent after = removed. `index` is its place in the list. */
export interface Edit {
  readonly index: number;
  readonly before?: ContourFeature;
  readonly after?: ContourFeature;
}

/** Why contours changed; the `reason` of the events. */
export type ChangeReason =
  | 'segment'
  | 'refine'
  | 'cancel'
  | 'edit'
  | 'class'
  | 'import'
  | 'set'
  | 'remove'
  | 'clear'
  | 'image'
  | 'undo'
  | 'redo';

export interface Change {
  readonly reason: ChangeReason;
  readonly edits: readonly Edit[];
}

export interface HistoryState {
  readonly undo: readonly Change[];
  readonly redo: readonly Change[];
}

/** Changes kept for undo. */
const DEPTH = 200;

const inverse = (edit: Edit): Edit => ({ index: edit.index, before: edit.after, after: edit.before });

/**
 * The list of contours in drawing order, with its past and future. Ids are unique: adding a contour whose id is
 * there replaces it.
 */
export class History {
  #contours: readonly ContourFeature[] = [];
  #places = new Map<string, number>();
  #undo: Change[] = [];
  #redo: Change[] = [];

  get contours(): readonly ContourFeature[] {
    return this.#contours;
  }

  get state(): HistoryState {
    return { undo: this.#undo, redo: this.#redo };
  }

  get(id: string): ContourFeature | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#contours[place];
  }

  /** Adds, or replaces those of the same id. */
  put(contours: readonly ContourFeature[], reason: ChangeReason): Change {
    const edits: Edit[] = [];
    const added = new Map<string, number>();
    let end = this.#contours.length;
    for (const after of contours) {
      const place = this.#places.get(after.id);
      const again = added.get(after.id);
      if (again !== undefined) edits[again] = { ...edits[again]!, after };
      else {
        added.set(after.id, edits.length);
        if (place !== undefined) edits.push({ index: place, before: this.#contours[place]!, after });
        else edits.push({ index: end++, after });
      }
    }
    return this.#commit({ reason, edits });
  }

  /** Adds contours at the end in place of others, in one change. */
  exchange(gone: readonly string[], contours: readonly ContourFeature[], reason: ChangeReason): Change {
    const kept = new Map(contours.map((contour) => [contour.id, contour]));
    const out = this.#contours.flatMap((before, index) =>
      kept.has(before.id) || gone.includes(before.id) ? [{ index, before }] : [],
    );
    const end = this.#contours.length - out.length;
    const added = [...kept.values()].map((after, k) => ({ index: end + k, after }));
    return this.#commit({ reason, edits: [...out, ...added] });
  }

  remove(ids: readonly string[], reason: ChangeReason): Change {
    const places = ids.map((id) => this.#places.get(id)).filter((place) => place !== undefined);
    const edits = [...new Set(places)].map((index) => ({ index, before: this.#contours[index]! }));
    return this.#commit({ reason, edits });
  }

  /** All contours give way to these, in one change. */
  replace(contours: readonly ContourFeature[], reason: ChangeReason): Change {
    const kept = new Map(contours.map((contour) => [contour.id, contour]));
    const removed = this.#contours.flatMap((before, index) => ({ index, before }));
    const added = [...kept.values()].map((after, index) => ({ index, after }));
    return this.#commit({ reason, edits: [...removed, ...added] });
  }

  undo(): Change | undefined {
    const change = this.#undo.pop();
    if (!change) return undefined;
    this.#redo.push(change);
    const back: Change = { reason: 'undo', edits: change.edits.map(inverse) };
    this.#apply(back.edits);
    return back;
  }

  redo(): Change | undefined {
    const change = this.#redo.pop();
    if (!change) return undefined;
    this.#undo.push(change);
    const again: Change = { reason: 'redo', edits: change.edits };
    this.#apply(again.edits);
    return again;
  }

  #commit(change: Change): Change {
    if (change.edits.length === 0) return change;
    this.#undo.push(change);
    if (this.#undo.length > DEPTH) this.#undo.shift();
    this.#redo = [];
    this.#apply(change.edits);
    return change;
  }

  /** Indices of removals count in the list before, those of additions in the list after. */
  #apply(edits: readonly Edit[]): void {
    const list = [...this.#contours];
    for (const { index, before, after } of edits) if (before && after) list[index] = after;
    const gone = new Set(edits.filter(({ before, after }) => before && !after).map(({ index }) => index));
    const rest = gone.size > 0 ? list.filter((_, index) => !gone.has(index)) : list;
    const added = edits.filter(({ before, after }) => after && !before).sort((a, b) => a.index - b.index);
    for (const { index, after } of added) rest.splice(index, 0, after!);
    this.#contours = rest;
    this.#places = new Map(rest.map((contour, index) => [contour.id, index]));
  }
}
