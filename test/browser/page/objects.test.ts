import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { click, frame, inWindow, mount, sharedEllipse, squareFeature, unmountAll } from '../support.js';
import { waitUntil } from '../until.js';

const tumour = { classification: { name: 'Tumour', color: [200, 0, 0] } };
const stroma = { classification: { name: 'Stroma', color: [0, 200, 0] } };

const inside = <T extends Element = HTMLElement>(element: SnakeSegmenter, selector: string): T => {
  const found = element.shadowRoot?.querySelector<T>(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
};

const rows = (element: SnakeSegmenter): HTMLElement[] => [
  ...(element.shadowRoot?.querySelectorAll<HTMLElement>('.list .row') ?? []),
];

const names = (element: SnakeSegmenter): string[] =>
  rows(element).map((row) => row.querySelector('b')?.textContent ?? '');

const labelled = (element: SnakeSegmenter, label: string): HTMLElement => inside(element, `[aria-label="${label}"]`);

const change = (input: Element, value: string): void => {
  if (
    !(input instanceof HTMLInputElement || input instanceof HTMLSelectElement || input instanceof HTMLTextAreaElement)
  ) {
    throw new TypeError('no field');
  }
  input.value = value;
  input.dispatchEvent(new Event('input'));
  input.dispatchEvent(new Event('change'));
};

describe('the list of objects', function () {
  this.timeout(240_000);
  const shared = sharedEllipse({ panel: true });
  const filled = async (): Promise<SnakeSegmenter> => {
    const element = shared();
    element.classes = [];
    element.classification = undefined;
    await element.import([
      squareFeature(10, 10, 30, tumour),
      squareFeature(60, 10, 60, stroma),
      squareFeature(10, 100, 40, tumour),
      squareFeature(200, 100, 20),
    ]);
    await element.updateComplete;
    return element;
  };

  it('has a row for each, with a picture, in the order asked for', async () => {
    const element = await filled();
    expect(names(element)).to.deep.equal(['Object 1', 'Object 2', 'Object 3', 'Object 4']);
    const canvas = inside<HTMLCanvasElement>(element, '.list canvas');
    // A neutral ground, not black, until the picture is there.
    expect(getComputedStyle(canvas).backgroundColor).not.to.equal('rgb(0, 0, 0)');
    const painted = (): boolean => (canvas.getContext('2d')?.getImageData(36, 36, 1, 1).data[3] ?? 0) > 0;
    await waitUntil(painted);
    element.classify({ name: 'Tumour', color: [250, 0, 0] }, element.contours.features[0]!.id);
    await element.updateComplete;
    expect(painted(), 'another colour leaves the picture').to.equal(true);
    change(labelled(element, 'Order'), 'Largest first');
    await element.updateComplete;
    // Nothing was measured of what a page set without measurements: the order drawn stays.
    change(labelled(element, 'Order'), 'Newest first');
    await element.updateComplete;
    expect(names(element)[0]).to.equal('Object 4');
    change(labelled(element, 'Order'), 'As drawn');
    change(labelled(element, 'Search'), 'stro');
    await element.updateComplete;
    expect(names(element)).to.deep.equal(['Object 2']);
    change(labelled(element, 'Search'), '');
    change(labelled(element, 'Objects of a class'), 'Tumour');
    await element.updateComplete;
    expect(names(element)).to.deep.equal(['Object 1', 'Object 3']);
    change(labelled(element, 'Objects of a class'), 'All classes');
    await element.updateComplete;
  });

  it('selects several with Shift and Control, in step with the image', async () => {
    const element = await filled();
    const [first, , third, fourth] = rows(element);
    first!.click();
    third!.dispatchEvent(new MouseEvent('click', { shiftKey: true, bubbles: true }));
    expect(element.selection).to.have.length(3);
    await element.updateComplete;
    expect(rows(element).map((row) => row.getAttribute('aria-selected'))).to.deep.equal([
      'true',
      'true',
      'true',
      'false',
    ]);
    fourth!.dispatchEvent(new MouseEvent('click', { ctrlKey: true, bubbles: true }));
    expect(element.selection).to.have.length(4);
    await element.updateComplete;
    // The measurements say whose they are.
    const whose = (): string | null | undefined => element.shadowRoot?.querySelector('h2.whose')?.textContent;
    expect(whose()).to.equal(element.selected?.properties.name ?? 'Object 4');
    element.tool = 'pan';
    await element.updateComplete;
    await frame();
    await click(element, 25, 25);
    await waitUntil(() => element.selection.length === 1);
    await element.updateComplete;
    const said = (): string | null => inside(element, '[role=status]').textContent;
    expect(said(), 'a click in the image says it too').to.equal('Object 1 of 4 selected');
    expect(rows(element)[0]?.getAttribute('aria-selected')).to.equal('true');
    expect(whose()).to.equal(undefined);
  });

  it('is walked by keys; Delete removes what is selected, in one step', async () => {
    const element = await filled();
    rows(element)[0]!.click();
    await element.updateComplete;
    rows(element)[0]!.focus();
    await sendKeys({ press: 'ArrowDown' });
    expect(element.selected?.properties.classification?.name).to.equal('Stroma');
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ up: 'Shift' });
    expect(element.selection).to.have.length(2);
    await sendKeys({ press: 'Delete' });
    expect(element.contours.features).to.have.length(2);
    element.undo();
    expect(element.contours.features).to.have.length(4);
  });

  it('goes on after Delete: the next row has the selection and the focus, the one before where there is none', async () => {
    const element = await filled();
    const kept = element.contours.features.map(({ id }) => id);
    const here = (): (string | boolean | undefined)[] => {
      const row = rows(element).find((each) => each === element.shadowRoot?.activeElement);
      return [row?.dataset.object, row?.ariaSelected === 'true', element.selected?.id];
    };
    const press = async (key: string): Promise<void> => {
      await sendKeys({ press: key });
      await element.updateComplete;
    };
    const said = (): string | null => inside(element, '[role=status]').textContent;
    rows(element)[1]!.click();
    await element.updateComplete;
    rows(element)[1]!.focus();
    await press('Delete');
    expect(here()).to.deep.equal([kept[2], true, kept[2]]);
    expect(said()).to.equal('Object deleted. Object 2 of 3 selected');
    await press('ArrowDown');
    expect(here()).to.deep.equal([kept[3], true, kept[3]]);
    await press('Delete');
    expect(here(), 'the last row').to.deep.equal([kept[2], true, kept[2]]);
    await press('ArrowUp');
    await sendKeys({ down: 'Shift' });
    await press('ArrowDown');
    await sendKeys({ up: 'Shift' });
    await press('Delete');
    expect(element.contours.features).to.deep.equal([]);
    expect(said()).to.equal('Objects deleted: 2');
    expect(element.shadowRoot?.activeElement?.className, 'keys act on the image').to.equal('openseadragon-canvas');
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'z' });
    await sendKeys({ up: 'Control' });
    expect(element.contours.features.map(({ id }) => id)).to.deep.equal([kept[0], kept[2]]);
  });

  it('keeps locked objects selected, and selects none where the active row stays', async () => {
    const element = await filled();
    const [first, second, third] = element.contours.features.map(({ id }) => id);
    element.select(first);
    element.executeCommand('snake.lock');
    await element.updateComplete;
    rows(element)[0]!.click();
    await element.updateComplete;
    rows(element)[0]!.focus();
    await sendKeys({ press: 'Delete' });
    await element.updateComplete;
    expect([element.selected?.id, element.contours.features.length]).to.deep.equal([first, 4]);
    rows(element)[3]!.click();
    // The second row joins and leaves again, and stays the active one.
    for (const place of [1, 1]) {
      await element.updateComplete;
      rows(element)[place]!.dispatchEvent(new MouseEvent('click', { ctrlKey: true, bubbles: true }));
    }
    await element.updateComplete;
    rows(element)[1]!.focus();
    await sendKeys({ press: 'Delete' });
    await element.updateComplete;
    expect(element.contours.features.map(({ id }) => id)).to.deep.equal([first, second, third]);
    expect(element.selected?.id).to.equal(undefined);
    const focused = element.shadowRoot?.activeElement;
    expect(focused instanceof HTMLElement && focused.dataset.object).to.equal(second);
  });

  it('takes a box drawn with Shift as a selection', async () => {
    const element = await filled();
    element.tool = 'pan';
    await element.updateComplete;
    await sendMouse({ type: 'move', position: inWindow(element, 2, 2) });
    await sendKeys({ down: 'Shift' });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: inWindow(element, 60, 60) });
    await sendMouse({ type: 'move', position: inWindow(element, 130, 80) });
    await sendMouse({ type: 'up' });
    await sendKeys({ up: 'Shift' });
    await waitUntil(() => element.selection.length === 2);
  });

  it('hides and locks; what is locked is neither changed nor deleted', async () => {
    const element = await filled();
    const { id } = element.contours.features[0]!;
    element.select(id);
    element.executeCommand('snake.hide');
    await frame();
    element.tool = 'pan';
    await element.updateComplete;
    await click(element, 25, 25);
    await waitUntil(() => element.selected === undefined);
    element.executeCommand('snake.select.all');
    expect(
      element.selection.map((contour) => contour.id),
      'what is hidden would be deleted unseen',
    ).not.to.contain(id);
    expect(element.selection).to.have.length(3);
    element.executeCommand('snake.showAll');
    element.select(id);
    element.executeCommand('snake.lock');
    expect(element.selected?.properties.isLocked).to.equal(true);
    expect(element.remove(id)).to.equal(false);
    element.executeCommand('snake.remove');
    expect(element.contours.features).to.have.length(4);
    await element.updateComplete;
    expect(inside(element, '.status').textContent).to.contain('Unlock them first');
    element.executeCommand('snake.lock');
    expect(element.remove(id)).to.equal(true);
  });

  it('shows one by its row though its class is hidden', async () => {
    const element = await filled();
    const dim = (): boolean[] => rows(element).map((row) => row.classList.contains('dim'));
    const press = async (button: HTMLElement): Promise<void> => {
      button.click();
      await element.updateComplete;
    };
    await press(labelled(element, 'Hide Tumour'));
    const hidden = dim();
    expect(hidden.filter(Boolean)).to.have.length(2);
    const place = hidden.indexOf(true);
    const eye = (): HTMLElement => rows(element)[place]!.querySelector<HTMLElement>('[aria-pressed]')!;
    await press(eye());
    expect(dim()).to.deep.equal(hidden.with(place, false));
    expect(eye().getAttribute('aria-pressed')).to.equal('false');
    await press(eye());
    expect(dim()).to.deep.equal(hidden);
  });

  it('takes a name and a note, which leave with the contour', async () => {
    const element = await filled();
    rows(element)[1]!.click();
    await element.updateComplete;
    change(inside(element, '#object-name'), 'Gland');
    change(inside(element, '#object-note'), 'look again');
    await element.updateComplete;
    expect(names(element)[1]).to.contain('Gland');
    const { features } = JSON.parse(await element.export('geojson'));
    expect([features[1].properties.name, features[1].properties.metadata.note]).to.deep.equal(['Gland', 'look again']);
  });

  it('keeps only rows in sight in the document', async () => {
    const element = shared();
    await element.import(
      Array.from({ length: 500 }, (_, k) => squareFeature((k % 25) * 10, Math.floor(k / 25) * 10, 8)),
    );
    await element.updateComplete;
    expect(rows(element).length).to.be.lessThan(60);
    expect(inside(element, '.list').getAttribute('aria-rowcount')).to.equal('500');
    element.select(element.contours.features[400]!.id);
    await waitUntil(() => names(element).includes('Object 401'));
  });
});

describe('classes', function () {
  this.timeout(240_000);
  const shared = sharedEllipse({ panel: true });
  beforeEach(() => {
    shared().classes = [];
    shared().classification = undefined;
  });

  it('are chosen by keys for the selected objects, and stay for new ones', async () => {
    const element = shared();
    element.classes = [
      { name: 'Tumour', color: [200, 0, 0] },
      { name: 'Stroma', color: [0, 200, 0] },
    ];
    await element.import([squareFeature(10, 10, 30), squareFeature(60, 10, 30)]);
    element.select(element.contours.features.map(({ id }) => id));
    await element.updateComplete;
    element.viewer!.canvas.focus();
    await sendKeys({ press: '2' });
    expect(element.contours.features.map(({ properties }) => properties.classification?.name)).to.deep.equal([
      'Stroma',
      'Stroma',
    ]);
    const contour = await element.segment({ x: 90, y: 70, width: 140, height: 100 });
    expect(contour.properties.classification?.name).to.equal('Stroma');
    await sendKeys({ press: '0' });
    expect(element.classification).to.equal(undefined);
  });

  it('typed under “New class” go to the selected objects that have none, and a press of a key of the list gives the class', async () => {
    const element = shared();
    element.classes = [];
    element.classification = undefined;
    await element.import([squareFeature(10, 10, 30), squareFeature(60, 10, 30)]);
    const [first = '', second = ''] = element.contours.features.map(({ id }) => id);
    const classOf = (id: string): string | undefined =>
      element.contours.features.find((contour) => contour.id === id)?.properties.classification?.name;
    const type = async (name: string): Promise<void> => {
      const field = inside<HTMLInputElement>(element, '#new-class');
      field.focus();
      await sendKeys({ type: name });
      await sendKeys({ press: 'Enter' });
      await element.updateComplete;
    };
    element.select(first);
    await element.updateComplete;
    await type('Tumour');
    expect(classOf(first)).to.equal('Tumour');
    await type('Stroma');
    expect(classOf(first), 'has one').to.equal('Tumour');
    expect(inside(element, '.class.chosen .key').ariaPressed).to.equal('true');
    element.select(second);
    await element.updateComplete;
    inside(element, '.class.chosen .key').click();
    expect(classOf(second), 'the class of new objects').to.equal('Stroma');
    await element.updateComplete;
    inside(element, '.class.chosen .key').click();
    expect(classOf(second), 'pressed once more').to.equal(undefined);
    await element.updateComplete;
    expect(element.shadowRoot?.querySelectorAll('.class.chosen').length).to.equal(0);
    element.select(undefined);
  });

  it('of several selected objects are told where all have the same, and can be given to all of them', async () => {
    const element = shared();
    await element.import([
      squareFeature(10, 10, 30, tumour),
      squareFeature(60, 10, 60, stroma),
      squareFeature(200, 100, 20),
    ]);
    await element.updateComplete;
    const field = inside<HTMLInputElement>(element, '#class-name');
    const colour = inside<HTMLInputElement>(element, '.pair [type=color]');
    const [first] = element.contours.features.map(({ id }) => id);
    element.select(first!);
    await element.updateComplete;
    expect([field.value, colour.disabled]).to.deep.equal(['Tumour', false]);
    await element.executeCommand('snake.select.all');
    await element.updateComplete;
    expect([field.value, field.placeholder, colour.disabled]).to.deep.equal(['', 'various', true]);
    change(field, 'Stroma');
    await element.updateComplete;
    expect(new Set(element.contours.features.map((one) => one.properties.classification?.name))).to.deep.equal(
      new Set(['Stroma']),
    );
    expect([field.value, colour.disabled]).to.deep.equal(['Stroma', false]);
  });

  it('that are none are refused at once, and the one before stays; a colour that lacks is that of the name', async () => {
    const element = shared();
    const before = { name: 'Tumour', color: [200, 0, 0] as const };
    element.classification = before;
    const told: string[] = [];
    const note = ({ detail }: CustomEvent<{ code: string }>): void => void told.push(detail.code);
    element.addEventListener('segmenter-error', note);
    for (const odd of [7, '', {}, { name: 'x', color: 'red' }, { name: 'x', color: [1, 2, Number.NaN] }]) {
      Reflect.set(element, 'classification', odd);
      expect(element.classification).to.equal(before);
    }
    element.removeEventListener('segmenter-error', note);
    expect(told).to.deep.equal(Array(5).fill('bad-parameter'));
    Reflect.set(element, 'classification', { name: 'Stroma' });
    const contour = await element.segment({ x: 90, y: 70, width: 140, height: 100 });
    expect(contour.properties.classification?.color).to.have.length(3);
    expect(await element.export('svg')).to.contain('Stroma');
    Reflect.set(element, 'classification', null);
    expect(element.classification).to.equal(undefined);
  });

  it('of a locked object stay, and the status says so', async () => {
    const element = shared();
    element.classes = [{ name: 'Stroma', color: [0, 200, 0] }];
    await element.import([squareFeature(10, 10, 30, { isLocked: true })]);
    element.select(element.contours.features[0]?.id);
    await element.updateComplete;
    await element.executeCommand('snake.class.1');
    await element.updateComplete;
    expect(element.contours.features[0]?.properties.classification).to.equal(undefined);
    expect(inside(element, '.status').textContent).to.contain('Locked objects stay');
    element.classification = undefined;
  });

  it('are renamed, coloured, joined and deleted for all of their objects at once', async () => {
    const element = shared();
    await element.import([
      squareFeature(10, 10, 30, tumour),
      squareFeature(60, 10, 30, tumour),
      squareFeature(10, 60, 30, stroma),
    ]);
    await element.updateComplete;
    const named = (): (string | undefined)[] =>
      element.contours.features.map(({ properties }) => properties.classification?.name);
    change(labelled(element, 'Rename Tumour'), 'Carcinoma');
    expect(named()).to.deep.equal(['Carcinoma', 'Carcinoma', 'Stroma']);
    await element.updateComplete;
    change(labelled(element, 'Colour of Carcinoma'), '#0102ff');
    expect(element.contours.features[1]?.properties.classification?.color).to.deep.equal([1, 2, 255]);
    await element.updateComplete;
    change(labelled(element, 'Rename Carcinoma'), 'Stroma');
    expect(named()).to.deep.equal(['Stroma', 'Stroma', 'Stroma']);
    await element.updateComplete;
    expect(inside(element, '.class .count').textContent).to.equal('3');
    expect(inside(element, '.status .what').textContent?.trim()).to.equal('Class Carcinoma is now part of Stroma');
    expect(inside(element, '.status .link').textContent).to.equal('Undo');
    labelled(element, 'Delete class Stroma').click();
    expect(named()).to.deep.equal([undefined, undefined, undefined]);
    element.undo();
    expect(named()).to.deep.equal(['Stroma', 'Stroma', 'Stroma']);
  });

  it('come and go as a list that QuPath reads', async () => {
    const element = shared();
    const list = { pathClasses: [{ name: 'Tumor', color: -3670016 }, { name: 'Stroma' }] };
    await element.take(new File([JSON.stringify(list)], 'classes.json', { type: 'application/json' }));
    expect(element.classes.map(({ name }) => name)).to.deep.equal(['Tumor', 'Stroma']);
    expect(element.classes[0]?.color).to.deep.equal([200, 0, 0]);
    await element.import({ type: 'Polygon', coordinates: squareFeature(0, 0, 5).geometry.coordinates });
    expect(element.contours.features).to.have.length(1);
  });

  it('of a file are told apart by colour from those that are there, and a list recolours the objects', async () => {
    const element = shared();
    const colourOf = (k: number): readonly number[] | undefined =>
      element.contours.features[k]?.properties.classification?.color;
    await element.import([squareFeature(10, 10, 30, tumour), squareFeature(60, 10, 30, stroma)]);
    const file = {
      type: 'FeatureCollection',
      features: [
        squareFeature(10, 60, 30, { classification: { name: 'Fat', color: tumour.classification.color } }),
        squareFeature(60, 60, 30, { classification: { name: 'Stroma', color: [1, 2, 3] } }),
      ],
    };
    await element.import(JSON.stringify(file));
    expect(colourOf(0)).to.deep.equal([200, 0, 0]);
    expect(colourOf(2)).not.to.deep.equal(colourOf(0));
    expect(colourOf(3)).to.deep.equal(colourOf(1));
    const once = JSON.stringify(element.contours);
    await element.import(once);
    expect(JSON.stringify(element.contours)).to.equal(once);
    await element.import(
      JSON.stringify({
        classes: [
          { name: 'Stroma', color: [9, 9, 9] },
          { name: 'Fat', color: [9, 9, 9] },
        ],
      }),
    );
    expect(colourOf(1)).to.deep.equal([9, 9, 9]);
    expect(colourOf(3)).to.deep.equal([9, 9, 9]);
    expect(colourOf(2)).not.to.deep.equal([9, 9, 9]);
  });

  it('change their colour for all of their objects in the field of one, and a typed one has a colour of its own', async () => {
    const element = shared();
    // Both names have the same colour where each is alone.
    const [first, second] = ['Stroma', 'Nerve'] as const;
    await element.import([squareFeature(10, 10, 30), squareFeature(60, 10, 30), squareFeature(10, 60, 30)]);
    const classify = async (k: number, name: string): Promise<void> => {
      element.select(element.contours.features[k]!.id);
      await element.updateComplete;
      change(inside(element, '#class-name'), name);
    };
    await classify(0, first);
    await classify(1, first);
    await classify(2, second);
    const colours = (): string[] =>
      element.contours.features.map(({ properties }) => String(properties.classification?.color));
    expect(colours()[2]).not.to.equal(colours()[0]);
    element.select(element.contours.features[0]!.id);
    await element.updateComplete;
    change(labelled(element, 'Class colour'), '#0102ff');
    expect(colours().slice(0, 2)).to.deep.equal(['1,2,255', '1,2,255']);
  });

  it('typed in the field go to the object, and Enter gives the keys back to the image', async () => {
    const element = shared();
    await element.import([squareFeature(10, 10, 30), squareFeature(60, 10, 30)]);
    element.select(element.contours.features[0]!.id);
    await element.updateComplete;
    element.viewer!.canvas.focus();
    await sendKeys({ press: 'l' });
    await waitUntil(() => element.shadowRoot?.activeElement?.id === 'class-name');
    await sendKeys({ type: 'Tumour' });
    await sendKeys({ press: 'Enter' });
    expect(element.selected?.properties.classification?.name).to.equal('Tumour');
    await sendKeys({ press: ']' });
    expect(element.selected?.id).to.equal(element.contours.features[1]!.id);
    expect(element.contours.features[0]?.properties.classification?.name).to.equal('Tumour');
  });
});

describe('the panel', function () {
  this.timeout(240_000);
  afterEach(unmountAll);

  it('passes the accessibility audit with objects and classes, and with the menu open', async () => {
    const element = await mount({ backend: 'cpu', panel: true, src: document.createElement('canvas').toDataURL() });
    await element.ready.catch(() => {});
    await element.import([squareFeature(10, 10, 30, tumour), squareFeature(60, 10, 30)]);
    element.select(element.contours.features[0]!.id);
    await element.updateComplete;
    await expect(element).to.be.accessible();
    element.executeCommand('snake.menu');
    await expect(element).to.be.accessible();
  });
});
