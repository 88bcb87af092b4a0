/** Two components on one viewer of the page: each has its own contours and tool, and leaves the other at work. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import OpenSeadragon from 'openseadragon';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { attach } from '../../../src/plugin.js';
import { click, drag, ellipsePicture, frame, inWindow, onCanvas, once, squareFeature, unmountAll } from '../support.js';

const idsOf = ({ contours }: SnakeSegmenter): unknown => contours.features.map(({ id }) => id);
const square = (id: string, x: number) => ({
  type: 'FeatureCollection' as const,
  features: [{ ...squareFeature(x, 20, 40), id }],
});

describe('two components on one viewer', () => {
  const host = document.createElement('div');
  host.style.cssText = 'width: 600px; height: 400px';
  const a = '11111111-1111-4111-8111-111111111111';
  const b = '22222222-2222-4222-8222-222222222222';
  let viewer: OpenSeadragon.Viewer;
  let first: SnakeSegmenter;
  let second: SnakeSegmenter;

  beforeEach(async () => {
    document.body.prepend(host);
    const url = URL.createObjectURL(await ellipsePicture());
    viewer = OpenSeadragon({ ...onCanvas, element: host, tileSources: { type: 'image', url } });
    [first, second] = [attach(viewer, { backend: 'cpu' }).segmenter, attach(viewer, { backend: 'cpu' }).segmenter];
    await Promise.all([first.ready, second.ready]);
    first.contours = square(a, 10);
    second.contours = square(b, 100);
    await frame();
  });
  afterEach(() => {
    unmountAll();
    viewer.destroy();
    host.remove();
  });

  it('draw with the one whose tool draws, and select what each of them has', async () => {
    first.tool = 'box';
    await first.updateComplete;
    const completed = once(first, 'contour-complete');
    await drag(first, [90, 70], [230, 170]);
    const { contour } = await completed;
    expect([idsOf(first), idsOf(second)]).to.deep.equal([[a, contour.id], [b]]);
    first.tool = 'pan';
    await first.updateComplete;
    await click(first, 120, 40);
    expect([first.selected?.id, second.selected?.id]).to.deep.equal([undefined, b]);
    await click(first, 30, 40);
    expect([first.selected?.id, second.selected?.id]).to.deep.equal([a, undefined]);
  });

  it('leave cursor, pointer and keys to the one that is not disabled', async () => {
    first.tool = 'box';
    second.tool = 'box';
    for (const [on, off, name, other] of [
      [second, first, b, a],
      [first, second, a, b],
    ] as const) {
      on.disabled = false;
      off.disabled = true;
      await Promise.all([on.updateComplete, off.updateComplete]);
      const [x, y] = inWindow(on, 160, 120);
      await click(on, 160, 120);
      expect(getComputedStyle(document.elementFromPoint(x, y)!).cursor).to.equal('crosshair');
      on.select(name);
      off.select(other);
      viewer.canvas.focus();
      await sendKeys({ press: 'Delete' });
      expect([idsOf(on), idsOf(off)]).to.deep.equal([[], [other]]);
      await sendKeys({ down: 'Control' });
      await sendKeys({ press: 'z' });
      await sendKeys({ up: 'Control' });
      expect([idsOf(on), idsOf(off)]).to.deep.equal([[name], [other]]);
    }
  });

  it('share keys in the viewer: the one attached first takes those that it has a use for', async () => {
    first.select(a);
    second.select(b);
    for (const left of [
      [[], [b]],
      [[], []],
    ]) {
      viewer.canvas.focus();
      await sendKeys({ press: 'Delete' });
      expect([idsOf(first), idsOf(second)]).to.deep.equal(left);
    }
  });

  it('leave the other at work, and its cursor, where one is taken out', async () => {
    second.tool = 'box';
    await second.updateComplete;
    first.remove();
    await new Promise((resolve) => setTimeout(resolve));
    expect(viewer.canvas.style.cursor).to.equal('crosshair');
    const completed = once(second, 'contour-complete');
    await drag(second, [90, 70], [230, 170]);
    const { contour } = await completed;
    expect(idsOf(second)).to.deep.equal([b, contour.id]);
    expect(viewer.canvas.querySelectorAll('canvas.snake-overlay').length).to.equal(1);
  });

  it('read what the engine of the other draws', async () => {
    second.src = '/demo/images/fluo_nuclei.tif';
    await second.ready;
    await first.ready;
    expect([first.image?.width, first.image?.height]).to.deep.equal([second.image?.width, second.image?.height]);
    const { geometry } = await first.segment({ x: 440, y: 295, width: 50, height: 34 });
    expect(geometry.type).to.equal('Polygon');
  });
});
