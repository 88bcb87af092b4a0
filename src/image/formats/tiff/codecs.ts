/**
 * The compressions of TIFF blocks, each bounded by the size that the block must have. Decoders that are more than a few lines are
 * loaded when first needed.
 */

import { SegmenterError } from '../../../core/errors.js';
import { loaded } from '../../../core/later.js';
import { because, Damage } from '../../../core/reasons.js';
import { decodeByBrowser } from '../../codecs/browser.js';
import { decodeLzw } from '../../codecs/lzw.js';
import { decodePackBits } from '../../codecs/packbits.js';
import type { NumberArray } from '../../samples.js';
import { compressions } from './compressions.js';
import type { Layout } from './layout.js';

/** The compression on top of LERC, by the second value of the `LercParameters` tag. */
const added = { none: 0, deflate: 1, zstandard: 2 } as const;

/** The decoded bytes of a block, in the file's order of bytes, or its samples. */
export type Decoded = { readonly bytes: ArrayBuffer } | { readonly samples: NumberArray };

/**
 * Decodes a block of any compression but JPEG.
 * @param height rows that are wanted of it
 * @param plain bytes that those rows have
 * @param lerc values of the `LercParameters` tag: version, and what is on top
 * @throws RangeError where the block cannot be decoded; SegmenterError `unsupported` where a decoder cannot run here
 */
export const decompress = async (
  bytes: Uint8Array,
  layout: Layout,
  height: number,
  plain: number,
  lerc: readonly number[],
): Promise<Decoded> => {
  switch (layout.compression) {
    case compressions.none:
      return whole(bytes.slice(0, plain));
    case compressions.lzw:
      return whole(decodeLzw(bytes, plain));
    case compressions.packBits:
      return whole(decodePackBits(bytes, plain));
    case compressions.deflate:
    case compressions.oldDeflate:
      return whole((await loaded(import('../../codecs/inflate.js'))).inflate(bytes, plain));
    case compressions.zstandard:
      return whole(await (await loaded(import('../../codecs/zstd.js'))).unzstd(bytes, roomOf(plain)));
    case compressions.lerc:
      return unlerc(bytes, layout, height, plain, lerc[1] ?? added.none);
    case compressions.webp:
      return webp(bytes, layout, height);
    case compressions.aperioYcbcr:
    case compressions.aperioRgb:
    case compressions.jpeg2000:
      return jpeg2000(bytes, layout, height);
    default:
      throw new Damage(because('compression-no-decoder')`the compression ${layout.compression} has no decoder`);
  }
};

/** Some writers fill the last strip to its full height. */
const roomOf = (plain: number): number => 2 * plain + 65536;

const whole = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Decoded => ({
  bytes: buffer.byteLength === byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength),
});

const unlerc = async (
  bytes: Uint8Array,
  { planar, stored, blockWidth, blockHeight }: Layout,
  height: number,
  plain: number,
  top: number,
): Promise<Decoded> => {
  const { decodeLerc } = await loaded(import('../../codecs/lerc.js'));
  let blob = bytes;
  if (top === added.deflate) blob = (await loaded(import('../../codecs/inflate.js'))).inflate(bytes, roomOf(plain));
  else if (top === added.zstandard)
    blob = await (await loaded(import('../../codecs/zstd.js'))).unzstd(bytes, roomOf(plain));
  else if (top !== added.none)
    throw new Damage(because('lerc-top')`LERC with the compression ${top} on top is not supported`);
  const shape = { width: blockWidth, height, most: blockHeight, samples: planar ? 1 : stored };
  return { bytes: decodeLerc(blob, shape) };
};

const webp = async (
  bytes: Uint8Array,
  { blockWidth, blockHeight, planar, stored, bits }: Layout,
  height: number,
): Promise<Decoded> => {
  if (typeof createImageBitmap === 'undefined')
    throw new SegmenterError('unsupported', {
      what: because('webp-in-tiff')`WebP in TIFF`,
      reason: because('browser-only')`only a browser can decode it`,
    });
  if (planar || bits !== 8 || (stored !== 3 && stored !== 4))
    throw new Damage(because('webp-bands')`WebP of ${stored} bands of ${bits} bits is not supported`);
  const picture = await decodeByBrowser(bytes.slice(), 'webp', 'its WebP tile', stored === 4);
  if (picture.width !== blockWidth || picture.height < height || picture.height > blockHeight)
    throw new Damage(
      because('webp-size')`its WebP is ${picture.width} × ${picture.height}, not ${blockWidth} × ${height}`,
    );
  return { samples: picture.data };
};

const jpeg2000 = async (bytes: Uint8Array, layout: Layout, height: number): Promise<Decoded> => {
  const { decodeJpeg2000 } = await loaded(import('../../codecs/jpeg2000/jpeg2000.js'));
  const { blockWidth, blockHeight, planar, stored, bits, compression, photometric } = layout;
  const ycbcr =
    compression === compressions.aperioYcbcr || (compression === compressions.jpeg2000 && photometric === 6);
  const shape = { width: blockWidth, height, most: blockHeight, samples: planar ? 1 : stored, bits, ycbcr };
  return { samples: await decodeJpeg2000(bytes, shape) };
};
