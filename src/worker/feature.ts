/** The conversion of an algorithm's outcome to the contours that the engine returns. */

import type { Geometry, Outcome } from '../algorithm/algorithm.js';
import type { BackendInfo } from '../compute/backend.js';
import type { Position } from '../core/geometry/ring.js';
import { lengthOf, signedArea } from '../core/geometry/ring.js';
import { uuid } from '../core/uuid.js';
import { version } from '../core/version.js';
import type { ImageSource, Placement } from '../image/samples.js';
import type { ContourFeature, SegmentRequest } from './protocol.js';

/** The facts about a run that its contours' metadata record. */
export interface Provenance {
  readonly id: string;
  /** The checked request, with every parameter and the pixel budget: it gives the same contour on any machine. */
  readonly request: SegmentRequest & { readonly algorithm: string };
  readonly image: Pick<ImageSource, 'name' | 'width' | 'height' | 'bands' | 'bits' | 'placement'>;
  /** The backend that finished the run. */
  readonly backend: Pick<BackendInfo, 'backend' | 'adapter'>;
  readonly cancelled: boolean;
}

/** Colour of a class whose examples have none. */
const GREY = [128, 128, 128] as const;

/**
 * The contours as GeoJSON Features. The first has the run's id; contours of one object in a volume all record it. Geometry and
 * properties are computed on first read: of thousands of contours, most are never read.
 */
export const features = (outcome: Outcome, provenance: Provenance): ContourFeature[] => {
  const { contours, metadata } = outcome;
  const together = contours.length > 1 && contours.every(({ slice }) => slice !== undefined);
  // Built once: such a large object takes longer to build than everything else about a contour of a line.
  const shared = { ...describe(provenance), ...metadata, ...(together && { object: provenance.id }) };
  return contours.map((contour, index) => {
    const feature = { type: 'Feature', id: index === 0 ? provenance.id : uuid() };
    const value: Parts = { contour, provenance, shared, geometry: undefined, properties: undefined };
    Object.defineProperty(feature, PARTS, { value, configurable: true, writable: true });
    Object.defineProperty(feature, 'geometry', GEOMETRY);
    return Object.defineProperty(feature, 'properties', PROPERTIES) as Made;
  });
};

/** Key of the data from which a feature's members are computed; readable through a host's proxy too. */
const PARTS = Symbol('parts');

interface Parts {
  readonly contour: Outcome['contours'][number];
  readonly provenance: Provenance;
  /** Metadata shared by all features. */
  readonly shared: Readonly<Record<string, string>>;
  /** Set once it was read or assigned. */
  geometry: ContourFeature['geometry'] | undefined;
  properties: ContourFeature['properties'] | undefined;
}

interface Made extends ContourFeature {
  readonly [PARTS]: Parts;
}

/** A member computed on first read. The accessors are shared by all features: separate ones would take megabytes for thousands of features. */
const member = (
  name: 'geometry' | 'properties',
  read: (parts: Parts) => unknown,
): PropertyDescriptor & ThisType<Made> => ({
  enumerable: true,
  configurable: true,
  get() {
    return read(this[PARTS]);
  },
  // A host may assign to members.
  set(value) {
    this[PARTS][name] = value;
  },
});

const GEOMETRY = member('geometry', (parts) => {
  const { slice = parts.provenance.request.slice, geometry } = parts.contour;
  parts.geometry ??= slice === undefined ? geometry : { ...geometry, plane: { c: -1, z: slice, t: 0 } };
  return parts.geometry;
});

const PROPERTIES = member('properties', (parts) => {
  if (parts.properties) return parts.properties;
  const { contour, provenance, shared } = parts;
  const { geometry, measurements, metadata, pinned, probability, class: its } = contour;
  parts.properties = {
    objectType: 'annotation',
    ...(its?.name && { classification: { name: its.name, color: its.color ?? GREY } }),
    ...(probability !== undefined && { probability }),
    ...(pinned?.length && { pinned }),
    measurements: finite({
      ...measure(geometry, provenance.image.placement),
      ...measurements,
      ...(probability !== undefined && { Probability: probability }),
    }),
    metadata: { ...shared, ...metadata },
  };
  return parts.properties;
});

/**
 * The request that made a contour, to run it again; `undefined` where the metadata hold none. For an image processed
 * in regions the request is the same for all, and the region is recorded separately.
 * @param contour as a run or an import gave it; coordinates of the request are full-resolution pixels
 */
export const requestOf = (contour: Pick<ContourFeature, 'properties'>): SegmentRequest | undefined => {
  try {
    const { metadata } = contour.properties;
    const request: unknown = JSON.parse(metadata.request ?? '');
    if (!isRequest(request)) return undefined;
    return metadata.region === undefined ? request : { ...request, domain: JSON.parse(metadata.region) };
  } catch {
    return undefined;
  }
};

const isRequest = (value: unknown): value is SegmentRequest =>
  typeof value === 'object' && value !== null && 'algorithm' in value && 'init' in value;

/**
 * Measures a geometry: area and perimeter, or length of lines.
 * @param geometry in full-resolution pixels
 * @param placement of the image; where it gives the size of a pixel, measurements in µm or m are added
 * @returns measurements by name, each with its unit in the name
 */
export const measure = (geometry: Geometry, placement?: Placement): Record<string, number> => {
  const known = placement !== undefined && placement.unit !== 'degree';
  const [rightX, rightY, downX, downY] = (known && (placement.axes ?? uprightAxes(placement))) || [1, 0, 0, 1];
  const onGround = ([x, y]: Position): Position => [x * rightX + y * downX, x * rightY + y * downY];
  const both = (name: string, power: '' | '^2', pixels: number, real: number): [string, number][] => {
    const inPixels: [string, number] = [`${name} px${power}`, pixels];
    return known ? [inPixels, [`${name} ${placement.unit}${power}`, real]] : [inPixels];
  };
  const lines = linesOf(geometry);
  const length = sum(lines, (line) => lengthOf(line));
  const realLength = known ? sum(lines, (line) => lengthOf(line.map(onGround))) : length;
  if (geometry.type === 'LineString' || geometry.type === 'MultiLineString') {
    return Object.fromEntries(both('Length', '', length, realLength));
  }
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const area = sum(polygons, (rings) => sum(rings, (ring, k) => (k === 0 ? 1 : -1) * Math.abs(signedArea(ring))));
  const realArea = area * Math.abs(rightX * downY - rightY * downX);
  return Object.fromEntries([...both('Area', '^2', area, realArea), ...both('Perimeter', '', length, realLength)]);
};

const uprightAxes = ({ pixelWidth, pixelHeight }: Placement): NonNullable<Placement['axes']> => [
  pixelWidth,
  0,
  0,
  pixelHeight,
];

const sum = <T>(items: readonly T[], value: (item: T, index: number) => number): number =>
  items.reduce((total, item, index) => total + value(item, index), 0);

/** Every ring, closed, and every line of a geometry. */
const linesOf = (geometry: Geometry): readonly (readonly Position[])[] => {
  switch (geometry.type) {
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
      return geometry.coordinates;
    case 'Polygon':
      return geometry.coordinates.map(closed);
    case 'MultiPolygon':
      return geometry.coordinates.flat().map(closed);
  }
};

/** A ring that ends where it begins; GeoJSON asks for that, and a caller may have left it out. */
const closed = (ring: readonly Position[]): readonly Position[] => {
  const [first, last] = [ring[0], ring.at(-1)];
  return !first || !last || (first[0] === last[0] && first[1] === last[1]) ? ring : [...ring, first];
};

/** Keeps finite numbers only: QuPath takes only numbers, and JSON has no others. */
export const finite = (measurements: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(measurements).filter(([, value]) => Number.isFinite(value)));

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Members of a request, in addition to its parameters, that are needed to repeat its run. */
export const REPEATED = [
  'algorithm',
  'init',
  'hints',
  'pinned',
  'exclusive',
  'domain',
  'within',
  'inView',
  'expectedAreas',
  'largerThan',
  'smallerThan',
  'level',
  'slice',
  'pixelBudget',
] as const;

const describe = ({ request, image, backend, cancelled }: Provenance): Record<string, string> => {
  const { algorithm, init, hints, pinned, domain, level, slice, parameters = {} } = request;
  const repeated = Object.fromEntries(REPEATED.map((name) => [name, request[name]]));
  const entries: [string, unknown][] = [
    ...Object.entries(parameters),
    ['algorithm', algorithm],
    ['init', init],
    ['hints', hints],
    ['pinned', pinned],
    ['domain', domain],
    ['level', level],
    ['slice of the start', slice],
    ['image', image.name],
    ['image size', `${image.width} × ${image.height}, ${image.bands} × ${image.bits} bits`],
    ['backend', backend.backend],
    ['adapter', backend.adapter],
    ['package', `snake-segmenter ${version}`],
    ['cancelled', cancelled || undefined],
    ['request', { ...repeated, parameters }],
  ];
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined).map(([name, value]) => [name, text(value)]),
  );
};
