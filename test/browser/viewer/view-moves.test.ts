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
});
