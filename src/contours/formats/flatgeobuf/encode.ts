/** Header and features of FlatGeobuf, as bytes. */
import type { Geometry } from '../../../algorithm/algorithm.js';
import type { ContourFeature } from '../../../algorithm/contour-feature.js';
import type { Position } from '../../../core/geometry/ring.js';
import { ownValue } from '../../../core/record.js';
import { ownMetadata, type Survey } from '../../set/survey.js';
import type { ImageFrame } from '../features.js';
import { columnNames, MEASUREMENT, OWN_MEMBER } from './layout.js';
import { NODE_SIZE } from './packed-tree.js';
import { Builder, Column, ColumnType, Feature, GeometryTable, GeometryType, Header } from './schema.js';

interface ColumnPlan {
  readonly name: string;
  readonly type: ColumnType;
  /** Name of the measurement, where the column holds one. */
  readonly title?: string;
}

/** The columns of a set: what every contour has, then its measurements. Those of channel and time are there where a contour has one. */
const columnsOf = ({ measurements, channels, times }: Survey): readonly ColumnPlan[] => {
  const { locked, slice, channel, time, metadata, ...texts } = columnNames;
  const fixed: ColumnPlan[] = [
    ...Object.values(texts).map((name) => ({ name, type: ColumnType.String })),
    { name: locked, type: ColumnType.Bool },
    ...[slice, ...(channels ? [channel] : []), ...(times ? [time] : [])].map((name) => ({
      name,
      type: ColumnType.Int,
    })),
    { name: metadata, type: ColumnType.Json },
  ];
  const taken = new Set(fixed.map(({ name }) => name));
  const free = (name: string): string => (taken.has(name) ? free(`${name} (${MEASUREMENT})`) : name);
  const measured = measurements.map((title) => {
    const name = free(title);
    taken.add(name);
    return { name, type: ColumnType.Double, title };
  });
  return [...fixed, ...measured];
};

/** The header with its size prefix. */
export const encodeHeader = (count: number, image: ImageFrame, its: Survey): Uint8Array<ArrayBuffer> => {
  const builder = new Builder(4096);
  const columns = columnsOf(its).map(({ name, type, title }) => {
    const offsets = [name, ...(title === undefined ? [] : [title, MEASUREMENT])].map((text) =>
      builder.createString(text),
    );
    Column.startColumn(builder);
    Column.addName(builder, offsets[0]!);
    Column.addType(builder, type);
    if (offsets.length > 1) {
      Column.addTitle(builder, offsets[1]!);
      Column.addDescription(builder, offsets[2]!);
    }
    return Column.endColumn(builder);
  });
  const columnsAt = Header.createColumnsVector(builder, columns);
  const { x0, y0, x1, y1 } = its.bounds;
  const envelope = Header.createEnvelopeVector(builder, [x0, y0, x1, y1]);
  const name = builder.createString(image.name || 'contours');
  const { width, height, placement } = image;
  const own = { image: { name: image.name, width, height, placement }, metadata: its.shared };
  const metadata = builder.createString(JSON.stringify({ [OWN_MEMBER]: own }));
  const [only = 'Unknown'] = its.types.size === 1 ? its.types : [];
  Header.startHeader(builder);
  Header.addName(builder, name);
  Header.addEnvelope(builder, envelope);
  Header.addGeometryType(builder, GeometryType[only]);
  Header.addColumns(builder, columnsAt);
  Header.addFeaturesCount(builder, BigInt(count));
  Header.addIndexNodeSize(builder, count > 0 ? NODE_SIZE : 0);
  Header.addMetadata(builder, metadata);
  builder.finishSizePrefixed(Header.endHeader(builder));
  return Uint8Array.from(builder.asUint8Array());
};

/** Encodes features with their size prefix. The bytes of a feature are valid until the next one is encoded. */
export class FeatureEncoder {
  readonly #builder = new Builder(1 << 16);
  readonly #properties = new PropertyBytes();
  readonly #measured: readonly (readonly [index: number, title: string])[];
  readonly #index: Readonly<Record<keyof typeof columnNames, number>>;

  constructor(private readonly its: Survey) {
    const columns = columnsOf(its);
    this.#measured = columns.flatMap(({ title }, index) => (title === undefined ? [] : [[index, title] as const]));
    const at = (wanted: string): number => columns.findIndex(({ name }) => name === wanted);
    const { id, name, classification, color, locked, slice, channel, time, metadata } = columnNames;
    this.#index = {
      id: at(id),
      name: at(name),
      classification: at(classification),
      color: at(color),
      locked: at(locked),
      slice: at(slice),
      channel: at(channel),
      time: at(time),
      metadata: at(metadata),
    };
  }

  encode(contour: ContourFeature): Uint8Array {
    const builder = this.#builder;
    builder.clear();
    const properties = Feature.createPropertiesVector(builder, this.#propertiesOf(contour));
    const geometry = encodeGeometry(builder, contour.geometry);
    Feature.startFeature(builder);
    Feature.addGeometry(builder, geometry);
    Feature.addProperties(builder, properties);
    builder.finishSizePrefixed(Feature.endFeature(builder));
    return builder.asUint8Array();
  }

  #propertiesOf(contour: ContourFeature): Uint8Array {
    const { id, geometry, properties } = contour;
    const { name, classification, isLocked, measurements } = properties;
    const [bytes, index] = [this.#properties, this.#index];
    bytes.clear();
    bytes.text(index.id, id);
    if (name !== undefined) bytes.text(index.name, name);
    if (classification !== undefined) {
      bytes.text(index.classification, classification.name);
      bytes.text(index.color, hex(classification.color));
    }
    if (isLocked === true) bytes.flag(index.locked);
    if (geometry.plane !== undefined) {
      const { c, z, t } = geometry.plane;
      bytes.integer(index.slice, z);
      if (c >= 0) bytes.integer(index.channel, c);
      if (t > 0) bytes.integer(index.time, t);
    }
    const metadata = ownMetadata(contour, this.its);
    if (Object.keys(metadata).length > 0) bytes.text(index.metadata, JSON.stringify(metadata));
    for (const [column, title] of this.#measured) {
      const value = ownValue(measurements, title);
      if (value !== undefined) bytes.number(column, value);
    }
    return bytes.written();
  }
}

const hex = (color: readonly number[]): string =>
  `#${color.map((each) => each.toString(16).padStart(2, '0')).join('')}`;

const encodeGeometry = (builder: Builder, geometry: Geometry): number => {
  switch (geometry.type) {
    case 'LineString':
      return simple(builder, GeometryType.LineString, [geometry.coordinates]);
    case 'MultiLineString':
      return simple(builder, GeometryType.MultiLineString, geometry.coordinates);
    case 'Polygon':
      return simple(builder, GeometryType.Polygon, geometry.coordinates);
    case 'MultiPolygon': {
      const parts = geometry.coordinates.map((rings) => simple(builder, GeometryType.Polygon, rings));
      const at = GeometryTable.createPartsVector(builder, parts);
      GeometryTable.startGeometry(builder);
      GeometryTable.addParts(builder, at);
      GeometryTable.addType(builder, GeometryType.MultiPolygon);
      return GeometryTable.endGeometry(builder);
    }
  }
};

/** Lines or rings one after another, `ends` the number of positions up to the end of each. */
const simple = (builder: Builder, type: GeometryType, lines: readonly (readonly Position[])[]): number => {
  const xy = GeometryTable.createXyVector(builder, lines.flat(2));
  let ends = 0;
  if (lines.length > 1) {
    let end = 0;
    ends = GeometryTable.createEndsVector(
      builder,
      lines.map((line) => {
        end += line.length;
        return end;
      }),
    );
  }
  GeometryTable.startGeometry(builder);
  if (ends !== 0) GeometryTable.addEnds(builder, ends);
  GeometryTable.addXy(builder, xy);
  GeometryTable.addType(builder, type);
  return GeometryTable.endGeometry(builder);
};

/** The values of a feature: the number of its column, then its bytes. */
class PropertyBytes {
  readonly #encoder = new TextEncoder();
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  clear(): void {
    this.#length = 0;
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  flag(column: number): void {
    this.#bytes[this.#begin(column, 1)] = 1;
  }

  integer(column: number, value: number): void {
    this.#view.setInt32(this.#begin(column, 4), value, true);
  }

  number(column: number, value: number): void {
    this.#view.setFloat64(this.#begin(column, 8), value, true);
  }

  text(column: number, value: string): void {
    const at = this.#begin(column, 4 + 3 * value.length);
    const { written } = this.#encoder.encodeInto(value, this.#bytes.subarray(at + 4));
    this.#view.setUint32(at, written, true);
    this.#length = at + 4 + written;
  }

  /** Makes room for a value of `size` bytes, and returns its position. */
  #begin(column: number, size: number): number {
    const at = this.#length + 2;
    if (at + size > this.#bytes.length) {
      const larger = new Uint8Array(2 * (at + size));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    this.#view.setUint16(this.#length, column, true);
    this.#length = at + size;
    return at;
  }
}
