/** Registers this package's decoders with zarrita, which keeps its own codecs from values to bytes. */
import { chunkCodecs, unpackChunk } from '../../codecs/chunks.js';
import { gunzip } from '../../codecs/gunzip.js';
import { copied, decoded, MOST_BESIDE } from '../../pool/decoded.js';
import { registry } from './zarrita.js';

/** Bytes for checksums and padding in addition to the samples. */
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

/** Maximum bytes of a decompressed chunk. */
export const bytesOf = ({ dataType, shape }: ChunkMeta): number =>
  shape.reduce((product, side) => product * side, 1) * (sizes.find(([pattern]) => pattern.test(dataType))?.[1] ?? 8);

type Decode = (bytes: Uint8Array, most: number) => Promise<Uint8Array>;

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

/** Registers the decoders; more than one call changes nothing. */
export const registerCodecs = (): void => {
  const streams: readonly (readonly [string, Decode])[] = [
    ['gzip', gzip],
    ['zlib', zlib],
  ];
  const own = chunkCodecs.map((codec): readonly [string, Decode] => [
    codec,
    (bytes, most) => {
      const here = (): Promise<Uint8Array> => unpackChunk(codec, bytes, most);
      return most > MOST_BESIDE ? here() : decoded((decoder) => decoder.chunk(codec, copied(bytes), most), here);
    },
  ]);
  for (const [name, decode] of [...streams, ...own]) {
    registry.set(name, entryOf(decode));
    registry.set(`numcodecs.${name}`, entryOf(decode));
  }
};
