/**
 * The tables of FlatGeobuf as its own package has them. This file alone is bundled with what it imports when `dist/` is
 * built: as a dependency the package would bring OpenLayers (16 MB) into every installation.
 */
export { Builder, ByteBuffer } from 'flatbuffers';
export { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js';
export { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
export { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
export { Geometry as GeometryTable } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry.js';
export { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js';
export { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';
