/**
 * Contours as Microscopy Bulk Simple Annotations (PS3.3, A.87; Supplement 222): a group of polygons or of lines for each class, in
 * pixels of the whole matrix, with their measurements. A hole is joined to its outline by a bridge, and each part of an object is an
 * annotation; private attributes say which parts belong together, and where the bridges are.
 */

import type { ContourFeature } from '../../../algorithm/contour-feature.js';
import { polygonsOf } from '../../../algorithm/shapes/polygons.js';
import { SegmenterError } from '../../../core/errors.js';
import type { Position } from '../../../core/geometry/ring.js';
import { because, type Told } from '../../../core/reasons.js';
import { ownValue } from '../../../core/record.js';
import { version } from '../../../core/version.js';
import { type Bridge, keyholeWith } from '../../shapes/keyhole.js';
import type { ImageFrame } from '../features.js';
import type { Attributes } from './attributes.js';
import { labOf } from './lab.js';
import { fitting, ownMembers } from './own-members.js';
import { CATEGORY, code, commonAttributes, madeUid, ownCode, sourceOf, typeOf } from './references.js';

/** Microscopy Bulk Simple Annotations Storage. */
export const ANNOTATIONS = '1.2.840.10008.5.1.4.1.1.91.1';

/** Maximum number of coordinates of a group: an element's length in bytes has 32 bits. */
const MOST = 2 ** 28;
/** Maximum number of groups, whose numbers have 16 bits. */
const MOST_GROUPS = 65535;

interface Shape {
  readonly type: 'POLYGON' | 'POLYLINE';
  readonly points: readonly Position[];
  readonly bridges: readonly Bridge[];
  readonly contour: ContourFeature;
  /** Index of the contour in the list. */
  readonly place: number;
}

const shapesOf = (contour: ContourFeature, place: number): readonly Shape[] => {
  const { geometry } = contour;
  const lines =
    geometry.type === 'LineString'
      ? [geometry.coordinates]
      : geometry.type === 'MultiLineString'
        ? geometry.coordinates
        : [];
  return [
    ...polygonsOf(geometry).map((rings): Shape => {
      const { ring, bridges } = keyholeWith(rings);
      return { type: 'POLYGON', points: ring, bridges, contour, place };
    }),
    ...lines.map((points): Shape => ({ type: 'POLYLINE', points, bridges: [], contour, place })),
  ];
};

/** UCUM units of measurements, by the end of their names. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/ µm\^2$/, 'um2'],
  [/ µm$/, 'um'],
  [/ mm\^2$/, 'mm2'],
  [/ mm$/, 'mm'],
  [/ m\^2$/, 'm2'],
  [/ m$/, 'm'],
  [/ px\^2$/, '{pixels}2'],
  [/ px$/, '{pixels}'],
];

const singles = (values: readonly number[]): ArrayBuffer => new Float32Array(values).buffer;
const words = (values: readonly number[]): ArrayBuffer => new Uint32Array(values).buffer;

const measurementsOf = (shapes: readonly Shape[]): readonly Attributes[] => {
  const names = new Set(shapes.flatMap(({ contour }) => Object.keys(contour.properties.measurements)));
  return [...names].map((name) => {
    const values: number[] = [];
    const places: number[] = [];
    for (const [k, { contour }] of shapes.entries()) {
      const value = ownValue(contour.properties.measurements, name);
      if (value === undefined) continue;
      values.push(value);
      places.push(k + 1);
    }
    const unit = UNITS.find(([end]) => end.test(name))?.[1] ?? '1';
    return {
      ConceptNameCodeSequence: [ownCode(name)],
      MeasurementUnitsCodeSequence: [code(unit, 'UCUM', unit === '1' ? 'no units' : unit)],
      MeasurementValuesSequence: [
        {
          FloatingPointValues: singles(values),
          ...(places.length === shapes.length ? {} : { AnnotationIndexList: words(places) }),
        },
      ],
      ...(fitting(name) === name ? {} : ownMembers({ name })),
    };
  });
};

/** What the standard does not cover: the contour of each annotation, and the names of each contour. */
const ownOf = (shapes: readonly Shape[]): object => ({
  class: shapes[0]?.contour.properties.classification?.name,
  annotations: shapes.map(({ contour: { id, properties }, place, bridges }) => ({
    place,
    id,
    name: properties.name,
    ...(properties.objectType === 'annotation' ? {} : { objectType: properties.objectType }),
    ...(properties.isLocked ? { isLocked: true } : {}),
    ...(bridges.length > 0 ? { bridges } : {}),
  })),
});

const groupOf = (shapes: readonly Shape[], number: number, uid: string): Attributes => {
  const [first] = shapes;
  const classification = first?.contour.properties.classification;
  const starts: number[] = [];
  const coordinates: number[] = [];
  for (const { points } of shapes) {
    starts.push(coordinates.length + 1);
    for (const [x, y] of points) coordinates.push(x, y);
  }
  if (coordinates.length > MOST)
    throw refused(because('class-coordinates')`a class has ${coordinates.length} coordinates; at most ${MOST}`);
  const measurements = measurementsOf(shapes);
  return {
    AnnotationGroupNumber: number,
    AnnotationGroupUID: uid,
    AnnotationGroupLabel: fitting(classification?.name ?? '') || 'Contours',
    AnnotationGroupGenerationType: 'SEMIAUTOMATIC',
    AnnotationGroupAlgorithmIdentificationSequence: [
      {
        AlgorithmFamilyCodeSequence: [code('123111', 'DCM', 'Deformable Models')],
        AlgorithmName: 'snake-segmenter',
        AlgorithmVersion: version,
      },
    ],
    AnnotationPropertyCategoryCodeSequence: [CATEGORY],
    AnnotationPropertyTypeCodeSequence: [typeOf(classification?.name)],
    NumberOfAnnotations: shapes.length,
    AnnotationAppliesToAllOpticalPaths: 'YES',
    AnnotationAppliesToAllZPlanes: 'YES',
    GraphicType: first?.type,
    PointCoordinatesData: singles(coordinates),
    LongPrimitivePointIndexList: words(starts),
    ...(classification ? { RecommendedDisplayCIELabValue: labOf(classification.color) } : {}),
    ...(measurements.length > 0 ? { MeasurementsSequence: measurements } : {}),
    ...ownMembers(ownOf(shapes)),
  };
};

const refused = (reason: Told): SegmenterError =>
  new SegmenterError('unsupported', { what: because('dicom-annotations')`DICOM annotations`, reason });

/** @throws SegmenterError `unsupported` where there is nothing to write, or too much */
export const annotationsOf = (contours: readonly ContourFeature[], image: ImageFrame): Attributes => {
  const groups = new Map<string, Shape[]>();
  for (const shape of contours.flatMap(shapesOf)) {
    const { classification } = shape.contour.properties;
    const key = JSON.stringify([shape.type, classification?.name, classification?.color]);
    const its = groups.get(key) ?? [];
    its.push(shape);
    groups.set(key, its);
  }
  if (groups.size === 0) throw refused(because('no-object')`there is no object; it must have at least one`);
  if (groups.size > MOST_GROUPS)
    throw refused(because('groups-at-most')`${groups.size} groups of one class; at most ${MOST_GROUPS}`);
  const kind = { sopClass: ANNOTATIONS, modality: 'ANN', title: 'Contours' } as const;
  const common = commonAttributes(kind, contours, image);
  return {
    ...common,
    ReferencedImageSequence: [sourceOf(image)],
    AnnotationCoordinateType: '2D',
    PixelOriginInterpretation: 'VOLUME',
    AnnotationGroupSequence: [...groups.values()].map((shapes, k) =>
      groupOf(shapes, k + 1, madeUid(`group ${k} of ${String(common.SOPInstanceUID)}`)),
    ),
  };
};
