import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { frame, mount, oblong, refused, sharedEllipse, unmountAll } from '../support.js';
import { waitUntil } from '../until.js';

const query = <T extends Element = HTMLElement>(element: SnakeSegmenter, selector: string): T => {
  const found = element.shadowRoot?.querySelector<T>(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
};

describe('what the component shows', () => {
  const shared = sharedEllipse({ panel: true });

  for (const scheme of ['light', 'dark'] as const) {
    it(`passes the accessibility audit, ${scheme}, with panel, selection and error`, async () => {
      const element = shared();
      document.documentElement.lang = 'en';
      element.style.colorScheme = scheme;
      await element.import(oblong);
      element.select(element.contours.features[0]!.id);
      await refused(element.segment({ x: 9999, y: 0, width: 1, height: 1 }));
      await element.updateComplete;
      await expect(element).to.be.accessible();
      element.style.colorScheme = '';
    });
  }

  it('marks the tool in use and the image that is open beneath the pointer too', async () => {
    const element = shared();
    const { src } = element;
    if (src === undefined) throw new Error('no image');
    Object.assign(element, { tool: 'box', images: [{ src }] });
    await element.updateComplete;
    for (const selector of ['.tool[aria-pressed=true]', '.image[aria-current]']) {
      const button = query(element, selector);
      const look = (): string => {
        const { color, backgroundColor, borderTopColor } = getComputedStyle(button);
        return [color, backgroundColor, borderTopColor].join(' ');
      };
      // Colours change over some frames.
      const settled = (): Promise<unknown> => Promise.all(button.getAnimations().map(({ finished }) => finished));
      await settled();
      const before = look();
      // In WebKit the strip of images takes its height some frames after it is there, and all below it moves.
      await waitUntil(async () => {
        const { x, y, width, height } = button.getBoundingClientRect();
        await sendMouse({ type: 'move', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
        await frame();
        return button.matches(':hover');
      }, `${selector} beneath the pointer`);
      await settled();
      expect(look(), selector).to.equal(before);
    }
    element.images = [];
  });

  it('shows which words of the panel cannot be pressed', async () => {
    const element = shared();
    element.classes = [];
    await element.updateComplete;
    const link = (word: string): HTMLButtonElement => {
      const found = [...(element.shadowRoot?.querySelectorAll<HTMLButtonElement>('.classes .link') ?? [])].find(
        ({ textContent }) => textContent === word,
      );
      if (!found) throw new Error(`no ${word}`);
      return found;
    };
    const look = (word: string): string => {
      const { color, opacity, cursor } = getComputedStyle(link(word));
      return [color, opacity, cursor].join(' ');
    };
    expect([link('Import list').disabled, link('Export list').disabled]).to.deep.equal([false, true]);
    expect(look('Export list')).not.to.equal(look('Import list'));
    element.classes = [{ name: 'Tumour', color: [200, 0, 0] }];
    await element.updateComplete;
    expect(look('Export list')).to.equal(look('Import list'));
    element.classes = [];
  });

  it('has one tab stop in the toolbar, and arrow keys between the buttons that can be pressed', async () => {
    const element = shared();
    const bar = query(element, '[role=toolbar]');
    const stops = (): HTMLButtonElement[] =>
      [...bar.querySelectorAll('button')].filter(({ tabIndex }) => tabIndex === 0);
    expect(stops()).to.have.length(1);
    stops()[0]!.focus();
    await sendKeys({ press: 'ArrowRight' });
    expect(element.shadowRoot?.activeElement?.getAttribute('data-command')).to.equal('snake.tool.box');
    await sendKeys({ press: 'End' });
    expect(element.shadowRoot?.activeElement?.getAttribute('data-command')).to.equal('snake.panel');
    await sendKeys({ press: 'Home' });
    await sendKeys({ press: 'ArrowRight' });
    await sendKeys({ press: 'Enter' });
    expect(element.tool).to.equal('box');
    await element.updateComplete;
    expect(stops()).to.have.length(1);
    expect(query(element, '[data-command="snake.tool.box"]').getAttribute('aria-pressed')).to.equal('true');
  });

  it('builds the form from the schema, and runs with what is set there', async () => {
    const element = shared();
    const { configuration } = element.contributes;
    expect(Object.keys(Object(configuration).properties).length).to.be.greaterThan(3);
    for (const name of Object.keys(Object(configuration).properties)) query(element, `#parameter-${name}`);
    const model = query<HTMLSelectElement>(element, '#parameter-model');
    model.value = 'poisson';
    model.dispatchEvent(new Event('change'));
    expect(element.model).to.equal('poisson');
    const contour = await element.segment({ x: 90, y: 70, width: 140, height: 100 });
    expect(contour.properties.metadata.model).to.equal('poisson');
    await element.updateComplete;
    const prior = query<HTMLInputElement>(element, '#parameter-boxPrior');
    expect([prior.value, prior.placeholder]).to.deep.equal(['', `automatic: ${contour.properties.metadata.boxPrior}`]);
  });

  it('shows a number that was found with as many figures as a person reads', async () => {
    const element = shared();
    const contour = await element.segment({ x: 90, y: 70, width: 140, height: 100 }, { lengthCost: Math.log(3) });
    expect(Number(contour.properties.metadata.lengthCost)).to.be.closeTo(Math.log(3), 1e-9);
    await element.updateComplete;
    expect(query<HTMLInputElement>(element, '#parameter-lengthCost').placeholder).to.equal('automatic: 1.1');
  });

  it('marks a value that the schema refuses, and leaves the parameter as it was', async () => {
    const element = shared();
    const field = query<HTMLInputElement>(element, '#parameter-minimumLength');
    field.value = '-3';
    field.dispatchEvent(new Event('change'));
    expect(field.getAttribute('aria-invalid')).to.equal('true');
    expect(element.parameters).to.deep.equal({});
    field.value = '6';
    field.dispatchEvent(new Event('change'));
    expect(field.hasAttribute('aria-invalid')).to.equal(false);
    expect(element.parameters).to.deep.equal({ minimumLength: 6 });
    element.parameters = {};
  });

  it('shows the measurements of the selected contour and takes its class', async () => {
    const element = shared();
    await element.segment({ x: 90, y: 70, width: 140, height: 100 });
    await element.updateComplete;
    expect(query(element, '[part=measurements]').textContent).to.include('Area, px²');
    const field = query<HTMLInputElement>(element, '#class-name');
    field.value = 'Cell';
    field.dispatchEvent(new Event('change'));
    expect(element.selected?.properties.classification?.name).to.equal('Cell');
    element.undo();
    expect(element.selected?.properties.classification).to.equal(undefined);
  });

  it('speaks the language of the page', async () => {
    const element = shared();
    element.lang = 'de';
    element.requestUpdate();
    await element.updateComplete;
    expect(query(element, '[role=toolbar]').getAttribute('aria-label')).to.equal('Werkzeuge');
    await refused(element.segment({ x: 0, y: 0, width: 0, height: 0 }));
    await element.updateComplete;
    expect(query(element, '[role=alert]').textContent).to.include('Hier kann nichts beginnen');
    query<HTMLButtonElement>(element, '[role=alert] button').click();
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('[role=alert]')).to.equal(null);
    element.removeAttribute('lang');
  });

  it('has nothing that axe finds while the display is set, keys are changed, and in other languages', async () => {
    const element = shared();
    for (const lang of ['en', 'de', 'fr']) {
      element.lang = lang;
      element.requestUpdate();
      await element.executeCommand('snake.view.display');
      await element.updateComplete;
      await expect(element).to.be.accessible();
    }
    element.removeAttribute('lang');
    element.executeCommand('snake.menu');
    await element.updateComplete;
    query<HTMLButtonElement>(element, '.menu-head button').click();
    await element.updateComplete;
    await expect(element).to.be.accessible();
    query<HTMLButtonElement>(element, '.menu-head button').click();
    element.executeCommand('snake.menu');
  });

  it('says what is selected, to screen readers', async () => {
    const element = shared();
    element.contours = {
      type: 'FeatureCollection',
      features: ['a', 'b'].map((id) => ({ type: 'Feature', id, geometry: oblong, properties: {} })),
    } as never;
    const said = async (): Promise<string | null> => {
      await element.updateComplete;
      return query(element, '.hidden[role=status]').textContent;
    };
    element.executeCommand('snake.select.next');
    expect(await said()).to.equal('Object 1 of 2 selected');
    element.executeCommand('snake.select.next');
    expect(await said()).to.equal('Object 2 of 2 selected');
    element.executeCommand('snake.select.all');
    expect(await said()).to.equal('Objects selected: 2');
    element.clear();
  });

  it('says what a keyboard user does, to screen readers', async () => {
    const element = shared();
    element.tool = 'box';
    await element.updateComplete;
    element.viewer!.canvas.focus();
    await sendKeys({ press: 'Enter' });
    await element.updateComplete;
    expect(query(element, '[role=status]').textContent).to.match(
      /Box at \d+, \d+, .* Arrow keys move it, with Shift resize it/,
    );
    await sendKeys({ press: 'Escape' });
  });
});

describe('a bare component', () => {
  afterEach(unmountAll);

  it('shows the image alone, or a hint where there is none', async () => {
    const element = await mount({ backend: 'cpu', toolbar: false });
    expect(element.shadowRoot?.querySelector('[role=toolbar]')).to.equal(null);
    expect(query(element, '.hint').textContent).to.include('No image');
    await expect(element).to.be.accessible();
  });
});
