/** The rows of a list or a table of objects: those that are drawn, the active one, and the anchor of a selection. */
import { remembered } from '../../../core/remembered.js';
import type { AnnotatedObject } from '../../contours/objects.js';

/** The state of rows between renderings. */
export class RowState {
  /** Pixels. */
  scrolled = 0;
  /** The object from which Shift extends the selection, by its id. */
  anchor: string | undefined;
  /** The row that the keys act on, by the id of its object. */
  active: string | undefined;
  /** Rows as they were last drawn. */
  rows: readonly AnnotatedObject[] = [];
  /** Rows in the document, as they were last drawn. */
  seen: readonly AnnotatedObject[] = [];
  /** The row with the focus may go with its object: once the rows are drawn, the active one has it. */
  refocus = false;
  /** Selection when the rows were last drawn. */
  followed: string | undefined;
  /** The index of a row by the id of its object, -1 for none; the index is rebuilt only when the rows have changed. */
  readonly placeOf = (id: string | undefined): number =>
    id === undefined ? -1 : (this.#places(this.rows).get(id) ?? -1);
  readonly #places = remembered(
    (rows: readonly AnnotatedObject[]) => new Map(rows.map(({ id }, place) => [id, place] as const)),
  );

  constructor(protected readonly changed: () => void) {}

  /** Goes on with another row in the place of one that goes. */
  goOn(id: string | undefined): void {
    this.active = id;
    this.anchor = id;
    this.refocus = true;
  }

  scroll(to: number): void {
    this.scrolled = to;
    this.changed();
  }
}
