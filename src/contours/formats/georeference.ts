/** The conversion of pixels to world coordinates, and of contours to georeferenced GeoJSON. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { SegmenterError } from '../../core/errors.js';
import type { Position } from '../../core/geometry/ring.js';
import { loaded } from '../../core/later.js';
import { because, type Told } from '../../core/reasons.js';
import type { Placement } from '../../image/samples.js';

type Geometry = ContourFeature['geometry'];

/** Contours in world coordinates. */
export interface GeoreferencedCollection {
  readonly type: 'FeatureCollection';
  readonly name: string;
  /** GeoJSON of 2008; GDAL, QGIS and PostGIS read it. Left out for WGS 84. */
  readonly crs?: { readonly type: 'name'; readonly properties: { readonly name: string } };
  readonly features: readonly ContourFeature[];
}

const notPlaced = (name: string, reason: Told): SegmenterError =>
  new SegmenterError('unsupported', { what: because('georeferenced-of')`Georeferenced GeoJSON of ${name}`, reason });

/** World coordinates of a point in full-resolution pixels (corner origin, y down); `undefined` where not georeferenced. */
export const worldPoint = (placement: Placement, [x, y]: Position): Position | undefined => {
  const { origin, pixelWidth, pixelHeight, axes = [pixelWidth, 0, 0, -pixelHeight] } = placement;
  return origin && [origin[0] + x * axes[0] + y * axes[2], origin[1] + x * axes[1] + y * axes[3]];
};

/**
 * Definitions of the supported systems: proj4 has WGS 84, its UTM zones and Web Mercator. Systems on ETRS89 and NAD83 are treated as equal to
 * WGS 84, as PROJ does without files of datum shifts.
 */
const definitionOf = (crs: string): string | undefined => {
  const code = Number(/^EPSG:(\d+)$/.exec(crs)?.[1]);
  if ([4326, 3857, 4269].includes(code) || (code > 32600 && code <= 32660) || (code > 32700 && code <= 32760))
    return crs;
  const zone = (code >= 25828 && code <= 25838 && code - 25800) || (code > 26900 && code <= 26923 && code - 26900);
  if (zone) return `+proj=utm +zone=${zone} +ellps=GRS80 +units=m +no_defs`;
  if (code === 3035) return '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +units=m +no_defs';
  if (code === 4258) return '+proj=longlat +ellps=GRS80 +no_defs';
  return undefined;
};

/**
 * Contours in the coordinates of the image's reference system, or in WGS 84 through proj4. Outer rings run
 * anticlockwise in the world, holes clockwise (RFC 7946, section 3.1.6).
 * @param system `source`: the image's own system, named in `crs`; `wgs84`: longitude and latitude as in RFC 7946
 * @throws SegmenterError `unsupported` where the image is not georeferenced, or its system is unknown
 */
export const georeferenced = async (
  contours: readonly ContourFeature[],
  placement: Placement | undefined,
  name: string,
  system: 'source' | 'wgs84' = 'source',
): Promise<GeoreferencedCollection> => {
  if (placement?.origin === undefined)
    throw notPlaced(name, because('no-place')`the image does not say where in the world it lies`);
  const { crs } = placement;
  const project = system === 'wgs84' ? await toWgs84(crs, name) : (point: Position): Position => point;
  const decimals = system === 'wgs84' || placement.unit === 'degree' ? 1e10 : 1e6;
  const round = (value: number): number => Math.round(value * decimals) / decimals;
  const move = ([x = 0, y = 0]: readonly number[]): [number, number] => {
    const [X, Y] = project(worldPoint(placement, [x, y])!);
    return [round(X), round(Y)];
  };
  const features = contours.map((contour) => ({ ...contour, geometry: moved(contour.geometry, move) }));
  const code = crs?.replace(/^EPSG:/, '');
  const named = system === 'source' && code !== undefined;
  const member = { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${code}` } } as const;
  return { type: 'FeatureCollection', name, ...(named ? { crs: member } : {}), features };
};

const toWgs84 = async (crs: string | undefined, name: string): Promise<(point: Position) => Position> => {
  const known = crs === undefined ? undefined : definitionOf(crs);
  if (known === undefined)
    throw notPlaced(
      name,
      because(
        'unknown-crs',
      )`the coordinate system ${crs ?? because('of-the-image')`of the image`} is not known here; a GIS converts GeoJSON in map coordinates`,
    );
  const { default: proj4 } = await loaded(import('proj4'));
  const converter = proj4(known, 'EPSG:4326');
  return (point) => {
    const [longitude = Number.NaN, latitude = Number.NaN] = converter.forward([...point]);
    if (Number.isFinite(longitude) && Number.isFinite(latitude)) return [longitude, latitude];
    throw notPlaced(
      name,
      because('no-longitude')`the point ${point.join(', ')} has no longitude and latitude in ${String(crs)}`,
    );
  };
};

const moved = (geometry: Geometry, move: (point: readonly number[]) => [number, number]): Geometry => {
  const line = (points: readonly Position[]): [number, number][] => points.map(move);
  const polygon = (rings: readonly (readonly Position[])[]): [number, number][][] =>
    rings.map((ring, k) => wound(line(ring), k === 0));
  switch (geometry.type) {
    case 'Polygon':
      return { type: 'Polygon', coordinates: polygon(geometry.coordinates) };
    case 'MultiPolygon':
      return { type: 'MultiPolygon', coordinates: geometry.coordinates.map(polygon) };
    case 'LineString':
      return { type: 'LineString', coordinates: line(geometry.coordinates) };
    case 'MultiLineString':
      return { type: 'MultiLineString', coordinates: geometry.coordinates.map(line) };
  }
};

const wound = (ring: [number, number][], anticlockwise: boolean): [number, number][] => {
  const [x0, y0] = ring[0] ?? [0, 0];
  let twice = 0;
  let [xa, ya] = [x0, y0];
  for (const [xb, yb] of ring) {
    twice += (xa - x0) * (yb - y0) - (xb - x0) * (ya - y0);
    [xa, ya] = [xb, yb];
  }
  return twice > 0 === anticlockwise ? ring : ring.reverse();
};
