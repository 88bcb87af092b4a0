/** Storage of the frames of a DICOM instance. */
import { SegmenterError, show } from '../../../core/errors.js';
import { because } from '../../../core/reasons.js';
import { type Dataset, numberOf, tags, textOf } from './dataset.js';

/** Storage of the samples of a frame. */
export interface FrameKind {
  readonly width: number;
  readonly height: number;
  readonly samples: number;
  readonly bits: 8 | 16;
  readonly photometric: string;
  /** The bands of a pixel lie in planes of their own. */
  readonly planar: boolean;
}

/** The kind of the frames of an instance. @throws SegmenterError `unsupported` where its pixels are of a kind that is not read */
export const kindOf = (data: Dataset, name: string): FrameKind => {
  const samples = numberOf(data, tags.samplesPerPixel);
  const bits = numberOf(data, tags.bitsAllocated);
  const photometric = textOf(data, tags.photometric) ?? '';
  const read =
    (bits === 8 || bits === 16) &&
    (samples === 1 || (samples === 3 && bits === 8)) &&
    numberOf(data, tags.signed) !== 1 &&
    /^(MONOCHROME[12]|RGB|YBR_(FULL|FULL_422|ICT|RCT|PARTIAL_420))$/.test(photometric);
  if (!read) {
    const reason = because(
      'dicom-pixels',
    )`its pixels are ${photometric || because('of-no-kind')`of no kind`}, ${show(samples)} × ${show(bits)} bits`;
    throw new SegmenterError('unsupported', { what: because('dicom-slide')`the DICOM slide ${name}`, reason });
  }
  const planar = numberOf(data, tags.planar) === 1;
  return { width: numberOf(data, tags.columns), height: numberOf(data, tags.rows), samples, bits, photometric, planar };
};
