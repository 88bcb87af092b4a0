/** What a DICOM object of contours says of the image and of itself. */
import type { ContourFeature } from '../../../algorithm/contour-feature.js';
import { contentId } from '../../../core/content-id.js';
import { version } from '../../../core/version.js';
import type { DicomReferences } from '../../../image/samples.js';
import type { ImageFrame } from '../features.js';
import type { Attributes } from './attributes.js';
import { fitting } from './own-members.js';

/** VL Whole Slide Microscopy Image Storage. */
const SLIDE = '1.2.840.10008.5.1.4.1.1.77.1.6';

/** A UID of a UUID (PS3.5, B.2). */
export const uidOf = (uuid: string): string => `2.25.${BigInt(`0x${uuid.replaceAll('-', '')}`)}`;

/** A UID of a text: the same text has the same. */
export const madeUid = (text: string): string => uidOf(contentId(text));

/** A coded concept (PS3.3, 8.8). */
export const code = (value: string, scheme: string, meaning: string): Attributes => ({
  CodeValue: value,
  CodingSchemeDesignator: scheme,
  CodeMeaning: fitting(meaning),
});

/** The scheme of this program's own codes; 99 is for such (PS3.16, 8.2). */
const OWN_SCHEME = '99SNAKE';

/** A concept of this program's own, by a code made of its name. */
export const ownCode = (meaning: string): Attributes =>
  code(contentId(meaning).replaceAll('-', '').slice(0, 16).toUpperCase(), OWN_SCHEME, meaning);

/** The code of what nobody said. */
export const UNTOLD = '111176';

/** What an object is: its class, or that nobody said. */
export const typeOf = (name: string | undefined): Attributes =>
  name === undefined || fitting(name) === '' ? code(UNTOLD, 'DCM', 'Unspecified') : ownCode(name);
/** What kind of thing it is: a structure of the body. */
export const CATEGORY = code('91723000', 'SCT', 'Anatomical Structure');

/** References of an image that is no DICOM: made of its name and size, so that all that is exported of it belongs together. */
const madeReferences = ({ name, width, height }: ImageFrame): DicomReferences => {
  const text = `${name} ${width} ${height}`;
  return {
    studyInstanceUID: madeUid(`study of ${text}`),
    seriesInstanceUID: madeUid(`series of ${text}`),
    sopInstanceUID: madeUid(`image ${text}`),
    sopClassUID: SLIDE,
    frameOfReferenceUID: madeUid(`frame of ${text}`),
  };
};

/** The instance that contours lie on. */
export const sourceOf = ({ dicom, ...image }: ImageFrame): Attributes => {
  const { sopClassUID, sopInstanceUID } = dicom ?? madeReferences(image);
  return { ReferencedSOPClassUID: sopClassUID, ReferencedSOPInstanceUID: sopInstanceUID };
};

/** What an object of contours is. */
export interface Kind {
  readonly sopClass: string;
  readonly modality: 'SEG' | 'ANN';
  readonly title: string;
}

/** Patient, study, series and equipment, and the UIDs of the object itself, which are made of what it holds. */
export const commonAttributes = (
  { sopClass, modality, title }: Kind,
  contours: readonly ContourFeature[],
  image: ImageFrame,
): Attributes => {
  const source = image.dicom ?? madeReferences(image);
  const content = JSON.stringify([sopClass, title, source, image.width, image.height, contours]);
  const instance = sourceOf(image);
  return {
    SpecificCharacterSet: 'ISO_IR 192',
    SOPClassUID: sopClass,
    SOPInstanceUID: madeUid(content),
    Modality: modality,
    SeriesInstanceUID: madeUid(`series ${content}`),
    SeriesNumber: 1,
    InstanceNumber: 1,
    SeriesDescription: title,
    StudyInstanceUID: source.studyInstanceUID,
    PatientName: source.patientName ?? [],
    PatientID: source.patientID ?? [],
    PatientBirthDate: [],
    PatientSex: [],
    StudyID: [],
    StudyDate: [],
    StudyTime: [],
    AccessionNumber: [],
    ReferringPhysicianName: [],
    Manufacturer: 'snake-segmenter',
    ManufacturerModelName: 'snake-segmenter',
    DeviceSerialNumber: version,
    SoftwareVersions: version,
    ContentLabel: 'CONTOURS',
    ContentDescription: image.dicom ? 'Contours' : 'Contours; the UIDs of the source image are made up',
    ContentCreatorName: [],
    // Of no time: the same contours make the same file.
    ContentDate: '19700101',
    ContentTime: '000000',
    ...(source.frameOfReferenceUID === undefined
      ? {}
      : { FrameOfReferenceUID: source.frameOfReferenceUID, PositionReferenceIndicator: 'SLIDE_CORNER' }),
    ReferencedSeriesSequence: [{ SeriesInstanceUID: source.seriesInstanceUID, ReferencedInstanceSequence: [instance] }],
  };
};

/** Millimetres of a pixel, down and to the right, where the image tells them. */
const spacingOf = ({ placement }: ImageFrame): readonly [number, number] | undefined => {
  const factor = placement && { µm: 1e-3, mm: 1, m: 1e3, degree: undefined }[placement.unit];
  return placement && factor ? [placement.pixelHeight * factor, placement.pixelWidth * factor] : undefined;
};

/** A decimal text has at most 16 letters. */
const decimal = (value: number): string => {
  for (let digits = 15; ; digits--) {
    const text = String(Number(value.toPrecision(digits)));
    if (text.length <= 16) return text;
  }
};

/** Rows run along x of the slide, and columns along y, where the source tells nothing else. */
const UPRIGHT = [1, 0, 0, 0, 1, 0];

/** Places of pixels on the slide (PS3.3, C.8.12.2). */
export const slideGeometry = (image: ImageFrame) => {
  const spacing = spacingOf(image);
  const [x0 = 0, y0 = 0] = image.dicom?.origin ?? [];
  const orientation = image.dicom?.orientation ?? UPRIGHT;
  const [ax = 0, ay = 0, , dx = 0, dy = 0] = orientation;
  const [down, across] = spacing ?? [0, 0];
  return {
    matrix: {
      TotalPixelMatrixOriginSequence: [
        { XOffsetInSlideCoordinateSystem: decimal(x0), YOffsetInSlideCoordinateSystem: decimal(y0) },
      ],
      ImageOrientationSlide: orientation.map(decimal),
    } satisfies Attributes,
    measures: (spacing
      ? { PixelMeasuresSequence: [{ PixelSpacing: spacing.map(decimal), SliceThickness: '0.001' }] }
      : {}) satisfies Attributes,
    /** The first pixel of a tile, counted from 0. */
    placeOf: (column: number, row: number): Attributes => ({
      XOffsetInSlideCoordinateSystem: decimal(x0 + column * across * ax + row * down * dx),
      YOffsetInSlideCoordinateSystem: decimal(y0 + column * across * ay + row * down * dy),
      ZOffsetInSlideCoordinateSystem: '0',
      ColumnPositionInTotalImagePixelMatrix: column + 1,
      RowPositionInTotalImagePixelMatrix: row + 1,
    }),
  };
};
