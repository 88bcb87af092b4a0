/** Settings of the list of objects: search, order, filter, and where it is scrolled to. */
import { remembered } from '../../../core/remembered.js';
import { type ObjectQuery, queried } from '../../contours/objects.js';
import { RowState } from './row-state.js';

/** The state of one list of objects between renderings. */
export class ListState extends RowState {
  query: ObjectQuery = { search: '', order: 'drawn' };
  /** The objects that a query asks for; the same list while neither changes. */
  readonly find = remembered(queried);

  set(query: Partial<ObjectQuery>): void {
    this.query = { ...this.query, ...query };
    this.scrolled = 0;
    this.changed();
  }
}
