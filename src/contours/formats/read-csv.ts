/** Tables of contours: the column `Geometry` holds the outline as WKT, the others hold its properties and measurements. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { show } from '../../core/errors.js';
import { because, type Told } from '../../core/reasons.js';
import { badImport, colourOf, feature, type Imported, idKeeper, leftOut } from './features.js';
import { planeOf } from './geometry-of.js';
import { csvColumns } from './streams/csv.js';
import { fromWkt } from './wkt.js';

/** Whether a text begins like a table that was written here: its first line names the columns for ids and outlines. */
export const looksLikeCsv = (text: string): boolean => {
  const [head = ''] = text.split('\n', 1);
  return !/^[{[<]/.test(head) && head.includes(csvColumns.id) && head.includes(csvColumns.geometry);
};

/** Throws `bad-import` for the whole file where a row or an outline is invalid. */
export const readCsv = (text: string): Imported => {
  const [head = [], ...rows] = rowsOf(text);
  const column = (name: string): number => head.indexOf(name);
  const known: ReadonlySet<string> = new Set(Object.values(csvColumns));
  const measured = head.flatMap((name, k) => (known.has(name) || name === '' ? [] : [[name, k] as const]));
  const keep = idKeeper();
  const contours: ContourFeature[] = [];
  const left: Told[] = [];
  for (const [index, cells] of rows.entries()) {
    const where = because('at-row')`row ${index + 2}`;
    if (cells.length === 1 && cells[0] === '') continue;
    if (cells.length !== head.length)
      throw badImport(because('csv-cells')`${where} has ${cells.length} cells, the first has ${head.length}`);
    const at = (name: string): string => cells[column(name)] ?? '';
    const geometry = fromWkt(at(csvColumns.geometry), because('reason-at')`${where}: ${csvColumns.geometry}`);
    if (geometry === undefined) {
      left.push(because('left-geometry')`${where}: geometry ${show(at(csvColumns.geometry).slice(0, 20))}`);
      continue;
    }
    const [name, classification] = [at(csvColumns.name), at(csvColumns.classification)];
    const measurements: [name: string, value: number][] = [];
    for (const [label, k] of measured) {
      const text = cells[k]?.trim() ?? '';
      const value = Number(text);
      if (text !== '' && !Number.isNaN(value)) measurements.push([label, value]);
    }
    const numberAt = (title: string): number | undefined => (at(title).trim() === '' ? undefined : Number(at(title)));
    const [z, c, t] = [csvColumns.slice, csvColumns.channel, csvColumns.time].map(numberAt);
    const plane = planeOf({ plane: { c, z, t } });
    const placed = plane ? { ...geometry, plane } : geometry;
    contours.push(
      feature(keep(at(csvColumns.id)), placed, {
        measurements: Object.fromEntries(measurements),
        ...(name === '' ? {} : { name }),
        ...(classification === '' ? {} : { classification: { name: classification, color: colourOf(classification) } }),
      }),
    );
  }
  return { contours, ...leftOut(left) };
};

/** Rows of cells (RFC 4180): quotes are doubled inside quoted cells, lines end in CR LF or LF. */
const rowsOf = (text: string): string[][] => {
  const rows: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    let value = '';
    if (text[at] === '"') {
      for (at++; ; at++) {
        const quote = text.indexOf('"', at);
        if (quote < 0) throw badImport(because('csv-quote')`row ${rows.length + 1} has a quoted cell without an end`);
        value += text.slice(at, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        value += '"';
      }
    }
    const comma = text.indexOf(',', at);
    const newline = text.indexOf('\n', at);
    const end = Math.min(comma < 0 ? text.length : comma, newline < 0 ? text.length : newline);
    cells.push(value + text.slice(at, end).replace(/\r$/, ''));
    at = end + 1;
    if (text[end] === ',' && at === text.length) cells.push('');
    if (text[end] === ',' && at < text.length) continue;
    rows.push(cells);
    cells = [];
  }
  return rows;
};
