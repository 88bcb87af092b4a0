import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { square } from '../../support/contours.js';
import { mount, once, unmountAll, withEllipse } from '../support.js';
import { until } from '../until.js';

const PLACE = 'snake-segmenter keys';
const keysOf = (element: SnakeSegmenter, id: string): readonly string[] | undefined =>
  element.commands.find((command) => command.id === id)?.keys;
const button = (element: SnakeSegmenter, selector: string): HTMLButtonElement =>
  element.shadowRoot!.querySelector<HTMLButtonElement>(selector)!;

describe('keys of the person', () => {
  afterEach(() => {
    unmountAll();
    localStorage.removeItem(PLACE);
  });

  const editing = async (): Promise<SnakeSegmenter> => {
    const element = await mount({ backend: 'cpu', autosave: true });
    element.viewer?.canvas.focus();
    element.executeCommand('snake.menu');
    button(element, '.menu-head button').click();
    await element.updateComplete;
    return element;
  };
  const give = async (element: SnakeSegmenter, id: string, press: string): Promise<void> => {
    button(element, `[data-entry="${id}"]`).click();
    await element.updateComplete;
    expect(button(element, `[data-entry="${id}"] kbd`).textContent).to.equal('Press a key …');
    await sendKeys({ press });
    await element.updateComplete;
  };

  it('are given in the list of all keys, taken from the command that had them, and kept', async () => {
    const element = await editing();
    await give(element, 'snake.tool.box', 'n');
    expect(keysOf(element, 'snake.tool.box')).to.deep.equal(['N']);
    expect(keysOf(element, 'snake.tool.nodes')).to.deep.equal([]);
    expect(button(element, '[data-command="snake.tool.box"]').title).to.match(/^\S.* \(N\)$/);
    expect(button(element, '[data-command="snake.tool.nodes"]').title).not.to.contain('(');
    const said = (): string => element.shadowRoot?.querySelector('.status')?.textContent ?? '';
    await until('the word of it', () => said().includes('“Edit vertices” no longer has the key N.'));
    expect(element.tool).to.equal('pan');
    const again = await mount({ backend: 'cpu', autosave: true });
    expect(keysOf(again, 'snake.tool.box')).to.deep.equal(['N']);
    expect(keysOf(await mount({ backend: 'cpu' }), 'snake.tool.box')).to.deep.equal(['B']);
    button(element, '.menu-head button + button').click();
    expect(keysOf(element, 'snake.tool.box')).to.deep.equal(['B']);
    expect(keysOf(element, 'snake.tool.nodes')).to.deep.equal(['N']);
  });

  it('stand in the tooltip of each button of the toolbar that has one', async () => {
    const element = await mount({ backend: 'cpu' });
    const tools = element.shadowRoot!.querySelectorAll<HTMLButtonElement>('.toolbar [data-command]');
    expect(tools.length).to.be.above(10);
    for (const { title, dataset, ariaLabel } of tools) {
      const has = (keysOf(element, dataset.command ?? '') ?? []).length > 0;
      expect(title, dataset.command).to.match(has ? /^\S.* \(\S.*\)$/ : /^\S/);
      expect(title.startsWith(ariaLabel ?? '?'), title).to.equal(true);
    }
  });

  it('stay as they are with Escape, and none are left with Delete', async () => {
    const element = await editing();
    await give(element, 'snake.tool.box', 'Escape');
    expect(keysOf(element, 'snake.tool.box')).to.deep.equal(['B']);
    await give(element, 'snake.tool.box', 'Delete');
    expect(keysOf(element, 'snake.tool.box')).to.deep.equal([]);
  });

  it('reach the list of them, and Escape closes it before it ends anything; a command by its key closes it too', async () => {
    const element = await withEllipse();
    const isOpen = (): boolean => element.shadowRoot!.querySelector('#menu:popover-open') !== null;
    const isIn = (): boolean => element.shadowRoot!.activeElement?.closest('#menu') != null;
    element.focus();
    const start = once(element, 'contour-start');
    const run = element.segment({ x: 90, y: 70, width: 140, height: 100 }, { paused: true });
    await start;
    await sendKeys({ press: '?' });
    expect([isOpen(), isIn()]).to.deep.equal([true, true]);
    await sendKeys({ press: 'Escape' });
    expect([isOpen(), isIn()]).to.deep.equal([false, false]);
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('.status .what')?.textContent).not.to.contain('ending');
    const canvas = element.viewer?.canvas;
    await until('the focus', () => element.shadowRoot!.activeElement === canvas);
    element.resume();
    expect((await run).properties.metadata.cancelled).to.equal(undefined);
    await sendKeys({ press: '?' });
    expect(isOpen()).to.equal(true);
    await sendKeys({ press: 'p' });
    expect([element.tool, isOpen()]).to.deep.equal(['polygon', false]);
  });

  it('are not shown to a finger, which has none', async () => {
    const element = await mount({ backend: 'cpu' });
    const shown = (): (string | undefined)[] =>
      ['kbd', '.menu-head', 'p'].map((each) => element.shadowRoot?.querySelector(`#menu ${each}`)?.localName);
    const press = async (pointerType: string): Promise<void> => {
      const down = new PointerEvent('pointerdown', { pointerType, bubbles: true, composed: true });
      button(element, '[data-command="snake.menu"]').dispatchEvent(down);
      await element.updateComplete;
    };
    await press('touch');
    expect(shown()).to.deep.equal([undefined, undefined, undefined]);
    await press('mouse');
    expect(shown()).to.deep.equal(['kbd', 'div', 'p']);
  });

  it('that were spoilt in storage are as good as none', async () => {
    localStorage.setItem(PLACE, '{"snake.tool.box":7,"nothing":["Q"],"snake.undo":');
    expect(keysOf(await mount({ backend: 'cpu', autosave: true }), 'snake.tool.box')).to.deep.equal(['B']);
  });

  it('save from a field, too, with what is typed there', async () => {
    const element = await withEllipse({ lang: 'en', panel: true });
    await element.import(square(1, 20, 20, 40));
    element.select(element.contours.features[0]?.id);
    const field = await until('the field', () =>
      element.shadowRoot?.querySelector<HTMLTextAreaElement>('#object-note'),
    );
    field.focus();
    await sendKeys({ type: 'looks odd' });
    const saved = once(element, 'file-save');
    element.addEventListener('file-save', (event) => event.preventDefault(), { once: true });
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 's' });
    await sendKeys({ up: 'Control' });
    const { data } = await saved;
    expect(await data.text()).to.contain('looks odd');
    expect(element.shadowRoot?.activeElement).to.equal(field);
    await sendKeys({ type: 's' });
    expect(field.value).to.equal('looks odds');
  });

  it('stay with the image where a button of the toolbar disables itself', async () => {
    const element = await withEllipse({ lang: 'en' });
    await element.import(square(1, 20, 20, 40));
    element.select(element.contours.features[0]?.id);
    await element.updateComplete;
    button(element, '.panel [data-command="snake.remove"]').focus();
    await sendKeys({ press: 'Enter' });
    await element.updateComplete;
    expect(element.contours.features).to.have.lengthOf(0);
    expect(element.shadowRoot?.activeElement === element.viewer?.canvas, 'the focus').to.equal(true);
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'z' });
    await sendKeys({ up: 'Control' });
    expect(element.contours.features).to.have.lengthOf(1);
  });
});
