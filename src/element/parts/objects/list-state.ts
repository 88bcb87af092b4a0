/** What the person at the list of objects has set: search, order, filter, and where it is scrolled to. */
import type { AnnotatedObject, ObjectQuery } from '../../contours/objects.js';

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
  /** What was selected when the list was last drawn. */
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
