/** Contours from a DICOM file, by what it is. */
import { because } from '../../../core/reasons.js';
import { textOf } from '../../../image/formats/dicom/dataset.js';
import { badImport, type Imported } from '../features.js';
import { decode } from './decode.js';
import { readAnnotations } from './read-annotations.js';
import { readSegmentation } from './read-segmentation.js';
import { ANNOTATIONS } from './write-annotations.js';
import { SEGMENTATION } from './write-segmentation.js';

/** Label Map Segmentation Storage (Supplement 243). */
const LABEL_MAP = '1.2.840.10008.5.1.4.1.1.66.7';

/** @throws SegmenterError `bad-import` */
export const readDicom = (bytes: ArrayBuffer): Imported => {
  const data = decode(bytes);
  const kind = textOf(data, '00080016');
  if (kind === SEGMENTATION || kind === LABEL_MAP) return readSegmentation(data);
  if (kind === ANNOTATIONS) return readAnnotations(data);
  throw badImport(
    because(
      'dicom-class',
    )`it is DICOM of the class ${kind ?? 'none'}; contours are in segmentations (${SEGMENTATION}, ${LABEL_MAP}) and in bulk annotations (${ANNOTATIONS})`,
  );
};
