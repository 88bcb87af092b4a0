/** Streams of each codec that are damaged at a place that is known: refused with the reason, and never filled up. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflate } from 'pako';
import { decodePicture, pictureFormat } from '../../../../src/image/codecs/decode.js';
import { inflate, ZlibReader } from '../../../../src/image/codecs/inflate.js';
import { decodeComponents } from '../../../../src/image/codecs/jpeg/decoder.js';
import { jpegHeader } from '../../../../src/image/codecs/jpeg/header.js';
import { jpeg2000Header } from '../../../../src/image/codecs/jpeg2000/header.js';
import { decodeJpeg2000 } from '../../../../src/image/codecs/jpeg2000/jpeg2000.js';
import { decodeLerc } from '../../../../src/image/codecs/lerc.js';
import { decodeLzw } from '../../../../src/image/codecs/lzw.js';
import { upright } from '../../../../src/image/codecs/orientation.js';
import { decodePackBits } from '../../../../src/image/codecs/packbits.js';
import { startWasm } from '../../../../src/image/codecs/wasm.js';
import { unzstd } from '../../../../src/image/codecs/zstd.js';
import { fileBytes } from '../../../support/images/image-files.js';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const damaged = (message: RegExp) => ({ name: 'RangeError', message });

describe('the format of a picture', () => {
  it('is told by its first bytes', () => {
    const formats = {
      'RIFF\0\0\0\0WEBP': 'webp',
      GIF87a: 'gif',
      GIF89a: 'gif',
      BM: 'bmp',
      '\0\0\0\0ftypavif': 'avif',
      '\0\0\0\0ftypavis': 'avif',
      '\0\0\0\0ftypheic': undefined,
      'RIFF\0\0\0\0WAVE': undefined,
      '': undefined,
    };
    for (const [text, format] of Object.entries(formats)) assert.equal(pictureFormat(bytesOf(text)), format, text);
  });

  it('that is none is an error, and so is a damaged one', async () => {
    await assert.rejects(decodePicture(bytesOf('GARBAGE'), 'a'), {
      code: 'image-unreadable',
      message: /no image format/,
    });
    await assert.rejects(decodePicture(bytesOf('\xff\xd8\xff'), 'a'), { code: 'image-unreadable', message: /jpeg: / });
  });
});

describe('deflate', () => {
  const packed = deflate(new Uint8Array(100_000).fill(7));

  it('ends with its checksum, and what follows is left alone', () => {
    assert.deepEqual(inflate(packed, 20_000), new Uint8Array(20_000).fill(7));
    assert.equal(inflate(packed, 50_000).length, 50_000);
    const reader = new ZlibReader(() => {}, 100_000);
    reader.push(packed);
    reader.push(Uint8Array.of(1, 2, 3));
    reader.finish();
  });

  it('that is cut short, damaged or longer than it may be is refused', () => {
    assert.throws(() => inflate(packed.subarray(0, packed.length - 1), 9), damaged(/ends early/));
    const wrong = packed.slice();
    wrong[wrong.length - 1]! ^= 1;
    assert.throws(() => inflate(wrong, 9), damaged(/incorrect data check|damaged/));
    assert.throws(() => inflate(deflate(new Uint8Array(10_000_000)), 9), damaged(/unpacks to more than 65554 bytes/));
  });
});

describe('LZW', () => {
  /** Codes of 9 bits, most significant bit first. */
  const codes = (...given: number[]): Uint8Array => {
    const bits = given.map((code) => code.toString(2).padStart(9, '0')).join('');
    return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
  };

  it('gives strings, also one that begins with itself, and stops where the stream does', () => {
    assert.deepEqual([...decodeLzw(codes(256, 65, 258, 257), 9)], [65, 65, 65]);
    assert.deepEqual([...decodeLzw(codes(256, 65).subarray(0, 2), 9)], []);
    assert.deepEqual([...decodeLzw(codes(256, 65, 66), 1)], [65]);
  });

  it('of codes that cannot be is refused, and so is its older form', () => {
    assert.throws(() => decodeLzw(codes(256, 300), 9), damaged(/code 300 is unknown/));
    assert.throws(() => decodeLzw(codes(256, 65, 259), 9), damaged(/code 259 is unknown/));
    assert.throws(() => decodeLzw(Uint8Array.of(0, 1), 9), damaged(/before TIFF 6.0/));
  });
});

describe('PackBits', () => {
  it('gives runs and literals, skips what says nothing, and stops where the stream does', () => {
    assert.deepEqual([...decodePackBits(Uint8Array.of(254, 7, 128, 1, 8, 9), 9)], [7, 7, 7, 8, 9]);
    assert.deepEqual([...decodePackBits(Uint8Array.of(0, 5, 200), 9)], [5]);
    assert.deepEqual([...decodePackBits(Uint8Array.of(3, 5), 9)], [5]);
  });
});

describe('orientation', () => {
  const samples = {
    width: 2,
    height: 1,
    bands: 1,
    data: Uint8Array.of(1, 2),
    missing: Uint8Array.of(0, 1),
  };

  it('turns samples and their mask alike', () => {
    const turned = (orientation: number) => {
      const { width, height, data, missing } = upright(samples, orientation);
      return [width, height, ...data, ...missing!];
    };
    assert.deepEqual(turned(1), [2, 1, 1, 2, 0, 1]);
    for (const [orientation, first] of [
      [2, 2],
      [3, 2],
      [4, 1],
    ] as const)
      assert.deepEqual(turned(orientation), [2, 1, first, 3 - first, first - 1, 2 - first], String(orientation));
    for (const [orientation, first] of [
      [5, 1],
      [6, 1],
      [7, 2],
      [8, 2],
    ] as const)
      assert.deepEqual(turned(orientation), [1, 2, first, 3 - first, first - 1, 2 - first], String(orientation));
    assert.equal(upright({ ...samples, missing: undefined }, 6).missing, undefined);
  });
});

describe('LERC', () => {
  const shape = { width: 4, height: 2, most: 2, samples: 1 };
  const blob = (version: number, [rows, columns, size]: readonly number[]): Uint8Array => {
    const bytes = new Uint8Array(80);
    bytes.set(bytesOf('Lerc2 '));
    const view = new DataView(bytes.buffer);
    view.setInt32(6, version, true);
    const at = version >= 3 ? 14 : 10;
    view.setInt32(at, rows!, true);
    view.setInt32(at + 4, columns!, true);
    if (version >= 4) view.setInt32(at + 8, 1, true);
    view.setInt32(at + (version >= 4 ? 20 : 16), size!, true);
    return bytes;
  };

  it('of no header, of another size, cut short or damaged is refused', () => {
    assert.throws(() => decodeLerc(new Uint8Array(80), shape), damaged(/no LERC2 block/));
    assert.throws(() => decodeLerc(new Uint8Array(8), shape), damaged(/no LERC2 block/));
    for (const version of [2, 3, 4]) {
      assert.throws(() => decodeLerc(blob(version, [2, 5, 80]), shape), damaged(/5 × 2 × 1, not 4 × 2/), `${version}`);
      assert.throws(() => decodeLerc(blob(version, [1, 4, 80]), shape), damaged(/4 × 1 × 1/));
      assert.throws(() => decodeLerc(blob(version, [2, 4, 81]), shape), damaged(/ends early/));
      // Version 2 has no checksum.
      if (version > 2)
        assert.throws(() => decodeLerc(blob(version, [2, 4, 80]), shape), damaged(/is damaged|is empty/));
    }
  });
});

describe('Zstandard and WebAssembly', () => {
  it('a stream that is none is refused, and the next is read', async () => {
    await assert.rejects(unzstd(Uint8Array.of(1, 2, 3), 9), damaged(/Zstandard stream is damaged/));
    await assert.rejects(unzstd(bytesOf('\x28\xb5\x2f\xfd'), 9), damaged(/Zstandard stream is damaged/));
  });

  it('where WebAssembly is forbidden says what the page must allow', async () => {
    const forbidden = (): Promise<never> => Promise.reject(new TypeError('refused by policy'));
    await assert.rejects(startWasm('Zstandard', forbidden), { code: 'unsupported', message: /wasm-unsafe-eval/ });
    const { WebAssembly: had } = globalThis;
    Reflect.deleteProperty(globalThis, 'WebAssembly');
    try {
      await assert.rejects(
        startWasm('JPEG 2000', async () => 1),
        { code: 'unsupported', message: /JPEG 2000/ },
      );
    } finally {
      globalThis.WebAssembly = had;
    }
  });
});

/** A file whose segments can be changed. */
const jpeg = (name: string) => {
  const bytes = fileBytes(name).slice();
  const view = new DataView(bytes.buffer);
  /** Offset of the body of the first segment of a kind. */
  const body = (marker: number): number => {
    let at = 2;
    while (bytes[at + 1] !== marker) at += 2 + view.getUint16(at + 2);
    return at + 4;
  };
  /** The file with another segment before the first. */
  const withSegment = (marker: number, content: readonly number[]): Uint8Array<ArrayBuffer> =>
    Uint8Array.of(
      0xff,
      0xd8,
      0xff,
      marker,
      (content.length + 2) >> 8,
      (content.length + 2) & 255,
      ...content,
      ...bytes.subarray(2),
    );
  return { bytes, view, body, withSegment };
};
const edited = (name: string, marker: number, at: number, value: number): Uint8Array<ArrayBuffer> => {
  const { bytes, body } = jpeg(name);
  bytes[body(marker) + at] = value;
  return bytes;
};
const SOF = 0xc0;
const SOS = 0xda;

describe('JPEG', () => {
  const refused = (bytes: Uint8Array, message: RegExp): Promise<void> =>
    assert.rejects(async () => decodeComponents(bytes), damaged(message), String(message));

  it('whose header makes no sense is refused', () => {
    const header = (bytes: Uint8Array, message: RegExp): void =>
      assert.throws(() => jpegHeader(bytes), damaged(message), String(message));
    header(edited('jpeg-444.jpg', SOF, 5, 5), /5 components/);
    header(edited('jpeg-444.jpg', SOF, 7, 0x50), /sampling factors are 5 × 0/);
    header(Uint8Array.of(0xff, 0xd8, 0, 0), /no marker at byte 2/);
    header(Uint8Array.of(0xff, 0xd8, 0xff, 0xd9, 0, 0), /no frame before the first scan/);
    assert.equal(jpegHeader(jpeg('jpeg-444.jpg').withSegment(0xfe, [])).width, 67);
    const { bytes } = jpeg('jpeg-444.jpg');
    assert.equal(jpegHeader(Uint8Array.of(0xff, 0xd8, 0xff, 0xff, ...bytes.subarray(2))).width, 67);
  });

  it('tells the transform that Adobe wrote, and no orientation from a broken EXIF block', () => {
    const { withSegment } = jpeg('jpeg-444.jpg');
    const adobe = [...bytesOf('Adobe'), 0, 100, 0, 0, 0, 0, 2];
    assert.equal(jpegHeader(withSegment(0xee, adobe)).adobeTransform, 2);
    assert.equal(jpegHeader(withSegment(0xee, [...bytesOf('Other'), 0, 0, 0, 0, 0, 0, 0])).adobeTransform, undefined);
    const exif = (...tiff: number[]): number =>
      jpegHeader(withSegment(0xe1, [...bytesOf('Exif\0\0'), ...tiff])).orientation;
    const entry = (tag: number, value: number): number[] => [tag & 255, tag >> 8, 3, 0, 1, 0, 0, 0, value, 0, 0, 0];
    const start = [0x49, 0x49, 42, 0, 8, 0, 0, 0];
    assert.equal(exif(...start, 2, 0, ...entry(0x0100, 1), ...entry(0x0112, 6)), 6);
    assert.equal(exif(...start, 1, 0, ...entry(0x0112, 9)), 1);
    assert.equal(exif(...start, 200, 0, ...entry(0x0100, 1)), 1);
    assert.equal(exif(0x49, 0x49, 42, 0, 255, 255, 255, 255), 1);
  });

  it('of twelve bits, and of kinds that are not read, is refused', async () => {
    await refused(edited('jpeg-444.jpg', SOF, 0, 12), /12 bits a sample/);
    const { bytes, body } = jpeg('jpeg-444.jpg');
    bytes[body(SOF) - 3] = 0xc3;
    await refused(bytes, /lossless/);
  });

  it('whose scans or tables make no sense is refused', async () => {
    await refused(edited('jpeg-444.jpg', SOS, 0, 0), /scan header makes no sense/);
    await refused(edited('jpeg-444.jpg', SOS, 1, 99), /unknown component/);
    await refused(
      edited('jpeg-444.jpg', SOS, 3, jpeg('jpeg-444.jpg').bytes[jpeg('jpeg-444.jpg').body(SOS) + 1]!),
      /twice/,
    );
    await refused(edited('jpeg-420-progressive.jpg', SOS, 7, 1), /scan header makes no sense/);
    await refused(jpeg('jpeg-444.jpg').withSegment(0xdb, [0, 1, 2]), /quantisation table ends early/);
    await refused(jpeg('jpeg-444.jpg').withSegment(0xdb, [16, 1, 2]), /quantisation table ends early/);
    await refused(
      jpeg('jpeg-444.jpg').withSegment(0xc4, [0, 3, ...new Array<number>(15).fill(0), 1, 2, 3]),
      /prefix code/,
    );
    await refused(edited('jpeg-444.jpg', SOF, 8, 3), /quantisation table is missing/);
  });

  it('with tables of 16 bits is decoded as with those of 8', async () => {
    const { bytes, body, view } = jpeg('jpeg-grey.jpg');
    const at = body(0xdb);
    const table = bytes.subarray(at + 1, at + 65);
    const length = view.getUint16(at - 2);
    const wide = [0x10 | (bytes[at]! & 15), ...[...table].flatMap((value) => [0, value])];
    const other = Uint8Array.of(
      ...bytes.subarray(0, at - 2),
      (wide.length + 2) >> 8,
      (wide.length + 2) & 255,
      ...wide,
      ...bytes.subarray(at - 2 + length),
    );
    assert.deepEqual(await decodeComponents(other), await decodeComponents(bytes));
  });

  it('of red, green and blue is told by its letters or by Adobe, and stays as it is', async () => {
    const decoded = (bytes: Uint8Array<ArrayBuffer>) => decodePicture(bytes, 'a');
    const { bytes, withSegment } = jpeg('jpeg-444.jpg');
    const stored = await decodeComponents(bytes);
    const adobe = withSegment(0xee, [...bytesOf('Adobe'), 0, 100, 0, 0, 0, 0, 0]);
    assert.deepEqual((await decoded(adobe)).data, stored);
    assert.notDeepEqual((await decoded(bytes)).data, stored);
  });
});

describe('JPEG 2000', () => {
  const codestream = (change: (view: DataView) => void): Uint8Array => {
    const bytes = new Uint8Array(60);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, 0xff4fff51);
    view.setUint32(8, 8);
    view.setUint32(12, 6);
    view.setUint16(40, 1);
    bytes.set([7, 1, 1], 42);
    change(view);
    return bytes;
  };
  const shape = { width: 8, height: 6, most: 6, samples: 1, bits: 8, ycbcr: false };

  it('is found in its boxes, long ones too', () => {
    const plain = codestream(() => {});
    assert.deepEqual(jpeg2000Header(plain), {
      width: 8,
      height: 6,
      components: [{ bits: 8, signed: false, dx: 1, dy: 1 }],
    });
    const box = (...words: number[]): number[] =>
      words.flatMap((word) => [word >>> 24, (word >> 16) & 255, (word >> 8) & 255, word & 255]);
    const jp2c = 0x6a703263;
    assert.equal(
      jpeg2000Header(Uint8Array.of(...box(12, 1, 0), ...box(1, 5, 0, 20, 0), ...box(68, jp2c), ...plain)).width,
      8,
    );
    assert.equal(jpeg2000Header(Uint8Array.of(...box(1, jp2c, 0, 76), ...plain)).width, 8);
  });

  it('whose header makes no sense is refused', () => {
    const refused = (bytes: Uint8Array, message: RegExp): void =>
      assert.throws(() => jpeg2000Header(bytes), damaged(message), String(message));
    refused(new Uint8Array(40), /no JPEG 2000/);
    refused(codestream(() => {}).subarray(0, 30), /no JPEG 2000/);
    refused(
      codestream((view) => view.setUint16(40, 0)),
      /claims 0 components/,
    );
    refused(
      codestream((view) => view.setUint32(16, 8)),
      /size is 0 × 6/,
    );
    refused(
      codestream((view) => view.setUint32(16, 3)),
      /begins at 3, 0/,
    );
  });

  it('of another size or kind than its tile is refused before it is decoded', async () => {
    const refused = (change: (view: DataView) => void, message: RegExp, its: object = {}): Promise<void> =>
      assert.rejects(decodeJpeg2000(codestream(change), { ...shape, ...its }), damaged(message), String(message));
    await refused((view) => view.setUint32(8, 9), /9 × 6 × 1, not 8 × 6 × 1/);
    const large = { width: 8192, height: 8192, most: 8192 };
    await refused((view) => [8, 12].forEach((at) => void view.setUint32(at, 8192)), /more than 16777216 pixels/, large);
    await refused((view) => view.setUint8(43, 2), /components of every 2\/1/);
    await refused((view) => view.setUint8(42, 0x87), /with a sign/);
    await refused((view) => view.setUint8(42, 15), /1 components of 16 bits/);
  });
});
