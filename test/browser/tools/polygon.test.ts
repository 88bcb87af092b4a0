/** The polygon tool: what is given up, and what it says of its vertices. */
import { expect } from '@open-wc/testing';
import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { frame, inWindow, sharedEllipse } from '../support.js';

describe('a polygon', () => {
  const shared = sharedEllipse({ lang: 'en', panel: false });

  afterEach(() => resetMouse());

  const take = async (): Promise<SnakeSegmenter> => {
    const element = shared();
    element.tool = 'polygon';
    await element.updateComplete;
    element.viewer?.canvas.focus();
    return element;
  };

  const said = (element: SnakeSegmenter): string => element.shadowRoot?.querySelector('.status')?.textContent ?? '';

  it('drawn free-hand is given up by Escape, and the rest of the drag draws none', async () => {
    const element = await take();
    let started = 0;
    const count = (event: Event): void => {
      event.preventDefault();
      started++;
    };
    element.addEventListener('contour-before-start', count);
    const around = (k: number): [number, number] => {
      const angle = (k * Math.PI) / 8;
      return inWindow(element, 160 + 60 * Math.cos(angle), 120 + 40 * Math.sin(angle));
    };
    await sendMouse({ type: 'move', position: around(0) });
    await sendMouse({ type: 'down' });
    for (let k = 1; k < 6; k++) await sendMouse({ type: 'move', position: around(k) });
    await sendKeys({ press: 'Escape' });
    for (let k = 6; k < 15; k++) await sendMouse({ type: 'move', position: around(k) });
    await sendMouse({ type: 'up' });
    await frame();
    expect(started).to.equal(0);
    await sendMouse({ type: 'move', position: around(0) });
    await sendMouse({ type: 'down' });
    for (let k = 1; k < 15; k++) await sendMouse({ type: 'move', position: around(k) });
    await sendMouse({ type: 'up' });
    element.removeEventListener('contour-before-start', count);
    expect(started, 'the next drag draws').to.equal(1);
    expect(said(element)).not.to.contain('at least three');
  });
});
