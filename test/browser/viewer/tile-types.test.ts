import { expect } from '@open-wc/testing';
import type OpenSeadragon from 'openseadragon';
import { loadOpenSeadragon } from '../../../src/element/viewer/openseadragon.js';
import { pixelsOfTile } from '../../../src/element/viewer/tiles/tile-pixels.js';
import { patience } from '../../../src/image/io/patience.js';
import { attach } from '../../../src/plugin.js';
import { mount, refused, unmountAll } from '../support.js';

/** A square tile of greys, as only its source knows them. */
interface Raster {
  readonly grey: Uint8Array;
  /** Pixels on a side. */
  readonly size: number;
}

const picture = ({ grey, size }: Raster): ImageData => {
  const rgba = new ImageData(size, size);
  for (const [pixel, value] of grey.entries()) rgba.data.set([value, value, value, 255], 4 * pixel);
  return rgba;
};

/** A source of one level with a disc, whose tiles `start` hands over. */
const disc = (start: (raster: Raster, job: OpenSeadragon.ImageJob) => void): object => ({
  width: 160,
  height: 96,
  tileSize: 64,
  minLevel: 2,
  maxLevel: 2,
  getTileUrl: (level: number, x: number, y: number) => `own:${level}/${x}/${y}`,
  downloadTileStart: (job: OpenSeadragon.ImageJob) => {
    const [, column = 0, row = 0] = job.src.slice(4).split('/').map(Number);
    const grey = new Uint8Array(64 * 64);
    for (const pixel of grey.keys()) {
      const [x, y] = [64 * column + (pixel % 64), 64 * row + Math.floor(pixel / 64)];
      grey[pixel] = Math.hypot(x - 80, y - 48) < 30 ? 220 : 50;
    }
    start({ grey, size: 64 }, job);
  },
});

describe('tiles of a type of their own', () => {
  let host: HTMLElement;
  let viewer: OpenSeadragon.Viewer;
  let library: Awaited<ReturnType<typeof loadOpenSeadragon>>;
  let own: unknown;

  beforeEach(async () => {
    host = document.createElement('div');
    host.style.cssText = 'width: 500px; height: 400px';
    document.body.append(host);
    library = await loadOpenSeadragon();
    // Each refused tile is logged with the whole viewer, which fills the record of a run.
    own = Reflect.get(library, 'console');
    Reflect.set(library, 'console', { log() {}, debug() {}, info() {}, warn() {}, error() {}, assert() {} });
    viewer = library({ element: host, showNavigationControl: false });
  });

  afterEach(() => {
    unmountAll();
    viewer.destroy();
    host.remove();
    Reflect.set(library, 'console', own);
  });

  const shows = async (source: object): Promise<void> => {
    const opened = new Promise<void>((resolve) => viewer.addOnceHandler('open', () => resolve()));
    viewer.open({ tileSource: source });
    await opened;
  };

  const findsDisc = async (segmenter: Awaited<ReturnType<typeof mount>>): Promise<void> => {
    await segmenter.ready;
    const contour = await segmenter.segment({ x: 40, y: 10, width: 80, height: 76 });
    expect(contour.properties.measurements['Area px^2']).to.be.closeTo(Math.PI * 900, 150);
  };

  it('are read where the converter of the viewer’s OpenSeadragon turns them into pictures', async () => {
    const { converter } = await loadOpenSeadragon();
    let destroyed = 0;
    converter.learn('test-raster', 'imageBitmap', (_tile: unknown, raster: Raster) =>
      createImageBitmap(picture(raster)),
    );
    converter.learnDestroy('test-raster', () => {
      destroyed++;
    });
    const source = disc((raster, job) => job.finish(raster, null, 'test-raster'));
    await shows(source);
    await findsDisc(attach(viewer, { backend: 'cpu' }).segmenter);
    expect(destroyed).to.be.greaterThan(0);
    const element = await mount({ backend: 'cpu' });
    element.src = source;
    await findsDisc(element);
  });

  it('are read with the page’s own copy, where the page names it', async () => {
    const { converter } = await loadOpenSeadragon();
    const asked: unknown[] = [];
    const other = Object.assign(() => {}, {
      Viewer: {},
      TileSource: {},
      converter: {
        getConversionPath: (from: string) =>
          from === 'raster-of-another-copy' ? [{ target: { value: 'imageBitmap' } }] : undefined,
        convert: (tile: unknown, raster: Raster, from: string) => {
          asked.push([from, Reflect.get(Object(tile), 'level')]);
          return createImageBitmap(picture(raster));
        },
        destroy: () => undefined,
      },
    });
    expect(converter.existsType('raster-of-another-copy')).to.equal(false);
    await shows(disc((raster, job) => job.finish(raster, null, 'raster-of-another-copy')));
    await findsDisc(attach(viewer, { backend: 'cpu', openSeadragon: other }).segmenter);
    expect(asked[0]).to.deep.equal(['raster-of-another-copy', 2]);
  });

  it('are read where their source turns them into pictures itself, as sources of OpenSeadragon 4 and 5 do', async () => {
    const canvases = new WeakMap<object, HTMLCanvasElement>();
    const source = disc((raster, job) => job.finish({ raster }, null, 'test-raster-of-4'));
    Object.assign(source, {
      createTileCache: (cache: object, { raster }: { readonly raster: Raster }) => {
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = raster.size;
        canvas.getContext('2d')?.putImageData(picture(raster), 0, 0);
        canvases.set(cache, canvas);
      },
      getTileCacheDataAsContext2D: (cache: object) => canvases.get(cache)?.getContext('2d'),
    });
    await shows(source);
    await findsDisc(attach(viewer, { backend: 'cpu' }).segmenter);
  });

  it('are refused by the name of their type where nothing turns them into pictures, and lost ones with the source’s reason', async () => {
    const outcome = async (start: (raster: Raster, job: OpenSeadragon.ImageJob) => void): Promise<string> => {
      await shows(disc(start));
      const { segmenter, dispose } = attach(viewer, { backend: 'cpu' });
      const error = await refused(segmenter.ready);
      dispose();
      return `${Reflect.get(error, 'code')}: ${error.message}`;
    };
    expect(await outcome((raster, job) => job.finish(raster, null, 'raster-of-nobody'))).to.match(
      /^tile-unavailable: .*“raster-of-nobody”.*openSeadragon/,
    );
    expect(await outcome((_raster, job) => job.finish(null, null, 'the scanner is asleep'))).to.match(
      /^tile-unavailable: .*the scanner is asleep/,
    );
  });
});

describe('a tile that its source hands over', () => {
  const access = { headers: {}, credentials: undefined, request: undefined };
  /** The pixels of a tile of a page's own source. */
  const pixels = (downloadTileStart: (job: OpenSeadragon.ImageJob) => unknown, more: object = {}) => {
    const source = { getTileUrl: () => 'own:0', getTilePostData: () => null, downloadTileStart, ...more };
    const place = { level: 0, column: 0, row: 0, most: 64 };
    return pixelsOfTile(source as unknown as OpenSeadragon.TileSource, place, access, undefined);
  };
  const { silence } = patience;
  const { createImageBitmap: own } = globalThis;

  afterEach(() => {
    patience.silence = silence;
    globalThis.createImageBitmap = own;
  });

  it('is waited for as long as a server, and told as one that did not come', async () => {
    patience.silence = 20;
    const aborted: unknown[] = [];
    const error = await refused(pixels(() => undefined, { downloadTileAbort: (job: unknown) => aborted.push(job) }));
    expect(error).to.include({ code: 'tile-unavailable' });
    expect(error.message).to.contain('its source has given nothing for 40 ms');
    expect(aborted).to.have.length(1);
  });

  it('by a promise that is rejected is told with its reason', async () => {
    const error = await refused(pixels(() => Promise.reject(new Error('the session is over'))));
    expect(error).to.include({ code: 'tile-unavailable' });
    expect(error.message).to.contain('the session is over');
  });

  it('leaves no bitmap that was made of it', async () => {
    const made: ImageBitmap[] = [];
    globalThis.createImageBitmap = async (...given: unknown[]) => {
      const bitmap: ImageBitmap = await Reflect.apply(own, globalThis, given);
      made.push(bitmap);
      return bitmap;
    };
    const canvas = new OffscreenCanvas(8, 4);
    canvas.getContext('2d')?.fillRect(0, 0, 8, 4);
    const blob = await canvas.convertToBlob();
    const { width, height } = await pixels(async (job) => job.finish(blob, null as never, 'rasterBlob'));
    expect([width, height]).to.deep.equal([8, 4]);
    expect(made.map((bitmap) => bitmap.width)).to.deep.equal([0]);
  });
});
