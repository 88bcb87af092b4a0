/**
 * The attributes of segmentations and annotations, by their keywords in PS3.6, with tag and representation. Two at the end
 * are private (PS3.5, 7.8): what the standard has no place for.
 */

const table = {
  FileMetaInformationGroupLength: ['00020000', 'UL'],
  FileMetaInformationVersion: ['00020001', 'OB'],
  MediaStorageSOPClassUID: ['00020002', 'UI'],
  MediaStorageSOPInstanceUID: ['00020003', 'UI'],
  TransferSyntaxUID: ['00020010', 'UI'],
  ImplementationClassUID: ['00020012', 'UI'],
  ImplementationVersionName: ['00020013', 'SH'],
  SpecificCharacterSet: ['00080005', 'CS'],
  ImageType: ['00080008', 'CS'],
  SOPClassUID: ['00080016', 'UI'],
  SOPInstanceUID: ['00080018', 'UI'],
  StudyDate: ['00080020', 'DA'],
  ContentDate: ['00080023', 'DA'],
  StudyTime: ['00080030', 'TM'],
  ContentTime: ['00080033', 'TM'],
  AccessionNumber: ['00080050', 'SH'],
  Modality: ['00080060', 'CS'],
  Manufacturer: ['00080070', 'LO'],
  ReferringPhysicianName: ['00080090', 'PN'],
  CodeValue: ['00080100', 'SH'],
  CodingSchemeDesignator: ['00080102', 'SH'],
  CodeMeaning: ['00080104', 'LO'],
  SeriesDescription: ['0008103E', 'LO'],
  ManufacturerModelName: ['00081090', 'LO'],
  ReferencedSeriesSequence: ['00081115', 'SQ'],
  ReferencedImageSequence: ['00081140', 'SQ'],
  ReferencedInstanceSequence: ['0008114A', 'SQ'],
  ReferencedSOPClassUID: ['00081150', 'UI'],
  ReferencedSOPInstanceUID: ['00081155', 'UI'],
  SharedFunctionalGroupsSequence: ['52009229', 'SQ'],
  PerFrameFunctionalGroupsSequence: ['52009230', 'SQ'],
  SourceImageSequence: ['00082112', 'SQ'],
  DerivationImageSequence: ['00089124', 'SQ'],
  DerivationCodeSequence: ['00089215', 'SQ'],
  PatientName: ['00100010', 'PN'],
  PatientID: ['00100020', 'LO'],
  PatientBirthDate: ['00100030', 'DA'],
  PatientSex: ['00100040', 'CS'],
  SliceThickness: ['00180050', 'DS'],
  DeviceSerialNumber: ['00181000', 'LO'],
  SoftwareVersions: ['00181020', 'LO'],
  StudyInstanceUID: ['0020000D', 'UI'],
  SeriesInstanceUID: ['0020000E', 'UI'],
  StudyID: ['00200010', 'SH'],
  SeriesNumber: ['00200011', 'IS'],
  InstanceNumber: ['00200013', 'IS'],
  FrameOfReferenceUID: ['00200052', 'UI'],
  PositionReferenceIndicator: ['00201040', 'LO'],
  FrameContentSequence: ['00209111', 'SQ'],
  DimensionIndexValues: ['00209157', 'UL'],
  DimensionOrganizationUID: ['00209164', 'UI'],
  DimensionIndexPointer: ['00209165', 'AT'],
  FunctionalGroupPointer: ['00209167', 'AT'],
  DimensionOrganizationSequence: ['00209221', 'SQ'],
  DimensionIndexSequence: ['00209222', 'SQ'],
  DimensionOrganizationType: ['00209311', 'CS'],
  SamplesPerPixel: ['00280002', 'US'],
  PhotometricInterpretation: ['00280004', 'CS'],
  NumberOfFrames: ['00280008', 'IS'],
  Rows: ['00280010', 'US'],
  Columns: ['00280011', 'US'],
  PixelSpacing: ['00280030', 'DS'],
  BitsAllocated: ['00280100', 'US'],
  BitsStored: ['00280101', 'US'],
  HighBit: ['00280102', 'US'],
  PixelRepresentation: ['00280103', 'US'],
  LossyImageCompression: ['00282110', 'CS'],
  PixelMeasuresSequence: ['00289110', 'SQ'],
  PurposeOfReferenceCodeSequence: ['0040A170', 'SQ'],
  MeasurementUnitsCodeSequence: ['004008EA', 'SQ'],
  XOffsetInSlideCoordinateSystem: ['0040072A', 'DS'],
  YOffsetInSlideCoordinateSystem: ['0040073A', 'DS'],
  ZOffsetInSlideCoordinateSystem: ['0040074A', 'DS'],
  ConceptNameCodeSequence: ['0040A043', 'SQ'],
  TotalPixelMatrixColumns: ['00480006', 'UL'],
  TotalPixelMatrixRows: ['00480007', 'UL'],
  TotalPixelMatrixOriginSequence: ['00480008', 'SQ'],
  ImageOrientationSlide: ['00480102', 'DS'],
  PlanePositionSlideSequence: ['0048021A', 'SQ'],
  ColumnPositionInTotalImagePixelMatrix: ['0048021E', 'SL'],
  RowPositionInTotalImagePixelMatrix: ['0048021F', 'SL'],
  PixelOriginInterpretation: ['00480301', 'CS'],
  SegmentationType: ['00620001', 'CS'],
  SegmentSequence: ['00620002', 'SQ'],
  SegmentedPropertyCategoryCodeSequence: ['00620003', 'SQ'],
  SegmentNumber: ['00620004', 'US'],
  SegmentLabel: ['00620005', 'LO'],
  SegmentAlgorithmType: ['00620008', 'CS'],
  SegmentAlgorithmName: ['00620009', 'LO'],
  SegmentIdentificationSequence: ['0062000A', 'SQ'],
  ReferencedSegmentNumber: ['0062000B', 'US'],
  RecommendedDisplayCIELabValue: ['0062000D', 'US'],
  MaximumFractionalValue: ['0062000E', 'US'],
  SegmentedPropertyTypeCodeSequence: ['0062000F', 'SQ'],
  SegmentsOverlap: ['00620013', 'CS'],
  TrackingID: ['00620020', 'UT'],
  TrackingUID: ['00620021', 'UI'],
  PointCoordinatesData: ['00660016', 'OF'],
  DoublePointCoordinatesData: ['00660022', 'OD'],
  LongPrimitivePointIndexList: ['00660040', 'OL'],
  MeasurementsSequence: ['00660121', 'SQ'],
  FloatingPointValues: ['00660125', 'OF'],
  MeasurementValuesSequence: ['00660132', 'SQ'],
  AlgorithmFamilyCodeSequence: ['0066002F', 'SQ'],
  AlgorithmVersion: ['00660031', 'LO'],
  AlgorithmName: ['00660036', 'LO'],
  AnnotationCoordinateType: ['006A0001', 'CS'],
  AnnotationGroupSequence: ['006A0002', 'SQ'],
  AnnotationGroupUID: ['006A0003', 'UI'],
  AnnotationGroupLabel: ['006A0005', 'LO'],
  AnnotationGroupGenerationType: ['006A0007', 'CS'],
  AnnotationGroupAlgorithmIdentificationSequence: ['006A0008', 'SQ'],
  AnnotationPropertyCategoryCodeSequence: ['006A0009', 'SQ'],
  AnnotationPropertyTypeCodeSequence: ['006A000A', 'SQ'],
  NumberOfAnnotations: ['006A000C', 'UL'],
  AnnotationAppliesToAllOpticalPaths: ['006A000D', 'CS'],
  AnnotationAppliesToAllZPlanes: ['006A000F', 'CS'],
  AnnotationIndexList: ['006A0011', 'OL'],
  GraphicType: ['00700023', 'CS'],
  ContentLabel: ['00700080', 'CS'],
  ContentDescription: ['00700081', 'LO'],
  ContentCreatorName: ['00700084', 'PN'],
  AnnotationGroupNumber: ['0040A180', 'US'],
  OwnCreator: ['00990010', 'LO'],
  OwnMembers: ['00991001', 'UT'],
  PixelData: ['7FE00010', 'OB'],
} as const;

type Keyword = keyof typeof table;
/** A representation that occurs in the table. */
export type Representation = (typeof table)[Keyword][1];
/** A value, or an item of a sequence. */
export type Value = string | number | ArrayBuffer | Attributes;

/** Values by keyword; items of a sequence are a list. */
export type Attributes = { readonly [K in Keyword]?: Value | readonly Value[] | undefined };

/** The elements of attributes, in the order of their tags. */
export const elementsOf = (attributes: Attributes): readonly Element[] =>
  (Object.entries(attributes) as [Keyword, Attributes[Keyword]][])
    .flatMap(([keyword, value]): Element[] => {
      if (value === undefined) return [];
      const [tag, vr] = table[keyword];
      return [{ tag, vr, values: isList(value) ? value : [value] }];
    })
    .sort((a, b) => (a.tag < b.tag ? -1 : 1));

const isList = (value: Value | readonly Value[]): value is readonly Value[] => Array.isArray(value);

/** An element that is written. */
export interface Element {
  readonly tag: string;
  readonly vr: Representation;
  readonly values: readonly Value[];
}

const representations = new Map<string, Representation>(Object.values(table).map(([tag, vr]) => [tag, vr]));

/** The representation of an attribute of the table, by its tag. */
export const representationOf = (tag: string): Representation | undefined => representations.get(tag);
