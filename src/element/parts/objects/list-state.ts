/** Settings of the list of objects: search, order, filter, and where it is scrolled to. */
import { remembered } from '../../../core/remembered.js';
import { type AnnotatedObject, type ObjectQuery, queried } from '../../contours/objects.js';

/** The state of one list of objects between renderings. */
export class ListState {
  query: ObjectQuery = { search: '', order: 'drawn' };
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
  /** The objects that a query asks for; the same list while neither changes. */
  readonly find = remembered(queried);
  /** The place of a row by the id of its object, -1 for none; the rows are gone through again only where they changed. */
  readonly placeOf = (id: string | undefined): number =>
    id === undefined ? -1 : (this.#places(this.rows).get(id) ?? -1);
  readonly #places = remembered(
    (rows: readonly AnnotatedObject[]) => new Map(rows.map(({ id }, place) => [id, place] as const)),
  );
  /** Selection when the list was last drawn. */
  followed: string | undefined;

  constructor(private readonly changed: () => void) {}

  set(query: Partial<ObjectQuery>): void {
    this.query = { ...this.query, ...query };
    this.scrolled = 0;
    this.changed();
  }

  scroll(to: number): void {
    this.scrolled = to;
    this.changed();
  }

  activate(id: string | undefined): void {
    this.active = id;
    this.changed();
  }
}
