/**
 * Measurements as a table (RFC 4180): a row a contour, with the columns' names as QuPath has them, and the outline in the
 * last column as WKT, which QGIS and this package read back.
 */
import type { Geometry } from '../../../algorithm/algorithm.js';
import { ownValue } from '../../../core/record.js';
import { centroidOf } from '../../seams/reference-point.js';
import { survey } from '../../set/survey.js';
import { toWkt } from '../wkt.js';
import { inPieces, type TextWriter } from './text-writer.js';

/** Titles of the columns beside measurements. */
export const csvColumns = {
  image: 'Image',
  id: 'Object ID',
  name: 'Name',
  classification: 'Classification',
  slice: 'Slice',
  channel: 'Channel of the slice',
  time: 'Time of the slice',
  x: 'Centroid X px',
  y: 'Centroid Y px',
  geometry: 'Geometry',
} as const;

/** A cell, quoted where necessary. */
const cell = (value: string | number | undefined): string => {
  const text = value === undefined ? '' : String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A row of a table, with the end of its line. */
export const csvRow = (cells: readonly (string | number | undefined)[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Two decimals: a hundredth of a pixel. */
const place = (geometry: Geometry): readonly [number, number] => {
  const [x, y] = centroidOf(geometry);
  return [Math.round(x * 100) / 100, Math.round(y * 100) / 100];
};

/** Writes contours as a table, piece by piece. */
export const csvTable: TextWriter = (contours, image) =>
  inPieces(
    (async function* () {
      const { measurements, slices, channels, times } = await survey(contours);
      const { image: ofImage, id, name: named, classification: ofClass, x, y, geometry } = csvColumns;
      const planes = [
        ...(slices ? [csvColumns.slice] : []),
        ...(channels ? [csvColumns.channel] : []),
        ...(times ? [csvColumns.time] : []),
      ];
      yield csvRow([ofImage, id, named, ofClass, ...planes, x, y, ...measurements, geometry]);
      for await (const contour of contours) {
        const { name, classification, measurements: measured } = contour.properties;
        const { plane } = contour.geometry;
        yield csvRow([
          image.name,
          contour.id,
          name,
          classification?.name,
          ...(slices ? [plane?.z] : []),
          ...(channels ? [plane && plane.c >= 0 ? plane.c : undefined] : []),
          ...(times ? [plane?.t] : []),
          ...place(contour.geometry),
          ...measurements.map((each) => ownValue(measured, each)),
          toWkt(contour.geometry),
        ]);
      }
    })(),
  );
