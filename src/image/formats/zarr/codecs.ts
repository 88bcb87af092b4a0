/** The decoders that this package has already, for zarrita; it keeps its own for what turns values into bytes. */
import { decodeBlosc } from '../../codecs/blosc/blosc.js';
import { decodeLz4 } from '../../codecs/blosc/lz4.js';
import { gunzip } from '../../codecs/gunzip.js';
import { unzstd } from '../../codecs/zstd.js';
import { registry } from './zarrita.js';

/** Checksums and padding may lie beside the samples. */
const BESIDE = 64;

const sizes: readonly (readonly [RegExp, number])[] = [
  [/^(u?int8|bool)$/, 1],
  [/^(u?int|float)16$/, 2],
  [/^(u?int|float)32$/, 4],
];

interface ChunkMeta {
  readonly dataType: string;
  readonly shape: readonly number[];
}

/** Most bytes of a chunk of this kind once it is unpacked. */
export const bytesOf = ({ dataType, shape }: ChunkMeta): number =>
  shape.reduce((product, side) => product * side, 1) * (sizes.find(([pattern]) => pattern.test(dataType))?.[1] ?? 8);

type Decode = (bytes: Uint8Array, most: number) => Promise<Uint8Array>;

/** LZ4 as numcodecs writes it: the size before the block. */
const lz4: Decode = async (bytes, most) => {
  if (bytes.length < 4) throw new RangeError('its LZ4 chunk is cut short');
  const size = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  if (size > most) throw new RangeError(`its LZ4 chunk holds ${size} bytes, not ${most}`);
  return decodeLz4(bytes.subarray(4), size);
};

const entryOf = (decode: Decode) => async () => ({
  kind: 'bytes_to_bytes' as const,
  fromConfig: (_: unknown, meta: ChunkMeta) => ({
    kind: 'bytes_to_bytes' as const,
    encode: (): never => {
      throw new TypeError('nothing is written');
    },
    decode: (bytes: Uint8Array) => decode(bytes, bytesOf(meta) + BESIDE),
  }),
});

const gzip: Decode = (bytes, most) => gunzip(bytes, 'gzip', most);
const zlib: Decode = (bytes, most) => gunzip(bytes, 'deflate', most);

/** Puts them in. */
export const registerCodecs = (): void => {
  for (const [name, decode] of Object.entries({ blosc: decodeBlosc, lz4, zstd: unzstd, gzip, zlib })) {
    registry.set(name, entryOf(decode));
    registry.set(`numcodecs.${name}`, entryOf(decode));
  }
};
