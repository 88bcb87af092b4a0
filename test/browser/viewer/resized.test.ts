/** The view after the component's size changes, or the panel opens over it. */
import { expect } from '@open-wc/testing';
import { toScreen } from '../../../src/element/overlay/projection.js';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { frame, projectionFor, unmountAll, withEllipse } from '../support.js';
import { until } from '../until.js';

/** Places in CSS pixels of the view that differ by less are equal but for rounding. */
const ROUNDING = 0.5;

describe('the view', () => {
  let element: SnakeSegmenter;
  beforeEach(async () => {
    element = await withEllipse();
  });
  afterEach(unmountAll);

  /** Left, top, right and bottom of the image of 320 × 240 pixels. */
  const image = (): number[] => {
    const p = projectionFor(element);
    const [from, to] = [toScreen(p, 0, 0), toScreen(p, 320, 240)];
    return [from.x, from.y, to.x, to.y];
  };
  const resize = async (width: number, height: number): Promise<void> => {
    Object.assign(element.style, { width: `${width}px`, height: `${height}px` });
    const view = element.viewer!;
    const isThere = (): boolean => {
      const { x, y } = view.viewport.getContainerSize();
      return x === view.container.clientWidth && y === view.container.clientHeight;
    };
    await frame();
    await until('the size', isThere);
    await until('its frame', () => projectionFor(element).width === view.container.clientWidth);
  };

  it('has all of the image in it after any change of size where it had all before', async () => {
    for (const [width, height] of [
      [360, 300],
      [900, 500],
      [400, 700],
    ] as const) {
      await resize(width, height);
      const { container } = element.viewer!;
      const fills = (): boolean => {
        const [left, top, right, bottom] = image() as [number, number, number, number];
        const inside =
          left > -ROUNDING &&
          top > -ROUNDING &&
          right < container.clientWidth + ROUNDING &&
          bottom < container.clientHeight + ROUNDING;
        const full = right - left > container.clientWidth - 1 || bottom - top > container.clientHeight - 1;
        return inside && full;
      };
      await until(`all of the image, ${width} × ${height}`, fills);
    }
  });

  it('has a map of the same share of it at any size', async () => {
    element.navigator = true;
    await element.updateComplete;
    const { container } = element.viewer!;
    for (const [width, height] of [
      [900, 500],
      [360, 600],
    ] as const) {
      await resize(width, height);
      const isFifth = (): boolean => {
        const map = container.querySelector<HTMLElement>('.navigator');
        return map !== null && Math.abs(map.offsetWidth / container.clientWidth - 0.2) < 0.02;
      };
      await until(`the map, ${width} × ${height}`, isFifth);
    }
  });

  it('keeps scale and middle of a part when the panel opens beside it', async () => {
    await resize(1000, 500);
    const { viewport } = element.viewer!;
    viewport.zoomTo(viewport.getHomeZoom() * 3, undefined, true);
    await until('the zoom', () => projectionFor(element).scale > 3);
    const { scale } = projectionFor(element);
    const middle = viewport.getCenter();
    const { width } = projectionFor(element);
    element.panel = true;
    await element.updateComplete;
    await until('the narrower view', () => projectionFor(element).width < width - 200);
    expect(projectionFor(element).scale).to.be.closeTo(scale, 1e-6 * scale);
    expect(viewport.getCenter().distanceTo(middle)).to.be.lessThan(1e-6);
  });

  it('has the selected object above the panel that opens over it', async () => {
    await resize(360, 640);
    await element.segment({ x: 90, y: 70, width: 140, height: 100 });
    element.select(element.contours.features[0]?.id);
    const { viewport } = element.viewer!;
    for (const [turned, zoom] of [
      [0, 1],
      [90, 1],
      [90, 4],
      [180, 4],
    ] as const) {
      element.panel = false;
      await element.updateComplete;
      viewport.setRotation(turned, true);
      viewport.goHome(true);
      viewport.zoomTo(viewport.getHomeZoom() * zoom, undefined, true);
      await frame();
      await frame();
      await element.executeCommand('snake.panel');
      await element.updateComplete;
      const panel = element.renderRoot.querySelector('.panel-box')!.getBoundingClientRect();
      const { top } = element.viewer!.container.getBoundingClientRect();
      const isAbove = (): boolean => {
        const p = projectionFor(element);
        const ys = [...Array(4).keys()].map((k) => toScreen(p, k % 2 ? 220 : 100, k < 2 ? 80 : 160).y);
        return Math.min(...ys) >= 0 && Math.max(...ys) <= panel.top - top;
      };
      await until(`the object, turned by ${turned}`, isAbove);
    }
  });
});
