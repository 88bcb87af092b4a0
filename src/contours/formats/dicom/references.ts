/** What a DICOM object of contours says about the image and itself. */
import type { ContourFeature } from '../../../algorithm/contour-feature.js';
import { contentId } from '../../../core/content-id.js';
import { version } from '../../../core/version.js';
import type { DicomReferences } from '../../../image/samples.js';
import type { ImageFrame } from '../features.js';
import type { Attributes } from './attributes.js';
import { fitting } from './own-members.js';

/** VL Whole Slide Microscopy Image Storage. */
const SLIDE = '1.2.840.10008.5.1.4.1.1.77.1.6';

/** A UID from a UUID (PS3.5, B.2). */
export const uidOf = (uuid: string): string => `2.25.${BigInt(`0x${uuid.replaceAll('-', '')}`)}`;

/** A UID from a text; the same text gives the same UID. */
export const madeUid = (text: string): string => uidOf(contentId(text));

/** A coded concept (PS3.3, 8.8). */
export const code = (value: string, scheme: string, meaning: string): Attributes => ({
  CodeValue: value,
  CodingSchemeDesignator: scheme,
  CodeMeaning: fitting(meaning),
});

/** The scheme of this program's own codes; the prefix 99 is for private schemes (PS3.16, 8.2). */
const OWN_SCHEME = '99SNAKE';

/** A private concept, with a code made from its name. */
export const ownCode = (meaning: string): Attributes =>
  code(contentId(meaning).replaceAll('-', '').slice(0, 16).toUpperCase(), OWN_SCHEME, meaning);

/** The code for "unspecified". */
export const UNTOLD = '111176';

/** The type of an object: its class, or unspecified. */
export const typeOf = (name: string | undefined): Attributes =>
  name === undefined || fitting(name) === '' ? code(UNTOLD, 'DCM', 'Unspecified') : ownCode(name);
/** The category of an object: a structure of the body. */
export const CATEGORY = code('91723000', 'SCT', 'Anatomical Structure');

/** References for an image that is not DICOM: made from its name and size, so that all its exports have the same references. */
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

/** The kind of an object of contours. */
export interface Kind {
  readonly sopClass: string;
  readonly modality: 'SEG' | 'ANN';
  readonly title: string;
}

/** Patient, study, series and equipment, and the UIDs of the object itself, which are derived from its content. */
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
    // Without a time, so that the same contours give the same file.
    ContentDate: '19700101',
    ContentTime: '000000',
    ...(source.frameOfReferenceUID === undefined
      ? {}
      : { FrameOfReferenceUID: source.frameOfReferenceUID, PositionReferenceIndicator: 'SLIDE_CORNER' }),
    ReferencedSeriesSequence: [{ SeriesInstanceUID: source.seriesInstanceUID, ReferencedInstanceSequence: [instance] }],
  };
};

/** Size of a pixel in millimetres, down and to the right, if the image has it. */
const spacingOf = ({ placement }: ImageFrame): readonly [number, number] | undefined => {
  const factor = placement && { µm: 1e-3, mm: 1, m: 1e3, degree: undefined }[placement.unit];
  return placement && factor ? [placement.pixelHeight * factor, placement.pixelWidth * factor] : undefined;
};

/** A decimal string has at most 16 characters. */
const decimal = (value: number): string => {
  for (let digits = 15; ; digits--) {
    const text = String(Number(value.toPrecision(digits)));
    if (text.length <= 16) return text;
  }
};

/** Default orientation: rows run along x of the slide, and columns along y. */
const UPRIGHT = [1, 0, 0, 0, 1, 0];

/** Positions of pixels on the slide (PS3.3, C.8.12.2). */
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
