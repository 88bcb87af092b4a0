/** Contours in and out, by the name of the format. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { SegmenterError, show } from '../../core/errors.js';
import { writeMaskTiff } from '../../image/formats/tiff/write-mask.js';
import { badImport, type ImageFrame, type Imported, importError } from './features.js';
import { looksLikeLines, readGeoJSON, readLines, toFeatureCollection, writeGeoJSON } from './geojson.js';
import { georeferenced } from './georeference.js';
import { looksLikeLabelme, readLabelme, writeLabelme } from './labelme.js';
import { writeMaskPNG } from './mask-png.js';
import { looksLikeCoco, readCoco } from './read-coco.js';
import { looksLikeCsv, readCsv } from './read-csv.js';
import { classMask, labelMask } from './scanlines.js';
import { cocoStream } from './streams/coco.js';
import { csvTable } from './streams/csv.js';
import { geojsonLines } from './streams/geojson-stream.js';
import { flatGeobufBlob, textBlob } from './streams/to-blob.js';
import { readSVG, writeSVG } from './svg/svg.js';
import { writeMaskNifti, writeMaskStack } from './volume-masks.js';
import { looksLikeW3C, readW3C, writeW3C } from './w3c.js';
import { looksLikeWkt, readWktLines, writeWktLines } from './wkt.js';
import { looksLikeYolo, readYolo, writeYolo } from './yolo.js';

export type { FeatureCollection, ImageFrame, Imported } from './features.js';
export { toFeatureCollection } from './geojson.js';

export type TextFormat = 'geojson' | 'geojson-crs' | 'geojson-wgs84' | 'w3c' | 'svg' | 'yolo' | 'labelme' | 'wkt';
export type BinaryFormat =
  | 'geojsonl'
  | 'flatgeobuf'
  | 'csv'
  | 'coco'
  | 'mask-png'
  | 'mask-tiff'
  | 'mask-nifti'
  | 'mask-classes-png'
  | 'mask-classes-tiff';
export type ExportFormat = TextFormat | BinaryFormat;

/** The image that a writer needs: none, one with a size, a georeferenced one, or a volume. */
type Needs = 'nothing' | 'image' | 'place' | 'volume';

export interface Writer {
  readonly title: string;
  readonly extension: string;
  readonly type: string;
  readonly needs: Needs;
  /** Holds the contours of every slice; else those of the slice shown are written. */
  readonly slices?: boolean;
  write(contours: readonly ContourFeature[], image: ImageFrame): string | Promise<string | Blob>;
}

const placed =
  (system: 'source' | 'wgs84') =>
  async (contours: readonly ContourFeature[], { placement, name }: ImageFrame): Promise<string> =>
    writeGeoJSON(await georeferenced(contours, placement, name, { system }));

export const writers: Readonly<Record<ExportFormat, Writer>> = {
  geojson: {
    title: 'GeoJSON (QuPath)',
    extension: 'geojson',
    type: 'application/geo+json',
    needs: 'nothing',
    slices: true,
    write: (contours) => writeGeoJSON(toFeatureCollection(contours)),
  },
  'geojson-crs': {
    title: 'GeoJSON, map coordinates',
    extension: 'geojson',
    type: 'application/geo+json',
    needs: 'place',
    write: placed('source'),
  },
  'geojson-wgs84': {
    title: 'GeoJSON, longitude and latitude',
    extension: 'geojson',
    type: 'application/geo+json',
    needs: 'place',
    write: placed('wgs84'),
  },
  geojsonl: {
    title: 'GeoJSON, a feature a line',
    extension: 'geojsonl',
    type: 'application/geo+json-seq',
    needs: 'nothing',
    slices: true,
    write: textBlob(geojsonLines, 'application/geo+json-seq'),
  },
  flatgeobuf: {
    title: 'FlatGeobuf',
    extension: 'fgb',
    type: 'application/flatgeobuf',
    needs: 'nothing',
    slices: true,
    write: flatGeobufBlob,
  },
  csv: {
    title: 'Table of measurements, CSV',
    extension: 'csv',
    type: 'text/csv',
    needs: 'nothing',
    slices: true,
    write: textBlob(csvTable, 'text/csv'),
  },
  coco: {
    title: 'COCO',
    extension: 'coco.json',
    type: 'application/json',
    needs: 'image',
    write: textBlob(cocoStream, 'application/json'),
  },
  w3c: { title: 'W3C annotations', extension: 'json', type: 'application/ld+json', needs: 'nothing', write: writeW3C },
  svg: { title: 'SVG', extension: 'svg', type: 'image/svg+xml', needs: 'image', write: writeSVG },
  yolo: { title: 'YOLO', extension: 'txt', type: 'text/plain', needs: 'image', write: writeYolo },
  labelme: {
    title: 'LabelMe',
    extension: 'labelme.json',
    type: 'application/json',
    needs: 'image',
    write: writeLabelme,
  },
  wkt: { title: 'WKT', extension: 'wkt', type: 'text/plain', needs: 'nothing', write: writeWktLines },
  'mask-png': {
    title: 'Mask, PNG',
    extension: 'png',
    type: 'image/png',
    needs: 'image',
    write: (contours, image) => writeMaskPNG(contours, image),
  },
  'mask-classes-png': {
    title: 'Mask of classes, PNG',
    extension: 'png',
    type: 'image/png',
    needs: 'image',
    write: (contours, image) => writeMaskPNG(contours, image, classMask),
  },
  'mask-classes-tiff': {
    title: 'Mask of classes, TIFF',
    extension: 'tif',
    type: 'image/tiff',
    needs: 'image',
    write: (contours, image) => writeMaskTiff(classMask(contours, image), image.placement),
  },
  'mask-tiff': {
    title: 'Mask, TIFF',
    extension: 'tif',
    type: 'image/tiff',
    needs: 'image',
    slices: true,
    write: async (contours, image) =>
      image.stack ? writeMaskStack(contours, image) : writeMaskTiff(labelMask(contours, image), image.placement),
  },
  'mask-nifti': {
    title: 'Mask, NIfTI',
    extension: 'nii.gz',
    type: 'application/gzip',
    needs: 'volume',
    slices: true,
    write: writeMaskNifti,
  },
};

/** Tells whether a format can be written for an image, or without one. */
export const isWritable = ({ needs }: Writer, image: ImageFrame | undefined): boolean =>
  needs === 'nothing' ||
  (image !== undefined &&
    (needs === 'image' || (needs === 'volume' ? image.stack !== undefined : image.placement?.origin !== undefined)));

/** Throws `bad-parameter` where a format is none of `among`. */
export const writerOf = (format: string, among: Readonly<Record<string, Writer>> = writers): Writer => {
  const writer = Object.entries(among).find(([name]) => name === format)?.[1];
  if (writer) return writer;
  throw new SegmenterError('bad-parameter', {
    name: 'format',
    value: show(format),
    wanted: `one of ${Object.keys(among).join(', ')}`,
  });
};

/**
 * Reads text or parsed JSON of any format that is written here, told apart by content.
 * @param image the image that contours lie on, which formats of shares need
 * @throws SegmenterError `bad-import`, whatever it is given
 */
export const readContours = (data: unknown, image?: ImageFrame): Imported => {
  try {
    return read(data, image);
  } catch (error) {
    throw importError(error);
  }
};

const read = (data: unknown, image: ImageFrame | undefined): Imported => {
  if (typeof data !== 'string') {
    if (looksLikeCoco(data)) return readCoco(data);
    if (looksLikeLabelme(data)) return readLabelme(data);
    return looksLikeW3C(data) ? readW3C(data) : readGeoJSON(data);
  }
  const text = data.replace(/^\uFEFF/, '').trim();
  if (text.startsWith('<')) return readSVG(text);
  if (looksLikeWkt(text)) return readWktLines(text);
  if (looksLikeYolo(text)) return readYolo(text, image);
  if (looksLikeCsv(text)) return readCsv(text);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    if (looksLikeLines(text)) return readLines(text);
    throw badImport(`it is neither JSON, SVG nor a table (${error instanceof Error ? error.message : show(error)})`);
  }
  return read(typeof parsed === 'string' ? undefined : parsed, image);
};
