/**
 * Contours as DICOM Segmentation (PS3.3, A.51), binary, with a segment for each object or for each class, in tiles of the image's whole
 * pixel matrix; empty tiles are left out (`TILED_SPARSE`).
 */

import type { ContourFeature } from '../../../algorithm/contour-feature.js';
import { SegmenterError } from '../../../core/errors.js';
import { because, type Told } from '../../../core/reasons.js';
import { boundsOf } from '../../geometry.js';
import { shifted } from '../../shapes/shifted.js';
import type { ImageFrame } from '../features.js';
import { labelRows } from '../scanlines.js';
import type { Attributes } from './attributes.js';
import { labOf } from './lab.js';
import { fitting, ownMembers } from './own-members.js';
import { CATEGORY, code, commonAttributes, madeUid, slideGeometry, sourceOf, typeOf, uidOf } from './references.js';

/** Segmentation Storage. */
export const SEGMENTATION = '1.2.840.10008.5.1.4.1.1.66.4';

/** Side of a tile: whole bytes of one-bit pixels. */
const TILE = 256;
const BYTES = (TILE * TILE) / 8;
/** Maximum number of tiles: 512 MB of pixels, which dcmjs holds twice. */
const MOST_TILES = 2 ** 16;
/** Maximum number of segments, whose numbers have 16 bits. */
const MOST_SEGMENTS = 65535;
const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;

const refused = (reason: Told): SegmenterError =>
  new SegmenterError('unsupported', { what: because('dicom-segmentation')`DICOM Segmentation`, reason });

/** A segment: its contours and its description. */
interface Segment {
  readonly contours: readonly ContourFeature[];
  readonly label: string;
  readonly classification: ContourFeature['properties']['classification'];
  readonly tracking: string;
  readonly own: object;
}

const ofObjects = (contours: readonly ContourFeature[]): readonly Segment[] =>
  contours.map((contour, index) => {
    const { id, properties } = contour;
    const { name, classification, objectType, isLocked } = properties;
    return {
      contours: [contour],
      label: fitting(name ?? '') || fitting(classification?.name ?? '') || `Contour ${index + 1}`,
      classification,
      tracking: id,
      own: { id, name, class: classification?.name, objectType, isLocked },
    };
  });

const ofClasses = (contours: readonly ContourFeature[]): readonly Segment[] => {
  const classes = new Map<string | undefined, ContourFeature[]>();
  for (const contour of contours) {
    const name = contour.properties.classification?.name;
    const its = classes.get(name) ?? [];
    its.push(contour);
    classes.set(name, its);
  }
  return [...classes].map(([name, its]) => ({
    contours: its,
    label: fitting(name ?? '') || 'Unclassified',
    classification: its[0]?.properties.classification,
    tracking: `class ${name ?? ''}`,
    own: { class: name, parts: true },
  }));
};

const attributesOf = ({ label, classification, tracking, own }: Segment, number: number): Attributes => ({
  SegmentNumber: number,
  SegmentLabel: label,
  SegmentAlgorithmType: 'SEMIAUTOMATIC',
  SegmentAlgorithmName: 'snake-segmenter',
  SegmentedPropertyCategoryCodeSequence: [CATEGORY],
  SegmentedPropertyTypeCodeSequence: [typeOf(classification?.name)],
  TrackingID: fitting(tracking) || `Segment ${number}`,
  TrackingUID: UUID.test(tracking) ? uidOf(tracking) : madeUid(tracking),
  ...(classification ? { RecommendedDisplayCIELabValue: labOf(classification.color) } : {}),
  ...ownMembers(own),
});

/** Tiles of a segment by their index in the grid, row by row; one bit a pixel, the lowest first. */
type Tiles = Map<number, Uint8Array>;

/** Draws a contour into the tiles of its segment. */
const draw = (contour: ContourFeature, { width, height }: ImageFrame, tiles: Tiles): void => {
  const box = boundsOf(contour.geometry);
  // Lines are drawn with their measured width.
  const margin = 1 + Math.max(0, contour.properties.measurements['Mean width px'] ?? 0);
  const x0 = Math.max(0, Math.floor((box.x0 - margin) / TILE) * TILE);
  const y0 = Math.max(0, Math.floor((box.y0 - margin) / TILE) * TILE);
  const columns = Math.ceil(Math.min(width, box.x1 + margin)) - x0;
  const rows = Math.ceil(Math.min(height, box.y1 + margin)) - y0;
  if (!(columns > 0 && rows > 0)) return;
  const across = Math.ceil(width / TILE);
  const here = { ...contour, geometry: shifted(contour.geometry, { x: -x0, y: -y0 }) };
  let row = y0;
  for (const labels of labelRows([here], columns, rows, { withLines: true })) {
    const first = Math.floor(row / TILE) * across + x0 / TILE;
    const line = (row % TILE) * TILE;
    for (let x = 0; x < columns; x++) {
      if (labels[x] === 0) continue;
      const place = first + Math.floor(x / TILE);
      let tile = tiles.get(place);
      if (tile === undefined) {
        tile = new Uint8Array(BYTES);
        tiles.set(place, tile);
      }
      const bit = line + (x % TILE);
      tile[bit >> 3] = (tile[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
    row++;
  }
};

/** A tile with its position, from 0, and its segment, from 1. */
interface Frame {
  readonly column: number;
  readonly row: number;
  readonly segment: number;
  readonly pixels: Uint8Array;
}

const framesOf = (segments: readonly Segment[], image: ImageFrame): readonly Frame[] => {
  const across = Math.ceil(image.width / TILE);
  const frames: Frame[] = [];
  for (const [index, { contours }] of segments.entries()) {
    const tiles: Tiles = new Map();
    for (const contour of contours) {
      draw(contour, image, tiles);
      if (frames.length + tiles.size > MOST_TILES)
        throw refused(
          because(
            'tiles-covered',
          )`its objects cover more than ${MOST_TILES} tiles of ${TILE} × ${TILE} pixels; write fewer`,
        );
    }
    for (const [place, pixels] of [...tiles].sort(([a], [b]) => a - b))
      frames.push({ column: place % across, row: Math.floor(place / across), segment: index + 1, pixels });
  }
  return frames;
};

/**
 * @param segments whether there is a segment for each object or for each class
 * @throws SegmenterError `unsupported` where there is nothing to write, or too much
 */
export const segmentationOf = (
  contours: readonly ContourFeature[],
  image: ImageFrame,
  segments: 'objects' | 'classes',
): Attributes => {
  if (contours.length === 0)
    throw refused(because('no-object-segment')`there is no object; it must have at least one segment`);
  const listed = segments === 'objects' ? ofObjects(contours) : ofClasses(contours);
  if (listed.length > MOST_SEGMENTS)
    throw refused(
      because(
        'segments-at-most',
      )`${listed.length} segments; at most ${MOST_SEGMENTS}. A segment for each class may fit`,
    );
  const frames = framesOf(listed, image);
  if (frames.length === 0)
    throw refused(because('no-pixel-centre')`no object holds the centre of a pixel of the image`);
  const pixels = new Uint8Array(frames.length * BYTES);
  for (const [k, frame] of frames.entries()) pixels.set(frame.pixels, k * BYTES);
  const title = segments === 'objects' ? 'Contours' : 'Classes of contours';
  const common = commonAttributes({ sopClass: SEGMENTATION, modality: 'SEG', title }, contours, image);
  const { matrix, measures, placeOf } = slideGeometry(image);
  const organisation = madeUid(`dimensions of ${String(common.SOPInstanceUID)}`);
  const dimension = (pointer: number, group: number): Attributes => ({
    DimensionOrganizationUID: organisation,
    DimensionIndexPointer: pointer,
    FunctionalGroupPointer: group,
  });
  return {
    ...common,
    ...matrix,
    ImageType: ['DERIVED', 'PRIMARY'],
    SamplesPerPixel: 1,
    PhotometricInterpretation: 'MONOCHROME2',
    PixelRepresentation: 0,
    BitsAllocated: 1,
    BitsStored: 1,
    HighBit: 0,
    LossyImageCompression: '00',
    SegmentationType: 'BINARY',
    SegmentsOverlap: 'UNDEFINED',
    Rows: TILE,
    Columns: TILE,
    NumberOfFrames: frames.length,
    TotalPixelMatrixColumns: image.width,
    TotalPixelMatrixRows: image.height,
    DimensionOrganizationType: 'TILED_SPARSE',
    DimensionOrganizationSequence: [{ DimensionOrganizationUID: organisation }],
    DimensionIndexSequence: [
      dimension(0x0062000b, 0x0062000a),
      dimension(0x0048021e, 0x0048021a),
      dimension(0x0048021f, 0x0048021a),
    ],
    SegmentSequence: listed.map((segment, k) => attributesOf(segment, k + 1)),
    SharedFunctionalGroupsSequence: [
      {
        ...measures,
        DerivationImageSequence: [
          {
            DerivationCodeSequence: [code('113076', 'DCM', 'Segmentation')],
            SourceImageSequence: [
              {
                ...sourceOf(image),
                PurposeOfReferenceCodeSequence: [code('121322', 'DCM', 'Source image for image processing operation')],
              },
            ],
          },
        ],
      },
    ],
    PerFrameFunctionalGroupsSequence: frames.map(({ column, row, segment }) => ({
      FrameContentSequence: [{ DimensionIndexValues: [segment, column + 1, row + 1] }],
      PlanePositionSlideSequence: [placeOf(column * TILE, row * TILE)],
      SegmentIdentificationSequence: [{ ReferencedSegmentNumber: segment }],
    })),
    PixelData: pixels.buffer,
  };
};
