/** CZI files: how blocks become an image, and what is refused. What libCZI reads is in the golden tests. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Zstd from 'numcodecs/zstd';
import { decodeJpeg } from '../../../../src/image/codecs/jpeg/jpeg.js';
import { openCzi } from '../../../../src/image/formats/czi/czi-source.js';
import { type Bytes, blobBytes } from '../../../../src/image/io/bytes.js';
import { open } from '../../../../src/image/open.js';
import type { OpenedImage } from '../../../../src/image/samples.js';
import { type CziBlock, type CziSpec, writeCzi } from '../../../support/images/czi-writer.js';
import { fileBytes } from '../../../support/images/image-files.js';

const opened = (spec: CziSpec): Promise<OpenedImage> =>
  open({ kind: 'blob', blob: new Blob([writeCzi(spec)]), name: 'a.czi' });

/** A grey block of one value. */
const flat = (
  x: number,
  y: number,
  width: number,
  height: number,
  value: number,
  changes?: Partial<CziBlock>,
): CziBlock => ({
  ...{ x, y, width, height, data: new Uint8Array(width * height).fill(value) },
  ...changes,
});

const all = async (image: OpenedImage, level = 0, slice = 0): Promise<{ data: number[]; missing: number[] }> => {
  const { width, height } = image.levels[level]!;
  const { data, missing } = await image.region({ x: 0, y: 0, width, height }, level, { slice });
  return { data: [...data], missing: [...(missing ?? [])] };
};

describe('a CZI file', () => {
  it('shows its blocks from the corner of their bounding box on, later ones over earlier, and no data between', async () => {
    const image = await opened({
      blocks: [flat(-3, 10, 3, 2, 7, { at: { M: 5 } }), flat(-5, 10, 3, 1, 9, { at: { M: 2 } }), flat(1, 11, 1, 1, 4)],
    });
    assert.deepEqual([image.format, image.width, image.height, image.bands, image.bits], ['czi', 7, 2, 1, 8]);
    const { data, missing } = await all(image);
    assert.deepEqual(data, [9, 9, 7, 7, 7, 0, 0, 0, 0, 7, 7, 7, 0, 4]);
    assert.deepEqual(missing, [0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0]);
  });

  it('has levels where two scenes lie far apart and nothing between them is read', { timeout: 20_000 }, async () => {
    const far = 2 ** 28;
    const image = await opened({ blocks: [flat(0, 0, 300, 300, 7), flat(far, far, 300, 300, 9)] });
    const level = image.levels.length - 1;
    const { width, height } = image.levels[level]!;
    const { data, missing } = await image.region({ x: 0, y: 0, width, height }, level);
    const shown = [...data.keys()].filter((pixel) => missing?.[pixel] === 0);
    assert.deepEqual(
      shown.map((pixel) => [pixel % width, Math.floor(pixel / width), data[pixel]]),
      [
        [0, 0, 7],
        [width - 1, height - 1, 9],
      ],
    );
  });

  it('has channels as bands, Z as slices, the first time, and a pixel without data where a channel has none', async () => {
    const at = (C: number, Z: number, T = 2): Partial<CziBlock> => ({ at: { C, Z, T } });
    const image = await opened({
      blocks: [
        flat(0, 0, 2, 1, 99, at(0, 4, 3)),
        ...[4, 6].flatMap((Z) => [flat(0, 0, 2, 1, Z, at(0, Z)), flat(0, 0, 1, 1, 10 * Z, at(3, Z))]),
      ],
      xml: '<a><Scaling><Items><Distance Id="X"><Value>1e-6</Value></Distance><Distance Id="Y"><Value>2e-6</Value></Distance><Distance Id="Z"><Value>3e-6</Value></Distance></Items></Scaling></a>',
    });
    assert.deepEqual([image.bands, image.stack?.depth], [2, 2]);
    assert.deepEqual(image.placement, { pixelWidth: 1, pixelHeight: 2, unit: 'µm' });
    assert.deepEqual(await all(image, 0, 0), { data: [4, 40, 4, 0], missing: [0, 1] });
    assert.deepEqual(await all(image, 0, 1), { data: [6, 60, 6, 0], missing: [0, 1] });
    const volume = await image.stack!.volume();
    assert.deepEqual(
      [volume.depth, ...volume.spacing!].map((value) => value.toPrecision(6)),
      ['2.00000', '0.00100000', '0.00200000', '0.00300000'],
    );
  });

  it('has the levels that its reduced blocks make, as far as they show every scene', async () => {
    const reduced = (x: number, factor: number, S: number): CziBlock => {
      const side = 40 / factor;
      const data = new Uint8Array(side * side).fill(factor + S);
      return { x, y: 0, width: 40, height: 40, stored: [side, side], data, at: { S } };
    };
    const whole = [flat(0, 0, 40, 40, 1, { at: { S: 0 } }), flat(50, 0, 40, 40, 2, { at: { S: 1 } })];
    const image = await opened({ blocks: [...whole, reduced(0, 2, 0), reduced(50, 2, 1), reduced(0, 4, 0)] });
    assert.deepEqual(
      image.levels.map(({ width, height, scaleX }) => [width, height, scaleX]),
      [
        [90, 40, 1],
        [45, 20, 2],
      ],
    );
    assert.deepEqual(
      (await all(image, 1)).data.slice(0, 45),
      Array.from({ length: 45 }, (_, x) => (x < 20 ? 2 : x < 25 ? 0 : 3)),
    );
  });

  it('gives colours red first, of 8 and 16 bits, with low and high bytes apart as well', async () => {
    const zstd = Zstd.fromConfig({ id: 'zstd' });
    const words = [0x0102, 0x0304, 0x0506, 0x0708, 0x090a, 0x0b0c];
    const apart = Uint8Array.from([...words.map((word) => word & 255), ...words.map((word) => word >> 8)]);
    const head = (flags: number[], body: Uint8Array): Uint8Array => Uint8Array.from([...flags, ...body]);
    const bgr48 = { x: 0, y: 0, width: 2, height: 1, pixelType: 4, compression: 6 };
    const deep = await opened({ blocks: [{ ...bgr48, data: head([3, 1, 1], await zstd.encode(apart)) }] });
    assert.deepEqual((await all(deep)).data, [0x0506, 0x0304, 0x0102, 0x0b0c, 0x090a, 0x0708]);
    const bgr = await opened({ blocks: [flat(0, 0, 1, 1, 0, { pixelType: 3, data: Uint8Array.of(1, 2, 3) })] });
    assert.deepEqual((await all(bgr)).data, [3, 2, 1]);
  });

  it('has JPEG blocks with the colours of the JPEG, and LZW ones', async () => {
    const data = fileBytes('jpeg-420.jpg');
    const { width, height, data: seen } = await decodeJpeg(data, 'jpeg');
    const block: CziBlock = { x: 0, y: 0, width, height, pixelType: 3, compression: 1, data };
    assert.deepEqual((await all(await opened({ blocks: [block] }))).data, [...seen]);
    // Clear, 1, 2, 3, end, nine bits each (TIFF 6.0, section 13).
    const lzw = Uint8Array.of(0x80, 0x00, 0x40, 0x40, 0x38, 0x08);
    const packed = flat(0, 0, 3, 1, 0, { compression: 2, data: lzw });
    const outcome = await opened({ blocks: [packed] });
    assert.deepEqual((await all(outcome)).data, [1, 2, 3]);
  });

  it('is read by the blocks of a region, each in one piece', async () => {
    const file = writeCzi({ blocks: [flat(0, 0, 64, 64, 1), flat(64, 0, 64, 64, 2), flat(128, 0, 64, 64, 3)] });
    const bytes = blobBytes(new Blob([file]), 'a.czi');
    const ranges: number[][] = [];
    const counting: Bytes = {
      ...bytes,
      read: (offset, length) => {
        ranges.push([offset, length]);
        return bytes.read(offset, length);
      },
    };
    const image = await openCzi(counting, 'a.czi');
    ranges.length = 0;
    const { data } = await image.region({ x: 70, y: 3, width: 5, height: 1 }, 0);
    assert.deepEqual([...data], [2, 2, 2, 2, 2]);
    assert.equal(ranges.length, 1);
    assert.ok(ranges[0]![1]! < file.length / 2);
  });
});

describe('while the lowest block of a CZI is slow to come', () => {
  const side = 4096;
  const count = 24;
  const read = async (slow: Promise<void>, signal?: AbortSignal) => {
    const data = await Zstd.fromConfig({ id: 'zstd', level: 1 }).encode(new Uint8Array(side * side));
    const blocks = Array.from({ length: count }, (_, k) => ({
      ...{ x: 0, y: 0, width: side, height: side, data, compression: 5, at: { M: k } },
    }));
    const file = blobBytes(new Blob([writeCzi({ blocks })]), 'a.czi');
    const begun = new Set<number>();
    let isOpen = false;
    const watched: Bytes = {
      name: file.name,
      size: file.size,
      whole: (limit) => file.whole(limit),
      read: async (offset, length, options) => {
        if (isOpen) begun.add(offset);
        if (isOpen && offset < 700) await slow;
        return file.read(offset, length, options);
      },
    };
    const image = await openCzi(watched, 'a.czi');
    isOpen = true;
    const rect = { x: 0, y: 0, width: 1, height: 1 };
    return { begun, region: image.region(rect, 0, signal ? { signal } : {}) };
  };
  /** Once no other block was begun for a while. */
  const settled = async (begun: ReadonlySet<number>): Promise<number> => {
    for (let [same, size] = [0, 0]; same < 20; size = begun.size) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      same = begun.size === size ? same + 1 : 0;
    }
    return begun.size;
  };

  it('others wait up to 128 MiB beside those under way, and the rest come once it is there', async () => {
    let release = (): void => {};
    const { begun, region } = await read(new Promise((resolve) => (release = resolve)));
    // Eight blocks of 16 MiB wait, and seven are under way at most.
    assert.ok((await settled(begun)) <= 16, `${begun.size} blocks were begun`);
    release();
    assert.deepEqual([...(await region).data], [0]);
    assert.equal(begun.size, count);
  });

  it('the reading of a region can be given up', async () => {
    const controller = new AbortController();
    const { begun, region } = await read(new Promise(() => {}), controller.signal);
    region.catch(() => {});
    await settled(begun);
    controller.abort();
    await assert.rejects(region, { name: 'AbortError' });
  });
});

describe('a CZI file that cannot be read', () => {
  const refuses = async (spec: CziSpec | Uint8Array<ArrayBuffer>, code: string, message: RegExp): Promise<void> => {
    const file = spec instanceof Uint8Array ? spec : writeCzi(spec);
    await assert.rejects(
      async () => {
        const image = await open({ kind: 'blob', blob: new Blob([file]), name: 'a.czi' });
        await all(image);
      },
      { code, message },
    );
  };
  const block = flat(0, 0, 4, 4, 1);

  it('says what is damaged, with the value', async () => {
    const whole = writeCzi({ blocks: [block] });
    await refuses(whole.slice(0, 300), 'image-unreadable', /points at the bytes 32 to 544 but has 300/);
    await refuses(whole.slice(0, whole.length - 100), 'image-unreadable', /points at the bytes/);
    await refuses({ blocks: [block], count: 1e6 }, 'image-unreadable', /claims 1000000 blocks in \d+ bytes/);
    await refuses({ blocks: [block], count: 0 }, 'image-unreadable', /claims 0 blocks/);
    await refuses(
      { blocks: [block], schema: 'DE' },
      'image-unreadable',
      /entry 1 of its directory is of the kind “DE”/,
    );
    const odd = { stored: [5, 5] as const };
    await refuses({ blocks: [{ ...block, ...odd }] }, 'image-unreadable', /X from 0, 4 pixels of which 5 are stored/);
    await refuses({ blocks: [{ ...block, width: 2 ** 31 - 1 }] }, 'image-unreadable', /2147483647 pixels/);
    await refuses({ blocks: [{ ...block, claims: 1e9 }] }, 'image-unreadable', /claims 1000000000 bytes/);
    await refuses(
      { blocks: [{ ...block, data: new Uint8Array(15) }] },
      'tile-unavailable',
      /decodes to 15 bytes, not 16/,
    );
    await refuses(
      { blocks: [{ ...block, compression: 6 }] },
      'tile-unavailable',
      /Zstandard head begins with 1, 1, 1|Zstandard stream/,
    );
    const reduced = { stored: [2, 2] as const, data: new Uint8Array(4) };
    await refuses({ blocks: [{ ...block, ...reduced }] }, 'image-unreadable', /no blocks of full resolution/);
    await refuses({ blocks: [block, { ...block, pixelType: 1 }] }, 'image-unreadable', /pixels of the kinds 0 and 1/);
    const moved = writeCzi({ blocks: [block] });
    new DataView(moved.buffer).setBigInt64(32 + 52, 544n, true);
    await refuses(moved, 'image-unreadable', /no segment ZISRAWDIRECTORY at byte 544, but “ZISRAWSUBBLOCK”/);
  });

  /** A whole file with a number of its own changed: `bits` of it at an offset. */
  const changed = (spec: CziSpec, at: number, bits: 32 | 64, value: number): Uint8Array<ArrayBuffer> => {
    const file = writeCzi(spec);
    const view = new DataView(file.buffer);
    if (bits === 32) view.setInt32(at, value, true);
    else view.setBigInt64(at, BigInt(value), true);
    return file;
  };
  const directoryOf = (spec: CziSpec): number => Number(new DataView(writeCzi(spec).buffer).getBigInt64(32 + 52, true));

  it('believes no segment that claims too much or too little', async () => {
    const one = { blocks: [block], xml: '<a/>' };
    const directory = directoryOf(one);
    await refuses(changed(one, 24, 64, 2 ** 40), 'image-unreadable', /ZISRAWFILE at byte 0 claims 1099511627776 bytes/);
    await refuses(changed(one, 24, 64, 100), 'image-unreadable', /its header has 100 bytes/);
    await refuses(changed(one, 32 + 52, 64, -1), 'image-unreadable', /points at the bytes -1 to/);
    await refuses(changed(one, directory + 24, 64, 64), 'image-unreadable', /claims 0 blocks in 64 bytes/);
    // Where a segment does not say what it uses, it uses all that is kept for it.
    assert.equal(
      (await openCzi(blobBytes(new Blob([changed(one, directory + 24, 64, 0)]), 'a.czi'), 'a.czi')).width,
      4,
    );
  });

  it('believes no block that claims other bytes or pixels than it has', async () => {
    const dimensions = { blocks: [block, block] };
    const entry = directoryOf(dimensions) + 32 + 128;
    await refuses(
      changed(dimensions, entry + 28, 32, 3),
      'image-unreadable',
      /entry 2 of its directory is of the kind/,
    );
    await refuses(changed({ blocks: [block] }, 544 + 32, 32, -1), 'image-unreadable', /-1 of metadata/);
    await refuses(changed({ blocks: [block] }, 544 + 32 + 16 + 28, 32, 41), 'image-unreadable', /41 dimensions/);
    const jpeg = { pixelType: 3, compression: 1, data: fileBytes('jpeg-420.jpg') };
    await refuses({ blocks: [{ ...block, ...jpeg }] }, 'tile-unavailable', /JPEG is \d+ × \d+, not 4 × 4/);
    const { width, height } = await decodeJpeg(jpeg.data, 'jpeg');
    await refuses(
      { blocks: [{ ...block, ...jpeg, width, height, pixelType: 0 }] },
      'tile-unavailable',
      /has 3 components/,
    );
    const wide = { pixelType: 4, compression: 6, data: Uint8Array.of(3, 2, 0) };
    await refuses({ blocks: [{ ...block, ...wide }] }, 'tile-unavailable', /head begins with 3, 2, 0/);
  });

  it('says where a file ends that a server gives without its size', async () => {
    const file = writeCzi({ blocks: [block] });
    const short = blobBytes(new Blob([file.slice(0, 400)]), 'a.czi');
    const { size: _, ...sizeless } = short;
    const bytes = { ...sizeless, read: short.read.bind(short) } as Bytes;
    await assert.rejects(openCzi(bytes, 'a.czi'), {
      code: 'image-unreadable',
      message: /ends at byte 400, before 544/,
    });
  });

  it('says what would be needed', async () => {
    await refuses({ blocks: [{ ...block, pixelType: 10 }] }, 'unsupported', /Gray64ComplexFloat .*Gray8, Gray16/);
    await refuses({ blocks: [{ ...block, pixelType: 77 }] }, 'unsupported', /the pixels 77/);
    await refuses(
      { blocks: [{ ...block, compression: 4 }] },
      'unsupported',
      /JPEG XR of a\.czi.* JPEG, LZW or Zstandard, are read/,
    );
    await refuses({ blocks: [{ ...block, compression: 104 }] }, 'unsupported', /the compression 104/);
    await refuses({ blocks: [block], filePart: 1 }, 'unsupported', /the part 1 of a\.czi.*save it as one/);
    await refuses({ blocks: [{ ...block, filePart: 2 }] }, 'unsupported', /the part 2/);
    await refuses(
      { blocks: [flat(0, 0, 2 ** 15, 2 ** 15, 1, { data: new Uint8Array(1) })] },
      'image-too-large',
      /32768 × 32768/,
    );
  });

  it('opens without metadata that are damaged, and has a note of it', async () => {
    const one = { blocks: [block], xml: '<a/>' };
    const metadata = Number(new DataView(writeCzi(one).buffer).getBigInt64(32 + 60, true));
    for (const [file, words] of [
      [changed(one, metadata + 32, 32, -4), /metadata claim -4 bytes of 260/],
      [changed(one, metadata + 32, 32, 5), /metadata claim 5 bytes of 260/],
      [changed(one, metadata + 24, 64, 9), /metadata claim 0 bytes of 9/],
      [changed(one, metadata, 32, 0), /no segment ZISRAWMETADATA/],
      [changed(one, 32 + 60, 64, 2 ** 40), /points at the bytes/],
      [writeCzi({ blocks: [block], xml: '<a><b' }), /metadata cannot be read/],
      [writeCzi({ blocks: [block], xml: 'no XML' }), /metadata cannot be read/],
    ] as const) {
      const image = await openCzi(blobBytes(new Blob([file]), 'a.czi'), 'a.czi');
      assert.equal(image.placement, undefined);
      assert.deepEqual([image.notes?.length, image.notes?.[0]?.code], [1, 'czi-no-metadata']);
      assert.match(image.notes?.[0]?.text ?? '', words);
      assert.equal((await all(image)).data.length, image.width * image.height);
    }
  });

  it('has no size of a pixel and no note where its metadata tell none', async () => {
    for (const xml of ['<Scaling><Items><Distance Id="X"><Value>-1</Value></Distance></Items></Scaling>', '<a/>']) {
      const { placement, notes } = await opened({ blocks: [block], xml });
      assert.deepEqual([placement, notes], [undefined, undefined]);
    }
  });

  it('keeps the size of a pixel that stands before the damage', async () => {
    const distance = (axis: string): string => `<Distance Id="${axis}"><Value>2E-07</Value></Distance>`;
    const xml = `<Scaling><Items>${distance('X')}${distance('Y')}</Items></Scaling><`;
    const { placement, notes } = await opened({ blocks: [block], xml });
    assert.ok(Math.abs((placement?.pixelWidth ?? 0) - 0.2) < 1e-9);
    assert.equal(notes?.[0]?.code, 'czi-no-metadata');
  });
});
