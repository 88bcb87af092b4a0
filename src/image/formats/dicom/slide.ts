/** Whole slides of DICOM (PS3.3, A.32.8): levels, and the frame that each of their tiles is, out of the instances of a series. */

import { SegmenterError, show } from '../../../core/errors.js';
import { because, type Reason, type Told } from '../../../core/reasons.js';
import type { DicomReferences, Placement } from '../../samples.js';
import { type Dataset, itemOf, itemsOf, numberOf, numbersOf, tags, textOf, valuesOf } from './dataset.js';

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

/** The place of a frame among the instances of a series. */
export interface FramePlace {
  /** The instance in the list that was given. */
  readonly instance: number;
  /** 1 the first. */
  readonly frame: number;
}

/** A level of a slide, in pixels, and its frames. */
export interface SlideLevel {
  readonly width: number;
  readonly height: number;
  readonly kind: FrameKind;
  /** One a band; a colour frame has three in one. */
  readonly paths: readonly string[];
  /** Place of the tile of an optical path; none where the slide has no data. */
  frameOf(path: string, column: number, row: number): FramePlace | undefined;
}

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

/** Most tiles of a level: at 256 × 256 pixels a tile they are a million pixels wide and high. */
const MOST_FRAMES = 2 ** 24;

/** @throws SegmenterError `unsupported` where the series is no slide, or `image-unreadable` where it makes no sense */
export const slideOf = (instances: readonly Dataset[], name: string): Slide => {
  const slides = instances.map((data, instance) => ({ data, instance })).filter(({ data }) => isSlide(data));
  if (slides.length === 0) {
    const [first = {}] = instances;
    const kind = textOf(first, tags.sopClass);
    const modality = textOf(first, tags.modality);
    const its = modality ? ` (${modality})` : '';
    const what =
      kind === undefined
        ? because('of-no-class')`instances of no class${its}`
        : (others[kind] ?? because('of-class')`instances of the class ${kind}${its}`);
    const reason = because('dicom-others')`it holds ${what}; whole slide microscopy images (${SLIDE}) are read`;
    throw new SegmenterError('unsupported', { what: because('dicom-series')`the DICOM series ${name}`, reason });
  }
  const volumes = slides.filter(({ data }) => valuesOf(data, tags.imageType)[2] === 'VOLUME');
  const bySize = new Map<string, { data: Dataset; instance: number }[]>();
  for (const each of volumes.length > 0 ? volumes : slides) {
    const key = `${numberOf(each.data, tags.matrixColumns)} × ${numberOf(each.data, tags.matrixRows)}`;
    bySize.set(key, [...(bySize.get(key) ?? []), each]);
  }
  const levels = [...bySize.values()].map((parts) => levelOf(parts, name)).sort((a, b) => b.width - a.width);
  const [finest] = levels;
  const bands = bandsOf(finest!);
  const odd = levels.find((level) => bandsOf(level) !== bands || level.kind.bits !== finest!.kind.bits);
  if (odd) {
    const reason = because(
      'level-channels',
    )`its level of ${odd.width} × ${odd.height} has other channels than that of ${finest!.width} × ${finest!.height}`;
    throw new SegmenterError('image-unreadable', { name, reason });
  }
  const spacings = volumes.filter(({ data }) => numberOf(data, tags.matrixColumns) === finest!.width);
  const finestData = spacings[0]?.data ?? slides[0]!.data;
  const placement = placementOf(finestData);
  const dicom = referencesOf(finestData);
  const title = textOf(slides[0]!.data, tags.seriesDescription);
  return {
    levels,
    bands,
    ...(placement ? { placement } : {}),
    ...(dicom ? { dicom } : {}),
    ...(title ? { name: title } : {}),
  };
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

const levelOf = (parts: readonly { data: Dataset; instance: number }[], name: string): SlideLevel => {
  const bad = (reason: Told): SegmenterError => new SegmenterError('image-unreadable', { name, reason });
  const first = parts[0]!.data;
  const [width, height] = [numberOf(first, tags.matrixColumns), numberOf(first, tags.matrixRows)];
  const whole = (value: number): boolean => Number.isInteger(value) && value >= 1 && value < 2 ** 31;
  const kind = kindOf(first, name);
  if (![width, height, kind.width, kind.height].every(whole))
    throw bad(
      because(
        'level-frames-size',
      )`a level is ${show(width)} × ${show(height)} in frames of ${show(kind.width)} × ${show(kind.height)}`,
    );
  const columns = Math.ceil(width / kind.width);
  const rows = Math.ceil(height / kind.height);
  if (columns * rows > MOST_FRAMES) throw bad(because('level-frames')`a level has ${columns * rows} frames`);
  const cells = columns * rows;
  const runs: FrameRun[] = [];
  const places = new Map<string, Map<number, FramePlace>>();
  const put = (path: string, column: number, row: number, place: FramePlace): void => {
    if (column < 0 || row < 0 || column >= columns || row >= rows) return;
    const known = places.get(path) ?? new Map<number, FramePlace>();
    places.set(path, known);
    // Of several planes of focus the first is read.
    if (!known.has(row * columns + column)) known.set(row * columns + column, place);
  };
  for (const { data, instance } of parts) {
    const its = kindOf(data, name);
    if (JSON.stringify(its) !== JSON.stringify(kind))
      throw bad(because('frames-of-kinds')`the instances of a level have frames of different kinds`);
    const paths = itemsOf(data, tags.opticalPaths).map((item) => textOf(item, tags.opticalPath) ?? '');
    const count = Number.isNaN(numberOf(data, tags.frames)) ? 1 : numberOf(data, tags.frames);
    const frames = itemsOf(data, tags.perFrame);
    const full = textOf(data, tags.organisation) === 'TILED_FULL' || frames.length === 0;
    if (full) {
      const planes = Math.max(1, numberOf(data, tags.focalPlanes) || 1);
      const before = numberOf(data, tags.frameOffset) || 0;
      runs.push({ instance, before, count, planes, paths: paths.length > 0 ? paths : [''] });
      continue;
    }
    frames.forEach((frame, index) => {
      const position = itemOf(frame, tags.planePosition);
      const [x, y] = [numberOf(position, tags.columnPosition) - 1, numberOf(position, tags.rowPosition) - 1];
      const own = textOf(itemOf(frame, tags.pathIdentification), tags.opticalPath);
      const common = textOf(itemOf(itemOf(data, tags.shared), tags.pathIdentification), tags.opticalPath);
      const path = own ?? common ?? paths[0] ?? '';
      if (x % kind.width !== 0 || y % kind.height !== 0)
        throw bad(
          because(
            'frame-off-grid',
          )`frame ${index + 1} lies at column ${show(x + 1)}, row ${show(y + 1)}, off the grid of its tiles`,
        );
      put(path, x / kind.width, y / kind.height, { instance, frame: index + 1 });
    });
  }
  const paths = [...new Set([...places.keys(), ...runs.flatMap((run) => pathsIn(run, cells))])].sort();
  if (paths.length === 0) throw bad(because('level-no-frame')`its level of ${width} × ${height} has no frame`);
  if (kind.samples > 1 && paths.length > 1)
    throw bad(because('paths-in-colour')`it has several optical paths in colour`);
  const frameOf = (path: string, column: number, row: number): FramePlace | undefined => {
    if (column < 0 || row < 0 || column >= columns || row >= rows) return undefined;
    const cell = row * columns + column;
    const known = places.get(path)?.get(cell);
    if (known !== undefined) return known;
    for (const run of runs) {
      const place = placeIn(run, path, cell, cells);
      if (place !== undefined) return place;
    }
    return undefined;
  };
  return { width, height, kind, paths, frameOf };
};

/** Frames of an instance that lie in order: columns first, then rows, planes of focus and optical paths (PS3.3, C.7.6.17.3). */
interface FrameRun {
  readonly instance: number;
  /** Frames of the level that come before the first. */
  readonly before: number;
  readonly count: number;
  readonly planes: number;
  readonly paths: readonly string[];
}

/** The optical paths that have a frame among those of a run. */
const pathsIn = ({ before, count, planes, paths }: FrameRun, cells: number): readonly string[] => {
  const each = planes * cells;
  return paths.filter((_, path) => path * each < before + count && (path + 1) * each > before);
};

/** The first plane of focus that the run has of a tile. */
const placeIn = (
  { instance, before, count, planes, paths }: FrameRun,
  path: string,
  cell: number,
  cells: number,
): FramePlace | undefined => {
  const index = paths.indexOf(path);
  if (index < 0) return undefined;
  const first = index * planes * cells + cell;
  const plane = Math.max(0, Math.ceil((before - first) / cells));
  const frame = first + plane * cells - before;
  return plane < planes && frame < count ? { instance, frame: frame + 1 } : undefined;
};

const kindOf = (data: Dataset, name: string): FrameKind => {
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
