/** A viewer of the page that fills the page: the component goes with it, and comes back. */
import { aTimeout, expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type OpenSeadragon from 'openseadragon';
import { loadOpenSeadragon } from '../../../src/element/viewer/openseadragon.js';
import { type AttachOptions, attach } from '../../../src/plugin.js';
import { ellipsePicture, onCanvas, overlayCanvas } from '../support.js';
import { until } from '../until.js';

/** Fills the page as a viewer up to version 5 does: everything else is taken out of the page. */
class OldPage {
  #before: ChildNode[] = [];
  #full = false;
  readonly #hole = document.createComment('');

  constructor(private readonly viewer: OpenSeadragon.Viewer) {
    Object.assign(viewer, { isFullPage: () => this.#full });
  }

  set(full: boolean): void {
    const { viewer } = this;
    const { element } = viewer;
    viewer.raiseEvent('pre-full-page', { fullPage: full });
    if (full) {
      element.before(this.#hole);
      this.#before = [...document.body.childNodes];
      for (const child of this.#before) child.remove();
      document.body.append(element);
      element.style.height = '100vh';
    } else {
      element.remove();
      document.body.append(...this.#before);
      this.#hole.replaceWith(element);
      element.style.height = '400px';
    }
    this.#full = full;
    viewer.raiseEvent('full-page', { fullPage: full });
  }
}

const ways: readonly [string, (viewer: OpenSeadragon.Viewer) => (full: boolean) => void][] = [
  ['this OpenSeadragon', (viewer) => (full) => void viewer.setFullPage(full)],
  [
    'one up to version 5',
    (viewer) => {
      const page = new OldPage(viewer);
      return (full) => page.set(full);
    },
  ],
];

for (const [name, way] of ways)
  describe(`the full page of ${name}`, () => {
    let frame: HTMLElement;
    let viewer: OpenSeadragon.Viewer;
    let url: string;

    beforeEach(async () => {
      frame = document.createElement('main');
      frame.innerHTML = '<aside></aside><div style="width: 500px; height: 400px"></div>';
      document.body.append(frame);
      const library = await loadOpenSeadragon();
      viewer = library({ ...onCanvas, element: frame.querySelector('div')! });
      url = URL.createObjectURL(await ellipsePicture());
      const opened = new Promise<void>((resolve) => viewer.addOnceHandler('open', () => resolve()));
      viewer.open({ tileSource: { type: 'image', url } });
      await opened;
    });

    afterEach(() => {
      viewer.destroy();
      frame.remove();
      URL.revokeObjectURL(url);
    });

    const attached = async (options: AttachOptions = {}) => {
      const { segmenter, dispose } = attach(viewer, { backend: 'cpu', toolbar: true, ...options });
      await segmenter.ready;
      // What follows the viewer is loaded by itself, beside what `ready` waits for.
      await import('../../../src/element/viewer/full-page.js');
      await aTimeout(0);
      return { segmenter, dispose };
    };

    for (const where of ['before the viewer', 'in a container', 'in the body'] as const)
      it(`takes the component along, which was ${where}`, async () => {
        const container = where === 'in a container' ? frame.querySelector('aside')! : document.body;
        const { segmenter, dispose } = await attached(where === 'before the viewer' ? {} : { container });
        const contour = await segmenter.segment({ x: 90, y: 70, width: 140, height: 100 });
        const { image } = segmenter;
        const place = [segmenter.parentElement, segmenter.nextElementSibling];
        const set = way(viewer);
        set(true);
        expect(segmenter.isConnected).to.equal(true);
        await segmenter.updateComplete;
        expect(segmenter.offsetHeight).to.be.greaterThan(20);
        await until(
          'component and viewer to fill the window',
          () => Math.abs(viewer.element.offsetHeight + segmenter.offsetHeight - innerHeight) < 2,
        );
        expect([segmenter.image, segmenter.contours.features]).to.deep.equal([image, [contour]]);
        expect(overlayCanvas(segmenter).isConnected).to.equal(true);
        await sendKeys({ press: 'b' });
        expect(segmenter.tool).to.equal('box');
        set(false);
        expect([segmenter.parentElement, segmenter.nextElementSibling]).to.deep.equal(place);
        await segmenter.updateComplete;
        expect([segmenter.image, segmenter.contours.features]).to.deep.equal([image, [contour]]);
        expect(segmenter.offsetHeight).to.be.greaterThan(20);
        expect([viewer.element.style.height, segmenter.style.maxBlockSize]).to.deep.equal(['400px', '']);
        await segmenter.segment({ x: 90, y: 70, width: 140, height: 100 });
        dispose();
      });

    it('leaves nothing behind of a component that is removed there', async () => {
      const { dispose } = await attached();
      const set = way(viewer);
      set(true);
      dispose();
      await aTimeout(0);
      expect(viewer.element.style.height).to.equal('100vh');
      set(false);
      expect([...frame.childNodes].map(({ nodeName }) => nodeName)).to.deep.equal(['ASIDE', 'DIV']);
    });
  });
