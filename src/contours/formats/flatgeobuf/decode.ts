/** Header and features of FlatGeobuf from their bytes; whatever they hold, the outcome is checked or `bad-import`. */

import type { ContourFeature } from '../../../algorithm/contour-feature.js';
import { reasonWithin } from '../../../core/errors.js';
import { because, Damage } from '../../../core/reasons.js';
import { isRecord } from '../../../core/record.js';
import { badImport, type Classification, colourOf, feature } from '../features.js';
import { geometryOf } from '../geometry-of.js';
import { columnNames, MEASUREMENT, OWN_MEMBER } from './layout.js';
import { ByteBuffer, ColumnType, Feature, type GeometryTable, GeometryType, Header } from './schema.js';

/** A column of the features' properties. */
export interface ColumnMeta {
  readonly name: string;
  readonly type: number;
  /** Name of the measurement, where the column holds one. */
  readonly measurement?: string;
}

/** The content of a header. */
export interface HeaderMeta {
  readonly count: number;
  readonly nodeSize: number;
  readonly geometryType: number;
  readonly columns: readonly ColumnMeta[];
  /** Minimum x and y, maximum x and y, where the writer gave them. */
  readonly envelope?: readonly number[];
  /** The image that the contours lie on, where this package wrote the file. */
  readonly image?: { readonly name: string; readonly width: number; readonly height: number };
  /** Metadata of every contour. */
  readonly shared: Readonly<Record<string, string>>;
}

/** Columns are numbered in 16 bits. */
const MOST_COLUMNS = 2 ** 16;

/** The content of a header, from its bytes with the size prefix. */
export const decodeHeader = (bytes: Uint8Array): HeaderMeta => {
  try {
    const header = Header.getSizePrefixedRootAsHeader(new ByteBuffer(bytes));
    const length = header.columnsLength();
    if (length > MOST_COLUMNS) throw new Damage(because('its-columns')`it has ${length} columns`);
    const columns = Array.from({ length }, (_, k): ColumnMeta => {
      const column = header.columns(k);
      const [name, title] = [column?.name(), column?.title()];
      const measured = column?.description() === MEASUREMENT && typeof title === 'string';
      return { name: name ?? '', type: column?.type() ?? -1, ...(measured ? { measurement: title } : {}) };
    });
    const envelope = header.envelopeLength() === 4 ? Array.from(header.envelopeArray() ?? []) : undefined;
    return {
      count: Number(header.featuresCount()),
      nodeSize: header.indexNodeSize(),
      geometryType: header.geometryType(),
      columns,
      ...(envelope?.every(Number.isFinite) === true ? { envelope } : {}),
      ...ownOf(header.metadata()),
    };
  } catch (error) {
    throw badImport(because('header-no-sense')`the header makes no sense (${reasonWithin(error)})`);
  }
};

const ownOf = (text: string | null): Pick<HeaderMeta, 'image' | 'shared'> => {
  let own: unknown;
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    own = isRecord(parsed) ? parsed[OWN_MEMBER] : undefined;
  } catch {
    // Metadata of other programs are ignored.
  }
  if (!isRecord(own)) return { shared: {} };
  const shared = textsOf(own.metadata);
  if (!isRecord(own.image)) return { shared };
  const { name, width, height } = own.image;
  return typeof name === 'string' && typeof width === 'number' && typeof height === 'number'
    ? { shared, image: { name, width, height } }
    : { shared };
};

const textsOf = (value: unknown): Record<string, string> =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};

/**
 * The contour of a feature; `undefined` where its geometry is not a contour.
 * @param bytes the feature with its size prefix
 * @param where the feature, for messages
 * @param keep gives its id
 */
export const decodeFeature = (
  bytes: Uint8Array,
  header: HeaderMeta,
  where: string,
  keep: (id: unknown) => string,
): ContourFeature | undefined => {
  let [geometry, values]: [unknown, ReadonlyMap<ColumnMeta, unknown>] = [undefined, new Map()];
  try {
    const its = Feature.getSizePrefixedRootAsFeature(new ByteBuffer(bytes));
    const table = its.geometry();
    geometry = table ? geometryFrom(table, header.geometryType || table.type(), bytes.length) : undefined;
    values = valuesOf(its.propertiesArray(), header.columns);
  } catch (error) {
    throw badImport(because('part-no-sense')`${where} makes no sense (${reasonWithin(error)})`);
  }
  const named = new Map([...values].map(([{ name }, value]) => [name, value]));
  const [c, z, t] = [columnNames.channel, columnNames.slice, columnNames.time].map((name) => named.get(name));
  const shape = geometryOf(isRecord(geometry) ? { ...geometry, plane: { c, z, t } } : geometry, `${where}.geometry`);
  if (shape === undefined) return undefined;
  const measurements: [name: string, value: number][] = [];
  for (const [{ name, type, measurement }, value] of values) {
    const own = Object.values(columnNames).some((each) => each === name);
    if (typeof value !== 'number' || (measurement === undefined && (own || type === ColumnType.Bool))) continue;
    measurements.push([measurement ?? name, value]);
  }
  const name = named.get(columnNames.name);
  const classification = classOf(named.get(columnNames.classification), named.get(columnNames.color));
  return feature(keep(named.get(columnNames.id)), shape, {
    measurements: Object.fromEntries(measurements),
    metadata: { ...header.shared, ...textsOf(named.get(columnNames.metadata)) },
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(classification ? { classification } : {}),
    ...(named.get(columnNames.locked) === true ? { isLocked: true } : {}),
  });
};

const classOf = (name: unknown, color: unknown): Classification | undefined => {
  if (typeof name !== 'string' || name === '') return undefined;
  const [, r, g, b] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(typeof color === 'string' ? color : '') ?? [];
  const parsed = [r, g, b].map((each) => Number.parseInt(each ?? '', 16));
  const [red = 0, green = 0, blue = 0] = parsed;
  return { name, color: parsed.every(Number.isFinite) ? [red, green, blue] : colourOf(name) };
};

/** GeoJSON from a table, not yet validated; `most`: the maximum number of parts that its bytes can hold. */
const geometryFrom = (table: GeometryTable, type: number, most: number): unknown => {
  switch (type) {
    case GeometryType.LineString:
      return { type: 'LineString', coordinates: linesOf(table)[0] ?? [] };
    case GeometryType.MultiLineString:
      return { type: 'MultiLineString', coordinates: linesOf(table) };
    case GeometryType.Polygon:
      return { type: 'Polygon', coordinates: linesOf(table) };
    case GeometryType.MultiPolygon: {
      const length = table.partsLength();
      if (length > most) throw new Damage(because('its-parts')`it has ${length} parts`);
      const coordinates = Array.from({ length }, (_, k) => {
        const part = table.parts(k);
        return part ? linesOf(part) : [];
      });
      return { type: 'MultiPolygon', coordinates };
    }
    default:
      return undefined;
  }
};

const linesOf = (table: GeometryTable): number[][][] => {
  const xy = table.xyArray() ?? new Float64Array(0);
  const ends = [...(table.endsArray() ?? [xy.length / 2])];
  let start = 0;
  return ends.map((end) => {
    const line: number[][] = [];
    for (let k = start; k < Math.min(end, xy.length / 2); k++) line.push([xy[2 * k]!, xy[2 * k + 1]!]);
    start = end;
    return line;
  });
};

/** Values by their columns. Throws where the bytes end early or a column does not exist. */
const valuesOf = (bytes: Uint8Array | null, columns: readonly ColumnMeta[]): ReadonlyMap<ColumnMeta, unknown> => {
  const values = new Map<ColumnMeta, unknown>();
  if (bytes === null) return values;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const column = columns[view.getUint16(at, true)];
    if (column === undefined) throw new Damage(because('no-column')`there is no column ${view.getUint16(at, true)}`);
    const [value, size] = valueAt(view, at + 2, column.type);
    values.set(column, value);
    at += 2 + size;
  }
  return values;
};

const decoder = new TextDecoder();

const valueAt = (view: DataView, at: number, type: number): readonly [value: unknown, size: number] => {
  switch (type) {
    case ColumnType.Byte:
      return [view.getInt8(at), 1];
    case ColumnType.UByte:
      return [view.getUint8(at), 1];
    case ColumnType.Bool:
      return [view.getUint8(at) !== 0, 1];
    case ColumnType.Short:
      return [view.getInt16(at, true), 2];
    case ColumnType.UShort:
      return [view.getUint16(at, true), 2];
    case ColumnType.Int:
      return [view.getInt32(at, true), 4];
    case ColumnType.UInt:
      return [view.getUint32(at, true), 4];
    case ColumnType.Long:
      return [Number(view.getBigInt64(at, true)), 8];
    case ColumnType.ULong:
      return [Number(view.getBigUint64(at, true)), 8];
    case ColumnType.Float:
      return [view.getFloat32(at, true), 4];
    case ColumnType.Double:
      return [view.getFloat64(at, true), 8];
    case ColumnType.String:
    case ColumnType.DateTime:
    case ColumnType.Json:
    case ColumnType.Binary: {
      const length = view.getUint32(at, true);
      const text = decoder.decode(new Uint8Array(view.buffer, view.byteOffset + at + 4, length));
      return [type === ColumnType.Json ? JSON.parse(text) : type === ColumnType.Binary ? undefined : text, 4 + length];
    }
    default:
      throw new Damage(because('column-type')`a column has the type ${type}, which is not known`);
  }
};
