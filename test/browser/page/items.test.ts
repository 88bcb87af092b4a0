import { expect } from '@open-wc/testing';
import OpenSeadragon from 'openseadragon';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { attach } from '../../../src/plugin.js';
import { drag, ellipsePicture, frame, mount, onCanvas, once, overlayCanvas, refused, unmountAll } from '../support.js';

const box = { x: 50, y: 35, width: 100, height: 80 };

/** Device pixels that the overlay has painted, in CSS pixels of the viewer. */
const painted = (element: SnakeSegmenter): OpenSeadragon.Point[] => {
  const canvas = overlayCanvas(element);
  const { width, height } = canvas;
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
  const points: OpenSeadragon.Point[] = [];
  for (let k = 0; k < width * height; k++) {
    if (!data[4 * k + 3]) continue;
    const x = ((k % width) + 0.5) / devicePixelRatio;
    points.push(new OpenSeadragon.Point(x, (Math.floor(k / width) + 0.5) / devicePixelRatio));
  }
  return points;
};

describe('a viewer with several images', () => {
  let host: HTMLElement;
  let viewer: OpenSeadragon.Viewer;
  let urls: readonly [string, string];

  /** 320 × 240 at the left; 200 × 150 at the right of it, smaller and turned. */
  const open = async (which: readonly (0 | 1)[] = [0, 1]): Promise<void> => {
    const places = [
      { tileSource: { type: 'image', url: urls[0] }, x: 0, y: 0, width: 1 },
      { tileSource: { type: 'image', url: urls[1] }, x: 1.15, y: 0.1, width: 0.6, degrees: 30 },
    ];
    const opened = new Promise<void>((resolve) => viewer.addOnceHandler('open', () => resolve()));
    viewer.open(which.map((k) => places[k]!));
    await opened;
  };

  beforeEach(async () => {
    host = document.createElement('div');
    host.id = 'several';
    host.style.cssText = 'width: 600px; height: 400px';
    document.body.prepend(host);
    viewer = OpenSeadragon({ ...onCanvas, element: host, animationTime: 0 });
    const pictures = [await ellipsePicture(), await ellipsePicture(200, 150, { cx: 100, cy: 75, rx: 40, ry: 30 })];
    urls = [URL.createObjectURL(pictures[0]!), URL.createObjectURL(pictures[1]!)];
  });

  afterEach(() => {
    unmountAll();
    viewer.destroy();
    host.remove();
    for (const url of urls) URL.revokeObjectURL(url);
  });

  it('has contours on the one chosen: its pixels, its place on the screen', async () => {
    await open([1]);
    const alone = attach(viewer, { backend: 'cpu' });
    await alone.segmenter.ready;
    const { geometry } = await alone.segmenter.segment(box);
    alone.dispose();

    await open();
    const element = await mount({ backend: 'cpu', for: 'several' });
    await element.ready;
    expect([element.item, element.image?.width]).to.deep.equal([viewer.world.getItemAt(0), 320]);
    const first = await element.segment({ x: 90, y: 70, width: 140, height: 100 });
    const removed = once(element, 'contour-remove');
    element.item = 1;
    await element.ready;
    expect(await removed).to.deep.equal({ contour: first, contours: [first], reason: 'image' });
    const item = viewer.world.getItemAt(1);
    expect([element.item, element.image?.width, element.image?.height]).to.deep.equal([item, 200, 150]);

    const contour = await element.segment(box);
    expect(contour.geometry).to.deep.equal(geometry);
    // Without the grip beside a selected contour.
    element.select(undefined);
    await frame();
    await frame();
    const drawn = painted(element).map((point) => item.viewerElementToImageCoordinates(point));
    expect(drawn.length).to.be.greaterThan(100);
    for (const { x, y } of drawn) expect(x > 0 && x < 200 && y > 0 && y < 150, `${x}, ${y}`).to.equal(true);
    const extent = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
    expect(extent(drawn.map(({ x }) => x))).to.be.closeTo(80, 12);
    expect(extent(drawn.map(({ y }) => y))).to.be.closeTo(60, 12);

    element.clear();
    element.tool = 'box';
    await element.updateComplete;
    const started = once(element, 'contour-start');
    const complete = once(element, 'contour-complete');
    await drag(element, [50, 35], [150, 115]);
    const { init } = await started;
    for (const [name, value] of Object.entries(box)) expect(init).to.have.property(name).closeTo(value, 2);
    const byHand = (await complete).contour;
    expect(byHand.properties.measurements['Area px^2']).to.be.closeTo(Math.PI * 40 * 30, 250);
  });

  it('is chosen from by attribute or by the image itself, before or after they are there', async () => {
    const element = await mount({ backend: 'cpu', viewer, item: 1 });
    await element.ready;
    expect([element.item, element.image]).to.deep.equal([undefined, undefined]);
    await open();
    await element.ready;
    await element.updateComplete;
    expect(element.image?.width).to.equal(200);
    element.setAttribute('item', '0');
    await element.ready;
    expect(element.image?.width).to.equal(320);
    element.item = viewer.world.getItemAt(1);
    await element.ready;
    expect(element.image?.width).to.equal(200);
    element.item = undefined;
    await element.ready;
    expect([element.item, element.image?.width]).to.deep.equal([viewer.world.getItemAt(0), 320]);
  });

  it('refuses one that it does not have, and goes on where it was', async () => {
    await open();
    const element = await mount({ backend: 'cpu', viewer });
    await element.ready;
    const gone = viewer.world.getItemAt(1);
    viewer.world.removeItem(gone);
    const contour = await element.segment({ x: 90, y: 70, width: 140, height: 100 });
    for (const [item, named] of [
      [1, '1'],
      [-1, '-1'],
      [0.5, '0.5'],
      [gone, 'a tiled image'],
    ] as const) {
      const failed = once(element, 'segmenter-error');
      Object.assign(element, { item });
      const error = await refused(element.ready);
      expect(error).to.include({ code: 'bad-parameter' });
      expect(error.message).to.include(`item cannot be ${named}`);
      expect((await failed).code).to.equal('bad-parameter');
      expect(element.contours.features).to.deep.equal([contour]);
    }
    element.item = 0;
    await element.ready;
    expect(element.contours.features).to.deep.equal([contour]);
  });

  it('stays on the chosen one of a viewer named by `for` when the next is refused', async () => {
    await open();
    const element = await mount({ backend: 'cpu', for: 'several', item: 1 });
    await element.ready;
    const canvas = overlayCanvas(element);
    const contour = await element.segment(box);
    element.item = 5;
    expect(await refused(element.ready)).to.include({ code: 'bad-parameter' });
    expect([element.item, element.image?.width]).to.deep.equal([viewer.world.getItemAt(1), 200]);
    expect(overlayCanvas(element)).to.equal(canvas);
    element.item = 1;
    await element.ready;
    expect(element.contours.features).to.deep.equal([contour]);
  });

  it('falls back to the first when the chosen one is removed', async () => {
    await open();
    const element = await mount({ backend: 'cpu', viewer, item: 1 });
    await element.ready;
    const contour = await element.segment(box);
    const removed = once(element, 'contour-remove');
    viewer.world.removeItem(viewer.world.getItemAt(1));
    await element.ready;
    expect(await removed).to.deep.equal({ contour, contours: [contour], reason: 'image' });
    expect([element.item, element.image?.width]).to.deep.equal([viewer.world.getItemAt(0), 320]);
    await element.segment({ x: 90, y: 70, width: 140, height: 100 });
  });

  it('are followed where none is chosen: the first is removed, moved, or one is put before it', async () => {
    await open();
    const element = await mount({ backend: 'cpu', viewer });
    await element.ready;
    const contour = await element.segment(box);
    const widths: (number | undefined)[] = [];
    const [first, second] = [viewer.world.getItemAt(0), viewer.world.getItemAt(1)];
    for (const change of [
      () => viewer.world.setItemIndex(first, 1),
      () => viewer.world.setItemIndex(first, 0),
      () => viewer.world.removeItem(first),
      () => viewer.world.removeItem(second),
    ]) {
      change();
      await Promise.resolve();
      await element.ready;
      widths.push(element.image?.width);
      if (widths.length === 2) expect(element.contours.features).to.deep.equal([contour]);
    }
    expect(widths).to.deep.equal([200, 320, 200, undefined]);
    expect(await refused(element.segment(box))).to.include({ code: 'no-image' });
  });

  it('leave nothing to segment where the next cannot be opened', async () => {
    await open([0]);
    const element = await mount({ backend: 'cpu', viewer });
    await element.ready;
    const failed = new Promise<void>((resolve) => viewer.addOnceHandler('open-failed', () => resolve()));
    viewer.open({ tileSource: { type: 'image', url: '/nothing.png' } });
    await failed;
    await Promise.resolve();
    await element.ready;
    expect(element.image).to.equal(undefined);
  });

  it('shows `src` in the place of the chosen one', async () => {
    await open();
    const element = await mount({ backend: 'cpu', viewer, item: 1 });
    await element.ready;
    element.src = await ellipsePicture(120, 90, { cx: 60, cy: 45, rx: 20, ry: 20 });
    await element.ready;
    expect(viewer.world.getItemCount()).to.equal(2);
    expect([element.item, element.image?.width]).to.deep.equal([viewer.world.getItemAt(1), 120]);
  });

  it('of the page leave the contours on that of `src`', async () => {
    const element = await mount({ backend: 'cpu', src: urls[0] });
    await element.ready;
    const item = element.viewer?.world.getItemAt(0);
    await new Promise((success, error) =>
      element.viewer?.addTiledImage({ tileSource: { type: 'image', url: urls[1] }, index: 0, success, error }),
    );
    expect([element.item === item, element.image?.width]).to.deep.equal([true, 320]);
  });

  it("may be the component's own", async () => {
    const element = await mount({ backend: 'cpu' });
    await element.ready;
    for (const [k, url] of urls.entries()) {
      await new Promise((success, error) =>
        element.viewer?.addTiledImage({ tileSource: { type: 'image', url }, x: k, width: 0.5, success, error }),
      );
    }
    element.item = 1;
    await element.ready;
    expect(element.image?.width).to.equal(200);
    await element.segment(box);
    element.viewer?.world.removeItem(element.viewer.world.getItemAt(1));
    await element.ready;
    expect([element.image?.width, element.viewer?.world.getItemCount()]).to.deep.equal([320, 1]);
  });
});
