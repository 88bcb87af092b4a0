/** A DICOM data set in the DICOM JSON Model (PS3.18, annex F), and reading its values. */

import { isRecord } from '../../../core/record.js';

/** Attributes by their tag, eight hexadecimal digits. */
export type Dataset = Partial<Readonly<Record<string, unknown>>>;

/** The attributes that are read here. */
export const tags = {
  sopClass: '00080016',
  sopInstance: '00080018',
  imageType: '00080008',
  modality: '00080060',
  seriesDescription: '0008103E',
  transferSyntax: '00083002',
  patientName: '00100010',
  patientID: '00100020',
  study: '0020000D',
  series: '0020000E',
  frameOfReference: '00200052',
  samplesPerPixel: '00280002',
  photometric: '00280004',
  planar: '00280006',
  frames: '00280008',
  rows: '00280010',
  columns: '00280011',
  spacing: '00280030',
  bitsAllocated: '00280100',
  bitsStored: '00280101',
  signed: '00280103',
  measures: '00289110',
  organisation: '00209311',
  matrixColumns: '00480006',
  matrixRows: '00480007',
  matrixOrigin: '00480008',
  orientation: '00480102',
  xOffset: '0040072A',
  yOffset: '0040073A',
  opticalPaths: '00480105',
  opticalPath: '00480106',
  pathIdentification: '00480207',
  planePosition: '0048021A',
  columnPosition: '0048021E',
  rowPosition: '0048021F',
  zPosition: '0040074A',
  focalPlanes: '00480303',
  frameOffset: '00209228',
  shared: '52009229',
  perFrame: '52009230',
} as const;

/** Values of an attribute by its tag, eight hexadecimal digits; empty where there are none. */
export const valuesOf = (data: Dataset, tag: string): readonly unknown[] => {
  const element = data[tag];
  return isRecord(element) && Array.isArray(element.Value) ? element.Value : [];
};

/** Values as numbers; decimals may be texts. NaN for what is neither. */
export const numbersOf = (data: Dataset, tag: string): number[] =>
  valuesOf(data, tag).map((value) =>
    typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN,
  );

/** The first of `numbersOf`; NaN where there is none. */
export const numberOf = (data: Dataset, tag: string): number => numbersOf(data, tag)[0] ?? Number.NaN;

/** The first value of an attribute where it is text. */
export const textOf = (data: Dataset, tag: string): string | undefined => {
  const [value] = valuesOf(data, tag);
  return typeof value === 'string' ? value : undefined;
};

/** The items of a sequence. */
export const itemsOf = (data: Dataset, tag: string): readonly Dataset[] => valuesOf(data, tag).filter(isRecord);

/** The first item of a sequence, without members where there is none. */
export const itemOf = (data: Dataset, tag: string): Dataset => itemsOf(data, tag)[0] ?? {};

/** A list of data sets out of a server's answer. */
export const datasetsOf = (value: unknown): readonly Dataset[] => (Array.isArray(value) ? value.filter(isRecord) : []);
