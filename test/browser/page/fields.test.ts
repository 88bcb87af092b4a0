/** The fields of the panel: channels, choices in words, refused values, and where errors are told. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { oblong, once, refused, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

const box = { x: 90, y: 70, width: 140, height: 100 };

const query = <T extends Element = HTMLElement>(element: SnakeSegmenter, selector: string): T => {
  const found = element.shadowRoot?.querySelector<T>(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
};

const set = (field: HTMLInputElement | HTMLSelectElement, value: string): void => {
  field.value = value;
  field.dispatchEvent(new Event('change'));
};

const banner = (element: SnakeSegmenter): string | undefined =>
  element.shadowRoot?.querySelector('[role=alert] p')?.textContent ?? undefined;

describe('fields of the panel', () => {
  const shared = sharedEllipse({ panel: true, algorithm: 'snake', parameters: {}, lang: 'en' });
  const speak = async (lang: string): Promise<void> => {
    shared().lang = lang;
    shared().requestUpdate();
    await shared().updateComplete;
  };

  it('leave the letters of commands to them where nothing can be typed, and take Escape where something can', async () => {
    const element = shared();
    element.tool = 'box';
    await element.executeCommand('snake.view.display');
    const { activeElement } = element.shadowRoot!;
    expect(activeElement?.id).to.equal('brightness');
    await sendKeys({ press: 'v' });
    expect(element.tool).to.equal('pan');
    const value = (): string => query<HTMLInputElement>(element, '#brightness').value;
    const before = value();
    await sendKeys({ press: 'ArrowRight' });
    expect(value(), 'the arrow is the slider’s').to.not.equal(before);
    await element.executeCommand('snake.view.goTo');
    await sendKeys({ type: '12' });
    const place = query<HTMLInputElement>(element, '#place');
    expect([element.shadowRoot!.activeElement === place, place.value]).to.deep.equal([true, '12']);
    await sendKeys({ press: 'Escape' });
    expect([element.shadowRoot!.activeElement === place, place.value]).to.deep.equal([false, '']);
    await sendKeys({ press: 'b' });
    expect([element.tool, place.value]).to.deep.equal(['box', '']);
    element.display = {};
  });

  it('keep what is being typed while the panel renders, for the object for which it was begun', async () => {
    const element = shared();
    element.contours = {
      type: 'FeatureCollection',
      features: [oblong, oblong].map((geometry) => ({
        type: 'Feature',
        id: crypto.randomUUID(),
        geometry,
        properties: {},
      })),
    };
    const [one, other] = element.contours.features.map(({ id }) => id);
    query<HTMLDetailsElement>(element, 'details.advanced').open = true;
    element.select(one!);
    await element.updateComplete;
    for (const id of ['parameter-lengthCost', 'object-name', 'object-note', 'class-name']) {
      const field = query<HTMLInputElement>(element, `#${id}`);
      field.focus();
      await sendKeys({ type: '1' });
      element.requestUpdate();
      await element.updateComplete;
      await sendKeys({ type: '2' });
      expect(field.value, id).to.equal('12');
      await sendKeys({ press: 'Escape' });
      await element.updateComplete;
      expect(query<HTMLInputElement>(element, `#${id}`).value, `${id}, after Escape`).to.equal('');
    }
    query<HTMLInputElement>(element, '#object-name').focus();
    await sendKeys({ type: 'first' });
    element.select(other!);
    await element.updateComplete;
    await sendKeys({ press: 'Enter' });
    await element.updateComplete;
    expect(element.contours.features.map(({ properties }) => properties.name)).to.deep.equal(['first', undefined]);
    expect(query<HTMLInputElement>(element, '#object-name').value, 'of the other').to.equal('');
    element.parameters = {};
  });

  it('list the channels that the image has, with a picture of the one that is chosen', async () => {
    const element = shared();
    query<HTMLDetailsElement>(element, 'details.advanced').open = true;
    const select = (): HTMLSelectElement => query(element, '#parameter-channel');
    const names = [...select().options].map(({ value }) => value);
    const bands = element.image?.bands ?? 0;
    expect(names.slice(0, 2)).to.deep.equal(['auto', 'luminance']);
    expect(names.includes('hematoxylin')).to.equal(bands === 3);
    expect(select().options[1]?.text).to.equal('Brightness');
    const picture = (channel: string): HTMLCanvasElement | undefined => {
      const canvas = query<HTMLCanvasElement>(element, 'canvas.channel');
      return canvas.dataset.channel?.includes(`"${channel}"`) ? canvas : undefined;
    };
    await waitUntil(() => picture('auto'), 'no picture once the fields are unfolded');
    set(select(), 'luminance');
    await waitUntil(() => picture('luminance'), 'no picture of the channel');
    const canvas = query<HTMLCanvasElement>(element, 'canvas.channel');
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] };
    const value = (x: number, y: number): number =>
      data[4 * (Math.floor(y * height) * width + Math.floor(x * width))] ?? 0;
    expect(value(0.5, 0.5)).to.be.greaterThan(value(0.05, 0.05) + 60);
    set(select(), 'palette:16');
    expect(element.channel).to.equal('palette:16');
    await waitUntil(() => picture('palette:16'), 'no picture of the next channel');
    // One of the page that no list has is in the list while it is in force.
    element.channel = 'band:1';
    await element.updateComplete;
    expect(select().value).to.equal('band:1');
  });

  it('say of each noise model when to choose it, in every language', async () => {
    const element = shared();
    const texts: string[] = [];
    for (const lang of ['en', 'de', 'fr']) {
      await speak(lang);
      const words = [...element.shadowRoot!.querySelectorAll('#about-model li')].map(
        ({ textContent }) => textContent ?? '',
      );
      expect(words).to.have.length(query<HTMLSelectElement>(element, '#parameter-model').options.length);
      for (const text of words) expect(text.trim().length).to.be.greaterThan(20);
      texts.push(...words);
    }
    expect(new Set(texts).size).to.equal(texts.length);
    await speak('en');
    set(query<HTMLSelectElement>(element, '#parameter-model'), 'gamma');
    await element.updateComplete;
    const field = query(element, '#parameter-model').closest('.field');
    expect(field?.querySelector('.when')?.textContent).to.contain('radar intensity');
  });

  it('have titles and measurements in German and French', async () => {
    const element = shared();
    await element.segment(box);
    const names = async (lang: string): Promise<string[]> => {
      await speak(lang);
      const all = [...element.shadowRoot!.querySelectorAll('[part=measurements] dt, [part=field] > label')];
      return all.map(({ textContent }) => textContent ?? '');
    };
    const english = await names('en');
    expect(english).to.include.members(['Area, px²', 'Vertices', 'Noise model']);
    for (const lang of ['de', 'fr']) {
      const own = await names(lang);
      const same = own.filter((name, k) => name === english[k]);
      expect(same, lang).to.deep.equal([]);
    }
    await speak('en');
  });

  it('are told with their reasons in the language of the page', async () => {
    const element = shared();
    const told = async (lang: string): Promise<string> => {
      await speak(lang);
      const domain = { x: 0, y: 0, width: 99, height: 99 };
      await element.segment({ x: 9000, y: 9000, width: 9, height: 9 }, { domain }).catch(() => {});
      await element.updateComplete;
      return query(element, '[role=alert], [part=error]').textContent!.trim();
    };
    expect(await told('en')).to.contain('the box lies outside x from 0 to');
    expect(await told('de')).to.contain('der Rahmen liegt außerhalb von x 0 bis');
    expect(await told('fr')).to.contain('le cadre est hors de x 0 à');
    await speak('en');
  });

  it('say what an import leaves out in the language of the page, and say it anew in another', async () => {
    const element = shared();
    const triangle = 'POLYGON ((1 1, 9 1, 9 9, 1 1))';
    const { contours, skipped } = await element.import(`${triangle}\nPOINT (1 2)\nPOLYGON EMPTY`);
    expect(contours).to.have.length(1);
    // For programs they stay as they are.
    expect(skipped).to.deep.equal(['line 2: no contour', 'line 3: no contour']);
    const said: string[] = [];
    for (const lang of ['en', 'de', 'fr']) {
      await speak(lang);
      said.push(query(element, '[part=status]').textContent!.replace(/\s+/g, ' ').trim());
    }
    expect(said[0]).to.contain('Objects imported: 1; skipped: 2 (line 2: no contour)');
    expect(said[1]).to.contain('Objekte importiert: 1; ausgelassen: 2 (Zeile 2: keine Kontur)');
    expect(said[2]).to.contain('Objets importés : 1 ; laissés de côté : 2 (la ligne 2 : pas de contour)');
    element.clear();
    await speak('en');
  });

  it('say what an import leaves out beside what lies outside of the image, with a way back', async () => {
    const element = shared();
    const said = (): string => query(element, '[part=status]').textContent!.replace(/\s+/g, ' ').trim();
    await element.import('POLYGON ((1 1, 9 1, 9 9, 1 1))\nPOINT (1 2)');
    await element.updateComplete;
    expect(said()).to.contain('skipped: 1').and.to.contain('Undo');
    await element.import('POLYGON ((9001 1, 9009 1, 9009 9, 9001 1))\nPOINT (1 2)');
    await element.updateComplete;
    expect(said()).to.contain('Outside of the image: 1').and.to.contain('skipped: 1 (line 2: no contour)');
    expect(said()).to.contain('Undo');
    element.undo();
    expect(element.contours.features).to.have.length(1);
    element.clear();
  });

  it('name the label and the range of a value that is refused, and keep the one before', async () => {
    const element = shared();
    const field = query<HTMLInputElement>(element, '#parameter-minimumLength');
    set(field, '-3');
    const told = field.closest('.field')?.querySelector('.refused')?.textContent;
    expect(told).to.equal('Shortest edge to split cannot be -3; use a number from 0 to 1,024.');
    expect([field.value, element.parameters]).to.deep.equal(['0', {}]);
    set(field, '6');
    expect(field.closest('.field')?.querySelector('.refused')?.textContent).to.equal('');
    set(field, '-3');
    expect(field.getAttribute('aria-invalid')).to.equal('true');
    // The value before is in force, and a run with it is no error.
    await element.segment(box);
    expect(field.closest('.field')?.querySelector('.refused')?.textContent).to.equal('');
    expect(field.hasAttribute('aria-invalid')).to.equal(false);
  });

  it('go back to the defaults, and take back what was said of refused values', async () => {
    const element = shared();
    const smoothness = query<HTMLInputElement>(element, '#parameter-contourWeight');
    set(smoothness, '2');
    await element.updateComplete;
    set(smoothness, '77');
    const button = [...element.shadowRoot!.querySelectorAll<HTMLElement>('.advanced .link')].find(
      ({ textContent }) => textContent === 'Reset to defaults',
    );
    button?.click();
    await element.updateComplete;
    expect([smoothness.value, smoothness.hasAttribute('aria-invalid'), element.parameters]).to.deep.equal([
      '1',
      false,
      {},
    ]);
    expect(smoothness.closest('.field')?.querySelector('.refused')?.textContent).to.equal('');
  });

  it('show the name of an algorithm whole', async () => {
    const element = shared();
    query<HTMLDetailsElement>(element, 'details.advanced').open = true;
    const select = query<HTMLSelectElement>(element, '#algorithm');
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    context.font = getComputedStyle(select).font;
    for (const lang of ['en', 'de', 'fr']) {
      await speak(lang);
      // The arrow of a list takes some twenty pixels.
      for (const { text } of query<HTMLSelectElement>(element, '#algorithm').options)
        expect(context.measureText(text).width + 20, text).to.be.below(select.clientWidth);
    }
    await speak('en');
  });

  it('show each choice whole, with what was chosen for the selected contour', async () => {
    const element = shared();
    await element.segment(box);
    await element.updateComplete;
    query<HTMLDetailsElement>(element, 'details.advanced').open = true;
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    const select = (): HTMLSelectElement => query(element, '#parameter-model');
    context.font = getComputedStyle(select()).font;
    expect(select().options[0]?.text).to.match(/^Automatic: \w/);
    for (const lang of ['en', 'de', 'fr']) {
      await speak(lang);
      const [automatic, ...others] = [...select().options].map(({ text }) => text);
      const before = automatic?.split(': ')[0];
      // Any of them may be the one that is chosen by itself; the arrow takes some twenty pixels.
      for (const text of [automatic, ...others, ...others.map((other) => `${before}: ${other}`)])
        expect(context.measureText(text ?? '').width + 20, text).to.be.below(select().clientWidth);
      // What was chosen in place of a number stands in its field.
      for (const input of element.shadowRoot!.querySelectorAll<HTMLInputElement>('.advanced input[placeholder]')) {
        if (!input.checkVisibility()) continue;
        const { paddingLeft, paddingRight } = getComputedStyle(input);
        const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        expect(context.measureText(input.placeholder).width, input.placeholder).to.be.below(room);
      }
    }
    await speak('en');
  });

  it('take back a value that only a run refuses, and say so by its label', async () => {
    const element = shared();
    element.algorithm = 'linear-features';
    await element.updateComplete;
    set(query<HTMLInputElement>(element, '#parameter-low'), '9');
    expect(element.parameters).to.deep.equal({ low: 9 });
    const error = await refused(element.segment(box));
    expect(error).to.include({ code: 'bad-parameter' });
    await element.updateComplete;
    expect(element.parameters).to.deep.equal({});
    expect(banner(element)).to.equal('Low threshold cannot be 9: it must be at most the high threshold, 4.');
    // What the page itself set stays, and is told.
    element.parameters = { low: 9 };
    await refused(element.segment(box));
    expect(element.parameters).to.deep.equal({ low: 9 });
  });

  it('tell errors in one place, in words, until something else is begun', async () => {
    const element = shared();
    await refused(element.segment({ x: 40, y: 85, width: 0, height: 21 }));
    await element.updateComplete;
    expect(banner(element)).to.equal('No run can start here: the box is empty.');
    expect(element.shadowRoot?.querySelectorAll('[role=alert]')).to.have.length(1);
    await element.segment(box);
    await element.updateComplete;
    expect(banner(element)).to.equal(undefined);
  });

  it('tell a person in plain words that a start or a mark lies beyond the image, and a host where', async () => {
    const element = shared();
    const { id } = await element.segment(box);
    const beyond = [
      () => element.segment({ x: 400, y: 85 }),
      () => element.segment({ x: -90, y: 85, width: 20, height: 21 }),
      () => element.segment(id, { hints: { inside: [[400, 85]] } }),
      () => element.segment(id, { hints: { outside: [[12, -3]] } }),
    ];
    for (const run of beyond) {
      const { message } = await refused(run());
      expect(message).to.match(/lies outside x from 0 to 320, y from 0 to 240/);
      await element.updateComplete;
      expect(banner(element)).to.equal('This lies outside of the image. Click or draw within it.');
    }
    await refused(element.segment({ x: 200, y: 85 }, { domain: { x: 0, y: 0, width: 100, height: 100 } }));
    await element.updateComplete;
    expect(banner(element)).to.match(/No run can start here: the point lies outside x from 0 to 100/);
  });

  it('list the marks on the selected object, which go one by one or all, and can be hidden', async () => {
    const element = shared();
    element.panel = true;
    element.tool = 'point';
    const { id } = await element.segment(box, {
      hints: {
        inside: [[160, 120]],
        outside: [
          [95, 75],
          {
            type: 'LineString',
            coordinates: [
              [92, 160],
              [110, 165],
            ],
          },
        ],
      },
    });
    element.select(id);
    await element.updateComplete;
    const names = (): (string | undefined)[] =>
      [...element.shadowRoot!.querySelectorAll('.mark .name')].map(({ textContent }) => textContent ?? undefined);
    expect(names()).to.deep.equal([
      'Inside, point at 160, 120',
      'Outside, point at 95, 75',
      'Outside, stroke from 92, 160',
    ]);
    const buttons = (): HTMLButtonElement[] => [
      ...element.shadowRoot!.querySelectorAll<HTMLButtonElement>('.mark button'),
    ];
    const completed = async (act: () => void): Promise<void> => {
      const complete = once(element, 'contour-complete');
      act();
      await complete;
      await element.updateComplete;
    };
    expect(buttons()[1]?.getAttribute('aria-label')).to.equal('Delete mark: Outside, point at 95, 75');
    buttons()[1]?.focus();
    await completed(() => buttons()[1]?.click());
    expect(names()).to.deep.equal(['Inside, point at 160, 120', 'Outside, stroke from 92, 160']);
    await waitUntil(() => element.shadowRoot?.activeElement === buttons()[1], 'the keys are not at the next mark');
    const [hide, clear] = element.shadowRoot!.querySelectorAll<HTMLButtonElement>('.marks > .buttons button');
    hide?.click();
    await element.updateComplete;
    expect(hide?.getAttribute('aria-pressed')).to.equal('true');
    await completed(() => clear?.click());
    expect(names()).to.deep.equal([]);
    element.undo();
    await element.updateComplete;
    expect(names()).to.have.length(2);
    for (const [lang, word] of [
      ['de', 'Innen, Punkt bei 160, 120'],
      ['fr', 'Dedans, point en 160, 120'],
    ] as const) {
      await speak(lang);
      expect(names()[0]).to.equal(word);
    }
    await speak('en');
  });
});
