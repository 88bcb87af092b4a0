/** Features of FlatGeobuf as other writers make them: columns of every type, and tables that lack what ours have. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeFeature, decodeHeader, type HeaderMeta } from '../../../../src/contours/formats/flatgeobuf/decode.js';
import {
  Builder,
  ColumnType,
  Feature,
  GeometryTable,
  GeometryType,
  Header,
} from '../../../../src/contours/formats/flatgeobuf/schema.js';
import { coded } from '../../../support/errors.js';

const TRIANGLE = [0, 0, 9, 0, 9, 9, 0, 0];

/** A feature with its size before it: corners and ends of the table, parts of it, and the bytes of its properties. */
const featureOf = (
  { xy, ends, parts = [], type = 0 }: { xy?: number[]; ends?: number[]; parts?: number[][]; type?: number },
  properties: readonly number[] = [],
): Uint8Array => {
  const builder = new Builder();
  const table = (corners: number[] | undefined, its: number[] | undefined, inner: number): number => {
    const at = corners ? GeometryTable.createXyVector(builder, corners) : 0;
    const closed = its ? GeometryTable.createEndsVector(builder, its) : 0;
    GeometryTable.startGeometry(builder);
    if (at) GeometryTable.addXy(builder, at);
    if (closed) GeometryTable.addEnds(builder, closed);
    if (inner) GeometryTable.addParts(builder, inner);
    GeometryTable.addType(builder, type);
    return GeometryTable.endGeometry(builder);
  };
  const inner = parts.map((part) => table(part, undefined, 0));
  const geometry = table(xy, ends, inner.length > 0 ? GeometryTable.createPartsVector(builder, inner) : 0);
  const values = Feature.createPropertiesVector(builder, Uint8Array.from(properties));
  Feature.startFeature(builder);
  Feature.addGeometry(builder, geometry);
  Feature.addProperties(builder, values);
  builder.finishSizePrefixed(Feature.endFeature(builder));
  return builder.asUint8Array().slice();
};
const headerOf = (columns: HeaderMeta['columns'], geometryType: number = GeometryType.Polygon): HeaderMeta => ({
  count: 1,
  nodeSize: 0,
  geometryType,
  columns,
  shared: {},
});
const read = (bytes: Uint8Array, header: HeaderMeta) => decodeFeature(bytes, header, 'feature 0', () => 'id');
/** The bytes of a value: the number of its column before it. */
const valueBytes = (column: number, size: number, write: (view: DataView) => void): number[] => {
  const view = new DataView(new ArrayBuffer(2 + size));
  view.setUint16(0, column, true);
  write(view);
  return [...new Uint8Array(view.buffer)];
};
const textBytes = (column: number, text: string): number[] => {
  const bytes = new TextEncoder().encode(text);
  return [...valueBytes(column, 4, (view) => view.setUint32(2, bytes.length, true)), ...bytes];
};

describe('features of other writers', () => {
  it('may have numbers of every type', () => {
    const types: readonly (readonly [number, number, (view: DataView) => void])[] = [
      [ColumnType.Byte, 1, (view) => view.setInt8(2, -5)],
      [ColumnType.UByte, 1, (view) => view.setUint8(2, 251)],
      [ColumnType.Short, 2, (view) => view.setInt16(2, -500, true)],
      [ColumnType.UShort, 2, (view) => view.setUint16(2, 65000, true)],
      [ColumnType.Int, 4, (view) => view.setInt32(2, -70000, true)],
      [ColumnType.UInt, 4, (view) => view.setUint32(2, 4e9, true)],
      [ColumnType.Long, 8, (view) => view.setBigInt64(2, -5n, true)],
      [ColumnType.ULong, 8, (view) => view.setBigUint64(2, 5n, true)],
      [ColumnType.Float, 4, (view) => view.setFloat32(2, 0.5, true)],
      [ColumnType.Double, 8, (view) => view.setFloat64(2, 0.1, true)],
    ];
    const columns = types.map(([type], k) => ({ name: `c${k}`, type }));
    const properties = types.flatMap(([, size, write], k) => valueBytes(k, size, write));
    const { measurements } = read(featureOf({ xy: TRIANGLE }, properties), headerOf(columns))!.properties;
    assert.deepEqual(Object.values(measurements), [-5, 251, -500, 65000, -70000, 4e9, -5, 5, 0.5, 0.1]);
  });

  it('may have texts, flags, JSON and bytes, of which those are taken that say something here', () => {
    const columns = [
      { name: 'classification', type: ColumnType.String },
      { name: 'color', type: ColumnType.String },
      { name: 'flag', type: ColumnType.Bool },
      { name: 'more', type: ColumnType.Json },
      { name: 'raw', type: ColumnType.Binary },
    ];
    const given = (color: string) =>
      read(
        featureOf({ xy: TRIANGLE }, [
          ...textBytes(0, 'Tumor'),
          ...textBytes(1, color),
          ...valueBytes(2, 1, (view) => view.setUint8(2, 1)),
          ...textBytes(3, '{"a":1}'),
          ...textBytes(4, '\u0001'),
        ]),
        headerOf(columns),
      )!.properties;
    assert.deepEqual(given('#0a0B0c').classification, { name: 'Tumor', color: [10, 11, 12] });
    assert.deepEqual(given('red').classification?.name, 'Tumor');
    assert.deepEqual(given('').measurements, {});
  });

  it('whose columns are not there, not known or cut short are refused', () => {
    const refused = (properties: readonly number[], type: number, reason: RegExp): void =>
      assert.throws(
        () => read(featureOf({ xy: TRIANGLE }, properties), headerOf([{ name: 'a', type }])),
        coded('bad-import', reason),
      );
    refused(
      valueBytes(1, 1, () => {}),
      ColumnType.Byte,
      /there is no column 1/,
    );
    refused(
      valueBytes(0, 1, () => {}),
      99,
      /has the type 99/,
    );
    refused([0, 0, 1], ColumnType.Double, /makes no sense/);
    refused(textBytes(0, '{'), ColumnType.Json, /makes no sense/);
  });

  it('without corners, ends or parts are no contours, and those of a kind that is none neither', () => {
    for (const type of [GeometryType.LineString, GeometryType.Polygon, GeometryType.MultiPolygon, GeometryType.Point]) {
      const empty = read(featureOf({}), headerOf([], type));
      assert.equal(empty, undefined, GeometryType[type]);
    }
    // The table says its own kind where the header says none.
    const its = read(
      featureOf({ xy: TRIANGLE, ends: [4], type: GeometryType.Polygon }),
      headerOf([], GeometryType.Unknown),
    );
    assert.equal(its?.geometry.type, 'Polygon');
    const parts = read(
      featureOf({ parts: [TRIANGLE, TRIANGLE.map((v) => v + 20)] }),
      headerOf([], GeometryType.MultiPolygon),
    );
    assert.equal(parts?.geometry.type, 'MultiPolygon');
    const line = read(featureOf({ xy: TRIANGLE }), headerOf([], GeometryType.LineString));
    assert.equal(line?.geometry.coordinates.length, 4);
    const lines = read(featureOf({ xy: TRIANGLE, ends: [2, 4] }), headerOf([], GeometryType.MultiLineString));
    assert.equal(lines?.geometry.type, 'MultiLineString');
  });
});

describe('headers of other writers', () => {
  const header = (metadata: string): HeaderMeta => {
    const builder = new Builder();
    const text = builder.createString(metadata);
    Header.startHeader(builder);
    Header.addMetadata(builder, text);
    builder.finishSizePrefixed(Header.endHeader(builder));
    return decodeHeader(builder.asUint8Array());
  };

  it('may hold metadata of any kind, of which only ours is taken', () => {
    for (const text of ['', 'none', '3', '{}', '{"snake-segmenter": 3}'])
      assert.deepEqual(header(text).shared, {}, text);
  });
});
