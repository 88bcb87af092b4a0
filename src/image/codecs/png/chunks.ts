/** The chunks of a PNG file (PNG 3, section 5): those that samples depend on, their checksums compared. */

import { crc32 } from '../../../core/crc32.js';
import { because, Damage } from '../../../core/reasons.js';

/** The chunk IHDR. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** Bits of a stored sample: 1, 2, 4, 8 or 16. */
  readonly depth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha. */
  readonly colour: number;
  readonly interlaced: boolean;
}

/** The chunks that samples depend on. */
export interface PngChunks {
  readonly header: PngHeader;
  /** Red, green and blue of each colour. */
  readonly palette: Uint8Array | undefined;
  /** Alphas of a palette's first colours; without a palette the one colour that is transparent, 16 bits a channel. */
  readonly transparency: Uint8Array | undefined;
  /** The compressed rows, in parts. */
  readonly data: readonly Uint8Array<ArrayBuffer>[];
}

const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** @throws RangeError where the header makes no sense or stands elsewhere than first */
const headerOf = (type: string, body: Uint8Array): PngHeader => {
  if (type !== 'IHDR' || body.length !== 13) throw new Damage(because('png-header')`its first chunk is no header`);
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const [depth, colour, compression, filter, interlace] = body.subarray(8);
  if (!depths[colour!]?.includes(depth!))
    throw new Damage(because('png-depth')`it has ${depth} bits of the colour type ${colour}`);
  if (compression !== 0 || filter !== 0 || interlace! > 1)
    throw new Damage(
      because('png-kinds')`its compression, filter and interlacing are ${compression}, ${filter} and ${interlace}`,
    );
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  return { width, height, depth: depth!, colour: colour!, interlaced: interlace === 1 };
};

/** The header alone, which says how much memory the rest takes. */
export const pngHeader = (bytes: Uint8Array<ArrayBuffer>): PngHeader => {
  const { value } = chunksOf(bytes).next();
  if (value === undefined) throw new Damage(because('ends-early')`it ends early`);
  return headerOf(value.type, value.body);
};

/** @throws RangeError where a chunk that is needed is damaged or missing, or the file ends before its end chunk */
export const pngChunks = (bytes: Uint8Array<ArrayBuffer>): PngChunks => {
  let header: PngHeader | undefined;
  let palette: Uint8Array | undefined;
  let transparency: Uint8Array | undefined;
  const data: Uint8Array<ArrayBuffer>[] = [];
  for (const { type, body } of chunksOf(bytes)) {
    if (header === undefined) header = headerOf(type, body);
    else if (type === 'PLTE') palette = body;
    else if (type === 'tRNS') transparency = body;
    else if (type === 'IDAT') data.push(body);
    else if (type === 'IEND') return { header, palette, transparency, data };
    else if (!isAncillary(type)) throw new Damage(because('png-chunk')`its chunk ${type} is unknown`);
  }
  throw new Damage(because('ends-early')`it ends early`);
};

/** Chunks that a reader may leave out have a small first letter; tRNS is one that samples depend on. */
const isAncillary = (type: string): boolean => /^[a-z]/.test(type);

function* chunksOf(
  bytes: Uint8Array<ArrayBuffer>,
): Generator<{ readonly type: string; readonly body: Uint8Array<ArrayBuffer> }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) throw new Damage(because('ends-early')`it ends early`);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const needed = !isAncillary(type) || type === 'tRNS';
    if (needed && crc32([bytes.subarray(at + 4, end)]) !== view.getUint32(end))
      throw new Damage(because('png-sum')`the checksum of its chunk ${type} is wrong`);
    yield { type, body: bytes.subarray(at + 8, end) };
    at = end + 4;
  }
}
