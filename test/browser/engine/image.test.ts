import { expect } from '@open-wc/testing';
import { isAbort, SegmenterError } from '../../../src/core/errors.js';
import { UrlBytes } from '../../../src/image/io/bytes.js';
import { patience } from '../../../src/image/io/patience.js';
import { open } from '../../../src/image/open.js';
import type { OpenedImage, Samples } from '../../../src/image/samples.js';

interface Fixture {
  readonly file: string;
  readonly level: number;
  readonly width: number;
  readonly height: number;
  readonly bands: number;
  readonly bits: number;
  readonly sha1: string;
  readonly missing?: number;
}

const folder = new URL('../../data/images/', import.meta.url);
const at = (file: string): string => new URL(file, folder).href;
/** The same file from another origin. */
const elsewhere = (file: string): string => at(file).replace('localhost', '127.0.0.1');

const sha1Of = async ({ data }: Samples): Promise<string> => {
  const bytes = new Uint8Array(data.byteLength);
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

const failure = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const coded = async (promise: Promise<unknown>): Promise<SegmenterError> => {
  const error = await failure(promise);
  if (error instanceof SegmenterError) return error;
  throw new Error(`expected a coded error, got ${String(error)}`);
};

describe('images in the browser', () => {
  let fixtures: readonly Fixture[] = [];
  const usual = { ...patience };
  before(async () => {
    fixtures = await (await fetch(at('manifest.json'))).json();
    Object.assign(patience, { pause: 5, tries: 2 });
  });
  after(() => Object.assign(patience, usual));

  it('every kind of file has the samples that GDAL, libvips, tifffile, Pillow, OpenSlide and libCZI read', async () => {
    expect(fixtures.length).to.be.greaterThan(50);
    const opened = new Map<string, OpenedImage>();
    for (const { file, level, width, height, bands, bits, sha1, missing = 0 } of fixtures) {
      const image = opened.get(file) ?? (await open({ kind: 'url', url: at(file) }));
      opened.set(file, image);
      expect([image.bands, image.bits], file).to.deep.equal([bands, bits]);
      const samples = await image.region({ x: 0, y: 0, width, height }, level);
      expect(await sha1Of(samples), `${file}, level ${level}`).to.equal(sha1);
      expect(samples.missing?.reduce((sum, flag) => sum + flag, 0) ?? 0, file).to.equal(missing);
    }
    expect(opened.has('rgb-webp.tif'), 'WebP is among them').to.equal(true);
  });

  it('a File gives what its address gives, and its name', async () => {
    for (const file of ['cog.tif', 'grey16.png', 'jpeg-420.jpg']) {
      const blob = await (await fetch(at(file))).blob();
      const image = await open({ kind: 'blob', blob: new File([blob], file) });
      const { width, height, sha1 } = fixtures.find((fixture) => fixture.file === file && fixture.level === 0)!;
      expect(image.name).to.equal(file);
      expect(await sha1Of(await image.region({ x: 0, y: 0, width, height }, 0))).to.equal(sha1);
    }
  });

  it('formats without a decoder here go through the browser', async () => {
    const canvas = new OffscreenCanvas(31, 17);
    const context = canvas.getContext('2d')!;
    const pixels = context.createImageData(31, 17);
    pixels.data.forEach((_, i) => {
      pixels.data[i] = i % 4 === 3 ? 255 : (i * 7) & 255;
    });
    context.putImageData(pixels, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 1 });
    const image = await open({ kind: 'blob', blob, name: 'a.webp' });
    // WebKit reads WebP and writes PNG in its place.
    const kind = blob.type.replace('image/', '');
    expect([image.format, image.width, image.height, image.bands]).to.deep.equal([kind, 31, 17, 3]);
    const { data } = await image.region({ x: 0, y: 0, width: 31, height: 17 }, 0);
    const decoded = await createImageBitmap(blob);
    context.drawImage(decoded, 0, 0);
    const seen = context.getImageData(0, 0, 31, 17).data.filter((_, i) => i % 4 !== 3);
    expect([...data]).to.deep.equal([...seen]);
  });

  it('another origin may be read where it allows it, and is named with the header where it does not', async () => {
    const image = await open({ kind: 'url', url: elsewhere('rgb.png') });
    expect(image.width).to.equal(67);
    for (const file of ['rgb.png', 'cog.tif', 'dzi-png.dzi']) {
      const error = await coded(open({ kind: 'url', url: `${elsewhere(file)}?without-cors` }));
      expect(error.code, file).to.equal('cors');
      expect(error.message).to.include(`Access-Control-Allow-Origin: ${location.origin}`);
    }
  });

  it('ranges of one file are asked for at the same time', async () => {
    const file = new UrlBytes(`${at('cog.tif')}?together=3`);
    const parts = await Promise.all([0, 100, 200].map((offset) => file.read(offset, 10)));
    expect(parts.map(({ length }) => length)).to.deep.equal([10, 10, 10]);
  });

  it('what is not there is not found, at home and elsewhere', async () => {
    expect((await coded(open({ kind: 'url', url: at('no.png') }))).code).to.equal('image-not-found');
    expect((await coded(open({ kind: 'url', url: elsewhere('no.png') }))).code).to.equal('image-not-found');
    expect((await coded(open({ kind: 'url', url: 'http://127.0.0.1:1/no.png' }))).code).to.equal('image-not-found');
  });

  it('a broken picture is refused in words', async () => {
    const blob = new Blob([new TextEncoder().encode('RIFF0000WEBPVP8 ')]);
    expect((await coded(open({ kind: 'blob', blob, name: 'x.webp' }))).code).to.equal('image-unreadable');
  });

  it('an abort ends the opening', async () => {
    const controller = new AbortController();
    const opening = failure(open({ kind: 'url', url: at('cog.tif') }, { signal: controller.signal }));
    controller.abort();
    expect(isAbort(await opening)).to.equal(true);
  });
});
