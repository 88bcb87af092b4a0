/** Files and requests that once ended the process, filled the memory, took minutes or gave numbers that are none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { createEngine } from '../../src/engine.js';
import { open } from '../../src/image/open.js';
import type { OpenedImage } from '../../src/image/samples.js';
import { coded } from '../support/errors.js';
import { fileBytes } from '../support/images/image-files.js';
import { niftiFile } from '../support/images/nifti-file.js';
import { greyTags, type TagSpec, writeTiff } from '../support/images/tiff-writer.js';

const opened = (bytes: Uint8Array, name: string): Promise<OpenedImage> =>
  open({ kind: 'blob', blob: new Blob([new Uint8Array(bytes)]), name });
const corner = async (bytes: Uint8Array, name: string) =>
  (await opened(bytes, name)).region({ x: 0, y: 0, width: 1, height: 1 }, 0);

describe('a TIFF whose numbers are fractions', () => {
  const without = (...left: readonly number[]): TagSpec[] => greyTags(2, 2).filter(({ tag }) => !left.includes(tag));
  const double = (tag: number, value: number): TagSpec => ({ tag, type: 12, values: [value] });
  const byNumber = (tags: TagSpec[]) => [{ tags: tags.sort((a, b) => a.tag - b.tag) }];

  it('is refused, also where their sum is whole', async () => {
    for (const [at, length] of [
      [8.5, 1.5],
      [8.25, 4.75],
      [8, 1.5],
    ] as const) {
      const tags = [...without(273, 279), double(273, at), double(279, length)];
      await assert.rejects(corner(writeTiff(byNumber(tags), new Uint8Array(16)), 'a.tif'), coded('image-unreadable'));
    }
  });

  it('has no directory below it there', async () => {
    const tags = [...greyTags(2, 2, []), double(330, 8.5)];
    const bytes = writeTiff(byNumber(tags), new Uint8Array(16));
    const found = await corner(bytes, 'a.tif').then(
      ({ width }) => width,
      (error: unknown) => Reflect.get(Object(error), 'code'),
    );
    assert.ok(found === 1 || found === 'image-unreadable' || found === 'tile-unavailable', String(found));
  });
});

/** A chunk of a PNG; its checksum is not compared where the file is refused before. */
const crcs = Uint32Array.from({ length: 256 }, (_, n) => {
  let sum = n;
  for (let k = 0; k < 8; k++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});
const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  let sum = 0xffffffff;
  for (const byte of body) sum = (sum >>> 8) ^ crcs[(sum ^ byte) & 255]!;
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(~sum >>> 0);
  return Buffer.concat([length, body, crc]);
};
const png = (width: number, height: number, [bits, colour]: readonly [number, number], ...more: readonly Buffer[]) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  header[9] = colour;
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', header), ...more, chunk('IEND', Buffer.alloc(0))]);
};
const ZEROS = new Uint8Array(2 ** 26);

describe('a small file of which much comes', () => {
  it('as pixels of a PNG is refused on the way', async () => {
    const bomb = png(1, 1, [8, 0], chunk('IDAT', deflateSync(ZEROS)));
    await assert.rejects(opened(bomb, 'a.png'), coded('image-unreadable', 'unpacks to more than'));
  });

  it('as a colour profile is not unpacked', async () => {
    const profile = Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateSync(ZEROS)]);
    const bytes = png(1, 1, [8, 0], chunk('iCCP', profile), chunk('IDAT', deflateSync(Buffer.from([0, 9]))));
    assert.deepEqual([...(await corner(bytes, 'a.png')).data].slice(0, 1), [9]);
  });

  it('as a gzip stream is looked at first, and unpacked as far as its header says', async () => {
    await assert.rejects(opened(gzipSync(ZEROS), 'a.nii.gz'), coded('image-unreadable'));
    const tail = gzipSync(Buffer.concat([niftiFile(), ZEROS, ZEROS]));
    const found = opened(tail, 'a.nii.gz').then((image) => image.stack!.volume());
    await assert.rejects(found, coded('image-too-large', 'by its header'));
  });

  it('as pixels by its size is refused before anything is decoded', async () => {
    await assert.rejects(opened(png(16384, 16384, [16, 6]), 'a.png'), coded('image-too-large'));
    const jpeg = fileBytes('jpeg-grey.jpg').slice();
    const at = jpeg.findIndex((byte, k) => byte === 0xff && jpeg[k + 1] === 0xc0);
    new DataView(jpeg.buffer).setUint32(at + 5, 0x40004000);
    await assert.rejects(corner(jpeg, 'a.jpg'), coded('image-unreadable'));
    const side = 32752;
    const tags = greyTags(side, side, [
      { tag: 273, type: 4, values: [8] },
      { tag: 278, type: 4, values: [side] },
      { tag: 279, type: 4, values: [16] },
    ]).map((tag): TagSpec => (tag.tag === 259 ? { ...tag, values: [32773] } : tag));
    await assert.rejects(corner(writeTiff([{ tags }], new Uint8Array(16)), 'a.tif'), coded('image-too-large'));
  });
});

describe('a NIfTI whose numbers lead beyond all numbers', () => {
  const floats = (values: readonly number[], slope = 1): Uint8Array => {
    const bytes = niftiFile().slice(0, 352);
    const view = new DataView(bytes.buffer);
    for (const [k, value] of [3, values.length, 1, 1, 1, 1, 1, 1].entries()) view.setInt16(40 + 2 * k, value, true);
    view.setInt16(70, 64, true);
    view.setInt16(72, 64, true);
    view.setFloat32(112, slope, true);
    return Buffer.concat([bytes, Buffer.from(new Float64Array(values).buffer)]);
  };

  it('has no value that is none and not marked so', async () => {
    for (const [values, slope] of [
      [[1.7e308, -1.7e308, 0, 1], 1],
      [[1e30, 2e30, 0, 1], 1e38],
      [[1, 2, 3, 4], 3e38],
    ] as const) {
      const read = async (): Promise<boolean> => {
        const image = await opened(floats(values, slope), 'a.nii');
        const { data, missing } = await image.region({ x: 0, y: 0, width: 4, height: 1 }, 0);
        return data.every((value, k) => Number.isFinite(value) || missing?.[k] === 1);
      };
      const sound = await read().catch(coded('image-unreadable'));
      assert.ok(sound, `${values} by ${slope}`);
    }
  });
});

describe('a box of one row', () => {
  it('takes no step for each of its pixels', async () => {
    const [width, height] = [8000, 1];
    const data = Uint8Array.from({ length: width }, (_, x) => (x > 3000 && x < 5000 ? 160 : 70) + ((x * 7919) % 31));
    const engine = await createEngine({ backend: 'cpu' });
    const image = await engine.load({ width, height, data });
    const { properties } = await engine.segment(image, { init: { x: 400, y: 0, width: 7200, height: 1 } }).result;
    assert.ok(properties.measurements.Steps! < 200, `${properties.measurements.Steps} steps`);
    engine.dispose();
  });
});
