/** The table as text: for a spreadsheet by the clipboard, and for a file. */
import { csvRow } from '../../../contours/formats/streams/csv.js';
import type { AnnotatedObject } from '../../contours/objects.js';
import type { Column } from './columns.js';

const lines = (
  rows: readonly AnnotatedObject[],
  columns: readonly Column[],
): readonly (readonly (string | number | undefined)[])[] => [
  columns.map(({ id }) => id),
  ...rows.map((row) => columns.map(({ value }) => value(row))),
];

/** Values separated by tabs, a line a row, as spreadsheets paste them; tabs and line breaks in names become spaces. */
export const tabbed = (rows: readonly AnnotatedObject[], columns: readonly Column[]): string =>
  lines(rows, columns)
    .map((cells) => cells.map((cell) => String(cell ?? '').replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');

/** Values separated by commas (RFC 4180). */
export const commaSeparated = (rows: readonly AnnotatedObject[], columns: readonly Column[]): string =>
  lines(rows, columns).map(csvRow).join('');
