/** Contours and images in every order: those that a page sets for an image that its viewer is told to open, and images that it opens in the component's viewer. */
import { aTimeout, expect } from '@open-wc/testing';
import OpenSeadragon from 'openseadragon';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { mount, onCanvas, unmountAll } from '../support.js';
import { waitUntil } from '../until.js';

const box = { x: 10, y: 10, width: 40, height: 30 };
const ring = [0, 1, 2, 0].map((k) => [10 + 50 * (k % 2), 10 + 50 * (k >> 1)]);
const given = {
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', id: crypto.randomUUID(), geometry: { type: 'Polygon', coordinates: [ring] }, properties: {} },
  ],
} as const;
const ids = ({ contours }: SnakeSegmenter): readonly unknown[] => contours.features.map(({ id }) => id);
const set = (element: SnakeSegmenter): void => void Object.assign(element, { contours: given });

const slide = '/test/data/images/dzi-png.dzi';
const picture = '/test/data/images/rgb.png';
/** As `viewer.open` takes them. */
const source = (tileSource: string | object): OpenSeadragon.TileSourceSpecifier => ({ tileSource });
const sources = { slide: source(slide), picture: source({ type: 'image', url: picture }) };
const missing = source('/test/data/images/dzi-missing.dzi');

describe('contours that a page sets for an image of its viewer', () => {
  const host = document.createElement('div');
  host.style.cssText = 'width: 600px; height: 400px';
  let viewer: OpenSeadragon.Viewer;
  let element: SnakeSegmenter;
  let made: string;

  beforeEach(async () => {
    document.body.prepend(host);
    viewer = OpenSeadragon({ ...onCanvas, element: host });
    element = await mount({ backend: 'cpu', viewer });
    await open(sources.slide);
    made = (await element.segment(box)).id;
  });
  afterEach(() => {
    unmountAll();
    viewer.destroy();
    host.remove();
  });

  const settled = async (): Promise<void> => {
    await aTimeout(0);
    await element.ready;
  };
  const open = async (source: Parameters<OpenSeadragon.Viewer['open']>[0]): Promise<void> => {
    viewer.open(source);
    await settled();
  };
  const orders: Readonly<Record<string, readonly (() => unknown)[]>> = {
    'after it is asked for': [() => viewer.open(missing), () => set(element)],
    'before it is asked for': [() => set(element), () => viewer.open(missing)],
    'while it opens': [() => viewer.open(missing), () => aTimeout(0), () => set(element)],
  };

  for (const [when, steps] of Object.entries(orders)) {
    it(`that fails, ${when}, wait for it, and no image has those of another`, async () => {
      for (const step of steps) {
        const wait = step();
        if (wait instanceof Promise) await wait;
      }
      await settled();
      expect([element.image, ids(element)]).to.deep.equal([undefined, [made]]);
      await open(sources.picture);
      expect([element.image?.name, ids(element)]).to.deep.equal(['rgb.png', []]);
      await open(sources.slide);
      expect(ids(element)).to.deep.equal([made]);
      expect(element.undo()).to.equal(true);
      expect([ids(element), element.undo()]).to.deep.equal([[], false]);
    });
  }

  it('that fails leave the image before as it was where that is opened again', async () => {
    viewer.open(missing);
    set(element);
    await settled();
    await open(sources.slide);
    expect([element.image?.name, ids(element)]).to.deep.equal(['dzi-png.dzi', [made]]);
  });

  it('that fails are on it once it opens', async () => {
    // OpenSeadragon asks for descriptors by this.
    const ask = OpenSeadragon.makeAjaxRequest;
    try {
      Object.assign(OpenSeadragon, {
        makeAjaxRequest: (options: { url: string; success: unknown; error: (request: unknown) => void }) =>
          options.url.endsWith(slide)
            ? void setTimeout(() => options.error({ status: 503 }))
            : Reflect.apply(ask, OpenSeadragon, [options]),
      });
      await open(sources.picture);
      viewer.open(sources.slide);
      set(element);
      await settled();
      expect([element.image, ids(element)]).to.deep.equal([undefined, []]);
    } finally {
      Object.assign(OpenSeadragon, { makeAjaxRequest: ask });
    }
    await open(sources.slide);
    expect(ids(element)).to.deep.equal(given.features.map(({ id }) => id));
    await open(sources.picture);
    expect(ids(element)).to.deep.equal([]);
  });

  it('in a viewer that shows none are those of the next one, and the image before keeps its own', async () => {
    const closings = [() => viewer.close(), () => viewer.open(missing)];
    for (const close of closings) {
      close();
      await settled();
      expect([element.image, ids(element)]).to.deep.equal([undefined, [made]]);
      set(element);
      await aTimeout(0);
      expect(ids(element)).to.deep.equal([given.features[0].id]);
      await open(sources.picture);
      expect(ids(element)).to.deep.equal([given.features[0].id]);
      await open(sources.slide);
      expect(ids(element)).to.deep.equal([made]);
      await open(sources.picture);
      element.clear();
      await open(sources.slide);
    }
  });

  it('that fails are not saved with the image before', async () => {
    const saved = (): Promise<void> => waitUntil(() => element.storage === 'saved', 'it is saved');
    const name = `slide ${crypto.randomUUID()}`;
    unmountAll();
    element = await mount({ backend: 'cpu', viewer, autosave: true, imageKey: () => name });
    await element.ready;
    const { id } = await element.segment(box);
    await saved();
    element.imageKey = (of) => (JSON.stringify(of).includes('missing') ? `${name} missing` : name);
    for (const steps of Object.values(orders)) {
      for (const step of steps) {
        const wait = step();
        if (wait instanceof Promise) await wait;
      }
      await settled();
      await saved();
      await open(sources.slide);
      await saved();
    }
    unmountAll();
    element = await mount({ backend: 'cpu', viewer, autosave: true, imageKey: () => name });
    await element.ready;
    await saved();
    expect(ids(element)).to.deep.equal([id]);
  });

  it('in a viewer that shows none replace those of the image before where that is the next, which undo brings back', async () => {
    viewer.close();
    await settled();
    set(element);
    await open(sources.slide);
    expect(ids(element)).to.deep.equal([given.features[0].id]);
    expect([element.undo(), ids(element)]).to.deep.equal([true, [made]]);
  });
});

describe('an image that the page opens in the viewer of the component', () => {
  afterEach(unmountAll);

  const open = async (element: SnakeSegmenter, source: Parameters<OpenSeadragon.Viewer['open']>[0]): Promise<void> => {
    const { viewer } = element;
    if (!viewer) throw new Error('there is a viewer');
    const over = new Promise<void>((resolve) => {
      for (const name of ['open', 'open-failed'] as const) viewer.addOnceHandler(name, () => resolve());
    });
    viewer.open(source);
    await over;
    await element.ready;
    await aTimeout(0);
    await element.ready;
  };

  it('takes the place of `src`, whose contours come back with it', async () => {
    const element = await mount({ backend: 'cpu', src: picture });
    await element.ready;
    const first = (await element.segment(box)).id;
    await open(element, sources.slide);
    expect([element.src, element.image?.name, ids(element)]).to.deep.equal([undefined, 'dzi-png.dzi', []]);
    const second = (await element.segment(box)).id;
    element.src = picture;
    await element.updateComplete;
    await element.ready;
    expect([element.image?.name, ids(element), element.viewer?.world.getItemCount()]).to.deep.equal([
      'rgb.png',
      [first],
      1,
    ]);
    await open(element, sources.slide);
    expect([element.src, ids(element), element.viewer?.world.getItemCount()]).to.deep.equal([undefined, [second], 1]);
  });

  it('and that fails, or is closed, leaves nothing to segment', async () => {
    for (const without of ['missing', 'closed'] as const) {
      const element = await mount({ backend: 'cpu', src: picture });
      const failed: string[] = [];
      element.addEventListener('segmenter-error', ({ detail }) => failed.push(detail.message));
      await element.ready;
      const { id } = await element.segment(box);
      if (without === 'missing') await open(element, missing);
      else element.viewer?.close();
      await aTimeout(0);
      await element.ready;
      expect([element.src, element.image, failed], without).to.deep.equal([undefined, undefined, []]);
      element.src = picture;
      await element.updateComplete;
      await element.ready;
      expect(ids(element)).to.deep.equal([id]);
      element.remove();
    }
  });

  it('is segmented without a `src`, one after the other, with the contours of each', async () => {
    const element = await mount({ backend: 'cpu' });
    const failed: string[] = [];
    element.addEventListener('segmenter-error', ({ detail }) => failed.push(detail.message));
    await element.ready;
    await open(element, sources.slide);
    expect(element.image?.name).to.equal('dzi-png.dzi');
    const { id } = await element.segment(box);
    await open(element, sources.picture);
    expect([element.image?.name, ids(element)]).to.deep.equal(['rgb.png', []]);
    await open(element, sources.slide);
    expect([element.image?.name, ids(element), failed]).to.deep.equal(['dzi-png.dzi', [id], []]);
  });
});

describe('contours that a page sets while it names no image', () => {
  afterEach(unmountAll);

  it('are those of the next `src`, and the image before keeps its own', async () => {
    const element = await mount({ backend: 'cpu', src: picture });
    const opened = async (src: string | undefined): Promise<void> => {
      Object.assign(element, { src });
      await element.updateComplete;
      await element.ready;
    };
    await element.ready;
    const { id } = await element.segment(box);
    await opened(undefined);
    set(element);
    await aTimeout(0);
    await opened(slide);
    expect(ids(element)).to.deep.equal([given.features[0].id]);
    await opened(picture);
    expect(ids(element)).to.deep.equal([id]);
    await opened(slide);
    expect(ids(element)).to.deep.equal([given.features[0].id]);
  });
});
