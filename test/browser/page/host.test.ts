/** The component as a guest in a page: bindings, keys, contributions, and platforms without custom states. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { FeatureCollection, SegmenterEventMap, SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { mount, refused, sharedEllipse, unmountAll, withEllipse } from '../support.js';
import { until, waitUntil } from '../until.js';

const square = (id: string, at: number): FeatureCollection['features'][number] => ({
  type: 'Feature',
  id,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [at, at],
        [at + 20, at],
        [at + 20, at + 20],
        [at, at + 20],
        [at, at],
      ],
    ],
  },
  properties: { objectType: 'annotation', measurements: {}, metadata: {} },
});

const algorithm = `export const still = {
  id: 'still', title: 'Still', schema: { type: 'object', properties: {} },
  async *run({ init: { x, y, width, height } }) {
    const at = [[x, y], [x + width, y], [x + width, y + height], [x, y + height], [x, y]];
    yield { iteration: 1, step: 1, ring: at.slice(1).flat(), criterion: 0, level: 0 };
    return { contours: [{ geometry: { type: 'Polygon', coordinates: [at] }, measurements: {}, metadata: {} }] };
  },
};`;

describe('a component bound both ways', () => {
  const shared = sharedEllipse();

  it('says in the status line what it left out of a collection, as for an import', async () => {
    const element = shared();
    const odd = [
      { ...square('p', 0), geometry: { type: 'Point', coordinates: [1, 1] } },
      { ...square('n', 0), geometry: null },
      { ...square('d', 0), geometry: { type: 'Polygon', coordinates: [[]] } },
    ];
    element.contours = { type: 'FeatureCollection', features: [square('a', 10), ...odd] };
    await element.updateComplete;
    expect(element.contours.features.map(({ id }) => id)).to.deep.equal(['a']);
    const status = element.shadowRoot?.querySelector('[aria-live=polite]')?.textContent;
    expect(status).to.equal('Objects imported: 1; skipped: 3 (features[1]: geometry Point)');
  });

  it('gives the same object until a contour changes, and takes its own back without an event', () => {
    const element = shared();
    element.contours = { type: 'FeatureCollection', features: [square('a', 10), square('b', 60)] };
    const { contours } = element;
    expect(element.contours).to.equal(contours);
    const heard: string[] = [];
    const hear = ({ type }: Event): void => void heard.push(type);
    for (const type of ['contour-change', 'contour-remove'] as const) element.addEventListener(type, hear);
    element.contours = contours;
    element.contours = structuredClone(contours);
    expect([heard, element.contours]).to.deep.equal([[], contours]);
    element.contours = { type: 'FeatureCollection', features: [square('a', 10), square('b', 61)] };
    expect(heard).to.deep.equal(['contour-change']);
    for (const type of ['contour-change', 'contour-remove'] as const) element.removeEventListener(type, hear);
    element.undo();
    expect(element.contours.features[1]).to.deep.equal(contours.features[1]);
  });

  it('names a tool that there is none of, and takes none in hand', async () => {
    const element = shared();
    const told: string[] = [];
    const hear = ({ detail: { code, message } }: SegmenterEventMap['segmenter-error']): void =>
      void told.push(`${code}: ${message}`);
    element.addEventListener('segmenter-error', hear);
    element.tool = 'box';
    await element.updateComplete;
    for (const nothing of [undefined, null]) {
      Reflect.set(element, 'tool', nothing);
      await element.updateComplete;
      expect([element.tool, told]).to.deep.equal(['pan', []]);
    }
    element.setAttribute('tool', 'lasso');
    await element.updateComplete;
    expect([element.tool, element.getAttribute('tool')]).to.deep.equal(['pan', 'pan']);
    expect(told).to.have.length(1);
    expect(told[0]).to.match(
      /^bad-parameter: The parameter tool cannot be lasso: it must be one of pan, box, .*nodes\.$/,
    );
    const off = element.registerTool({ id: 'lasso', title: 'Lasso', create: () => ({}) });
    element.tool = 'lasso';
    await element.updateComplete;
    expect([element.tool, told.length]).to.deep.equal(['lasso', 1]);
    off();
    await element.updateComplete;
    expect([element.tool, told.length]).to.deep.equal(['pan', 1]);
    element.removeEventListener('segmenter-error', hear);
  });

  it('keeps what it has while the page has nothing yet', () => {
    const element = shared();
    element.contours = { type: 'FeatureCollection', features: [square('a', 10)] };
    const { contours } = element;
    const heard: string[] = [];
    const hear = ({ type }: Event): void => void heard.push(type);
    for (const type of ['contour-change', 'segmenter-error'] as const) element.addEventListener(type, hear);
    for (const nothing of [undefined, null]) element.contours = nothing;
    const fresh = document.createElement('snake-segmenter');
    fresh.contours = undefined;
    expect([fresh.contours.features, element.contours, heard]).to.deep.equal([[], contours, []]);
    for (const type of ['contour-change', 'segmenter-error'] as const) element.removeEventListener(type, hear);
  });

  it('takes what the page has changed in the collection that it was given, and does not change before it is set', () => {
    const element = shared();
    element.contours = { type: 'FeatureCollection', features: [square('a', 10)] };
    const { contours } = element;
    // As a page without types, or with those of the package, may.
    Reflect.apply(Array.prototype.push, contours.features, [square('b', 60)]);
    element.select('b');
    expect(element.selected).to.equal(undefined);
    element.contours = contours;
    expect(element.contours.features.map(({ id }) => id)).to.deep.equal(['a', 'b']);
    element.remove('a');
    element.contours = contours;
    expect(element.contours.features.map(({ id }) => id)).to.deep.equal(['a', 'b']);
  });

  it('has the defaults where an attribute is taken away, or a framework binds nothing', async () => {
    const element = shared();
    const ofDefault = () => [element.algorithm, element.model, element.channel, element.format];
    const defaults = ['snake', undefined, undefined, 'geojson'];
    for (const name of ['algorithm', 'model', 'channel', 'format']) {
      element.setAttribute(name, 'other');
      element.removeAttribute(name);
    }
    expect(ofDefault()).to.deep.equal(defaults);
    for (const nothing of [null, undefined]) {
      const bound = { algorithm: nothing, model: nothing, channel: nothing, format: nothing, viewerOptions: nothing };
      Object.assign(element, bound);
      expect([...ofDefault(), element.viewerOptions]).to.deep.equal([...defaults, {}]);
    }
    await element.updateComplete;
    const { geometry } = await element.segment({ x: 95, y: 75, width: 130, height: 90 });
    expect(geometry.type).to.equal('Polygon');
  });

  it('comes to rest where each change is set again', () => {
    const element = shared();
    let rounds = 0;
    const again = (): void => {
      rounds++;
      const { contours } = element;
      element.contours = contours;
    };
    element.addEventListener('contour-change', again);
    element.contours = { type: 'FeatureCollection', features: [square('a', 10), square('b', 60)] };
    element.removeEventListener('contour-change', again);
    expect(rounds).to.equal(1);
  });
});

describe('the language round the component', () => {
  const page = document.documentElement;
  const before = page.getAttribute('lang');
  afterEach(() => {
    if (before === null) page.removeAttribute('lang');
    else page.lang = before;
    unmountAll();
  });

  const toolbar = (element: SnakeSegmenter): string | null | undefined =>
    element.shadowRoot?.querySelector('[role=toolbar]')?.getAttribute('aria-label');
  const speaks = async (element: SnakeSegmenter, tools: string, viewer: string): Promise<void> => {
    await until(tools, () => toolbar(element) === tools, 20_000);
    await until(viewer, () => element.viewer?.canvas.getAttribute('aria-label')?.includes(viewer), 20_000);
  };

  it('is the component’s as soon as it changes, of the element, of what it lies in, and of the page', async () => {
    page.lang = 'en';
    const element = await withEllipse();
    await speaks(element, 'Segmentation tools', 'Arrow keys');
    element.lang = 'de';
    await speaks(element, 'Werkzeuge', 'Pfeiltasten');
    element.removeAttribute('lang');
    await speaks(element, 'Segmentation tools', 'Arrow keys');
    page.lang = 'fr';
    await speaks(element, 'Outils de segmentation', 'flèches');
    const part = document.createElement('section');
    part.lang = 'de';
    document.body.append(part);
    part.append(element);
    await speaks(element, 'Werkzeuge', 'Pfeiltasten');
    part.lang = 'en';
    await speaks(element, 'Segmentation tools', 'Arrow keys');
    part.remove();
  });

  it('is that of the element whose shadow tree the component lies in', async () => {
    page.lang = 'en';
    const part = document.createElement('section');
    part.lang = 'de';
    document.body.append(part);
    const element = document.createElement('snake-segmenter');
    element.toolbar = true;
    part.attachShadow({ mode: 'open' }).append(element);
    await until('German', () => toolbar(element) === 'Werkzeuge', 20_000);
    part.lang = 'en';
    await until('English', () => toolbar(element) === 'Segmentation tools', 20_000);
    part.remove();
  });
});

describe('keys', () => {
  const shared = sharedEllipse();

  it('are the page’s where one types into an editor inside the viewer', async () => {
    const element = shared();
    const editor = document.createElement('div');
    editor.contentEditable = 'true';
    element.viewer?.element.append(editor);
    editor.focus();
    await sendKeys({ type: 'Very big, pen' });
    expect([editor.textContent, element.tool]).to.deep.equal(['Very big, pen', 'pan']);
    editor.remove();
  });

  it('are all the page’s with no-keys', async () => {
    const element = shared();
    const heard: string[] = [];
    const hear = ({ key }: KeyboardEvent): void => void heard.push(key);
    document.addEventListener('keydown', hear);
    element.viewer?.canvas.focus();
    element.noKeys = true;
    await sendKeys({ press: 'b' });
    expect([element.tool, heard]).to.deep.equal(['pan', ['b']]);
    element.noKeys = false;
    await sendKeys({ press: 'b' });
    expect([element.tool, heard]).to.deep.equal(['box', ['b']]);
    document.removeEventListener('keydown', hear);
  });

  it('are chosen by keys, of which no-keys is the short form', async () => {
    const element = shared();
    const state = () => [element.keys, element.noKeys, element.hasAttribute('no-keys')];
    expect(state()).to.deep.equal(['focus', false, false]);
    element.keys = 'off';
    await element.updateComplete;
    expect(state()).to.deep.equal(['off', true, true]);
    element.viewer?.canvas.focus();
    const { tool } = element;
    await sendKeys({ press: tool === 'box' ? 'v' : 'b' });
    expect(element.tool).to.equal(tool);
    element.noKeys = false;
    expect(element.keys).to.equal('focus');
    element.setAttribute('keys', 'off');
    expect(element.noKeys).to.equal(true);
    element.setAttribute('keys', 'elsewhere');
    expect(element.keys).to.equal('focus');
    element.setAttribute('keys', 'off');
    element.removeAttribute('keys');
    await element.updateComplete;
    expect(state()).to.deep.equal(['focus', false, false]);
  });
});

describe('contributions', () => {
  afterEach(unmountAll);

  it('are refused when they are made, not when they are shown', async () => {
    const element = await mount();
    const run = (): void => {};
    const bad = [
      { id: 'x', title: 'X', run, when: 'hasContours &&' },
      { id: 'x', title: 'X', run, checked: '((' },
      { id: '', title: 'X', run },
      { id: 'x', title: 'X', run: JSON.parse('1') },
    ];
    for (const command of bad) {
      expect(() => element.registerCommand(command))
        .to.throw()
        .with.property('code', 'bad-parameter');
    }
    expect(element.commands.map(({ id }) => id)).not.to.include('x');
  });

  it('of algorithms outlive a change of the backend and a move in the page', async () => {
    const url = URL.createObjectURL(new Blob([algorithm], { type: 'text/javascript' }));
    const element = await withEllipse({ backend: 'auto' });
    await element.registerAlgorithm(url);
    element.algorithm = 'still';
    const box = { x: 20, y: 30, width: 40, height: 50 };
    element.backend = 'cpu';
    await element.ready;
    expect((await element.segment(box)).properties.measurements['Area px^2']).to.equal(2000);
    element.remove();
    await new Promise((resolve) => setTimeout(resolve));
    document.body.append(element);
    await element.ready;
    expect((await element.segment(box)).properties.measurements['Area px^2']).to.equal(2000);
  });

  it('of algorithms may come as soon as the component is in the page, and not before', async () => {
    const url = URL.createObjectURL(new Blob([algorithm], { type: 'text/javascript' }));
    const element = document.createElement('snake-segmenter');
    expect(await refused(element.registerAlgorithm(url))).to.include({ code: 'detached' });
    element.backend = 'cpu';
    document.body.append(element);
    expect(await element.registerAlgorithm(url)).to.be.a('function');
  });

  it('of algorithms last until they are disposed of, in this engine and in those after it', async () => {
    const url = URL.createObjectURL(new Blob([algorithm], { type: 'text/javascript' }));
    const element = await withEllipse({ backend: 'cpu' });
    const [first, second] = [await element.registerAlgorithm(url), await element.registerAlgorithm(url)];
    const box = { x: 20, y: 30, width: 40, height: 50 };
    element.algorithm = 'still';
    second();
    second();
    expect((await element.segment(box)).properties.measurements['Area px^2']).to.equal(2000);
    expect(element.algorithm).to.equal('still');
    first();
    await waitUntil(() => element.algorithm === 'snake');
    expect(await refused(element.segment(box, { algorithm: 'still' }))).to.include({ code: 'bad-parameter' });
    element.backend = 'auto';
    await element.ready;
    expect(await refused(element.segment(box, { algorithm: 'still' }))).to.include({ code: 'bad-parameter' });
  });
});

describe('a run that is asked for while the page hears of the outcome of another', () => {
  const shared = sharedEllipse();
  const box = { x: 90, y: 70, width: 140, height: 100 };
  /** Asks for two runs where the event comes the next time, at once and after a microtask: one of them is one too many. */
  const chained = (element: SnakeSegmenter, name: keyof SegmenterEventMap): Promise<(number | string | undefined)[]> =>
    new Promise((resolve) => {
      const ask = async (): Promise<string | undefined> =>
        element.segment(box).then(
          ({ geometry }) => geometry.type,
          (error) => error.code,
        );
      const hear = (): void => {
        const later = Promise.resolve().then(ask);
        Promise.all([ask(), later]).then(resolve);
      };
      element.addEventListener(name, hear, { once: true });
    });

  it('begins once that one is over, whether it was done, selected, aborted or failed', async () => {
    const element = shared();
    for (const name of ['contour-complete', 'contour-select'] as const) {
      const next = chained(element, name);
      await element.segment(box);
      expect(await next, name).to.have.members(['Polygon', 'busy']);
    }
    const stop = new AbortController();
    element.addEventListener('contour-start', () => stop.abort(), { once: true });
    const aborted = chained(element, 'contour-cancel');
    expect(await refused(element.segment(box, { signal: stop.signal }))).to.include({ name: 'AbortError' });
    expect(await aborted).to.have.members(['Polygon', 'busy']);
    const failed = chained(element, 'segmenter-error');
    expect(await refused(element.segment({ ...box, x: 9999 }))).to.include({ code: 'bad-init' });
    expect(await failed).to.have.members(['Polygon', 'busy']);
  });

  it('and so does a search of the whole image', async () => {
    const element = shared();
    const search = (): Promise<unknown> =>
      element.segment('auto', { regions: true }).then(
        () => 'found',
        (error) => error.code,
      );
    const next = new Promise<unknown>((resolve) => {
      element.addEventListener('contour-complete', () => resolve(search()), { once: true });
    });
    expect(await search()).to.equal('found');
    expect(await next).to.equal('found');
  });
});

describe('a browser without custom states', () => {
  afterEach(unmountAll);

  it('runs all the same', async () => {
    const states = Object.getOwnPropertyDescriptor(ElementInternals.prototype, 'states');
    Reflect.deleteProperty(ElementInternals.prototype, 'states');
    try {
      const element = await withEllipse();
      const contour = await element.segment({ x: 90, y: 70, width: 140, height: 100 });
      expect(contour.geometry.type).to.equal('Polygon');
    } finally {
      if (states) Object.defineProperty(ElementInternals.prototype, 'states', states);
    }
  });
});
