/** Whole slides of DICOM (PS3.3, A.32.8): their levels and their place, out of the instances of a series. */

import { SegmenterError } from '../../../core/errors.js';
import { because, type Reason } from '../../../core/reasons.js';
import type { DicomReferences, Placement } from '../../samples.js';
import { type Dataset, itemOf, numberOf, numbersOf, tags, textOf, valuesOf } from './dataset.js';
import { type Instance, levelOf, type SlideLevel } from './slide-level.js';

/** A slide out of the instances of a series. */
export interface Slide {
  /** Finest first. */
  readonly levels: readonly SlideLevel[];
  readonly bands: number;
  readonly placement?: Placement;
  /** Of the finest level; missing where the series does not tell its UIDs. */
  readonly dicom?: DicomReferences;
  readonly name?: string;
}

const SLIDE = '1.2.840.10008.5.1.4.1.1.77.1.6';

/** Contents of other series, by the class of their instances. */
const others: Readonly<Record<string, Reason>> = {
  '1.2.840.10008.5.1.4.1.1.2': because('ct-images')`CT images`,
  '1.2.840.10008.5.1.4.1.1.2.1': because('enhanced-ct-images')`enhanced CT images`,
  '1.2.840.10008.5.1.4.1.1.4': because('mr-images')`MR images`,
  '1.2.840.10008.5.1.4.1.1.4.1': because('enhanced-mr-images')`enhanced MR images`,
  '1.2.840.10008.5.1.4.1.1.1': because('radiographs')`radiographs`,
  '1.2.840.10008.5.1.4.1.1.1.1': because('digital-radiographs')`digital radiographs`,
  '1.2.840.10008.5.1.4.1.1.6.1': because('ultrasound-images')`ultrasound images`,
  '1.2.840.10008.5.1.4.1.1.7': because('secondary-captures')`secondary captures`,
  '1.2.840.10008.5.1.4.1.1.66.4': because('a-segmentation')`a segmentation`,
  '1.2.840.10008.5.1.4.1.1.77.1.2': because('microscopic-pictures')`microscopic pictures without a slide`,
  '1.2.840.10008.5.1.4.1.1.91.1': because('bulk-annotations')`bulk annotations`,
  '1.2.840.10008.5.1.4.1.1.88.33': because('structured-report')`a structured report`,
  '1.2.840.10008.5.1.4.1.1.128': because('pet-images')`PET images`,
};

/** @throws SegmenterError `unsupported` where the series is no slide, or `image-unreadable` where it makes no sense */
export const slideOf = (datasets: readonly Dataset[], name: string): Slide => {
  const instances = datasets.map((data, instance) => ({ data, instance })).filter(({ data }) => isSlide(data));
  const [first] = instances;
  if (first === undefined) throw notASlide(datasets, name);
  const volumes = instances.filter(({ data }) => valuesOf(data, tags.imageType)[2] === 'VOLUME');
  const levels = bySize(volumes.length > 0 ? volumes : instances)
    .map((its) => levelOf(its, name))
    .sort((a, b) => b.width - a.width);
  const finest = levels[0]!;
  refuseOddLevel(levels, finest, name);
  const { data } = volumes.find(({ data }) => numberOf(data, tags.matrixColumns) === finest.width) ?? first;
  const placement = placementOf(data);
  const dicom = referencesOf(data);
  const title = textOf(first.data, tags.seriesDescription);
  return {
    levels,
    bands: bandsOf(finest),
    ...(placement ? { placement } : {}),
    ...(dicom ? { dicom } : {}),
    ...(title ? { name: title } : {}),
  };
};

/** The error for a series without a slide, which tells what it holds instead. */
const notASlide = ([first = {}]: readonly Dataset[], name: string): SegmenterError => {
  const kind = textOf(first, tags.sopClass);
  const modality = textOf(first, tags.modality);
  const its = modality ? ` (${modality})` : '';
  const what =
    kind === undefined
      ? because('of-no-class')`instances of no class${its}`
      : (others[kind] ?? because('of-class')`instances of the class ${kind}${its}`);
  const reason = because('dicom-others')`it holds ${what}; whole slide microscopy images (${SLIDE}) are read`;
  return new SegmenterError('unsupported', { what: because('dicom-series')`the DICOM series ${name}`, reason });
};

/** The instances of each level: those of the same total size. */
const bySize = (instances: readonly Instance[]): readonly (readonly Instance[])[] => {
  const levels = new Map<string, Instance[]>();
  for (const each of instances) {
    const key = `${numberOf(each.data, tags.matrixColumns)} × ${numberOf(each.data, tags.matrixRows)}`;
    levels.set(key, [...(levels.get(key) ?? []), each]);
  }
  return [...levels.values()];
};

/** Throws where a level has other channels than the finest. */
const refuseOddLevel = (levels: readonly SlideLevel[], finest: SlideLevel, name: string): void => {
  const odd = levels.find((level) => bandsOf(level) !== bandsOf(finest) || level.kind.bits !== finest.kind.bits);
  if (odd === undefined) return;
  const reason = because(
    'level-channels',
  )`its level of ${odd.width} × ${odd.height} has other channels than that of ${finest.width} × ${finest.height}`;
  throw new SegmenterError('image-unreadable', { name, reason });
};

const isSlide = (data: Dataset): boolean => textOf(data, tags.sopClass) === SLIDE;
const bandsOf = ({ kind, paths }: SlideLevel): number => (kind.samples > 1 ? kind.samples : paths.length);

/** Pixel spacing is of rows, then of columns, in mm (PS3.3, 10.7.1.3). */
const placementOf = (data: Dataset): Placement | undefined => {
  const groups = [itemOf(data, tags.shared), itemOf(data, tags.perFrame)];
  const spacing = groups
    .map((group) => numbersOf(itemOf(group, tags.measures), tags.spacing))
    .find((each) => each.length === 2);
  const [down, across] = spacing ?? [];
  const positive = (size: number | undefined): size is number =>
    size !== undefined && size > 0 && Number.isFinite(size);
  if (!positive(across) || !positive(down)) return undefined;
  return { pixelWidth: across * 1000, pixelHeight: down * 1000, unit: 'µm' };
};

const UID = /^[\d.]{1,64}$/;

const referencesOf = (data: Dataset): DicomReferences | undefined => {
  const uidOf = (tag: string): string | undefined => {
    const uid = textOf(data, tag);
    return uid !== undefined && UID.test(uid) ? uid : undefined;
  };
  const study = uidOf(tags.study);
  const series = uidOf(tags.series);
  const instance = uidOf(tags.sopInstance);
  if (study === undefined || series === undefined || instance === undefined) return undefined;
  const frame = uidOf(tags.frameOfReference);
  const patientID = textOf(data, tags.patientID);
  const [person] = valuesOf(data, tags.patientName);
  const patientName =
    typeof person === 'object' && person !== null && 'Alphabetic' in person ? person.Alphabetic : person;
  const place = itemOf(data, tags.matrixOrigin);
  const [x, y] = [numberOf(place, tags.xOffset), numberOf(place, tags.yOffset)];
  const orientation = numbersOf(data, tags.orientation);
  return {
    studyInstanceUID: study,
    seriesInstanceUID: series,
    sopInstanceUID: instance,
    sopClassUID: SLIDE,
    ...(frame === undefined ? {} : { frameOfReferenceUID: frame }),
    ...(patientID === undefined ? {} : { patientID }),
    ...(typeof patientName === 'string' ? { patientName } : {}),
    ...(Number.isFinite(x) && Number.isFinite(y) ? { origin: [x, y] } : {}),
    ...(orientation.length === 6 && orientation.every(Number.isFinite) ? { orientation } : {}),
  };
};
