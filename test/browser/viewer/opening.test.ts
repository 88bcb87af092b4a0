/** Order of events when an image opens: engine, viewer, samples and the first picture. */
import { expect } from '@open-wc/testing';
import { EngineClient, type EngineClientOptions } from '../../../src/element/client/engine-client.js';
import { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { displaySource, tileRequest } from '../../../src/element/viewer/display-source.js';
import type { SeatedEngine } from '../../../src/element/viewer/engine-seat.js';
import { loadOpenSeadragon } from '../../../src/element/viewer/openseadragon.js';
import type { ImageSpec } from '../../../src/image/image-spec.js';
import type { DisplayRequest, ImageInfo } from '../../../src/worker/protocol.js';
import { isWebKit, leaveOut } from '../engine-limits.js';
import { ellipsePicture, mount, unmountAll, withEllipse } from '../support.js';
import { waitUntil } from '../until.js';

const opened: ImageSpec[] = [];

/** A component whose worker never answers. */
class Unanswered extends SnakeSegmenter {
  protected override createEngine(options: EngineClientOptions): SeatedEngine {
    const client = new EngineClient({
      ...options,
      startWorker: () => ({
        postMessage: () => {},
        addEventListener: () => {},
        removeEventListener: () => {},
        terminate: () => {},
      }),
    });
    const open = client.open.bind(client);
    client.open = (spec, how) => {
      opened.push(spec);
      return open(spec, how);
    };
    return client;
  }
}
customElements.define('unanswered-segmenter', Unanswered);

const unanswered = (settings: Partial<SnakeSegmenter>): SnakeSegmenter => {
  const element = Object.assign(new Unanswered(), settings);
  element.style.cssText = 'width: 640px; height: 480px';
  document.body.append(element);
  return element;
};

/** Requests that the server has had for the addresses of that name. */
const countOf = async (name: string): Promise<number> => {
  const answer = await fetch(`/test/?count-of=${name}`);
  return Number(await answer.text());
};

/** An address of a photograph whose requests are counted. */
const photograph = (name: string, more = ''): string => `/demo/images/retina.jpg?counted=${name}${more}`;

/** Whether the browser is WebKitGTK, which keeps nothing of what is fetched in a page that its driver opened. */
const keepsNothing = async (): Promise<boolean> => {
  if (!isWebKit) return false;
  const address = photograph('kept');
  for (let turn = 0; turn < 2; turn++) await (await fetch(address)).arrayBuffer();
  return (await countOf('kept')) > 1;
};

/** A viewer of the page. */
const viewerOf = async (tileSources: string | object) => {
  const OpenSeadragon = await loadOpenSeadragon();
  const place = document.createElement('div');
  place.style.cssText = 'width: 320px; height: 240px';
  document.body.append(place);
  const viewer = OpenSeadragon({ element: place, showNavigationControl: false, drawer: 'canvas', tileSources });
  const remove = (): void => {
    viewer.destroy();
    place.remove();
  };
  return { viewer, remove };
};

describe('a picture', () => {
  afterEach(unmountAll);

  it('at an address is fetched once for engine and viewer, also where nobody may keep it', async () => {
    const element = await mount({ backend: 'cpu', src: photograph('own', '&no-store') });
    await element.ready;
    await waitUntil(() => element.viewer?.world.getItemAt(0)?.getFullyLoaded(), 'it is shown');
    expect(element.image?.name).to.equal('retina.jpg');
    expect(await countOf('own')).to.equal(1);
  });

  it('that a page has to show its rights for is fetched with them, once', async () => {
    const asked: string[] = [];
    const requestInit = (url: string): { headers: Record<string, string> } => {
      asked.push(url);
      return { headers: { Authorization: 'Bearer right' } };
    };
    const element = await mount({ backend: 'cpu', src: photograph('rights', '&no-store'), requestInit });
    await element.ready;
    await waitUntil(() => element.viewer?.world.getItemAt(0)?.getFullyLoaded(), 'it is shown');
    expect(asked).to.have.length(1);
    expect(await countOf('rights')).to.equal(1);
  });

  it('that a viewer of the page shows is taken from what the browser has kept of it', async function () {
    leaveOut(this, await keepsNothing(), 'WebKitGTK keeps nothing of what a page fetches that its driver opened');
    const { viewer, remove } = await viewerOf({ type: 'image', url: photograph('attached') });
    try {
      await waitUntil(() => viewer.world.getItemCount() === 1, 'the viewer shows it');
      const element = await mount({ backend: 'cpu', viewer });
      await element.ready;
      expect(element.image?.name).to.equal('retina.jpg');
      expect(await countOf('attached')).to.equal(1);
      element.remove();
    } finally {
      remove();
    }
  });
});

describe('a descriptor', () => {
  afterEach(unmountAll);

  it('that a viewer of the page has read is taken from what the browser has kept of it, and so are the tiles', async function () {
    leaveOut(this, await keepsNothing(), 'WebKitGTK keeps nothing of what a page fetches that its driver opened');
    const { viewer, remove } = await viewerOf('/test/data/images/dzi-png.dzi?counted=descriptor');
    try {
      await waitUntil(() => viewer.world.getItemAt(0)?.getFullyLoaded(), 'the viewer shows it');
      const element = await mount({ backend: 'cpu', viewer });
      await element.ready;
      expect(element.image?.name).to.equal('dzi-png.dzi');
      await element.segment({ x: 20, y: 20, width: 60, height: 50 });
      expect(await countOf('descriptor')).to.be.above(1);
      expect(await countOf('descriptor&again')).to.equal(0);
      element.remove();
    } finally {
      remove();
    }
  });
});

describe('an image that opens', () => {
  beforeEach(() => {
    opened.length = 0;
  });
  afterEach(() => {
    for (const element of document.querySelectorAll('unanswered-segmenter')) element.remove();
    unmountAll();
  });

  for (const [what, src] of [
    ['deep zoom', () => '/test/data/images/dzi-png.dzi'],
    ['a plain picture', () => ellipsePicture()],
  ] as const)
    it(`as ${what} is shown before the engine is there`, async () => {
      const element = unanswered({ src: await src() });
      await waitUntil(() => element.viewer?.world.getItemAt(0)?.getFullyLoaded(), 'it is shown');
      expect(element.image).to.equal(undefined);
    });

  it('as OME-Zarr has its channels, and its pixels on the screen', async () => {
    const element = await mount({ backend: 'cpu', src: '/test/data/zarr/python.zarr' });
    await element.ready;
    expect(element.image).to.include({
      name: 'python.zarr',
      format: 'zarr',
      width: 110,
      height: 90,
      bands: 2,
      bits: 16,
    });
    await waitUntil(() => element.viewer?.world.getItemAt(0)?.getFullyLoaded(), 'it is shown');
    const contour = await element.segment({ x: 20, y: 20, width: 60, height: 50 }, { channel: 'band:1' });
    expect(contour.properties).to.have.property('objectType');
  });

  it('is asked for before the viewer is there', async () => {
    const element = unanswered({ src: '/demo/images/fluo_nuclei.tif', for: 'nowhere' });
    await waitUntil(() => opened.length > 0, 'it is asked for');
    expect(element.viewer).to.equal(undefined);
    expect(opened).to.have.length(1);
    expect(opened[0]).to.include({ kind: 'url', name: 'fluo_nuclei.tif' });
  });

  it('is said to open until a first tile of it is there', async () => {
    const library = await loadOpenSeadragon();
    const picture = new OffscreenCanvas(64, 64);
    picture.getContext('2d')!.fillRect(0, 0, 64, 64);
    const size = { width: 64, height: 64, tileSize: 64, minLevel: 0, maxLevel: 0 };
    const source = new library.TileSource({ ...size, ready: true });
    const held: (() => void)[] = [];
    source.getTileUrl = () => 'own:tile';
    source.downloadTileStart = (job) => {
      const finish = (): void =>
        void createImageBitmap(picture).then((bitmap) => job.finish(bitmap, null, 'imageBitmap'));
      // The viewer's own tiles wait, those that the engine reads do not.
      if (job.tile instanceof library.Tile) held.push(finish);
      else finish();
    };
    const element = await mount({ backend: 'cpu', lang: 'en', tool: 'box', src: source });
    await element.ready;
    const said = (): string => element.shadowRoot?.querySelector('.status .what')?.textContent ?? '';
    await waitUntil(() => held.length > 0, 'the viewer asks for it');
    await element.updateComplete;
    expect(said()).to.match(/^Opening /);
    for (const finish of held) finish();
    await waitUntil(() => said().startsWith('Drag a box'), 'it is there');
  });

  it('and is given up leaves none behind in the engine', async () => {
    const element = await mount({ backend: 'cpu' });
    const { engine } = Reflect.get(element, 'bench').stage;
    element.src = await ellipsePicture(100, 80);
    element.src = await ellipsePicture(120, 80);
    await element.ready;
    element.src = '';
    await element.ready;
    await waitUntil(async () => (await engine.stats()).images === 0, 'all are closed');
  });
});

describe('the picture that the engine draws', () => {
  const image: ImageInfo = {
    id: 1,
    name: 'large',
    format: 'tiff',
    width: 1500,
    height: 1200,
    bands: 1,
    bits: 16,
    levels: [{ width: 1500, height: 1200, scaleX: 1, scaleY: 1 }],
    placement: undefined,
  };
  after(unmountAll);

  it('begins with its coarsest tile before the viewer asks, and draws each tile once', async () => {
    const requests: DisplayRequest[] = [];
    const { viewer } = await withEllipse();
    if (!viewer) throw new Error('no viewer');
    const source = displaySource(image, async (request) => {
      requests.push(request);
      const { width, height } = request;
      return { width, height, data: new Uint8ClampedArray(4 * width * height) };
    });
    expect(requests).to.deep.equal([tileRequest(image, 2, { level: 0, x: 0, y: 0 })]);
    viewer.addTiledImage({ tileSource: source, replace: true, index: 0 });
    await waitUntil(() => viewer.world.getItemAt(0)?.source.getTileUrl === source.getTileUrl, 'it is there');
    await waitUntil(() => viewer.world.getItemAt(0).getFullyLoaded(), 'its tiles come');
    const asked = requests.map((request) => JSON.stringify(request));
    expect(new Set(asked).size).to.equal(asked.length);
    expect(asked.length).to.be.greaterThan(1);
  });
});
