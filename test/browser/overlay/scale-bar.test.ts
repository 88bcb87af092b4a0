/** The scale bar of an image whose pixels have a size: no bar over the image covers it. */
import { expect } from '@open-wc/testing';
import { mount, overlayCanvas, unmountAll } from '../support.js';
import { waitUntil } from '../until.js';

describe('the scale bar', function () {
  this.timeout(240_000);
  afterEach(unmountAll);

  it('lies free of the bars over the image, at every width', async () => {
    const element = await mount({
      backend: 'cpu',
      lang: 'en',
      panel: false,
      tool: 'point',
      src: '/test/data/images/mosaic-zstd1.czi',
    });
    await element.ready;
    expect(element.image?.placement).not.to.equal(undefined);
    await element.segment({ x: 32, y: 51 });
    const bars = (): NodeListOf<Element> => element.renderRoot.querySelectorAll('.bars > *');
    await waitUntil(() => bars().length > 0, 'a bar');
    for (const width of [390, 700, 1000, 1300]) {
      element.style.width = `${width}px`;
      await waitUntil(() => Math.abs(element.getBoundingClientRect().width - width) < 1);
      const view = overlayCanvas(element).getBoundingClientRect();
      for (const bar of bars()) {
        const { top, bottom, left } = bar.getBoundingClientRect();
        // With its text the scale bar takes 36 pixels above the lower edge, and 154 from the left one.
        const isClear = bottom <= view.bottom - 36 || top >= view.bottom || left > view.left + 154;
        expect(isClear, `${width} pixels wide`).to.equal(true);
      }
    }
  });
});
