import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, test } from 'node:test';
import type { ErrorCode } from '../../src/core/errors.js';
import { open } from '../../src/image/open.js';
import type { OpenedImage } from '../../src/image/samples.js';
import { fileBytes } from '../support/images/image-files.js';
import { greyTags, type TagSpec, writeTiff } from '../support/images/tiff-writer.js';

const openBytes = (bytes: Uint8Array<ArrayBuffer>): Promise<OpenedImage> =>
  open({ kind: 'blob', blob: new Blob([bytes]), name: 'made.tif' });

const grey = (width: number, height: number, changes: readonly TagSpec[] = []): Uint8Array<ArrayBuffer> =>
  writeTiff(
    [{ tags: greyTags(width, height, changes) }],
    Uint8Array.from({ length: 12 }, (_, k) => k),
  );

const refuses = async (bytes: Uint8Array<ArrayBuffer>, code: ErrorCode, message: RegExp): Promise<void> => {
  await assert.rejects(openBytes(bytes), (error: Error & { code?: string }) => {
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  });
};

test('a TIFF made by the test opens, so that the refusals below mean something', async () => {
  const image = await openBytes(grey(4, 3));
  const { data } = await image.region({ x: 1, y: 1, width: 3, height: 2 }, 0);
  assert.deepEqual([...data], [5, 6, 7, 9, 10, 11]);
});

test('a directory that comes after itself is refused, not followed for ever', async () => {
  const first = new DataView(grey(4, 3).buffer).getUint32(4, true);
  await refuses(
    writeTiff([{ tags: greyTags(4, 3), next: first }], new Uint8Array(12)),
    'image-unreadable',
    /comes after itself/,
  );
});

test('a SubIFD that is the directory itself adds no level and ends', async () => {
  const first = new DataView(grey(4, 3, [{ tag: 330, type: 4, values: [0] }]).buffer).getUint32(4, true);
  const image = await openBytes(grey(4, 3, [{ tag: 330, type: 4, values: [first] }]));
  assert.equal(image.levels.length, 1);
});

test('sizes of zero, and sizes that the file cannot hold, are refused before memory is taken', async () => {
  await refuses(grey(0, 0), 'image-unreadable', /its width is 0/);
  await refuses(grey(4, 0), 'image-unreadable', /its height is 0/);
  const before = process.memoryUsage().arrayBuffers;
  const deflated: TagSpec = { tag: 259, type: 3, values: [8] };
  await refuses(grey(100_000, 100_000, [deflated]), 'image-too-large', /in pieces of 100000 × 100000 pixels/);
  const strip = await openBytes(grey(100_000, 100_000));
  const far = strip.region({ x: 0, y: 99_000, width: 100, height: 100 }, 0);
  await assert.rejects(far, { code: 'image-unreadable', message: /points at the bytes/ });
  const one: TagSpec = { tag: 278, type: 4, values: [1] };
  await refuses(grey(100_000, 100_000, [one]), 'image-unreadable', /needs 100000 tiles or strips and lists 1/);
  await refuses(grey(4, 3, [{ tag: 278, type: 4, values: [0] }]), 'image-unreadable', /strip height is 0/);
  await refuses(grey(4, 3, [{ tag: 277, type: 3, values: [60000] }]), 'image-unreadable', /60000 samples a pixel/);
  assert.ok(process.memoryUsage().arrayBuffers - before < 2 ** 24);
});

test('a tag that claims more values than the file has bytes is refused when it is read', async () => {
  for (const [claims, message] of [
    [2 ** 31, /claims 2147483648 values/],
    [2 ** 24 - 1, /points at the bytes/],
  ] as const) {
    const image = await openBytes(grey(4, 3, [{ tag: 273, type: 4, values: [8, 8, 8], claims }]));
    await assert.rejects(image.region({ x: 0, y: 0, width: 4, height: 3 }, 0), { code: 'image-unreadable', message });
  }
  await refuses(grey(4, 3, [{ tag: 258, type: 3, values: [8, 8, 8], claims: 2 ** 30 }]), 'image-unreadable', /claims/);
});

describe('a TIFF without a pyramid that was cut', () => {
  const CUT = /ends early and lacks 1 of its 8 tiles, which count as no data; copy or download it again/;
  const nuclei = (share: number): Promise<OpenedImage> => {
    const bytes = new Uint8Array(readFileSync('demo/images/fluo_nuclei.tif'));
    return openBytes(bytes.slice(0, Math.floor(share * bytes.length)));
  };

  it('is read as far as it goes: the tiles that it lacks hold no data, which is told', async () => {
    const [whole, cut] = [await nuclei(1), await nuclei(0.9)];
    assert.equal(whole.notes, undefined);
    assert.deepEqual(
      cut.notes?.map(({ code, values }) => [code, ...values]),
      [['file-cut', 1, 8]],
    );
    assert.match(cut.notes[0]!.text, CUT);
    const all = { x: 0, y: 0, width: 512, height: 512 };
    const [there, here] = [await whole.region(all, 0), await cut.region(all, 0)];
    const lost = 7 * 64 * 512;
    assert.ok(here.missing?.every((flag, k) => flag === (k < lost ? 0 : 1)));
    assert.deepEqual(here.data.subarray(0, lost), there.data.subarray(0, lost));
  });

  it('is not read where half of its tiles are missing, and says what would do', async () => {
    const cut = await nuclei(0.5);
    assert.equal(cut.notes, undefined);
    await assert.rejects(cut.region({ x: 0, y: 500, width: 1, height: 1 }, 0), {
      code: 'image-unreadable',
      message: /points at the bytes .*; copy or download it again/,
    });
  });

  it('is known by each of its channels', async () => {
    const channel = (last: number) => ({
      tags: greyTags(4, 3, [
        { tag: 270, type: 2, values: 'ImageJ=1.53\nimages=2\nchannels=2\n' },
        { tag: 278, type: 4, values: [1] },
        { tag: 273, type: 4, values: [8, 12, last] },
        { tag: 279, type: 4, values: [4, 4, 4] },
      ]),
    });
    const image = await openBytes(writeTiff([channel(16), channel(10_000)], new Uint8Array(12)));
    assert.equal(image.bands, 2);
    assert.deepEqual(
      image.notes?.map(({ code, values }) => [code, ...values]),
      [['file-cut', 1, 3]],
    );
  });
});

test('a strip that lies beyond the end, or is shorter than its rows, is an error and no zeros', async () => {
  const whole = { x: 0, y: 0, width: 4, height: 3 };
  const beyond = await openBytes(grey(4, 3, [{ tag: 273, type: 4, values: [10_000] }]));
  await assert.rejects(beyond.region(whole, 0), { code: 'image-unreadable', message: /points at the bytes 10000/ });
  const short = await openBytes(grey(4, 3, [{ tag: 279, type: 4, values: [5] }]));
  await assert.rejects(short.region(whole, 0), { code: 'tile-unavailable', message: /decodes to 5 bytes, not 12/ });
});

test('compressions and sample formats without a decoder are named', async () => {
  await refuses(grey(4, 3, [{ tag: 259, type: 3, values: [34925] }]), 'unsupported', /LZMA/);
  await refuses(grey(4, 3, [{ tag: 259, type: 3, values: [6] }]), 'unsupported', /old-style JPEG/);
  await refuses(grey(4, 3, [{ tag: 259, type: 3, values: [4242] }]), 'unsupported', /compression 4242/);
  await refuses(grey(4, 3, [{ tag: 339, type: 3, values: [5] }]), 'unsupported', /complex/);
  await refuses(grey(4, 3, [{ tag: 258, type: 3, values: [64] }]), 'unsupported', /64 bits/);
});

test('pixel sizes of zero, below zero, without end or beyond all measure are no placement', async () => {
  const geo = (scale: readonly number[]): TagSpec[] => [
    { tag: 33550, type: 12, values: scale },
    { tag: 33922, type: 12, values: [0, 0, 0, 5, 6, 0] },
  ];
  for (const scale of [
    [0, 0, 0],
    [-1, 1, 0],
    [Number.NaN, 1, 0],
    [Number.POSITIVE_INFINITY, 1, 0],
    [1, 1e300, 0],
    [1e-300, 1, 0],
  ])
    assert.equal((await openBytes(grey(4, 3, geo(scale)))).placement, undefined, `${scale}`);
  const oblong = await openBytes(grey(4, 3, geo([2, 3, 0])));
  assert.deepEqual([oblong.placement?.pixelWidth, oblong.placement?.pixelHeight], [2, 3]);
});

test('no-data values and infinities are missing', async () => {
  const image = await openBytes(grey(4, 3, [{ tag: 42113, type: 2, values: '7' }]));
  const { missing } = await image.region({ x: 0, y: 0, width: 4, height: 3 }, 0);
  assert.deepEqual([...missing!], [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
});

test('a small compressed tile cannot claim to be a huge one', async () => {
  const bytes = fileBytes('rgb-jpeg.tif');
  const view = new DataView(bytes.buffer);
  // Every JPEG frame header inside the file now claims 65,535 × 65,535 pixels.
  let frames = 0;
  for (let at = 0; at + 9 < bytes.length; at++)
    if (view.getUint32(at) === 0xffc00011) {
      view.setUint32(at + 5, 0xffffffff);
      frames++;
    }
  assert.ok(frames > 0);
  const image = await openBytes(bytes);
  await assert.rejects(image.region({ x: 0, y: 0, width: 60, height: 50 }, 0), {
    code: 'tile-unavailable',
    message: /65535 × 65535/,
  });
});

test('a region of very many tiles is refused before any is read, a part of it is read', async () => {
  const side = 400;
  const tags = greyTags(side, side).filter(({ tag }) => tag !== 273 && tag !== 278 && tag !== 279);
  const values = Array.from({ length: side * side }, (_, k) => 8 + (k % 256));
  const tiles: TagSpec[] = [
    { tag: 322, type: 3, values: [1] },
    { tag: 323, type: 3, values: [1] },
    { tag: 324, type: 4, values },
    { tag: 325, type: 4, values: values.map(() => 1) },
  ];
  const image = await openBytes(
    writeTiff(
      [{ tags: [...tags, ...tiles] }],
      Uint8Array.from({ length: 256 }, (_, k) => k),
    ),
  );
  await assert.rejects(image.region({ x: 0, y: 0, width: side, height: side }, 0), {
    code: 'image-too-large',
    message: /160000 tiles of 1 × 1 pixels/,
  });
  const { data } = await image.region({ x: 390, y: 399, width: 3, height: 1 }, 0);
  assert.deepEqual(
    [...data],
    [390, 391, 392].map((x) => (399 * side + x) % 256),
  );
});
