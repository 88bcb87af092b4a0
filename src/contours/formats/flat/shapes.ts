/** Geometries with coordinates as doubles: closes rings, and skips what is not an area or a line, as `geometryOf` does for arrays. */
import type { Geometry } from '../../../algorithm/algorithm.js';
import { isRecord } from '../../../core/record.js';
import { closedRing } from '../../closed-ring.js';
import type { PackedContour } from '../../packed-contour.js';
import { planeOf } from '../geometry-of.js';
import type { FlatCoordinates, Scanned } from './scan.js';

type Packed = Pick<PackedContour, 'parts' | 'lengths' | 'coordinates'>;

/** Depths of the coordinates of each type. */
const DEPTHS: Readonly<Record<string, number>> = { LineString: 2, MultiLineString: 3, Polygon: 3, MultiPolygon: 4 };

/** The geometries of one file, whose coordinates were extracted from its text. */
export class Shapes {
  readonly #packed = new Map<Geometry, Packed>();

  constructor(private readonly scanned: Scanned) {}

  /** The coordinates of a geometry that was made here. */
  packed(geometry: Geometry): Packed | undefined {
    return this.#packed.get(geometry);
  }

  /** A geometry without its coordinates, which `packed` returns; `undefined` for one that needs the reader of the whole text. */
  geometryOf(value: unknown, _where: string): Geometry | undefined {
    const flat = this.#flatOf(value);
    if (!flat || !isRecord(value) || typeof value.type !== 'string' || DEPTHS[value.type] !== flat.depth)
      return undefined;
    const packed = value.type.endsWith('Polygon') ? this.#areas(flat) : this.#lines(flat);
    // The reader of the whole text reports what is left out.
    if (packed.parts.length === 0) return undefined;
    const many = packed.parts.length > 1;
    const plane = planeOf(value);
    const geometry: Geometry = {
      ...(value.type.endsWith('Polygon')
        ? { type: many ? 'MultiPolygon' : 'Polygon', coordinates: [] }
        : { type: packed.lengths.length > 1 ? 'MultiLineString' : 'LineString', coordinates: [] }),
      ...(plane ? { plane } : {}),
    };
    this.#packed.set(geometry, packed);
    return geometry;
  }

  /** The value with its coordinates in arrays, as it was in the file. */
  whole(value: unknown): unknown {
    const flat = this.#flatOf(value);
    if (!flat || !isRecord(value)) return value;
    const { values } = flat;
    let [at, path] = [0, 0];
    const parts = flat.parts.map((count) =>
      Array.from({ length: count }, () => {
        const length = flat.lengths[path++] ?? 0;
        return Array.from({ length }, () => [values[at++], values[at++]]);
      }),
    );
    const coordinates = flat.depth === 4 ? parts : flat.depth === 3 ? parts[0] : parts[0]?.[0];
    return { ...value, coordinates };
  }

  #flatOf(value: unknown): FlatCoordinates | undefined {
    return isRecord(value) && typeof value.coordinates === 'number' ? this.scanned.taken[value.coordinates] : undefined;
  }

  #areas({ parts, lengths, values }: FlatCoordinates): Packed {
    if (areClosed(values, lengths)) return { parts, lengths, coordinates: values };
    const total = lengths.reduce((sum, length) => sum + length + 1, 0);
    const out = new Float64Array(2 * total);
    const kept: { parts: number[]; lengths: number[] } = { parts: [], lengths: [] };
    let [at, path, end] = [0, 0, 0];
    for (const count of parts) {
      const [before, lengthsBefore] = [end, kept.lengths.length];
      let rings = 0;
      for (let ring = 0; ring < count; ring++) {
        const length = lengths[path++]!;
        const closed = closedRing(values, at, length, out, end);
        at += 2 * length;
        // The outer ring is kept even if it is invalid, because it decides about the whole part.
        if (ring > 0 && closed < 4) continue;
        kept.lengths.push(closed);
        end += 2 * closed;
        rings++;
      }
      if (rings > 0 && (kept.lengths[lengthsBefore] ?? 0) >= 4) kept.parts.push(rings);
      else {
        kept.lengths.length = lengthsBefore;
        end = before;
      }
    }
    return { ...kept, coordinates: out.subarray(0, end) };
  }

  #lines({ lengths, values }: FlatCoordinates): Packed {
    const pieces: Float64Array[] = [];
    let at = 0;
    for (const length of lengths) {
      if (length >= 2) pieces.push(values.subarray(at, at + 2 * length));
      at += 2 * length;
    }
    const coordinates = new Float64Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let end = 0;
    for (const piece of pieces) {
      coordinates.set(piece, end);
      end += piece.length;
    }
    const parts = pieces.length > 0 ? [pieces.length] : [];
    return { parts, lengths: pieces.map((piece) => piece.length / 2), coordinates };
  }
}

/** Whether all rings are closed as by `closeRing`, and have an area. */
const areClosed = (values: Float64Array, lengths: readonly number[]): boolean => {
  let at = 0;
  for (const length of lengths) {
    const end = at + 2 * length;
    if (length < 4 || !Object.is(values[at], values[end - 2]) || !Object.is(values[at + 1], values[end - 1]))
      return false;
    for (let k = at + 2; k < end; k += 2) {
      if (values[k] === values[k - 2] && values[k + 1] === values[k - 1]) return false;
    }
    // Before the end only one position may be the first.
    if (values[end - 4] === values[at] && values[end - 3] === values[at + 1]) return false;
    at = end;
  }
  return true;
};
