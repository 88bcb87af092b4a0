/** Contours in and out, by the name of the format. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { jsonFault } from '../../core/json-fault.js';
import { loaded } from '../../core/later.js';
import { because } from '../../core/reasons.js';
import { writeMaskTiff } from '../../image/formats/tiff/write-mask.js';
import { looksLikeAperio, readAperio } from './aperio.js';
import { badImport, type ImageFrame, type Imported, importError } from './features.js';
import { type ExportFormat, formatInfos, type Writer, writerOf as writerAmong } from './format-infos.js';
import { looksLikeLines, readGeoJSON, readLines, toFeatureCollection, writeGeoJSON } from './geojson.js';
import { georeferenced } from './georeference.js';
import { looksLikeLabelme, readLabelme, writeLabelme } from './labelme.js';
import { writeMaskPNG } from './mask-png.js';
import { omeMask } from './ome-labels.js';
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

export type { FeatureCollection, GivenCollection, ImageFrame, Imported } from './features.js';
export {
  type BinaryFormat,
  type ExportFormat,
  isWritable,
  type TextFormat,
  type Writer,
} from './format-infos.js';
export { toFeatureCollection } from './geojson.js';

const placed =
  (system: 'source' | 'wgs84') =>
  async (contours: readonly ContourFeature[], { placement, name }: ImageFrame): Promise<string> =>
    writeGeoJSON(await georeferenced(contours, placement, name, system));

const segmentation =
  (segments: 'objects' | 'classes') =>
  async (contours: readonly ContourFeature[], image: ImageFrame): Promise<Blob> => {
    const { segmentationOf } = await loaded(import('./dicom/write-segmentation.js'));
    return (await loaded(import('./dicom/encode.js'))).encode(segmentationOf(contours, image, segments));
  };
const annotations = async (contours: readonly ContourFeature[], image: ImageFrame): Promise<Blob> => {
  const { annotationsOf } = await loaded(import('./dicom/write-annotations.js'));
  return (await loaded(import('./dicom/encode.js'))).encode(annotationsOf(contours, image));
};

/** The writers, by format. */
export const writers: Readonly<Record<ExportFormat, Writer>> = {
  geojson: { ...formatInfos.geojson, write: (contours) => writeGeoJSON(toFeatureCollection(contours)) },
  'geojson-crs': { ...formatInfos['geojson-crs'], write: placed('source') },
  'geojson-wgs84': { ...formatInfos['geojson-wgs84'], write: placed('wgs84') },
  geojsonl: { ...formatInfos.geojsonl, write: textBlob(geojsonLines, 'application/geo+json-seq') },
  flatgeobuf: { ...formatInfos.flatgeobuf, write: flatGeobufBlob },
  csv: { ...formatInfos.csv, write: textBlob(csvTable, 'text/csv') },
  coco: { ...formatInfos.coco, write: textBlob(cocoStream, 'application/json') },
  w3c: { ...formatInfos.w3c, write: writeW3C },
  svg: { ...formatInfos.svg, write: writeSVG },
  yolo: { ...formatInfos.yolo, write: writeYolo },
  labelme: { ...formatInfos.labelme, write: writeLabelme },
  wkt: { ...formatInfos.wkt, write: writeWktLines },
  'mask-png': { ...formatInfos['mask-png'], write: (contours, image) => writeMaskPNG(contours, image) },
  'mask-classes-png': {
    ...formatInfos['mask-classes-png'],
    write: (contours, image) => writeMaskPNG(contours, image, classMask),
  },
  'mask-classes-tiff': {
    ...formatInfos['mask-classes-tiff'],
    write: (contours, image) => writeMaskTiff(classMask(contours, image), image.placement),
  },
  'mask-tiff': {
    ...formatInfos['mask-tiff'],
    write: async (contours, image) =>
      image.stack ? writeMaskStack(contours, image) : writeMaskTiff(labelMask(contours, image), image.placement),
  },
  'mask-ome-tiff': {
    ...formatInfos['mask-ome-tiff'],
    write: (contours, image) => writeMaskTiff(omeMask(contours, image), image.placement),
  },
  'mask-nifti': { ...formatInfos['mask-nifti'], write: writeMaskNifti },
  'dicom-seg': { ...formatInfos['dicom-seg'], write: segmentation('objects') },
  'dicom-seg-classes': { ...formatInfos['dicom-seg-classes'], write: segmentation('classes') },
  'dicom-ann': { ...formatInfos['dicom-ann'], write: annotations },
};

/** Throws `bad-parameter` where a format is none of `writers`. */
export const writerOf = (format: string): Writer => writerAmong(format, writers);

/**
 * Reads text or parsed JSON of any format that is written here, recognised by content.
 * @param image the image that contours lie on, needed for formats with relative coordinates
 * @throws SegmenterError `bad-import` for any invalid input
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
  if (looksLikeAperio(text)) return readAperio(text);
  if (text.startsWith('<')) return readSVG(text);
  if (looksLikeWkt(text)) return readWktLines(text);
  if (looksLikeYolo(text)) return readYolo(text, image);
  if (looksLikeCsv(text)) return readCsv(text);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    if (looksLikeLines(text)) return readLines(text);
    throw badImport(
      /^(?:$|[[{])/.test(text) ? jsonFault(text) : because('no-known-text')`it is neither JSON, SVG nor a table`,
    );
  }
  return read(typeof parsed === 'string' ? undefined : parsed, image);
};
