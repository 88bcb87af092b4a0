/** Slides of Hamamatsu: levels of one JPEG strip each, read by their restart intervals. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeJpeg } from '../../../../src/image/codecs/jpeg/jpeg.js';
import { openTiff } from '../../../../src/image/formats/tiff/tiff-source.js';
import { open } from '../../../../src/image/open.js';
import type { OpenedImage, Samples } from '../../../../src/image/samples.js';
import { fileBytes } from '../../../support/images/image-files.js';
import { type NdpiPage, NdpiParts, resized, startsOf } from '../../../support/images/ndpi-writer.js';
import { greyTags, writeTiff } from '../../../support/images/tiff-writer.js';

/** 157 × 61 pixels, units of 16 × 8, two intervals of five units a row. */
const odd = fileBytes('restart-odd.jpg');
const page: NdpiPage = { jpeg: odd, width: 157, height: 61 };
const whole = { x: 0, y: 0, width: 157, height: 61 };

const opened = (pages: readonly NdpiPage[], hasIntervals = true): Promise<OpenedImage> =>
  open({ kind: 'blob', blob: new NdpiParts(pages, 16, hasIntervals).blob(), name: 'slide.ndpi' });

const part = ({ data, width, bands }: Samples, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * bands, (y * width + x + 1) * bands),
];

describe('a slide of Hamamatsu', () => {
  it('has the samples of its JPEG, whatever the last intervals lack, though the header says no size', async () => {
    const seen = await decodeJpeg(odd, 'odd');
    for (const jpeg of [odd, resized(odd, 0, 0)]) {
      const image = await opened([{ ...page, jpeg }]);
      const samples = await image.region(whole, 0);
      // Each column of intervals is decoded by itself: chroma at its border has no neighbour there.
      for (let y = 0; y < 61; y++)
        for (let x = 0; x < 157; x++)
          if (x < 79 || x > 80) assert.deepEqual(part(samples, x, y), part(seen, x, y), `${x}, ${y}`);
      assert.deepEqual(image.placement, { pixelWidth: 0.25, pixelHeight: 0.5, unit: 'µm' });
    }
  });

  it('is read by the intervals of a region, and not as a whole', async () => {
    const ranges: number[][] = [];
    const parts = new NdpiParts([page]);
    const image = await openTiff(
      parts.bytes((offset, length) => ranges.push([offset, length])),
      'slide.ndpi',
    );
    ranges.length = 0;
    await image.region({ x: 100, y: 0, width: 20, height: 20 }, 0);
    const strip = parts.parts.find(({ bytes }) => bytes === odd)!.at;
    const inStrip = ranges.filter(([offset = 0]) => offset >= strip && offset < strip + odd.length);
    assert.ok(inStrip.length > 0);
    for (const [offset = 0] of inStrip) assert.ok(offset >= strip + startsOf(odd)[1]!, 'only the second column');
  });

  it('is no more than its levels: no macro, no map, and of focal planes the one nearest to the scan', async () => {
    const small = fileBytes('jpeg-444.jpg');
    const { width, height } = await decodeJpeg(small, 'small');
    const image = await opened([
      { ...page, focus: -2000 },
      { jpeg: resized(odd, 0, 0), width: 157, height: 61, focus: 0 },
      { ...page, focus: 2000 },
      { jpeg: small, width, height, lens: 5 },
      { jpeg: small, width, height, lens: -1 },
      { jpeg: small, width, height, lens: -2 },
    ]);
    assert.deepEqual(
      image.levels.map((level) => [level.width, level.height]),
      [
        [157, 61],
        [width, height],
      ],
    );
    await assert.rejects(opened([{ ...page, lens: -1 }]), { code: 'image-unreadable', message: /tag 65421/ });
  });

  it('without a list of its intervals is decoded whole, and refused where that is too much', async () => {
    const image = await opened([page], false);
    assert.deepEqual((await image.region(whole, 0)).data, (await decodeJpeg(odd, 'odd')).data);
    const listed = await opened([{ ...page, starts: startsOf(odd).slice(1) }]);
    assert.deepEqual((await listed.region(whole, 0)).data, (await decodeJpeg(odd, 'odd')).data);
    const large: NdpiPage = { jpeg: resized(odd, 0, 0), width: 70_000, height: 70_000 };
    await assert.rejects(opened([large], false), {
      code: 'image-too-large',
      message: /70000 × 70000 pixels is one JPEG, and tag 65426 does not list .* written anew in tiles/,
    });
  });

  it('beyond 4 GiB has offsets with higher words', async () => {
    const far = 5 * 2 ** 32 + 4321;
    const image = await openTiff(new NdpiParts([page, { ...page, focus: 1 }], far).bytes(), 'slide.ndpi');
    const near = await opened([page]);
    assert.deepEqual((await image.region(whole, 0)).data, (await near.region(whole, 0)).data);
  });

  it('whose list of intervals lies is an error, and no picture', async () => {
    const starts = startsOf(odd);
    const fails = async (changes: Partial<NdpiPage>, code: string, message: RegExp): Promise<void> => {
      const image = await opened([{ ...page, ...changes }]);
      await assert.rejects(image.region(whole, 0), { code, message });
    };
    const changed = (at: number, by: number): number[] => starts.map((start, k) => (k === at ? start + by : start));
    await fails(
      { starts: changed(3, 1e6) },
      'image-unreadable',
      /restart interval 2 claims the bytes \d+ to 1\d{6} of/,
    );
    await fails({ starts: changed(0, -starts[0]!) }, 'image-unreadable', /interval 0 claims the bytes 0 to/);
    await fails({ starts: [...starts].reverse() }, 'image-unreadable', /interval/);
    await fails({ claims: odd.length - 100 }, 'image-unreadable', /interval 14 claims/);
    await fails({ starts: changed(4, 1) }, 'tile-unavailable', /a restart marker is missing/);
  });
});

describe('another TIFF', () => {
  it('is no slide of Hamamatsu, whatever comes after its first offset', async () => {
    for (const after of [
      [255, 255, 255, 255],
      [0, 0, 0, 0],
      [1, 0, 0, 0],
    ]) {
      const samples = Uint8Array.from({ length: 12 }, (_, k) => after[k] ?? k);
      const file = new Blob([writeTiff([{ tags: greyTags(4, 3) }, { tags: greyTags(2, 1) }], samples)]);
      const image = await open({ kind: 'blob', blob: file, name: 'a.tif' });
      assert.deepEqual((await image.region({ x: 0, y: 0, width: 4, height: 3 }, 0)).data, samples);
    }
  });
});
