/**
 * Geometries whose positions lie in one array of doubles until `coordinates` is first read: arrays of pairs take three times the
 * memory, and making them is most of the work of an import. Otherwise they behave like ordinary geometries.
 */
import type { Geometry } from '../algorithm/algorithm.js';
import type { Position } from '../core/geometry/ring.js';
import { frozen } from './frozen.js';

/** The paths of a geometry in one array. */
export interface PackedPaths {
  /** Paths of each polygon; of other geometries one entry. */
  readonly parts: readonly number[];
  /** Positions of each path. */
  readonly lengths: readonly number[];
  /** x0, y0, x1, y1, … of all paths; rings are closed. */
  readonly coordinates: Float64Array;
}

type Path = readonly Position[];

/** The key of a non-enumerable member, so that copies of a geometry contain its coordinates only. It is readable through a framework's proxies. */
const HELD = Symbol('positions of a geometry');

/** The positions of one geometry, in one of two forms. Not extensible, so that frameworks do not wrap it in a proxy. */
class Held {
  constructor(
    readonly type: Geometry['type'],
    public packed: PackedPaths | undefined,
    public made: Geometry['coordinates'] | undefined,
  ) {
    Object.preventExtensions(this);
  }
}

interface Holder {
  readonly [HELD]?: Held;
}

const coordinates: PropertyDescriptor & ThisType<Holder> = {
  get() {
    const held = this[HELD];
    if (!held) return undefined;
    if (held.packed) {
      held.made = geometryFrom(held.type, partsOf(held.packed)).coordinates;
      held.packed = undefined;
    }
    return Object.isFrozen(this) ? frozen(held.made) : held.made;
  },
  // A host may assign coordinates, as to any object that is not frozen.
  set(value: Geometry['coordinates']) {
    const held = this[HELD];
    if (!held) return;
    held.packed = undefined;
    held.made = value;
  },
  enumerable: true,
  configurable: true,
};

const isHolder = (value: object): value is Geometry & Holder => HELD in value;

/** The geometry of packed paths, whose arrays it uses without a copy. */
export const packedGeometry = (
  type: Geometry['type'],
  packed: PackedPaths,
  plane?: NonNullable<Geometry['plane']>,
): Geometry => {
  const geometry = { type };
  Object.defineProperty(geometry, 'coordinates', coordinates);
  if (plane) Object.assign(geometry, { plane });
  Object.defineProperty(geometry, HELD, { value: new Held(type, packed, undefined) });
  return isHolder(geometry) ? geometry : geometryFrom(type, partsOf(packed));
};

/** The packed paths of a geometry; `undefined` where it is not packed, or no longer packed. */
export const packedPathsOf = (geometry: Geometry): PackedPaths | undefined =>
  isHolder(geometry) ? geometry[HELD]?.packed : undefined;

/** A geometry whose positions are arrays; a copy of a packed one, so that the arrays are not kept in memory after a single use. */
export const inArrays = (geometry: Geometry): Geometry => {
  const packed = packedPathsOf(geometry);
  if (!packed) return geometry;
  const { plane } = geometry;
  return { ...geometryFrom(geometry.type, partsOf(packed)), ...(plane ? { plane } : {}) };
};

/** Whether a value is a geometry whose positions are still packed. */
export const isPacked = (value: object): value is Geometry => isHolder(value) && value[HELD]?.packed !== undefined;

const partsOf = ({ parts, lengths, coordinates: flat }: PackedPaths): readonly (readonly Path[])[] => {
  let at = 0;
  const paths = lengths.map((length): Path => {
    const path: Position[] = [];
    for (let k = 0; k < length; k++, at += 2) path.push([flat[at]!, flat[at + 1]!]);
    return path;
  });
  let from = 0;
  return parts.map((count) => {
    from += count;
    return paths.slice(from - count, from);
  });
};

const geometryFrom = (type: Geometry['type'], parts: readonly (readonly Path[])[]): Geometry => {
  const [first = []] = parts;
  switch (type) {
    case 'LineString':
      return { type, coordinates: first[0] ?? [] };
    case 'Polygon':
    case 'MultiLineString':
      return { type, coordinates: first };
    case 'MultiPolygon':
      return { type, coordinates: parts };
  }
};
