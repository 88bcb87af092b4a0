/** Writes OME-Zarr hierarchies in memory: versions 2 and 3, compressed or not, chunks alone or in shards. */

import { gzipSync } from 'node:zlib';
import Blosc from 'numcodecs/blosc';
import Lz4 from 'numcodecs/lz4';
import Zstd from 'numcodecs/zstd';

export type Packing = 'none' | 'gzip' | 'zstd' | 'lz4' | { readonly blosc: string; readonly shuffle: 0 | 1 | 2 };
type Kind =
  | Uint8ArrayConstructor
  | Uint16ArrayConstructor
  | Uint32ArrayConstructor
  | Int16ArrayConstructor
  | Int32ArrayConstructor
  | Float32ArrayConstructor
  | Float64ArrayConstructor;

export interface ZarrArraySpec {
  readonly format: 2 | 3;
  readonly shape: readonly number[];
  readonly chunks: readonly number[];
  /** Chunks of a shard along each axis. */
  readonly shards?: readonly number[];
  readonly packing?: Packing;
  readonly bigEndian?: boolean;
  /** Value at a place. */
  readonly at: (...place: number[]) => number;
  readonly kind: Kind | BigInt64ArrayConstructor;
  /** Chunks, by their places joined by `/`, that are left out. */
  readonly without?: readonly string[];
}

export type Files = Map<string, Uint8Array>;

const names = new Map<unknown, readonly [string, string]>([
  [Uint8Array, ['uint8', '|u1']],
  [Uint16Array, ['uint16', '<u2']],
  [Int16Array, ['int16', '<i2']],
  [Uint32Array, ['uint32', '<u4']],
  [Int32Array, ['int32', '<i4']],
  [BigInt64Array, ['int64', '<i8']],
  [Float32Array, ['float32', '<f4']],
  [Float64Array, ['float64', '<f8']],
]);

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

const encode = async (bytes: Uint8Array, packing: Packing): Promise<Uint8Array> => {
  if (packing === 'none') return bytes;
  if (packing === 'gzip') return gzipSync(bytes);
  if (packing === 'zstd') return Zstd.fromConfig({ id: 'zstd', level: 3 }).encode(bytes);
  if (packing === 'lz4') return Lz4.fromConfig({ id: 'lz4', acceleration: 1 }).encode(bytes);
  const { blosc, shuffle } = packing;

  return Blosc.fromConfig({ id: 'blosc', cname: blosc, clevel: 5, shuffle, blocksize: 0 }).encode(bytes);
};

const codecOf = (
  packing: Packing,
  format: 2 | 3,
  typesize: number,
): { name: string; configuration: object } | undefined => {
  if (packing === 'none') return undefined;
  if (packing === 'gzip') return { name: 'gzip', configuration: { level: 5 } };
  if (packing === 'zstd') return { name: 'zstd', configuration: { level: 3, checksum: false } };
  if (packing === 'lz4') return { name: format === 3 ? 'numcodecs.lz4' : 'lz4', configuration: { acceleration: 1 } };
  const { blosc, shuffle } = packing;
  const named = ['noshuffle', 'shuffle', 'bitshuffle'][shuffle];
  const configuration = { cname: blosc, clevel: 5, blocksize: 0, shuffle: format === 3 ? named : shuffle };
  return { name: 'blosc', configuration: format === 3 ? { ...configuration, typesize } : configuration };
};

/** Every place of a grid, the last axis fastest. */
const places = (sides: readonly number[]): number[][] =>
  sides.reduce<number[][]>(
    (all, side) => all.flatMap((place) => Array.from({ length: side }, (_, k) => [...place, k])),
    [[]],
  );

/** Adds an array below `path`. */
export const addArray = async (files: Files, path: string, spec: ZarrArraySpec): Promise<void> => {
  const { format, shape, chunks, shards, packing = 'none', bigEndian = false, at, kind, without = [] } = spec;
  const [type, dtype] = names.get(kind)!;
  const typesize = kind.BYTES_PER_ELEMENT;
  const chunkOf = async (place: readonly number[]): Promise<Uint8Array> => {
    const values = new Float64Array(chunks.reduce((product, side) => product * side, 1));
    places(chunks).forEach((inside, k) => {
      const pixel = inside.map((offset, axis) => place[axis]! * chunks[axis]! + offset);
      if (pixel.every((offset, axis) => offset < shape[axis]!)) values[k] = at(...pixel);
    });
    const typed = kind === BigInt64Array ? BigInt64Array.from(values, BigInt) : new (kind as Kind)(values);
    const bytes = new Uint8Array(typed.buffer);
    if (bigEndian && typesize === 2) Buffer.from(bytes.buffer).swap16();
    return encode(bytes, packing);
  };
  const codec = codecOf(packing, format, typesize);
  const outer = chunks.map((side, axis) => side * (shards?.[axis] ?? 1));
  if (format === 2) {
    const compressor = codec ? { id: codec.name, ...codec.configuration } : null;
    const meta = {
      zarr_format: 2,
      ...{ shape, chunks, compressor, filters: null, fill_value: 0, order: 'C', dimension_separator: '/' },
      dtype: bigEndian ? dtype.replace('<', '>') : dtype,
    };
    files.set(`${path}/.zarray`, json(meta));
  } else {
    const own = [{ name: 'bytes', configuration: { endian: bigEndian ? 'big' : 'little' } }, ...(codec ? [codec] : [])];
    const index_codecs = [{ name: 'bytes', configuration: { endian: 'little' } }, { name: 'crc32c' }];
    const sharding = { chunk_shape: chunks, codecs: own, index_codecs, index_location: 'end' };
    const meta = {
      ...{ zarr_format: 3, node_type: 'array', shape, data_type: type, fill_value: 0, attributes: {} },
      chunk_grid: { name: 'regular', configuration: { chunk_shape: outer } },
      chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
      codecs: shards ? [{ name: 'sharding_indexed', configuration: sharding }] : own,
    };
    files.set(`${path}/zarr.json`, json(meta));
  }
  const keyOf = (place: readonly number[]): string => `${path}/${format === 3 ? 'c/' : ''}${place.join('/')}`;
  for (const place of places(shape.map((side, axis) => Math.ceil(side / outer[axis]!)))) {
    if (!shards) {
      if (!without.includes(place.join('/'))) files.set(keyOf(place), await chunkOf(place));
      continue;
    }
    files.set(keyOf(place), await shardOf(place, shards, chunkOf, without));
  }
};

const ABSENT = 2n ** 64n - 1n;

const shardOf = async (
  place: readonly number[],
  shards: readonly number[],
  chunkOf: (place: readonly number[]) => Promise<Uint8Array>,
  without: readonly string[],
): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  const index: bigint[] = [];
  let offset = 0;
  for (const inside of places(shards)) {
    const chunk = inside.map((k, axis) => place[axis]! * shards[axis]! + k);
    if (without.includes(chunk.join('/'))) {
      index.push(ABSENT, ABSENT);
      continue;
    }
    const bytes = await chunkOf(chunk);
    index.push(BigInt(offset), BigInt(bytes.length));
    offset += bytes.length;
    parts.push(bytes);
  }
  const table = new Uint8Array(new BigUint64Array(index).buffer);
  const sum = new Uint8Array(new Uint32Array([crc32c(table)]).buffer);
  return Buffer.concat([...parts, table, sum]);
};

/** CRC-32C (RFC 3720, appendix B.4), bit by bit. */
const crc32c = (bytes: Uint8Array): number => {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let k = 0; k < 8; k++) sum = sum & 1 ? (sum >>> 1) ^ 0x82f63b78 : sum >>> 1;
  }
  return ~sum >>> 0;
};

/** Adds a group with attributes; of version 3 the members of OME-Zarr 0.5. */
export const addGroup = (files: Files, path: string, format: 2 | 3, ome: object): void => {
  const at = path === '' ? '' : `${path}/`;
  if (format === 3) {
    files.set(
      `${at}zarr.json`,
      json({ zarr_format: 3, node_type: 'group', attributes: { ome: { version: '0.5', ...ome } } }),
    );
    return;
  }
  files.set(`${at}.zgroup`, json({ zarr_format: 2 }));
  files.set(`${at}.zattrs`, json(ome));
};

/** A multiscale image of levels that halve, with `scale` micrometres a pixel along each axis of the finest. */
export const multiscales = (axes: string, levels: number, scale: readonly number[]): object => ({
  multiscales: [
    {
      version: '0.4',
      axes: [...axes].map((name) => ({
        name,
        type: name === 'c' ? 'channel' : name === 't' ? 'time' : 'space',
        ...('zyx'.includes(name) ? { unit: 'micrometer' } : {}),
      })),
      datasets: Array.from({ length: levels }, (_, level) => ({
        path: `${level}`,
        coordinateTransformations: [
          { type: 'scale', scale: scale.map((size, axis) => ('yx'.includes(axes[axis]!) ? size * 2 ** level : size)) },
        ],
      })),
    },
  ],
});
