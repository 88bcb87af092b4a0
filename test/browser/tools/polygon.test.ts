/** The polygon tool: what is given up, and what it says of its vertices. */
import { expect } from '@open-wc/testing';
import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { click, frame, inWindow, sharedEllipse } from '../support.js';

const SQUARE: [number, number][] = [
  [20, 20],
  [60, 20],
  [60, 60],
  [20, 60],
  [20, 20],
];

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

  it('says how many vertices it has, also where one is taken back, and nothing of them once it is given up', async () => {
    const element = await take();
    const says = async (): Promise<string> => {
      await element.updateComplete;
      return said(element);
    };
    for (const [x, y] of [
      [100, 60],
      [200, 60],
      [200, 150],
    ] as const)
      await click(element, x, y);
    expect(await says()).to.contain('Vertices: 3. The first one, a double-click or Enter closes.');
    await sendKeys({ press: 'Backspace' });
    expect(await says()).to.match(/Vertices: 2\s/);
    await sendKeys({ press: 'Enter' });
    expect(await says()).to.contain('at least three');
    await sendKeys({ press: 'Escape' });
    const hint = await says();
    expect(hint).not.to.match(/Vertices: |at least three/);
    await click(element, 100, 60);
    expect(await says()).to.contain('Vertices: 1');
    await sendKeys({ press: 'Backspace' });
    expect(await says()).to.equal(hint);
  });

  it('says its keys where Enter begins it, and no longer once it is given up', async () => {
    const element = await take();
    const hint = said(element);
    element.focus();
    await sendKeys({ press: 'Enter' });
    await element.updateComplete;
    expect(said(element)).to.contain('Arrow keys move the cross, Space sets a vertex there, Enter closes.');
    await sendKeys({ press: 'Escape' });
    await element.updateComplete;
    expect(said(element)).to.equal(hint);
  });

  it('loses its last vertex by undo, and no object that was drawn before', async () => {
    const element = await take();
    const features = [{ type: 'Feature', geometry: { type: 'Polygon', coordinates: [SQUARE] }, properties: {} }];
    await element.import(JSON.stringify({ type: 'FeatureCollection', features }));
    const says = async (): Promise<string> => {
      await element.updateComplete;
      return said(element);
    };
    const undo = async (): Promise<void> => {
      await sendKeys({ down: 'Control' });
      await sendKeys({ press: 'z' });
      await sendKeys({ up: 'Control' });
    };
    for (const [x, y] of [
      [100, 60],
      [200, 60],
    ] as const)
      await click(element, x, y);
    await undo();
    expect(await says()).to.contain('Vertices: 1');
    await element.executeCommand('snake.undo');
    expect(await says()).not.to.contain('Vertices');
    expect(element.contours.features).to.have.lengthOf(1);
    await undo();
    expect(element.contours.features, 'once nothing is drawn').to.have.lengthOf(0);
  });
});
