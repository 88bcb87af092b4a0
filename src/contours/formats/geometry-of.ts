/** Geometries from parsed JSON, validated, with positions packed while they are read, without an array for each position. */

import type { Geometry } from '../../algorithm/algorithm.js';
import { show } from '../../core/errors.js';
import { because } from '../../core/reasons.js';
import { isRecord } from '../../core/record.js';
import { closedRing } from '../closed-ring.js';
import { isPacked, packedGeometry } from '../packed-geometry.js';
import { badImport } from './features.js';

/** A geometry from parsed JSON, on its slice; `undefined` for an empty geometry, or a kind that is not a contour. Throws `bad-import`. */
type ReadGeometry = (value: unknown, where: string) => Geometry | undefined;

/** Makes a function for the geometries of one file, whose positions share a few arrays. */
export const geometriesOf = (): ReadGeometry => {
  const room = new Room();
  return (value, where) => read(value, where, room);
};

/** Reads a geometry whose positions have their own array. */
export const geometryOf: ReadGeometry = (value, where) => read(value, where);

const read = (value: unknown, where: string, room?: Room): Geometry | undefined => {
  if (!isRecord(value)) return undefined;
  // A packed geometry of this package, unchanged.
  if (isPacked(value)) return value;
  const at = `${where}.coordinates`;
  const paths = new PathReader(room);
  switch (value.type) {
    case 'Polygon':
      paths.polygon(value.coordinates, at);
      break;
    case 'MultiPolygon':
      for (const [k, part] of list(value.coordinates, at).entries()) paths.polygon(part, `${at}[${k}]`);
      break;
    case 'LineString':
      paths.line(value.coordinates, at);
      break;
    case 'MultiLineString':
      for (const [k, part] of list(value.coordinates, at).entries()) paths.line(part, `${at}[${k}]`);
      break;
    default:
      return undefined;
  }
  return paths.geometry(planeOf(value));
};

const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);

/** The slice that a geometry from parsed JSON lies on, with its channel and its time. */
export const planeOf = ({ plane }: Readonly<Record<string, unknown>>): Geometry['plane'] => {
  if (!isRecord(plane)) return undefined;
  const { c, z, t } = plane;
  if (!isWhole(z) || z < 0) return undefined;
  return { c: isWhole(c) && c >= 0 ? c : -1, z, t: isWhole(t) && t >= 0 ? t : 0 };
};

const list = (value: unknown, where: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw badImport(because('no-array')`${where} is ${show(value)}, not an array`);
  return value;
};

/** Maximum size of a shared block in doubles: as long as one of its geometries is in use, the whole block stays in memory. */
const MOST = 2 ** 16;

/** A block for the positions of many geometries: allocating an array for each takes longer than filling it. */
class Room {
  #left = new Float64Array(0);
  #size = 0;

  /** The unused rest of the block, for the next geometry. */
  get left(): Float64Array<ArrayBuffer> {
    return this.#left;
  }

  /** A block with room for this many doubles, twice as large as the one before. */
  more(count: number): Float64Array<ArrayBuffer> {
    this.#size = Math.min(MOST, Math.max(count, 2 * this.#size));
    this.#left = new Float64Array(Math.max(count, this.#size));
    return this.#left;
  }

  /** Marks the first doubles of the rest as used. */
  take(count: number): void {
    this.#left = this.#left.subarray(count);
  }
}

const none = new Float64Array(0);

/** Validates and packs paths, one after another. */
class PathReader {
  #coordinates: Float64Array<ArrayBuffer>;
  /** Numbers of `#coordinates` in use. */
  #end = 0;
  readonly #lengths: number[] = [];
  /** Rings of each polygon; empty where there are only lines. */
  readonly #parts: number[] = [];

  constructor(private readonly room: Room | undefined) {
    this.#coordinates = room?.left ?? none;
  }

  /** Adds a polygon; skips one with fewer vertices than a triangle, and likewise its holes. */
  polygon(value: unknown, where: string): void {
    const start = this.#end;
    const rings: number[] = [];
    for (const [k, path] of list(value, where).entries()) {
      const from = this.#end;
      const given = this.#read(path, `${where}[${k}]`);
      if (!this.#endsAt(from)) this.#reserve(2);
      const length = closedRing(this.#coordinates, from, given, this.#coordinates, from);
      const kept = k === 0 || length >= 4;
      if (kept) rings.push(length);
      this.#end = kept ? from + 2 * length : from;
    }
    if ((rings[0] ?? 0) < 4) {
      this.#end = start;
      return;
    }
    for (const length of rings) this.#lengths.push(length);
    this.#parts.push(rings.length);
  }

  /** Adds a line; skips one of fewer than two positions. */
  line(value: unknown, where: string): void {
    const from = this.#end;
    const length = this.#read(value, where);
    if (length < 2) this.#end = from;
    else this.#lengths.push(length);
  }

  /** The geometry of the parts added; a multi-part geometry for several, `undefined` for none. */
  geometry(plane: Geometry['plane']): Geometry | undefined {
    if (this.#lengths.length === 0) return undefined;
    const coordinates = this.#taken();
    const [polygons, lengths] = [this.#parts, this.#lengths];
    if (polygons.length > 0) {
      const type = polygons.length === 1 ? 'Polygon' : 'MultiPolygon';
      return packedGeometry(type, { parts: polygons, lengths, coordinates }, plane);
    }
    const type = lengths.length === 1 ? 'LineString' : 'MultiLineString';
    return packedGeometry(type, { parts: [lengths.length], lengths, coordinates }, plane);
  }

  #taken(): Float64Array {
    const [all, end] = [this.#coordinates, this.#end];
    if (!this.room) return end === all.length ? all : all.slice(0, end);
    this.room.take(end);
    return all.subarray(0, end);
  }

  /** Appends validated positions. Their place is described only for an error. @returns the number of positions */
  #read(value: unknown, where: string): number {
    const positions = list(value, where);
    this.#reserve(2 * positions.length);
    const flat = this.#coordinates;
    let end = this.#end;
    for (let k = 0; k < positions.length; k++) {
      const position = positions[k];
      if (!Array.isArray(position) || position.length < 2)
        throw badImport(because('no-position')`${where}[${k}] is ${show(position)}, not a position [x, y]`);
      const x: unknown = position[0];
      const y: unknown = position[1];
      if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y))
        throw badImport(
          because('not-finite')`${where}[${k}] is ${show(position)}; both coordinates must be finite numbers`,
        );
      flat[end++] = x;
      flat[end++] = y;
    }
    this.#end = end;
    return positions.length;
  }

  /** Whether the last position equals that at `from`. */
  #endsAt(from: number): boolean {
    const [flat, end] = [this.#coordinates, this.#end];
    return flat[end - 2] === flat[from] && flat[end - 1] === flat[from + 1];
  }

  /** Makes room for this many more numbers. */
  #reserve(count: number): void {
    const wanted = this.#end + count;
    if (wanted <= this.#coordinates.length) return;
    // Grows by at least half once there are numbers, because a geometry may have very many paths.
    const size = Math.max(wanted, Math.ceil(1.5 * this.#end));
    const grown = this.room?.more(size) ?? new Float64Array(size);
    grown.set(this.#coordinates.subarray(0, this.#end));
    this.#coordinates = grown;
  }
}
