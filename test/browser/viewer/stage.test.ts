import { aTimeout, expect } from '@open-wc/testing';
import type OpenSeadragon from 'openseadragon';
import { loadOpenSeadragon } from '../../../src/element/viewer/openseadragon.js';
import { pageTiles } from '../../../src/element/viewer/tiles/page-tiles.js';
import type { AskTile, ImageSpec } from '../../../src/image/image-spec.js';
import { open } from '../../../src/image/open.js';
import { attach } from '../../../src/plugin.js';
import { ellipsePicture, log, mount, once, overlayCanvas, refused, sharedEllipse, unmountAll } from '../support.js';
import { until, waitUntil } from '../until.js';

const box = { x: 90, y: 70, width: 140, height: 100 };

describe('another image', () => {
  const shared = sharedEllipse();

  it('takes the place of the first; its contours go with an event, and come back with it', async () => {
    const element = shared();
    const contour = await element.segment(box);
    const first = element.src;
    const names = log(element);
    const removed = once(element, 'contour-remove');
    element.src = await ellipsePicture(200, 150, { cx: 100, cy: 75, rx: 40, ry: 30 });
    expect(element.contours.features).to.deep.equal([contour]);
    await element.ready;
    expect((await removed).reason).to.equal('image');
    expect([element.image?.width, element.contours.features.length]).to.deep.equal([200, 0]);
    expect(names).to.deep.equal(['contour-remove', 'contour-select']);
    expect(element.undo()).to.equal(false);
    expect(element.contours.features).to.deep.equal([]);
    const next = await element.segment({ x: 50, y: 35, width: 100, height: 80 });
    expect(next.properties.measurements['Area px^2']).to.be.closeTo(Math.PI * 40 * 30, 250);
    const second = element.src;
    element.src = first;
    await element.ready;
    expect(element.contours.features).to.deep.equal([contour]);
    expect(element.undo()).to.equal(true);
    expect(element.contours.features).to.deep.equal([]);
    element.src = second;
    await element.ready;
    expect(element.contours.features).to.deep.equal([next]);
  });

  it('aborts the run on the first', async () => {
    const element = shared();
    const start = once(element, 'contour-start');
    const run = refused(element.segment({ x: 50, y: 35, width: 100, height: 80 }, { paused: true }));
    await start;
    element.src = await ellipsePicture();
    expect((await run).name).to.equal('AbortError');
    await element.ready;
    await element.segment(box);
  });

  it('of many asked for in a row only the last one stays', async () => {
    const element = shared();
    const pictures = await Promise.all([100, 120, 140, 160].map((width) => ellipsePicture(width, 90)));
    const promises = pictures.map((picture) => {
      element.src = picture;
      return element.ready;
    });
    await Promise.all(promises);
    expect(element.image?.width).to.equal(160);
    expect(element.viewer?.world.getItemCount()).to.equal(1);
    expect(element.viewer?.world.getItemAt(0).getContentSize().x).to.equal(160);
  });

  it('that cannot be opened leaves no word that the one before is being opened', async () => {
    const element = shared();
    element.src = await ellipsePicture(180, 90);
    await element.ready;
    // Before the first tile is drawn.
    element.src = 'nothing.tif';
    await refused(element.ready);
    await waitUntil(() => element.viewer?.world.getItemAt(0).getFullyLoaded());
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('.status')?.textContent).to.not.contain('Opening');
  });

  it('keeps contours that the page gives while it opens', async () => {
    const element = shared();
    element.src = await ellipsePicture();
    const square = {
      type: 'Polygon',
      coordinates: [
        [
          [1, 1],
          [9, 1],
          [9, 9],
          [1, 9],
          [1, 1],
        ],
      ],
    };
    await element.import({ type: 'Feature', geometry: square });
    await element.ready;
    expect(element.contours.features).to.have.length(1);
  });

  it('has the contours that the page gives in the same task or while it opens, in whatever order, and the one before keeps its own', async () => {
    const [first, second] = [await ellipsePicture(), await ellipsePicture(200, 150)];
    const ring = [0, 1, 2, 0].map((k) => [10 + 50 * (k % 2), 10 + 50 * (k >> 1)]);
    const features = [{ type: 'Feature', id: crypto.randomUUID(), geometry: { type: 'Polygon', coordinates: [ring] } }];
    const ids = (): readonly string[] => element.contours.features.map(({ id }) => id);
    let element = shared();
    const given = (): void => void Object.assign(element, { contours: { type: 'FeatureCollection', features } });
    const asked = (): void => void Object.assign(element, { src: second });
    const copied = (): void => void Object.assign(element, { src: second.slice(0, second.size, second.type) });
    const moved = (): void => void document.body.appendChild(element);
    const out = async (): Promise<void> => {
      element.remove();
      await aTimeout(0);
    };
    const orders: readonly (readonly (() => void | Promise<void>)[])[] = [
      [asked, given],
      [given, asked],
      [asked, given, copied],
      [asked, given, () => void Object.assign(element, { item: 0 })],
      [asked, given, moved],
      [asked, given, out, moved],
      [out, asked, given, moved],
      [out, given, asked, moved],
    ];
    for (const steps of orders) {
      element = await mount({ backend: 'cpu', src: first });
      await element.ready;
      const { id } = await element.segment(box);
      for (const step of steps) {
        const left = step();
        if (left) await left;
      }
      await element.ready;
      expect([element.image?.width, ids()], steps.join(' then ')).to.deep.equal([200, features.map((each) => each.id)]);
      element.src = first;
      await element.ready;
      expect(ids()).to.deep.equal([id]);
      element.remove();
    }
  });

  it('that is asked for while the element is out of the page does not get the contours of the one before', async () => {
    const first = await ellipsePicture();
    const element = await mount({ backend: 'cpu', src: first });
    await element.ready;
    const contour = await element.segment(box);
    element.remove();
    await aTimeout(0);
    element.src = await ellipsePicture(200, 150);
    document.body.append(element);
    await element.ready;
    expect([element.image?.width, element.contours.features]).to.deep.equal([200, []]);
    element.src = first;
    await element.ready;
    expect(element.contours.features).to.deep.equal([contour]);
    element.remove();
  });

  for (const [what, src, code] of [
    ['is not found', () => '/no/such/picture.png', 'image-not-found'],
    ['is no picture', () => new File(['not a picture'], 'x.png', { type: 'image/png' }), 'image-unreadable'],
    ['is empty', () => new File([], 'x.tif', { type: 'image/tiff' }), 'image-unreadable'],
    ['is cut off', async () => (await ellipsePicture()).slice(0, 900, 'image/png'), 'image-unreadable'],
  ] as const) {
    it(`that ${what} is refused in words; the one that is open stays at work, and the next one opens`, async () => {
      const element = shared();
      element.src = await ellipsePicture();
      await element.ready;
      const contour = await element.segment(box);
      const failed = once(element, 'segmenter-error');
      element.src = await src();
      expect(await refused(element.ready)).to.include({ code, recoverable: false });
      expect((await failed).code).to.equal(code);
      expect(element.contours.features).to.deep.equal([contour]);
      await element.updateComplete;
      expect(element.shadowRoot?.querySelector('[role=alert] p')?.textContent?.length).to.be.greaterThan(20);
      await element.segment(box);
      expect(element.contours.features).to.have.length(2);
      expect(element.viewer?.world.getItemCount()).to.equal(1);
      element.src = await ellipsePicture();
      await element.ready;
      await element.segment(box);
    });
  }

  it('that cannot be opened keeps the contours that the page gave for it until it can, and the one before has its own', async () => {
    const ring = [0, 1, 2, 0].map((k) => [10 + 50 * (k % 2), 10 + 50 * (k >> 1)]);
    const features = [{ type: 'Feature', id: crypto.randomUUID(), geometry: { type: 'Polygon', coordinates: [ring] } }];
    const picture = await ellipsePicture(200, 150);
    let [address, comes] = ['', false];
    const element = await mount({
      backend: 'cpu',
      // The server has the picture at the second time.
      requestInit: () => {
        if (!comes) throw new Error('not yet');
        return {};
      },
    });
    const given = (): void => void Object.assign(element, { contours: { type: 'FeatureCollection', features } });
    const asked = (): void => void Object.assign(element, { src: address });
    for (const steps of [
      [asked, given],
      [given, asked],
    ]) {
      [address, comes] = [URL.createObjectURL(picture), false];
      const first = await ellipsePicture();
      element.src = first;
      await element.ready;
      const contour = await element.segment(box);
      const heard: string[] = [];
      const hear = ({ detail }: CustomEvent): void => void heard.push(detail.reason);
      element.addEventListener('contour-remove', hear);
      for (const step of steps) step();
      await refused(element.ready);
      expect([element.image?.width, element.contours.features]).to.deep.equal([320, [contour]]);
      expect(heard.at(-1)).to.equal('image');
      expect(element.undo()).to.equal(true);
      expect([element.contours.features, element.undo()]).to.deep.equal([[], false]);
      element.redo();
      comes = true;
      element.src = undefined;
      element.src = address;
      await element.ready;
      expect(element.contours.features.map(({ id }) => id)).to.deep.equal([features[0]!.id]);
      element.src = first;
      await element.ready;
      expect(element.contours.features).to.deep.equal([contour]);
      element.removeEventListener('contour-remove', hear);
    }
  });

  it('is not opened in a viewer whose options are no object, and is once they are', async () => {
    const trap = {
      get showNavigator(): boolean {
        throw new Error('a trap');
      },
    };
    for (const viewerOptions of [5, 'minZoomLevel', [], trap]) {
      const element = await mount({
        backend: 'cpu',
        src: await ellipsePicture(),
        viewerOptions: viewerOptions as object,
      });
      const error = await refused(element.ready);
      expect(error, String(viewerOptions)).to.include({ code: 'bad-parameter' });
      expect(error.message).to.contain('The parameter viewerOptions ');
      element.viewerOptions = {};
      element.src = await ellipsePicture();
      await element.ready;
      element.remove();
    }
  });

  it('of no kind of source is refused, whatever it is, and the next one opens', async () => {
    const element = shared();
    const odd: readonly unknown[] = [42, true, Symbol('x'), () => {}, new Date(), [], document.body, 'http://[', '//'];
    for (const src of odd) {
      Reflect.set(element, 'src', src);
      const error = await refused(element.ready);
      expect(['bad-parameter', 'image-not-found'], `${String(src)}: ${error.message}`).to.include(
        Reflect.get(Object(error), 'code'),
      );
    }
    element.src = await ellipsePicture();
    await element.ready;
  });

  it('at an address that ends like a script is read as data, and nothing of it is run', async () => {
    const element = shared();
    const scripts = document.scripts.length;
    const answer = 'globalThis.scriptOfASource = 1';
    const url = URL.createObjectURL(new Blob([answer], { type: 'text/javascript' }));
    for (const src of [`${url}#/x.dzi?.js`, `/test/browser/support.js?x.dzi&callback=.js`, '/no/such.dzi?.js'])
      for (const source of [src, { tileSource: src }]) {
        element.src = source;
        await refused(element.ready);
      }
    expect(Reflect.get(globalThis, 'scriptOfASource')).to.equal(undefined);
    expect(document.scripts.length).to.equal(scripts);
    URL.revokeObjectURL(url);
  });

  it('that a server keeps from the page is refused, with the header that is missing', async () => {
    const element = shared();
    const host = location.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    element.src = `${location.protocol}//${host}:${location.port}/demo/images/front_LC08_L1TP_233013_20150707.png?without-cors`;
    const error = await refused(element.ready);
    expect(error).to.include({ code: 'cors' });
    expect(error.message).to.include('Access-Control-Allow-Origin');
  });

  it('of 16 bits reaches the engine as 16 bits and is shown with a stretch', async () => {
    const element = shared();
    element.viewerOptions = {};
    element.src = '/demo/images/fluo_nuclei.tif';
    await element.ready;
    expect(element.image).to.include({ width: 512, height: 512, bits: 16, bands: 1 });
    const item = element.viewer?.world.getItemAt(0);
    await waitUntil(() => item?.getFullyLoaded(), 'the tiles come');
    const contour = await element.segment({ x: 440, y: 295, width: 50, height: 34 });
    expect(contour.properties.measurements['Area px^2']).to.be.closeTo(751, 200);
    expect(contour.properties.metadata['image size']).to.include('16 bits');
  });

  it('of deep zoom opens from its descriptor, in viewer and engine alike', async () => {
    const element = shared();
    element.src = '/test/data/images/dzi-png.dzi';
    await element.ready;
    const item = element.viewer?.world.getItemAt(0);
    const size = item?.getContentSize();
    expect(element.image).to.include({ name: 'dzi-png.dzi', format: 'dzi', width: size?.x, height: size?.y });
    expect(element.image?.levels.length).to.be.greaterThan(1);
    await waitUntil(() => item?.getFullyLoaded(), 'the tiles come');
  });

  it('opens from a tile source that only the viewer knows', async () => {
    const element = shared();
    const library = await loadOpenSeadragon();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    const context = canvas.getContext('2d')!;
    const source = new library.TileSource({
      width: 160,
      height: 96,
      tileSize: 64,
      minLevel: 2,
      maxLevel: 2,
      ready: true,
    });
    source.getTileUrl = (level, x, y) => `own:${level}/${x}/${y}`;
    source.downloadTileStart = (job) => {
      const [, x, y] = job.src.slice(4).split('/').map(Number);
      context.fillStyle = '#333';
      context.fillRect(0, 0, 64, 64);
      context.fillStyle = '#ddd';
      context.beginPath();
      context.arc(80 - 64 * x!, 48 - 64 * y!, 30, 0, 7);
      context.fill();
      createImageBitmap(canvas).then((bitmap) => job.finish(bitmap, null, 'imageBitmap'));
    };
    element.src = source;
    await element.ready;
    expect(element.image).to.include({ width: 160, height: 96, bands: 3 });
    const contour = await element.segment({ x: 40, y: 10, width: 80, height: 76 });
    expect(contour.properties.measurements['Area px^2']).to.be.closeTo(Math.PI * 900, 150);
  });

  it('reads the tiles of viewers before OpenSeadragon 4, which are pictures at addresses', async () => {
    const addresses = new Map<string, string>();
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const canvas = new OffscreenCanvas(64, 64);
      const context = canvas.getContext('2d')!;
      context.fillStyle = `rgb(${100 * x}, ${100 * y}, 7)`;
      context.fillRect(0, 0, 64, 64);
      addresses.set(`${x}/${y}`, URL.createObjectURL(await canvas.convertToBlob()));
    }
    const source = {
      dimensions: { x: 100, y: 90 },
      minLevel: 3,
      maxLevel: 3,
      tileOverlap: 0,
      getLevelScale: () => 1,
      getTileWidth: () => 64,
      getTileHeight: () => 64,
      getTileUrl: (_level: number, x: number, y: number) => addresses.get(`${x}/${y}`),
    } as unknown as OpenSeadragon.TileSource;
    const spec = pageTiles(source, 'old', { headers: {}, credentials: undefined, request: undefined });
    if (spec.kind !== 'tiles') throw new Error('no tiles');
    expect(spec.levels).to.deep.equal([
      { width: 100, height: 90, scale: 1, tileWidth: 64, tileHeight: 64, overlap: 0 },
    ]);
    expect(await spec.tile(0, 1, 1, false)).to.deep.equal({
      kind: 'address',
      url: addresses.get('1/1'),
      settings: { headers: {} },
    });
    const answer = await spec.tile(0, 1, 1, true);
    if (answer.kind !== 'pixels') throw new Error('no pixels');
    // The last tile is padded to its full size.
    expect([answer.width, answer.height, answer.data.length]).to.deep.equal([64, 64, 64 * 64 * 3]);
    expect([...answer.data.slice(0, 3)]).to.deep.equal([100, 100, 7]);
  });

  it('refuses tiles of another size than they are said to have, and what is transparent has no data', async () => {
    const sizes = { 'as said': [64, 64], short: [32, 64], large: [128, 128] } as const;
    const outcomes: Record<string, unknown> = {};
    for (const [kind, [width, height]] of Object.entries(sizes)) {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#808080';
      context.fillRect(0, 0, width, height / 2);
      const url = URL.createObjectURL(await canvas.convertToBlob());
      const source = {
        dimensions: { x: 128, y: 128 },
        minLevel: 3,
        maxLevel: 3,
        tileOverlap: 0,
        getLevelScale: () => 1,
        getTileWidth: () => 64,
        getTileHeight: () => 64,
        getTileUrl: () => url,
      } as unknown as OpenSeadragon.TileSource;
      const { tile, ...spec } = pageTiles(source, 'old', {
        headers: {},
        credentials: undefined,
        request: undefined,
      }) as {
        readonly tile: AskTile;
      } & Extract<ImageSpec, { kind: 'tiles' }>;
      // As the engine asks where an address is of no use to it.
      const pixels = (level: number, column: number, row: number) => tile(level, column, row, true);
      outcomes[kind] = await open({ ...spec, tile: pixels })
        .then((image) => image.region({ x: 0, y: 0, width: 128, height: 128 }, 0))
        .then(
          ({ missing }) => missing?.reduce((all, one) => all + one, 0),
          ({ code, message }) => `${code}: ${message}`,
        );
    }
    expect(outcomes['as said']).to.equal((128 * 128) / 2);
    expect(outcomes.short).to.match(/^tile-unavailable: .*32 × 64, not 64 × 64/);
    expect(outcomes.large).to.match(/^tile-unavailable: .*128 × 128/);
  });

  it('reads a slide of hundreds of megapixels tile by tile, from a viewer of the page', async () => {
    const library = await loadOpenSeadragon();
    const host = document.createElement('div');
    host.style.cssText = 'width: 400px; height: 300px';
    document.body.append(host);
    const [width, height] = [20_000, 16_000];
    const asked = new Set<string>();
    const picture = new OffscreenCanvas(258, 258);
    const context = picture.getContext('2d')!;
    const tiles = {
      width,
      height,
      tileSize: 256,
      tileOverlap: 1,
      minLevel: 0,
      maxLevel: 15,
      getTileUrl: (level: number, x: number, y: number) => `own:${level}/${x}/${y}`,
      downloadTileStart: (job: OpenSeadragon.ImageJob) => {
        asked.add(job.src);
        const [level, x, y] = job.src.slice(4).split('/').map(Number);
        const scale = 2 ** (level! - 15);
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.fillStyle = '#333';
        context.fillRect(0, 0, 258, 258);
        context.translate(-Math.max(0, x! * 256 - 1), -Math.max(0, y! * 256 - 1));
        context.scale(scale, scale);
        context.fillStyle = '#ddd';
        context.beginPath();
        context.arc(9_000, 7_000, 150, 0, 7);
        context.fill();
        job.finish(picture.transferToImageBitmap(), null as unknown as XMLHttpRequest, 'imageBitmap');
      },
    };
    const viewer = library({
      element: host,
      showNavigationControl: false,
      tileSources: tiles as unknown as OpenSeadragon.TileSourceOptions,
    });
    await new Promise((resolve) => viewer.addOnceHandler('open', resolve));
    const { segmenter, dispose } = attach(viewer, { backend: 'cpu' });
    await segmenter.ready;
    expect(segmenter.image).to.include({ width, height, bands: 3, format: 'tiles' });
    asked.clear();
    const contour = await segmenter.segment({ x: 8_800, y: 6_800, width: 400, height: 400 });
    expect(contour.properties.measurements['Area px^2']).to.be.closeTo(Math.PI * 150 ** 2, 1500);
    expect(asked.size).to.be.lessThan(60);
    dispose();
    viewer.destroy();
    host.remove();
  });
});

describe('life in a page', () => {
  afterEach(unmountAll);

  it('ends with its removal and begins again, contours and all', async () => {
    const element = await mount({ backend: 'cpu', src: await ellipsePicture() });
    await element.ready;
    const contour = await element.segment(box);
    element.remove();
    await aTimeout(0);
    expect(element.viewer).to.equal(undefined);
    document.body.append(element);
    await element.ready;
    expect(element.contours.features).to.deep.equal([contour]);
    await element.segment(box);
    expect(element.contours.features).to.have.length(2);
  });

  it('goes on when moved within the page', async () => {
    const element = await mount({ backend: 'cpu', src: await ellipsePicture() });
    await element.ready;
    const { viewer } = element;
    const start = once(element, 'contour-start');
    const run = element.segment(box, { paused: true });
    await start;
    document.body.prepend(element);
    await aTimeout(0);
    expect(element.viewer).to.equal(viewer);
    element.resume();
    await run;
  });

  it('comes and goes many times and leaves no viewer behind', async () => {
    const picture = await ellipsePicture(80, 60, { cx: 40, cy: 30, rx: 15, ry: 10 });
    const element = await mount({ backend: 'cpu', src: picture });
    for (let k = 0; k < 10; k++) {
      element.remove();
      await aTimeout(0);
      document.body.append(element);
    }
    await element.ready;
    expect(element.shadowRoot?.querySelectorAll('.openseadragon-container')).to.have.length(1);
    await element.segment({ x: 20, y: 15, width: 40, height: 30 });
  });

  /** Does something with the names of all workers at hand that the page starts meanwhile and has not ended. */
  const countingWorkers = async (act: (names: () => string[]) => Promise<void>): Promise<void> => {
    const { Worker: Plain } = globalThis;
    const workers = new Map<Worker, string>();
    globalThis.Worker = class extends Plain {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        workers.set(this, options?.name ?? '');
      }

      override terminate(): void {
        workers.delete(this);
        super.terminate();
      }
    };
    try {
      await act(() => [...workers.values()]);
    } finally {
      globalThis.Worker = Plain;
    }
  };

  it('leaves no worker behind', async () => {
    await countingWorkers(async (names) => {
      const element = await mount({ backend: 'cpu', src: await ellipsePicture() });
      await element.segment(box);
      expect(names()).not.to.deep.equal([]);
      element.remove();
      await waitUntil(() => names().length === 0);
    });
  });

  it('is four on a page, with four engines that go one by one', async () => {
    await countingWorkers(async (names) => {
      const engines = (): number => names().filter((name) => name === 'snake-segmenter').length;
      const elements = await Promise.all(
        Array.from({ length: 4 }, async () => mount({ backend: 'cpu', src: await ellipsePicture() })),
      );
      const contours = await Promise.all(elements.map(async (element) => element.segment(box)));
      expect(engines()).to.equal(4);
      expect(new Set(contours.map(({ geometry }) => JSON.stringify(geometry))).size).to.equal(1);
      for (const [k, element] of elements.entries()) {
        element.remove();
        await waitUntil(() => engines() === 3 - k);
      }
      await waitUntil(() => names().length === 0);
    });
  });

  it('is two at once, each with its own contours', async () => {
    const one = await mount({ backend: 'cpu', src: await ellipsePicture() });
    const two = await mount({
      backend: 'cpu',
      src: await ellipsePicture(200, 150, { cx: 100, cy: 75, rx: 40, ry: 30 }),
    });
    const [a, b] = await Promise.all([one.segment(box), two.segment({ x: 50, y: 35, width: 100, height: 80 })]);
    expect(one.contours.features).to.deep.equal([a]);
    expect(two.contours.features).to.deep.equal([b]);
  });

  it('takes what was set before it was defined', async () => {
    class Later extends (customElements.get('snake-segmenter')!) {}
    const early = document.createElement('snake-segmenter-later');
    const square = {
      type: 'Polygon',
      coordinates: [
        [
          [1, 1],
          [9, 1],
          [9, 9],
          [1, 9],
          [1, 1],
        ],
      ],
    };
    Object.assign(early, {
      contours: { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: square }] },
    });
    customElements.define('snake-segmenter-later', Later);
    document.body.append(early);
    const contours: unknown = Reflect.get(early, 'contours');
    expect(contours).to.have.property('features').with.length(1);
    early.remove();
  });

  it('refuses contours that are none, and keeps those that are there', async () => {
    const element = await mount({ backend: 'cpu' });
    const square = {
      type: 'Polygon',
      coordinates: [
        [
          [1, 1],
          [9, 1],
          [9, 9],
          [1, 9],
          [1, 1],
        ],
      ],
    };
    await element.import(JSON.stringify(square));
    const before = element.contours;
    expect(await refused(element.import('{"type":"Polygon","coordinates":[[[0,0],["x",1],[2,2]]]}'))).to.include({
      code: 'bad-import',
    });
    const failed = once(element, 'segmenter-error');
    Object.assign(element, { contours: { type: 'FeatureCollection', features: 3 } });
    expect((await failed).code).to.equal('bad-import');
    expect(element.contours).to.deep.equal(before);
  });
});

describe('a viewer that the page has', () => {
  let host: HTMLElement;
  let viewer: OpenSeadragon.Viewer;
  let url: string;

  beforeEach(async () => {
    host = document.createElement('div');
    host.id = 'own-viewer';
    host.style.cssText = 'width: 500px; height: 400px';
    document.body.append(host);
    const library = await loadOpenSeadragon();
    viewer = library({ element: host, showNavigationControl: false });
    url = URL.createObjectURL(await ellipsePicture());
    const opened = new Promise<void>((resolve) => viewer.addOnceHandler('open', () => resolve()));
    viewer.open({ tileSource: { type: 'image', url } });
    await opened;
  });

  afterEach(() => {
    unmountAll();
    viewer.destroy();
    host.remove();
    URL.revokeObjectURL(url);
  });

  it('is attached to by the plugin, and left as it was', async () => {
    const before = { children: viewer.canvas.childElementCount, siblings: document.body.childElementCount };
    const { segmenter, dispose } = attach(viewer, { backend: 'cpu', toolbar: true });
    await segmenter.ready;
    expect(segmenter.viewer).to.equal(viewer);
    const contour = await segmenter.segment(box);
    expect(contour.properties.measurements['Area px^2']).to.be.closeTo(7540, 350);
    expect(overlayCanvas(segmenter).width).to.be.greaterThan(0);
    dispose();
    await aTimeout(0);
    expect({ children: viewer.canvas.childElementCount, siblings: document.body.childElementCount }).to.deep.equal(
      before,
    );
    expect(viewer.world.getItemCount()).to.equal(1);
    expect(viewer.isDestroyed()).to.equal(false);
  });

  it('that the page closes leaves no image to run on; the next one is taken over, with the contours where it is the same', async () => {
    const { segmenter, dispose } = attach(viewer, { backend: 'cpu' });
    await segmenter.ready;
    const contour = await segmenter.segment(box);
    const gone: string[] = [];
    const hear = ({ detail }: CustomEvent<{ readonly reason: string }>): void => void gone.push(detail.reason);
    segmenter.addEventListener('contour-remove', hear);
    viewer.close();
    await until('the end of the image', () => segmenter.image === undefined, 20_000);
    expect(await refused(segmenter.segment(box))).to.include({ code: 'no-image' });
    viewer.open({ tileSource: { type: 'image', url } });
    await until('the next image', () => segmenter.image, 20_000);
    expect([gone, segmenter.contours.features]).to.deep.equal([[], [contour]]);
    expect((await segmenter.segment(box)).geometry).to.deep.equal(contour.geometry);
    dispose();
  });

  it('may be destroyed by the page, without an error', async () => {
    const { segmenter, dispose } = attach(viewer, { backend: 'cpu', toolbar: true });
    await segmenter.ready;
    await segmenter.segment(box);
    const errors: string[] = [];
    segmenter.addEventListener('segmenter-error', ({ detail }) => errors.push(`${detail.code}: ${detail.message}`));
    const uncaught = ({ message }: ErrorEvent): void => void errors.push(message);
    addEventListener('error', uncaught);
    viewer.destroy();
    await aTimeout(0);
    segmenter.tool = 'box';
    segmenter.disabled = true;
    await segmenter.updateComplete;
    expect([segmenter.contours.features.length, segmenter.image]).to.deep.equal([1, undefined]);
    dispose();
    await aTimeout(0);
    removeEventListener('error', uncaught);
    expect([errors, segmenter.isConnected]).to.deep.equal([[], false]);
  });

  it('is found by the id of its element, and followed to its next image', async () => {
    const element = await mount({ backend: 'cpu', for: 'own-viewer' });
    await element.ready;
    expect(element.image?.width).to.equal(320);
    const contour = await element.segment(box);
    const removed = once(element, 'contour-remove');
    const next = URL.createObjectURL(await ellipsePicture(200, 150, { cx: 100, cy: 75, rx: 40, ry: 30 }));
    viewer.open({ tileSource: { type: 'image', url: next } });
    expect((await removed).contour).to.deep.equal(contour);
    expect(element.image?.width).to.equal(200);
    URL.revokeObjectURL(next);
  });
});
