/** Settings of the table of measurements: order, hidden columns, and where it is scrolled to. */
import { remembered } from '../../../core/remembered.js';
import { RowState } from '../objects/row-state.js';
import { columnsOf, type Sorting, sorted } from './columns.js';

/** The state of one table between renderings. */
export class TableState extends RowState {
  sorting: Sorting | undefined;
  /** Ids of columns that are left out. */
  hidden: ReadonlySet<string> = new Set();
  /** The columns; the same while nothing that they depend on changes. */
  readonly columns = remembered(columnsOf);
  /** The rows in their order; the same list while nothing changes. */
  readonly sorted = remembered(sorted);

  /** Orders by a column: rising, falling, then as in the list. */
  sort(column: string): void {
    const { sorting } = this;
    if (sorting?.column !== column) this.sorting = { column, descending: false };
    else this.sorting = sorting.descending ? undefined : { column, descending: true };
    this.changed();
  }

  hide(column: string, hidden: boolean): void {
    const next = new Set(this.hidden);
    if (hidden) next.add(column);
    else next.delete(column);
    this.hidden = next;
    this.changed();
  }
}
