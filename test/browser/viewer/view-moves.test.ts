import { expect } from '@open-wc/testing';
import { toScreen } from '../../../src/element/overlay/projection.js';
import { squareRing } from '../../support/contours.js';
import { frame, overlayCanvas, projectionFor, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

const squareAt = (x: number, y: number) => ({ type: 'Polygon', coordinates: [squareRing(x, y, 8)] });

describe('the view', () => {
  const shared = sharedEllipse({ lang: 'en', panel: false });

  it('comes to the object that is selected last where one follows another before the view has moved', async () => {
    const element = shared();
    await element.import(squareAt(20, 20));
    await element.import(squareAt(280, 200));
    const { viewport } = element.viewer!;
    const [first] = element.contours.features;
    element.select(first!.id);
    viewport
      .zoomTo(viewport.getHomeZoom() * 6, undefined, true)
      .panTo(element.item!.imageToViewportCoordinates(24, 24), true);
    await frame();
    await frame();
    await element.executeCommand('snake.select.next');
    await element.executeCommand('snake.select.previous');
    expect(element.selected?.id).to.equal(first!.id);
    const centre = viewport.getCenter();
    await waitUntil(() => viewport.getCenter(true).distanceTo(centre) < 1e-6);
    await frame();
    const { x, y } = toScreen(projectionFor(element), 24, 24);
    const { clientWidth, clientHeight } = overlayCanvas(element);
    expect(x > 0 && y > 0 && x < clientWidth && y < clientHeight, `${x}, ${y}`).to.equal(true);
  });

  it('keeps what lies between two fingers between them, though both move in one frame', async () => {
    const element = shared();
    const { viewport, canvas } = element.viewer!;
    viewport.goHome(true);
    await frame();
    await frame();
    const { left, top } = canvas.getBoundingClientRect();
    const point = (type: string, pointerId: number, x: number): void => {
      canvas.dispatchEvent(
        new PointerEvent(type, {
          clientX: left + x,
          clientY: top + 60,
          pointerId,
          pointerType: 'touch',
          isPrimary: pointerId === 11,
          buttons: type === 'pointerup' ? 0 : 1,
          bubbles: true,
          cancelable: true,
        }),
      );
    };
    const between = viewport.getCenter(true);
    Object.assign(between, { x: 90, y: 60 });
    const before = viewport.pointFromPixel(between, true);
    const zoom = viewport.getZoom(true);
    point('pointerdown', 11, 70);
    point('pointerdown', 12, 110);
    for (let k = 1; k <= 10; k++) {
      point('pointermove', 11, 70 - 4 * k);
      point('pointermove', 12, 110 + 4 * k);
      await frame();
    }
    // The view while the fingers lie still on the image.
    await frame();
    expect(viewport.getZoom(true) / zoom).to.be.closeTo(3, 0.01);
    const now = viewport.pixelFromPoint(before, true);
    expect(Math.hypot(now.x - 90, now.y - 60), `at ${now.x}, ${now.y}`).to.be.lessThan(4);
    point('pointerup', 11, 30);
    point('pointerup', 12, 150);
    viewport.goHome(true);
  });
});
