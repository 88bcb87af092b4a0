/** Slides of DICOM, images of Zarr and their codecs with parts that are missing, damaged or not read: the rest, or a reason. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeBlosc } from '../../../../src/image/codecs/blosc/blosc.js';
import { decodeBlosclz } from '../../../../src/image/codecs/blosc/blosclz.js';
import { decodeLz4 } from '../../../../src/image/codecs/blosc/lz4.js';
import { unshuffleBits } from '../../../../src/image/codecs/blosc/shuffle.js';
import { decodeFrame } from '../../../../src/image/formats/dicom/frame.js';
import type { FrameKind } from '../../../../src/image/formats/dicom/frame-kind.js';
import { slideOf } from '../../../../src/image/formats/dicom/slide.js';
import { firstOfSeries, multiscaleOf } from '../../../../src/image/formats/zarr/ome.js';
import { coded } from '../../../support/errors.js';
import { instanceOf, type LevelSpec } from '../../../support/images/dicom-slide.js';
import { fileBytes } from '../../../support/images/image-files.js';

const damaged = (message: RegExp) => ({ name: 'RangeError', message });

describe('LZ4 and BloscLZ', () => {
  it('of literals and repetitions, long ones too', () => {
    // Two literals, a repetition of 4 + 15 + 3 bytes from two before, and one literal.
    assert.deepEqual(
      [...decodeLz4(Uint8Array.of(0x2f, 7, 8, 2, 0, 3, 0x10, 9), 25)],
      [...Array.from({ length: 24 }, (_, k) => 7 + (k % 2)), 9],
    );
    assert.deepEqual(
      [...decodeBlosclz(Uint8Array.of(1, 7, 8, 0xe0, 3, 1, 0, 9), 15)],
      [...Array.from({ length: 14 }, (_, k) => 7 + (k % 2)), 9],
    );
  });

  it('reach further back in BloscLZ by two more bytes', () => {
    const literals = [...Array.from({ length: 272 }, () => [31, ...new Array<number>(32).fill(5)]).flat()];
    const far = decodeBlosclz(Uint8Array.of(...literals, 0x3f, 255, 0, 100, 0, 9), 272 * 32 + 4);
    assert.deepEqual([...far.slice(-4)], [5, 5, 5, 9]);
  });

  it('that are cut short, reach before their beginning or are of another size are refused', () => {
    const lz4 = [
      [[], 3],
      [[0x20, 1], 2],
      [[0xf0], 20],
      [[0x10, 1, 1], 9],
      [[0x10, 1, 0, 0], 9],
      [[0x10, 1, 5, 0], 9],
      [[0x10, 1], 3],
    ] as const;
    for (const [bytes, size] of lz4)
      assert.throws(() => decodeLz4(Uint8Array.from(bytes), size), damaged(/LZ4 block/), `${bytes}`);
    const blosclz = [
      [[], 3],
      [[1, 7], 2],
      [[0, 7, 0x20, 9], 9],
      [[0, 7], 3],
      [[0, 7, 0xe0], 30],
      [[0, 7, 0x3f, 255], 30],
    ] as const;
    for (const [bytes, size] of blosclz)
      assert.throws(() => decodeBlosclz(Uint8Array.from(bytes), size), damaged(/BloscLZ/), `${bytes}`);
    // Blosc leaves a block whose elements are not in eights.
    const three = Uint8Array.of(1, 2, 3);
    assert.equal(unshuffleBits(three, 1), three);
  });
});

describe('Blosc chunks', () => {
  const chunk = (
    flags: number,
    size: number,
    blockSize: number,
    body: readonly number[],
    stored = 16 + body.length,
    version = 2,
  ) => {
    const bytes = Uint8Array.from([version, 1, flags, 1, ...new Array<number>(12).fill(0), ...body]);
    const view = new DataView(bytes.buffer);
    [size, blockSize, stored].forEach((value, k) => void view.setUint32(4 + 4 * k, value, true));
    return bytes;
  };
  const refused = (bytes: Uint8Array, reason: RegExp, most = 100): Promise<void> =>
    assert.rejects(decodeBlosc(bytes, most), damaged(reason), String(reason));
  const LZ4 = 1 << 5;

  it('that are stored, empty or in one block are read', async () => {
    assert.deepEqual([...(await decodeBlosc(chunk(2, 3, 3, [7, 8, 9]), 100))], [7, 8, 9]);
    assert.equal((await decodeBlosc(chunk(LZ4, 0, 0, []), 100)).length, 0);
    assert.deepEqual([...(await decodeBlosc(chunk(LZ4, 3, 3, [20, 0, 0, 0, 3, 0, 0, 0, 7, 8, 9]), 100))], [7, 8, 9]);
  });

  it('that are damaged or of a codec that is not read are refused', async () => {
    await refused(new Uint8Array(3), /shorter than its header/);
    await refused(chunk(2, 3, 3, [1, 2, 3], 19, 1), /format is 1, not 2/);
    await refused(chunk(2, 300, 300, []), /holds 300 bytes, not 100/);
    await refused(chunk(2, 3, 3, [], 99), /cut short/);
    await refused(chunk(2, 3, 3, [1]), /cut short/);
    await refused(chunk(2 << 5, 3, 3, [1, 2, 3]), /Snappy, which is not read/);
    await refused(chunk(7 << 5, 3, 3, [1, 2, 3]), /codec is 7/);
    await refused(chunk(LZ4, 3, 0, [1, 2, 3]), /header makes no sense/);
    await refused(chunk(LZ4, 3, 3, [20, 0, 0, 0, 9, 0, 0, 0, 7]), /one of its blocks is cut short/);
    await refused(chunk(LZ4, 3, 3, [255, 0, 0, 0]), /one of its blocks is cut short/);
    await refused(
      chunk((3 << 5) | 16, 300, 300, [20, 0, 0, 0, 8, 0, 0, 0, 0x78, 0x9c, 3, 0, 0, 0, 0, 1]),
      /of another size/,
      300,
    );
  });
});

describe('frames of DICOM', () => {
  const kind: FrameKind = { width: 2, height: 2, samples: 1, bits: 8, photometric: 'MONOCHROME2', planar: false };
  const { signal } = new AbortController();
  const decoded = async (bytes: readonly number[], its: Partial<FrameKind> = {}) => [
    ...(await decodeFrame(Uint8Array.from(bytes), { ...kind, ...its }, signal)),
  ];
  const refused = (bytes: Uint8Array, reason: RegExp, its: Partial<FrameKind> = {}): Promise<void> =>
    assert.rejects(decodeFrame(bytes, { ...kind, ...its }, signal), damaged(reason), String(reason));

  it('as they are, in planes, of 16 bits, the other way round and as luma and chroma', async () => {
    assert.deepEqual(await decoded([1, 2, 3, 4]), [1, 2, 3, 4]);
    assert.deepEqual(await decoded([1, 2, 3, 4], { photometric: 'MONOCHROME1' }), [254, 253, 252, 251]);
    assert.deepEqual(await decoded([1, 2, 3, 4, 5, 6, 7, 8], { bits: 16 }), [513, 1027, 1541, 2055]);
    const colour = { width: 1, samples: 3, photometric: 'RGB' };
    assert.deepEqual(await decoded([1, 2, 3, 4, 5, 6], { ...colour, planar: true }), [1, 3, 5, 2, 4, 6]);
    assert.deepEqual(
      await decoded([50, 128, 128, 60, 128, 128], { ...colour, photometric: 'YBR_FULL' }),
      [50, 50, 50, 60, 60, 60],
    );
  });

  it('of another size, or of a kind that is not read, are refused', async () => {
    await refused(new Uint8Array(3), /3 bytes, not 4/);
    await refused(new Uint8Array(6), /6 bytes, not 4/);
    await refused(new Uint8Array(6), /YBR_ICT without compression/, { width: 1, samples: 3, photometric: 'YBR_ICT' });
    await refused(Uint8Array.of(0xff, 0x4f, 0xff, 0x51), /JPEG 2000/);
    await refused(Uint8Array.of(0xff, 0xd8, 0xff, 0xf7, 0, 2), /JPEG-LS is not read/);
    await refused(fileBytes('jpeg-grey.jpg'), /67 × 53 × 1, not 2 × 2 × 1/);
    const lossless = fileBytes('jpeg-grey.jpg').slice();
    const at = lossless.findIndex((byte, k) => byte === 0xff && lossless[k + 1] === 0xc0);
    lossless[at + 1] = 0xc3;
    await refused(lossless, /lossless JPEG/);
  });
});

describe('slides of DICOM', () => {
  const level: LevelSpec = { width: 8, height: 4, tile: [4, 4], frame: () => new Uint8Array(16) };
  const data = (spec: Partial<LevelSpec> = {}, changes: object = {}) => ({
    ...instanceOf('1.1', { ...level, ...spec }).data,
    ...changes,
  });
  const refused = (reason: RegExp, ...instances: object[]): void =>
    assert.throws(() => slideOf(instances, 'a'), coded('image-unreadable', reason), String(reason));
  const value = (vr: string, ...Value: unknown[]): object => ({ vr, Value });

  it('that are none say what they are', () => {
    assert.throws(() => slideOf([], 'a'), coded('unsupported', 'instances of no class'));
    assert.throws(
      () => slideOf([data({ sopClass: '1.2.840.10008.5.1.4.1.1.2' })], 'a'),
      coded('unsupported', 'CT images'),
    );
    assert.throws(() => slideOf([data({ sopClass: '1.2' })], 'a'), coded('unsupported', 'the class 1.2 (SM)'));
  });

  it('of sizes, frames or kinds that make no sense are refused', () => {
    refused(/a level is 0 × 4/, data({}, { '00480006': value('UL', 0) }));
    refused(/frames of 4 × undefined|frames of 4 × NaN|frames of 4 × 0/, data({}, { '00280010': value('US', 0) }));
    refused(
      /has 268435456 frames|a level has/,
      data({}, { '00480006': value('UL', 65_536), '00480007': value('UL', 65_536) }),
    );
    refused(/frames of different kinds/, data(), data({}, { '00280010': value('US', 2) }));
    refused(/has no frame/, data({}, { '00280008': value('IS', '0') }));
    refused(/has other channels/, data(), data({ width: 4, paths: 2 }));
    refused(/several optical paths in colour/, data({ samples: 3, photometric: 'RGB', paths: 2 }));
    const off = data({ sparse: true });
    refused(/off the grid/, JSON.parse(JSON.stringify(off).replace('"Value":[5]', '"Value":[6]')));
    assert.throws(
      () => slideOf([data({ photometric: 'PALETTE COLOR' })], 'a'),
      coded('unsupported', 'PALETTE COLOR, 1 × 8 bits'),
    );
    assert.throws(() => slideOf([data({}, { '00280004': undefined })], 'a'), coded('unsupported', 'of no kind'));
  });

  it('without a volume, a spacing or a count of frames are read as far as they say', () => {
    const thumbnail = slideOf([data({ kind: 'THUMBNAIL' })], 'a');
    assert.equal(thumbnail.levels.length, 1);
    assert.equal(slideOf([data({ spacing: [0, 1] })], 'a').placement, undefined);
    assert.equal(slideOf([data({}, { '52009229': undefined, '0008103E': undefined })], 'a').name, undefined);
    const one = slideOf([data({}, { '00280008': undefined })], 'a').levels[0]!;
    assert.deepEqual([one.frameOf('path 0', 0, 0)?.frame, one.frameOf('path 0', 1, 0)], [1, undefined]);
    // A frame beyond the slide is left out.
    const beyond = data({ sparse: true, width: 4 }, {});
    const outside = JSON.parse(JSON.stringify(data({ sparse: true })).replace('"Value":[5]', '"Value":[9]'));
    assert.equal(slideOf([outside], 'a').levels[0]!.frameOf('path 0', 1, 0), undefined);
    assert.equal(slideOf([beyond], 'a').levels[0]!.width, 4);
  });

  it('in several instances, with several planes of focus and optical paths, give the first plane of each tile', () => {
    // Two tiles, two planes and two paths are eight frames; the second instance begins at the fourth.
    const focal = { '00480303': value('US', 2) };
    const one = data({ paths: 2 }, { ...focal, '00280008': value('IS', '3') });
    const two = data({ paths: 2 }, { ...focal, '00280008': value('IS', '5'), '00209228': value('UL', 3) });
    const [{ frameOf, paths }] = slideOf([one, two], 'a').levels as [ReturnType<typeof slideOf>['levels'][number]];
    assert.deepEqual(paths, ['path 0', 'path 1']);
    assert.deepEqual(
      [0, 1].map((column) => frameOf('path 0', column, 0)),
      [
        { instance: 0, frame: 1 },
        { instance: 0, frame: 2 },
      ],
    );
    assert.deepEqual(
      [0, 1].map((column) => frameOf('path 1', column, 0)),
      [
        { instance: 1, frame: 2 },
        { instance: 1, frame: 3 },
      ],
    );
    assert.equal(frameOf('path 2', 0, 0), undefined);
    assert.equal(frameOf('path 0', 2, 0), undefined);
    // The second alone has the first plane of no tile of the first path, and the second plane of its second tile.
    const [later] = slideOf([two], 'a').levels;
    assert.deepEqual([later!.frameOf('path 0', 0, 0), later!.frameOf('path 0', 1, 0)?.frame], [undefined, 1]);
  });

  it('of millions of frames hold no more than one of a few', () => {
    const sizes = {
      '00480006': value('UL', 16_384),
      '00480007': value('UL', 16_384),
      '00280008': value('IS', '2147483647'),
    };
    const before = process.memoryUsage().heapUsed;
    const [{ frameOf }] = slideOf([data({}, sizes)], 'a').levels as [ReturnType<typeof slideOf>['levels'][number]];
    assert.equal(frameOf('path 0', 4095, 4095)?.frame, 2 ** 24);
    assert.ok(process.memoryUsage().heapUsed - before < 2 ** 26);
  });
});

describe('metadata of Zarr', () => {
  const image = (more: object = {}) => ({ multiscales: [{ datasets: [{ path: '0' }], ...more }] });

  it('of older versions have the axes that those always had, named or not', () => {
    assert.deepEqual(multiscaleOf(image(), 'a')?.axes, ['t', 'c', 'z', 'y', 'x']);
    assert.deepEqual(multiscaleOf(image({ axes: ['y', 'x'] }), 'a')?.axes, ['y', 'x']);
    assert.equal(multiscaleOf({}, 'a'), undefined);
    assert.equal(multiscaleOf(3, 'a'), undefined);
  });

  it('without levels or of other axes are refused, and so are plates, wells and labels', () => {
    const refused = (attributes: unknown, code: string, reason: string): void =>
      assert.throws(() => multiscaleOf(attributes, 'a'), coded(code, reason), reason);
    refused(image({ datasets: [] }), 'image-unreadable', 'its datasets are');
    refused(image({ datasets: [{ path: 3 }] }), 'image-unreadable', 'its datasets are');
    refused(image({ axes: ['x', 'y'] }), 'image-unreadable', 'its axes are');
    refused(image({ axes: ['y', 'y', 'x'] }), 'image-unreadable', 'its axes are');
    refused({ plate: { wells: [{ path: 'A/1' }] } }, 'unsupported', 'such as A/1/0');
    refused({ well: { images: [] } }, 'unsupported', 'give the address of one of its images.');
    refused({ labels: ['cells', 3] }, 'unsupported', 'such as cells');
  });

  it('of a collection of Bio-Formats name its first image', () => {
    assert.equal(firstOfSeries({ ome: { 'bioformats2raw.layout': 3 } }), '0');
    assert.equal(firstOfSeries({ 'bioformats2raw.layout': 3 }), '0');
    assert.equal(firstOfSeries(undefined), undefined);
  });
});
