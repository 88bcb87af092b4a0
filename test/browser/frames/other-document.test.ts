/**
 * The component in the document of a frame, and back in its own: a style sheet belongs to one document. In a page of its own, which leaves out one
 * report: Chromium tells a page whose observer, here OpenSeadragon’s, hears of a frame’s layout late, and whatever test runs then would fail.
 */
import { expect } from '@open-wc/testing';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { drag, ellipsePicture, once, unmountAll, withEllipse } from '../support.js';
import { waitUntil } from '../until.js';

const shown = (element: SnakeSegmenter, part: string): string => {
  const its = element.shadowRoot?.querySelector(part);
  return its ? (element.ownerDocument.defaultView?.getComputedStyle(its).display ?? '') : '';
};

describe('the component in another document', () => {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 700px; height: 500px';

  let { onerror } = globalThis;
  before(() => {
    ({ onerror } = globalThis);
    globalThis.onerror = (message, ...where) =>
      /^ResizeObserver loop/.test(String(message)) || onerror?.call(window, message, ...where);
  });
  after(() => {
    globalThis.onerror = onerror;
  });
  afterEach(() => {
    unmountAll();
    frame.remove();
  });

  it('keeps its look and its work there, and back in its own draws as before', async () => {
    const element = await withEllipse({ panel: true });
    const looks = (): string[] => ['.base', '.panel', '.status'].map((part) => shown(element, part));
    const own = looks();
    expect(own).to.include('grid');
    document.body.append(frame);
    for (const other of [frame.contentDocument!, document]) {
      other.body.prepend(element);
      await waitUntil(() => looks().join() === own.join(), 'the styles');
      element.panel = false;
      await element.updateComplete;
      element.panel = true;
      await element.updateComplete;
      expect(looks()).to.deep.equal(own);
      const { geometry } = await element.segment({ x: 90, y: 70, width: 140, height: 100 });
      expect(geometry.type).to.equal('Polygon');
    }
    element.tool = 'box';
    await element.updateComplete;
    const completed = once(element, 'contour-complete');
    await drag(element, [90, 70], [230, 170]);
    await completed;
    expect(element.contours.features).to.have.length(3);
  });

  it('is shown there where it was made here and comes into no other document before', async () => {
    document.body.append(frame);
    const element = document.createElement('snake-segmenter');
    Object.assign(element, { backend: 'cpu', toolbar: true, src: await ellipsePicture() });
    frame.contentDocument!.body.append(element);
    await element.ready;
    await waitUntil(() => shown(element, '.base') === 'grid', 'the styles');
    const { geometry } = await element.segment({ x: 90, y: 70, width: 140, height: 100 });
    expect(geometry.type).to.equal('Polygon');
    element.remove();
  });

  it('has its panel there where that is first shown there', async () => {
    const element = await withEllipse();
    document.body.append(frame);
    frame.contentDocument!.body.append(element);
    element.panel = true;
    await element.updateComplete;
    await waitUntil(() => shown(element, '.base') === 'grid', 'the styles');
    expect(shown(element, '.panel')).not.to.equal('');
  });
});
