/** A host's viewer that opens another image: `ready` is that of the image that it opens. */
import { aTimeout, expect } from '@open-wc/testing';
import OpenSeadragon from 'openseadragon';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { ellipsePicture, mount, onCanvas, refused, unmountAll } from '../support.js';

const box = { x: 50, y: 35, width: 100, height: 80 };

describe('a viewer of the page that is told to open an image', () => {
  const host = document.createElement('div');
  host.style.cssText = 'width: 600px; height: 400px';
  let viewer: OpenSeadragon.Viewer;
  let element: SnakeSegmenter;
  let pages: readonly [OpenSeadragon.TileSourceSpecifier, OpenSeadragon.TileSourceSpecifier];

  before(async () => {
    const pictures = [await ellipsePicture(), await ellipsePicture(200, 150, { cx: 100, cy: 75, rx: 40, ry: 30 })];
    const page = (picture: Blob) => ({ tileSource: { type: 'image', url: URL.createObjectURL(picture) } });
    pages = [page(pictures[0]!), page(pictures[1]!)];
  });
  beforeEach(() => {
    document.body.prepend(host);
  });
  afterEach(() => {
    unmountAll();
    viewer.destroy();
    host.remove();
  });

  const attached = async (options: object = {}): Promise<void> => {
    viewer = OpenSeadragon({ ...onCanvas, element: host, ...options });
    element = await mount({ backend: 'cpu', viewer });
  };

  it('is ready with the image that it was made with, and has that of the page that it goes to', async () => {
    await attached({ sequenceMode: true, tileSources: pages });
    await element.ready;
    expect(element.image?.width).to.equal(320);
    await element.segment({ x: 90, y: 70, width: 140, height: 100 });
    viewer.goToPage(1);
    await element.ready;
    expect([element.image?.width, element.contours.features]).to.deep.equal([200, []]);
    viewer.goToPage(0);
    await element.ready;
    expect(element.image?.width).to.equal(320);
  });

  it('brings the contours of a page back with it, where that has an address, and keeps them where it is opened again', async () => {
    const addresses = ['/test/data/images/dzi-png.dzi', '/test/data/images/rgb.png'] as const;
    const [slide, picture] = [addresses[0], { type: 'image', url: addresses[1] }];
    for (const sources of [
      [slide, picture],
      [pages[0].tileSource, pages[1].tileSource],
    ]) {
      await attached({ sequenceMode: true, tileSources: sources });
      await element.ready;
      const first = await element.segment(box);
      viewer.goToPage(1);
      await element.ready;
      expect(element.contours.features).to.deep.equal([]);
      const second = await element.segment(box);
      const changes: string[] = [];
      element.addEventListener('contour-remove', ({ detail }) => changes.push(detail.reason));
      viewer.goToPage(0);
      await element.ready;
      expect(element.contours.features).to.deep.equal([first]);
      viewer.goToPage(1);
      await element.ready;
      expect([element.contours.features, changes]).to.deep.equal([[second], ['image', 'image']]);
      viewer.close();
      viewer.goToPage(1);
      await element.ready;
      expect([element.contours.features, changes.length]).to.deep.equal([[second], 2]);
      unmountAll();
      viewer.destroy();
    }
  });

  it('segments what it is told to open, not what it showed before', async () => {
    await attached();
    await element.ready;
    expect(element.image).to.equal(undefined);
    viewer.open(pages[0]);
    const [first] = await Promise.all([element.segment({ x: 90, y: 70, width: 140, height: 100 }), element.ready]);
    expect(element.contours.features).to.deep.equal([first]);
    viewer.open(pages[1]);
    const second = await element.segment(box);
    expect(second.properties.measurements['Area px^2']).to.be.closeTo(Math.PI * 40 * 30, 250);
    expect(element.contours.features).to.deep.equal([second]);
  });

  it('has the image that it is told to open in the place of `src`, whose contours come back with `src`', async () => {
    await attached({ tileSources: pages[0] });
    const src = await ellipsePicture(120, 90, { cx: 60, cy: 45, rx: 20, ry: 20 });
    element.src = src;
    await element.ready;
    const first = await element.segment({ x: 30, y: 15, width: 60, height: 60 });
    viewer.open(pages[1]);
    const [second] = await Promise.all([element.segment(box), element.ready]);
    expect([element.src, element.image?.width, viewer.world.getItemCount()]).to.deep.equal([undefined, 200, 1]);
    expect(second.properties.measurements['Area px^2']).to.be.closeTo(Math.PI * 40 * 30, 250);
    expect(element.contours.features).to.deep.equal([second]);
    element.src = src;
    await element.ready;
    expect([element.image?.width, element.contours.features]).to.deep.equal([120, [first]]);
  });

  it('lets go of `src` where its image is closed or taken out, also while it opens, and not for an image beside it', async () => {
    const src = await ellipsePicture(120, 90, { cx: 60, cy: 45, rx: 20, ry: 20 });
    await attached({ tileSources: pages[0] });
    element.src = src;
    await element.ready;
    await new Promise((success) => viewer.addTiledImage({ ...Object(pages[1]), x: 1.2, success }));
    await element.ready;
    expect([element.src, element.image?.width]).to.deep.equal([src, 120]);
    viewer.world.removeItem(viewer.world.getItemAt(0));
    await aTimeout(0);
    await element.ready;
    expect([element.src, element.image?.width]).to.deep.equal([undefined, 200]);
    element.src = src;
    await element.ready;
    viewer.close();
    await element.ready;
    expect([element.src, element.image]).to.deep.equal([undefined, undefined]);
    element.src = src;
    viewer.open(pages[1]);
    await element.ready;
    expect([element.src, element.image?.width, viewer.world.getItemCount()]).to.deep.equal([undefined, 200, 1]);
  });

  it('shows `src` in the place of what it was opening before', async () => {
    await attached({ tileSources: pages[0] });
    const src = await ellipsePicture(120, 90, { cx: 60, cy: 45, rx: 20, ry: 20 });
    unmountAll();
    viewer.open(pages[1]);
    element = await mount({ backend: 'cpu', viewer, src });
    await element.ready;
    await aTimeout(300);
    expect([element.src, element.image?.width, viewer.world.getItemCount()]).to.deep.equal([src, 120, 1]);
  });

  it('is ready without an image where that does not open, or is closed again', async () => {
    await attached({ tileSources: pages[0] });
    await element.ready;
    viewer.open({ tileSource: { type: 'image', url: '/nothing.png' } });
    await element.ready;
    expect(element.image).to.equal(undefined);
    viewer.open(pages[1]);
    viewer.close();
    await element.ready;
    expect(element.image).to.equal(undefined);
  });

  it('waits for the chosen one of several', async () => {
    const told: string[] = [];
    await attached();
    element.addEventListener('segmenter-error', ({ detail }) => told.push(detail.message));
    element.item = 1;
    viewer.open([pages[0], { ...pages[1], x: 1.2 }]);
    await element.ready;
    expect([element.image?.width, told]).to.deep.equal([200, []]);
  });

  it('is found by its element again where the page destroys it and makes another one', async () => {
    host.id = 'remade';
    const make = (): void => {
      viewer = OpenSeadragon({ ...onCanvas, element: host, tileSources: '/test/data/images/dzi-png.dzi' });
    };
    make();
    element = await mount({ backend: 'cpu', for: host.id });
    await element.ready;
    const contour = await element.segment(box);
    for (const waits of [false, true]) {
      viewer.destroy();
      if (waits) await aTimeout(200);
      make();
      await element.ready;
      expect([element.viewer === viewer, element.contours.features]).to.deep.equal([true, [contour]]);
    }
    await element.segment(box);
    expect(element.contours.features).to.have.length(2);
  });

  it('ends the wait where the viewer is destroyed', async () => {
    await attached();
    await element.ready;
    viewer.open(pages[0]);
    const { ready } = element;
    viewer.destroy();
    for (const each of [ready, element.ready, element.segment(box)])
      expect(await refused(each)).to.have.property('code');
  });
});
