/** The formats for contours: names, titles, kinds of files. The writers are in `index.ts`, which is loaded when needed. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { SegmenterError, show } from '../../core/errors.js';
import { because } from '../../core/reasons.js';
import type { ImageFrame } from './features.js';

/** A format whose files are written as one string. */
export type TextFormat = 'geojson' | 'geojson-crs' | 'geojson-wgs84' | 'w3c' | 'svg' | 'yolo' | 'labelme' | 'wkt';
/** A format whose files are written as a `Blob`. */
export type BinaryFormat =
  | 'geojsonl'
  | 'flatgeobuf'
  | 'csv'
  | 'coco'
  | 'mask-png'
  | 'mask-tiff'
  | 'mask-ome-tiff'
  | 'mask-nifti'
  | 'mask-classes-png'
  | 'mask-classes-tiff'
  | 'dicom-seg'
  | 'dicom-seg-classes'
  | 'dicom-ann';
/** A format that contours are written in. */
export type ExportFormat = TextFormat | BinaryFormat;

/** The image that a writer needs: none, one with a size, a georeferenced one, or a volume. */
type Needs = 'nothing' | 'image' | 'place' | 'volume';

/** Title, extension and media type of a format, and what it requires of the image. */
export interface FormatInfo {
  readonly title: string;
  readonly extension: string;
  readonly type: string;
  readonly needs: Needs;
  /** Whether a file has the contours of every slice; otherwise only those of the slice shown are written. */
  readonly slices?: boolean;
}

/** A format and its writer. */
export interface Writer extends FormatInfo {
  write(contours: readonly ContourFeature[], image: ImageFrame): string | Promise<string | Blob>;
}

/** The formats, by name. */
export const formatInfos: Readonly<Record<ExportFormat, FormatInfo>> = {
  geojson: {
    title: 'GeoJSON (QuPath)',
    extension: 'geojson',
    type: 'application/geo+json',
    needs: 'nothing',
    slices: true,
  },
  'geojson-crs': {
    title: 'GeoJSON, map coordinates',
    extension: 'geojson',
    type: 'application/geo+json',
    needs: 'place',
  },
  'geojson-wgs84': {
    title: 'GeoJSON, longitude and latitude',
    extension: 'geojson',
    type: 'application/geo+json',
    needs: 'place',
  },
  geojsonl: {
    title: 'GeoJSON, a feature a line',
    extension: 'geojsonl',
    type: 'application/geo+json-seq',
    needs: 'nothing',
    slices: true,
  },
  flatgeobuf: { title: 'FlatGeobuf', extension: 'fgb', type: 'application/flatgeobuf', needs: 'nothing', slices: true },
  csv: { title: 'Table of measurements, CSV', extension: 'csv', type: 'text/csv', needs: 'nothing', slices: true },
  coco: { title: 'COCO', extension: 'coco.json', type: 'application/json', needs: 'image' },
  w3c: { title: 'W3C annotations', extension: 'json', type: 'application/ld+json', needs: 'nothing' },
  svg: { title: 'SVG', extension: 'svg', type: 'image/svg+xml', needs: 'image' },
  yolo: { title: 'YOLO', extension: 'txt', type: 'text/plain', needs: 'image' },
  labelme: { title: 'LabelMe', extension: 'labelme.json', type: 'application/json', needs: 'image' },
  wkt: { title: 'WKT', extension: 'wkt', type: 'text/plain', needs: 'nothing' },
  'mask-png': { title: 'Mask, PNG', extension: 'png', type: 'image/png', needs: 'image' },
  'mask-classes-png': { title: 'Mask of classes, PNG', extension: 'png', type: 'image/png', needs: 'image' },
  'mask-classes-tiff': { title: 'Mask of classes, TIFF', extension: 'tif', type: 'image/tiff', needs: 'image' },
  'mask-tiff': { title: 'Mask, TIFF', extension: 'tif', type: 'image/tiff', needs: 'image', slices: true },
  'mask-ome-tiff': { title: 'Mask, OME-TIFF', extension: 'ome.tif', type: 'image/tiff', needs: 'image' },
  'mask-nifti': { title: 'Mask, NIfTI', extension: 'nii.gz', type: 'application/gzip', needs: 'volume', slices: true },
  'dicom-seg': { title: 'DICOM Segmentation', extension: 'seg.dcm', type: 'application/dicom', needs: 'image' },
  'dicom-seg-classes': {
    title: 'DICOM Segmentation of classes',
    extension: 'classes.dcm',
    type: 'application/dicom',
    needs: 'image',
  },
  'dicom-ann': { title: 'DICOM bulk annotations', extension: 'ann.dcm', type: 'application/dicom', needs: 'image' },
};

/** Whether a format can be written for an image, or without one. */
export const isWritable = ({ needs }: FormatInfo, image: ImageFrame | undefined): boolean =>
  needs === 'nothing' ||
  (image !== undefined &&
    (needs === 'image' || (needs === 'volume' ? image.stack !== undefined : image.placement?.origin !== undefined)));

/** Throws `bad-parameter` where a format is none of `among`. */
export const writerOf = (format: string, among: Readonly<Record<string, Writer>>): Writer => {
  const writer = Object.entries(among).find(([name]) => name === format)?.[1];
  if (writer) return writer;
  throw new SegmenterError('bad-parameter', {
    name: 'format',
    value: show(format),
    wanted: because('one-of')`one of ${Object.keys(among).join(', ')}`,
  });
};
