/** What axe finds in each state of the component that a person comes to see: nothing. One component goes through all of them. */
import { expect } from '@open-wc/testing';
import { executeServerCommand, resetMouse, sendMouse } from '@web/test-runner-commands';
import type Axe from 'axe-core';
import 'axe-core/axe.min.js';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { isWebKit, leaveOut } from '../engine-limits.js';
import { ellipsePicture, frame, once, refused, unmountAll, withEllipse } from '../support.js';
import { waitUntil } from '../until.js';

const box = { x: 90, y: 70, width: 140, height: 100 };

const found = async (element: SnakeSegmenter, how: Axe.RunOptions = {}): Promise<string[]> => {
  element.requestUpdate();
  await element.updateComplete;
  await frame();
  const axe: typeof Axe = Reflect.get(globalThis, 'axe');
  const { violations } = await axe.run(element, { resultTypes: ['violations'], ...how });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};

const query = <T extends Element = HTMLElement>(element: SnakeSegmenter, selector: string): T => {
  const part = element.shadowRoot?.querySelector<T>(selector);
  if (!part) throw new Error(`nothing is ${selector}`);
  return part;
};

describe('axe finds nothing', () => {
  let element: SnakeSegmenter;
  before(async () => {
    document.documentElement.lang = 'en';
    element = await withEllipse({ panel: true, lang: 'en' });
    for (const fold of element.shadowRoot?.querySelectorAll<HTMLDetailsElement>('details') ?? []) fold.open = true;
  });
  after(async () => {
    await resetMouse();
    unmountAll();
  });

  it('while an image is open', async () => {
    expect(await found(element)).to.deep.equal([]);
  });

  it('while a run is held', async () => {
    const begun = once(element, 'contour-start');
    const run = element.segment(box, { paused: true });
    await begun;
    query(element, '.bar');
    expect(await found(element)).to.deep.equal([]);
    element.resume();
    await run;
  });

  it('with contours of two classes, one of them selected', async () => {
    element.classes = [
      { name: 'Tumor', color: [230, 159, 0] },
      { name: 'Stroma', color: [86, 180, 233] },
    ];
    await element.executeCommand('snake.class.1');
    await element.segment({ x: 20, y: 20, width: 60, height: 50 }, { channel: 'luminance' }).catch(() => {});
    element.select(element.contours.features[0]!.id);
    expect(await found(element)).to.deep.equal([]);
  });

  it('with marks on the selected contour', async () => {
    element.panel = true;
    const { id } = await element.segment(box, {
      channel: 'luminance',
      hints: { inside: [[box.x + box.width / 2, box.y + box.height / 2]], outside: [[box.x + 1, box.y + 1]] },
    });
    element.select(id);
    query(element, '.panel-box');
    expect(await found(element)).to.deep.equal([]);
  });

  it('while vertices are edited', async () => {
    element.tool = 'nodes';
    await element.executeCommand('snake.vertices.several');
    expect(await found(element)).to.deep.equal([]);
    await element.executeCommand('snake.vertices.several');
    element.tool = 'box';
  });

  it('while keys are changed, in the menu of all commands', async () => {
    await element.executeCommand('snake.menu');
    await element.updateComplete;
    expect(await found(element)).to.deep.equal([]);
    query<HTMLButtonElement>(element, '.menu-head button').click();
    expect(await found(element)).to.deep.equal([]);
    query<HTMLButtonElement>(element, '.menu-head button').click();
    await element.executeCommand('snake.menu');
  });

  it('while a file is dragged over it, and after an import that was refused', async () => {
    const stage = query(element, '.stage');
    const transfer = new DataTransfer();
    transfer.items.add(new File(['{}'], 'nothing.geojson', { type: 'application/geo+json' }));
    const dragged = { dataTransfer: transfer, bubbles: true, composed: true, cancelable: true };
    stage.dispatchEvent(new DragEvent('dragover', dragged));
    await element.updateComplete;
    query(element, '.drop');
    expect(await found(element)).to.deep.equal([]);
    stage.dispatchEvent(new DragEvent('dragleave', dragged));
    await refused(element.import('{}'));
    await element.updateComplete;
    query(element, '[role=alert]');
    expect(await found(element)).to.deep.equal([]);
    query<HTMLButtonElement>(element, '[role=alert] button').click();
  });

  const contrast = { runOnly: ['color-contrast'] };
  for (const [name, features, how] of [
    ['in the dark', { 'prefers-color-scheme': 'dark' }, contrast],
    ['with more contrast', { 'prefers-contrast': 'more' }, contrast],
    // The system chooses them, which axe cannot see.
    [
      'with the colours of the system alone',
      { 'forced-colors': 'active' },
      { rules: { 'color-contrast': { enabled: false } } },
    ],
  ] as const) {
    it(name, async function () {
      leaveOut(this, isWebKit, "WebKit's driver sets no media features");
      const [[feature, value] = ['', '']] = Object.entries(features);
      element.style.colorScheme = 'light dark';
      await executeServerCommand('media-features', features);
      try {
        // In Firefox a page hears of it after the driver's answer.
        await waitUntil(() => matchMedia(`(${feature}: ${value})`).matches, `${feature}: ${value}`);
        expect(await found(element, structuredClone<Axe.RunOptions>(how as object))).to.deep.equal([]);
      } finally {
        await executeServerCommand('media-features', {});
        element.style.colorScheme = '';
      }
    });
  }

  it('from right to left', async () => {
    element.dir = 'rtl';
    expect(await found(element)).to.deep.equal([]);
    element.removeAttribute('dir');
  });

  it('in full screen', async () => {
    // A browser gives all of its screen to a press alone.
    const press = document.createElement('button');
    press.textContent = 'full';
    press.style.cssText = 'position: fixed; inset: 0 auto auto 0; width: 40px; height: 40px; z-index: 9';
    press.addEventListener('click', () => void element.executeCommand('snake.view.fullscreen'));
    document.body.append(press);
    const full = new Promise((resolve) => document.addEventListener('fullscreenchange', resolve, { once: true }));
    await sendMouse({ type: 'click', position: [20, 20] });
    await full;
    press.remove();
    expect(document.fullscreenElement).to.equal(element);
    expect(await found(element)).to.deep.equal([]);
    const image = element.viewer!.element.getBoundingClientRect();
    expect([image.left, image.top, image.width, image.height], 'the image has all of the screen').to.deep.equal([
      0,
      0,
      innerWidth,
      innerHeight,
    ]);
    const left = new Promise((resolve) => document.addEventListener('fullscreenchange', resolve, { once: true }));
    await document.exitFullscreen();
    await left;
  });

  it('where the image cannot be opened, and where there is none', async () => {
    const { src } = element;
    element.src = new File(['no image'], 'letter.tif', { type: 'image/tiff' });
    await refused(element.ready);
    await element.updateComplete;
    query(element, '[role=alert]');
    expect(await found(element)).to.deep.equal([]);
    element.src = undefined;
    await element.ready;
    await element.updateComplete;
    query(element, '.hint');
    expect(await found(element)).to.deep.equal([]);
    element.src = src ?? (await ellipsePicture());
    await element.ready;
  });
});
