/** Longitude and latitude of points on maps, for the coordinate systems that are known by their EPSG codes. */
import type { Position } from '../../core/geometry/ring.js';

/** Longitude and latitude in degrees of a point on a map; not finite where there is none. */
export type ToDegrees = (point: Position) => Position;

/** An ellipsoid of revolution: its semi-major axis in metres, its flattening. */
interface Ellipsoid {
  readonly a: number;
  readonly f: number;
}

const WGS84: Ellipsoid = { a: 6378137, f: 1 / 298.257223563 };
const GRS80: Ellipsoid = { a: 6378137, f: 1 / 298.257222101 };

const DEGREE = Math.PI / 180;

/** Steps of Newton's method, each of which doubles the digits: from a start that is off by less than 0.004, three reach the last. */
const STEPS = 4;

/** In (−180°, 180°], or what is near: zones at the antimeridian go beyond. */
const wrapped = (degrees: number): number => (Math.abs(degrees) <= 180 ? degrees : degrees - 360 * Math.sign(degrees));

const inDegrees = (longitude: number, latitude: number): Position => [wrapped(longitude / DEGREE), latitude / DEGREE];

/** The geodetic latitude of a conformal one, both by their tangents (Karney, Transverse Mercator with an accuracy of a few nanometers, 2011, equations 7 to 9 and 19 to 21). */
const geodetic = (conformal: number, f: number): number => {
  const squared = f * (2 - f);
  const e = Math.sqrt(squared);
  let tangent = conformal / (1 - squared);
  for (let step = 0; step < STEPS; step++) {
    const secant = Math.hypot(1, tangent);
    const sigma = Math.sinh(e * Math.atanh((e * tangent) / secant));
    const its = tangent * Math.hypot(1, sigma) - sigma * secant;
    const slope = (1 - squared) * secant * Math.hypot(1, its);
    tangent += ((conformal - its) * (1 + (1 - squared) * tangent * tangent)) / slope;
  }
  return tangent;
};

/** Beyond 150° of the conformal longitude from the central meridian, the series does not hold. */
const FARTHEST = 2.62;

/** A zone of UTM by the series of Krüger (the same, equations 11, 15 and 36): the next term is less than a nanometre within 3,900 km. */
const zone = (number: number, south: boolean, { a, f }: Ellipsoid): ToDegrees => {
  const n = f / (2 - f);
  const radius = ((0.9996 * a) / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64);
  const terms = [
    n / 2 - (2 / 3) * n ** 2 + (37 / 96) * n ** 3 - n ** 4 / 360,
    n ** 2 / 48 + n ** 3 / 15 - (437 / 1440) * n ** 4,
    (17 / 480) * n ** 3 - (37 / 840) * n ** 4,
    (4397 / 161280) * n ** 4,
  ];
  const meridian = (6 * number - 183) * DEGREE;
  return ([x, y]) => {
    const north = (y - (south ? 10_000_000 : 0)) / radius;
    const east = (x - 500_000) / radius;
    if (Math.abs(east) > FARTHEST) return [Number.NaN, Number.NaN];
    let [xi, eta] = [north, east];
    for (const [k, term] of terms.entries()) {
      const by = 2 * (k + 1);
      xi -= term * Math.sin(by * north) * Math.cosh(by * east);
      eta -= term * Math.cos(by * north) * Math.sinh(by * east);
    }
    const across = Math.sinh(eta);
    const along = Math.cos(xi);
    const latitude = Math.atan(geodetic(Math.sin(xi) / Math.hypot(across, along), f));
    return inDegrees(meridian + Math.atan2(across, along), latitude);
  };
};

/** ETRS89 on Lambert's azimuthal equal-area projection, round 52° N 10° E (EPSG guidance note 7-2, method 9820). */
const laea: ToDegrees = ([x, y]) => {
  const { a, f } = GRS80;
  const squared = f * (2 - f);
  const e = Math.sqrt(squared);
  const areal = (sine: number): number =>
    (1 - squared) * (sine / (1 - squared * sine * sine) + Math.atanh(e * sine) / e);
  const origin = Math.sin(52 * DEGREE);
  const pole = areal(1);
  const sine = areal(origin) / pole;
  const cosine = Math.sqrt(1 - sine * sine);
  const radius = a * Math.sqrt(pole / 2);
  const stretch = (a * Math.cos(52 * DEGREE)) / (Math.sqrt(1 - squared * origin * origin) * radius * cosine);
  const east = (x - 4_321_000) / stretch;
  const north = (y - 3_210_000) * stretch;
  const distance = Math.hypot(east, north);
  const angle = 2 * Math.asin(distance / (2 * radius));
  const scale = distance === 0 ? 1 / radius : Math.sin(angle) / distance;
  const height = Math.cos(angle) * sine + north * scale * cosine;
  const longitude = Math.atan2(east * scale, cosine * Math.cos(angle) - north * sine * scale);
  // The authalic latitude is the first guess of the geodetic one.
  let latitude = Math.asin(height);
  for (let step = 0; step < STEPS; step++) {
    const its = Math.sin(latitude);
    const slope = (2 * (1 - squared) * Math.cos(latitude)) / (1 - squared * its * its) ** 2;
    latitude += (pole * height - areal(its)) / slope;
  }
  return inDegrees(10 * DEGREE + longitude, latitude);
};

/** The sphere of Web Mercator. */
const mercator: ToDegrees = ([x, y]) => inDegrees(x / WGS84.a, Math.atan(Math.sinh(y / WGS84.a)));

/**
 * The conversion of a coordinate system, as `EPSG:32630`, to longitude and latitude: WGS 84, ETRS89 and NAD83 in degrees and in zones of UTM, Web Mercator,
 * and LAEA Europe. ETRS89 and NAD83 are taken for WGS 84, as PROJ does without grids. `undefined` where the system is none of these.
 */
export const toDegrees = (crs: string | undefined): ToDegrees | undefined => {
  const code = Number(/^EPSG:(\d+)$/.exec(crs ?? '')?.[1]);
  if ([4326, 4258, 4269].includes(code)) return (point) => point;
  if (code === 3857) return mercator;
  if (code === 3035) return laea;
  if (code > 32600 && code <= 32660) return zone(code - 32600, false, WGS84);
  if (code > 32700 && code <= 32760) return zone(code - 32700, true, WGS84);
  if (code >= 25828 && code <= 25838) return zone(code - 25800, false, GRS80);
  if (code > 26900 && code <= 26923) return zone(code - 26900, false, GRS80);
  return undefined;
};
