/** The conversion between the work on an image and its stored form, which names contours by serials. */
import { uuid } from '../../core/uuid.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { Change, Edit, ImageWork } from '../contours/edits.js';
import type { StoredChange } from './stored-image.js';

/** The work on an image by serials of contours: the list, and the changes to undo and to redo. */
export interface SerialWork {
  readonly contours: readonly string[];
  readonly undo: readonly StoredChange[];
  readonly redo: readonly StoredChange[];
}

/** Assigns a unique serial number to each contour object. */
export class Serials {
  readonly #of = new WeakMap<ContourFeature, string>();
  /** Part of each serial, which makes it unique among pages. */
  readonly #page = uuid();
  #next = 0;

  of(contour: ContourFeature): string {
    let serial = this.#of.get(contour);
    if (serial === undefined) {
      serial = `${this.#page} ${this.#next++}`;
      this.#of.set(contour, serial);
    }
    return serial;
  }

  /** A contour that was read under this serial. */
  note(contour: ContourFeature, serial: string): void {
    this.#of.set(contour, serial);
  }
}

/** The work with serials in place of contours, and the contours that it names. */
export const serialised = (
  { contours, undo, redo }: ImageWork,
  serials: Serials,
): { readonly work: SerialWork; readonly named: ReadonlyMap<string, ContourFeature> } => {
  const named = new Map<string, ContourFeature>();
  const name = (contour: ContourFeature): string => {
    const serial = serials.of(contour);
    named.set(serial, contour);
    return serial;
  };
  const changes = (list: readonly Change[]): StoredChange[] =>
    list.map(({ reason, edits, classes }) => ({
      reason,
      ...(classes ? { classes } : {}),
      edits: edits.map(({ index, before, after }) => ({
        index,
        ...(before ? { before: name(before) } : {}),
        ...(after ? { after: name(after) } : {}),
      })),
    }));
  return { work: { contours: contours.map(name), undo: changes(undo), redo: changes(redo) }, named };
};

/** The work again. A change that names a contour that is not there ends the history before it. */
export const revived = (
  { contours, undo, redo }: SerialWork,
  get: (serial: string) => ContourFeature | undefined,
): ImageWork => {
  const change = ({ reason, edits, classes }: StoredChange): Change | undefined => {
    const whole: Edit[] = [];
    for (const { index, before, after } of edits) {
      const [old, next] = [
        before === undefined ? undefined : get(before),
        after === undefined ? undefined : get(after),
      ];
      if ((before !== undefined && !old) || (after !== undefined && !next)) return undefined;
      whole.push({ index, ...(old ? { before: old } : {}), ...(next ? { after: next } : {}) });
    }
    return { reason, edits: whole, ...(classes ? { classes } : {}) };
  };
  /** The newest, back to the first that is not whole. */
  const newest = (list: readonly StoredChange[]): Change[] => {
    const changes: Change[] = [];
    for (const stored of list.toReversed()) {
      const next = change(stored);
      if (!next) break;
      changes.unshift(next);
    }
    return changes;
  };
  return {
    contours: contours.flatMap((serial) => get(serial) ?? []),
    undo: newest(undo),
    redo: newest(redo),
  };
};
