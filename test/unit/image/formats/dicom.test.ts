import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { decodePicture } from '../../../../src/image/codecs/decode.js';
import { partOf } from '../../../../src/image/formats/dicom/dicomweb.js';
import { seriesAddress } from '../../../../src/image/formats/dicom/series-address.js';
import { slideOf } from '../../../../src/image/formats/dicom/slide.js';
import { open } from '../../../../src/image/open.js';
import type { OpenedImage } from '../../../../src/image/samples.js';
import { coded } from '../../../support/errors.js';
import { dicomWeb, type Instance, instanceOf, type LevelSpec } from '../../../support/images/dicom-slide.js';
import { serving } from '../../../support/servers/handler-server.js';

const serve = async (t: TestContext, instances: readonly Instance[], asked: string[] = []): Promise<string> => {
  const answer = dicomWeb(instances, asked);
  return serving(t, ({ request, response }) => answer(request, response), 'dicom/studies/1.2/series/3.4');
};

const opened = async (t: TestContext, ...specs: readonly LevelSpec[]): Promise<OpenedImage> => {
  const url = await serve(
    t,
    specs.map((spec, k) => instanceOf(`1.2.3.${k + 1}`, spec)),
  );
  return open({ kind: 'url', url: `dicomweb:${url}` });
};

/** Whole frames of 16 bits, whose values tell path, row and column of the slide. */
const value = (x: number, y: number, path: number): number => 30_000 * path + 200 * y + x;
const sixteen =
  (scale: number, [width, height]: readonly [number, number]): LevelSpec['frame'] =>
  (column, row, path) => {
    const samples = Uint16Array.from({ length: width * height }, (_, k) =>
      value(scale * (column * width + (k % width)), scale * (row * height + Math.floor(k / width)), path),
    );
    return new Uint8Array(samples.buffer);
  };
const tile = [32, 24] as const;
const fluorescence = (scale: number, more: Partial<LevelSpec> = {}): LevelSpec => ({
  ...{ width: 100 / scale, height: 80 / scale, tile, paths: 2, bits: 16, frame: sixteen(scale, tile) },
  ...more,
});

test('a slide of two optical paths has its levels, channels and place, in order and with places of its own', async (t) => {
  for (const sparse of [false, true]) {
    const label = { ...fluorescence(1), kind: 'LABEL', width: 60, height: 60 };
    const image = await opened(t, fluorescence(2, { sparse }), label, fluorescence(1, { sparse }));
    const { name, format, width, height, bands, bits, placement, levels } = image;
    assert.deepEqual(
      { name, format, width, height, bands, bits },
      { name: 'Biopsy', format: 'dicom', width: 100, height: 80, bands: 2, bits: 16 },
    );
    assert.deepEqual(placement, { pixelWidth: 0.25, pixelHeight: 0.5, unit: 'µm' });
    assert.deepEqual(levels[1], { width: 50, height: 40, scaleX: 2, scaleY: 2 });
    for (const level of [0, 1]) {
      const rect = { x: 20, y: 15, width: 25, height: 20 };
      const { data, missing } = await image.region(rect, level);
      const scale = 2 ** level;
      const wanted = Array.from({ length: 1000 }, (_, k) =>
        value(scale * (20 + (Math.floor(k / 2) % 25)), scale * (15 + Math.floor(k / 50)), k % 2),
      );
      assert.deepEqual([...data], wanted);
      assert.equal(missing, undefined);
    }
  }
});

test('a slide tells what contours on it refer to, as far as it tells it itself', async (t) => {
  const image = await opened(t, fluorescence(2), fluorescence(1));
  assert.deepEqual(image.dicom, {
    studyInstanceUID: '1.2',
    seriesInstanceUID: '3.4',
    sopInstanceUID: '1.2.3.2',
    sopClassUID: '1.2.840.10008.5.1.4.1.1.77.1.6',
    frameOfReferenceUID: '5.6',
    patientID: 'P7',
    patientName: 'Doe^Jane',
    origin: [10, 20.5],
    orientation: [0, -1, 0, -1, 0, 0],
  });
  const { data } = instanceOf('1.2.3.1', fluorescence(1));
  const told = (change: object) => slideOf([{ ...data, ...change }], 'a').dicom;
  for (const tag of ['0020000D', '0020000E', '00080018']) {
    assert.equal(told({ [tag]: undefined }), undefined);
    assert.equal(told({ [tag]: { vr: 'UI', Value: ['1.2/3'] } }), undefined);
  }
  const without = ['00100010', '00100020', '00200052', '00480008', '00480102'].map((tag) => [tag, undefined]);
  assert.deepEqual(Object.keys(told(Object.fromEntries(without)) ?? {}).length, 4);
  assert.equal(told({ '00100010': { vr: 'PN', Value: ['Roe'] } })?.patientName, 'Roe');
  // No number can be made of such an object: to try is an error.
  const odd = { toString: 1, valueOf: 1 };
  assert.equal(told({ '00480102': { vr: 'DS', Value: [odd, -1, 0, -1, 0, 0] } })?.orientation, undefined);
  const spacing = (Value: unknown[]) => ({
    '52009229': { vr: 'SQ', Value: [{ '00289110': { vr: 'SQ', Value: [{ '00280030': { vr: 'DS', Value } }] } }] },
  });
  assert.equal(slideOf([{ ...data, ...spacing([odd, 0.00025]) }], 'a').placement, undefined);
  assert.equal(slideOf([{ ...data, ...spacing(['0.0005', 0.00025]) }], 'a').placement?.pixelWidth, 0.25);
});

test('only the frames that a region touches are asked for', async (t) => {
  const asked: string[] = [];
  const url = await serve(t, [instanceOf('1.2.3.1', fluorescence(1))], asked);
  const image = await open({ kind: 'url', url });
  await image.region({ x: 32, y: 24, width: 1, height: 1 }, 0);
  assert.deepEqual(asked.map((path) => path.split('/3.4/')[1]).sort(), [
    'instances/1.2.3.1/frames/22',
    'instances/1.2.3.1/frames/6',
    'metadata',
  ]);
});

test('where a sparse slide has no frame there is no data', async (t) => {
  const whole = sixteen(1, tile);
  const frame: LevelSpec['frame'] = (column, row, path) =>
    column === 1 && row === 1 ? undefined : whole(column, row, path);
  const image = await opened(t, fluorescence(1, { sparse: true, frame }));
  const { missing } = await image.region({ x: 31, y: 24, width: 2, height: 1 }, 0);
  assert.deepEqual([...missing!], [0, 1]);
});

test('JPEG frames give the samples of their pictures, whatever the metadata say of colours', async (t) => {
  const canvas = createCanvas(64, 64);
  const context = canvas.getContext('2d');
  context.fillStyle = '#c06';
  context.fillRect(0, 0, 40, 64);
  const bytes = new Uint8Array(await canvas.encode('jpeg', 90));
  const wanted = await decodePicture(bytes, 'frame');
  for (const photometric of ['YBR_FULL_422', 'RGB']) {
    const image = await opened(t, {
      width: 64,
      height: 64,
      tile: [64, 64],
      samples: 3,
      photometric,
      frame: () => bytes,
    });
    const { data } = await image.region({ x: 0, y: 0, width: 64, height: 64 }, 0);
    assert.deepEqual(data, wanted.data);
  }
});

test('grey frames of 8 bits are as they are, or turned where white is 0', async (t) => {
  const frame = (): Uint8Array => Uint8Array.of(0, 10, 200, 255, 0, 0);
  for (const [photometric, wanted] of [
    ['MONOCHROME2', [0, 10, 200, 255, 0]],
    ['MONOCHROME1', [255, 245, 55, 0, 255]],
  ] as const) {
    const image = await opened(t, { width: 5, height: 1, tile: [5, 1], frame, photometric });
    const { data } = await image.region({ x: 0, y: 0, width: 5, height: 1 }, 0);
    assert.deepEqual([...data], wanted);
  }
});

test('what is no slide is refused in words', async (t) => {
  const other = (sopClass: string): LevelSpec => ({ ...fluorescence(1), sopClass });
  await assert.rejects(opened(t, other('1.2.840.10008.5.1.4.1.1.2')), coded('unsupported', 'CT images'));
  await assert.rejects(opened(t, other('1.2.3')), coded('unsupported', 'class 1.2.3 (SM)'));
  await assert.rejects(
    opened(t, fluorescence(1, { photometric: 'PALETTE COLOR' })),
    coded('unsupported', 'PALETTE COLOR'),
  );
  await assert.rejects(opened(t, fluorescence(1, { width: 0 })), coded('image-unreadable', '0 × 80'));
  await assert.rejects(opened(t, fluorescence(1), fluorescence(2, { bits: 8 })), coded('image-unreadable'));
  await assert.rejects(opened(t), coded('image-unreadable', 'no instances'));
  await assert.rejects(
    open({ kind: 'url', url: 'dicomweb:https://pacs.test/wado' }),
    coded('image-not-found', 'series/UID'),
  );
});

test('a frame that is damaged or of a kind that is not read is an error', async (t) => {
  const frames = [Uint8Array.of(1, 2, 3), Uint8Array.of(0xff, 0xd8, 0xff, 0xf7, 0, 2), Uint8Array.of(0xff, 0xd8, 0xff)];
  for (const frame of frames) {
    const image = await opened(t, { width: 8, height: 8, tile: [8, 8], frame: () => frame });
    await assert.rejects(image.region({ x: 0, y: 0, width: 8, height: 8 }, 0), coded('tile-unavailable'));
  }
});

test('addresses of series are known, with and without their scheme', () => {
  assert.equal(
    seriesAddress('dicomweb:https://a.test/b/studies/1.2/series/3.4'),
    'https://a.test/b/studies/1.2/series/3.4',
  );
  assert.equal(
    seriesAddress('https://a.test/studies/1.2/series/3.4/?token=1'),
    'https://a.test/studies/1.2/series/3.4/?token=1',
  );
  assert.equal(seriesAddress('https://a.test/studies/summer/series/one.png'), undefined);
});

test('the first part of a multipart answer is taken, by its length or by its boundary', () => {
  const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
  const text = (part: Uint8Array): string => Buffer.from(part).toString('latin1');
  const type = 'multipart/related; type="image/jpeg"; boundary="b-7"';
  assert.equal(text(partOf(bytes('--b-7\r\nA: b\r\n\r\none\r\n--b-7\r\n\r\ntwo\r\n--b-7--'), type)), 'one');
  assert.equal(text(partOf(bytes('--b-7\r\nContent-Length: 9\r\n\r\no\r\n--b-7e\r\n--b-7--'), type)), 'o\r\n--b-7e');
  assert.equal(text(partOf(bytes('--x\r\n\r\none\r\n--x--'), '')), 'one');
  assert.equal(text(partOf(bytes('\x89PNG'), 'image/png')), '\x89PNG');
  assert.throws(() => partOf(bytes('--b-7\r\n\r\none'), type), RangeError);
  assert.throws(() => partOf(bytes('--b-8\r\n\r\none\r\n--b-8--'), type), RangeError);
});
