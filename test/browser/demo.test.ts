/** The annotators' page as a visitor uses it, in a frame of its own, from the sources. */
import { expect } from '@open-wc/testing';
import { resetMouse, sendMouse } from '@web/test-runner-commands';
import type Axe from 'axe-core';
import type { SnakeSegmenter } from '../../src/element/snake-segmenter.js';
import { forgetWork } from './forget-work.js';
import { until } from './until.js';

let frame: HTMLIFrameElement;

/** How far the scale bar and its label reach up from the lower edge of the image, in CSS pixels. */
const SCALE_BAR = 36;

const page = (): Document => {
  const { contentDocument } = frame;
  if (!contentDocument) throw new Error('The frame has no document');
  return contentDocument;
};

const openPage = async (hash: string, search = ''): Promise<SnakeSegmenter> => {
  frame = document.createElement('iframe');
  frame.style.cssText = 'position: fixed; inset: 0; width: 1280px; height: 800px; border: 0; background: white';
  frame.src = `/demo/index.html${search}#${hash}`;
  document.body.append(frame);
  const segmenter = await until('the element', () => page().querySelector('snake-segmenter'));
  await until('its upgrade', () => 'segment' in segmenter);
  await segmenter.ready;
  return segmenter;
};

/** The frame's own classes: a `File` of this window is none there. */
const view = (): Window & typeof globalThis => {
  const { defaultView } = page();
  if (!defaultView) throw new Error('The frame has no window');
  return defaultView;
};

const text = (selector: string): string => page().querySelector(selector)?.textContent?.replace(/\s+/g, ' ') ?? '';

/** Text of the component's status line. */
const said = (): string =>
  page().querySelector('snake-segmenter')?.shadowRoot?.querySelector('.status .what')?.textContent ?? '';

const button = (label: string): HTMLButtonElement => {
  const root = page().querySelector('snake-segmenter')?.shadowRoot;
  const found = [
    ...page().querySelectorAll('button'),
    ...(root?.querySelectorAll<HTMLButtonElement>('.image') ?? []),
  ].find(({ textContent }) => textContent?.includes(label));
  if (!found) throw new Error(`No button "${label}"`);
  return found;
};

/** The images of the component's strip, or the one of them that is open. */
const offered = (selector = '.image'): Element[] => [
  ...(page().querySelector('snake-segmenter')?.shadowRoot?.querySelectorAll(selector) ?? []),
];

const drop = (file: File, target: Element = page().body): void => {
  const { DataTransfer, DragEvent } = view();
  const transfer = new DataTransfer();
  transfer.items.add(file);
  const how = { dataTransfer: transfer, bubbles: true, composed: true, cancelable: true };
  target.dispatchEvent(new DragEvent('drop', how));
};

/** A grey square on a darker ground, as a PNG. */
const picture = async (): Promise<File> => {
  const canvas = new OffscreenCanvas(200, 160);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.fillStyle = '#303030';
  context.fillRect(0, 0, 200, 160);
  context.fillStyle = '#b0b0b0';
  context.fillRect(60, 40, 70, 80);
  return new (view().File)([await canvas.convertToBlob()], 'square.png', { type: 'image/png' });
};

describe('the demo', function () {
  this.timeout(240_000);

  before(() => document.body.style.setProperty('margin', '0'));
  afterEach(async () => {
    await resetMouse();
    frame.remove();
    // What one test made is kept in the browser, and would be there in the next.
    await forgetWork();
  });

  it('explains itself, and shows how it is done on request', async () => {
    const segmenter = await openPage('nuclei');
    expect(text('.guide')).to.contain('box around one bright nucleus');
    expect(offered()).to.have.length(7);
    expect(offered('.image[aria-current]')[0]?.textContent).to.contain('Nuclei');
    button('Show me').click();
    await until('the contours', () => segmenter.contours.features.length === 4);
    expect(page().querySelector<HTMLElement>('.guide')?.hidden).to.equal(true);
    await until('the end', () => said().startsWith('Done: '));
    expect(text('#criterion')).to.match(/nats gained/);
    expect(text('#histograms')).to.match(/gaussian model/);
    await until('the kernels', () => /(segment_contributions|try_moves)\s*\d/.test(text('#debug')));
    expect(text('#events')).to.contain('contour-complete');
    expect(page().querySelectorAll('.plot canvas')).to.have.length(2);
  });

  it('leads through a sample task, a step further for each thing that is done', async () => {
    const segmenter = await openPage('nuclei');
    button('Sample task').click();
    expect(text('.guide')).to.contain('1 of 4');
    await segmenter.segment({ x: 440, y: 295, width: 50, height: 34 });
    await until('the second step', () => text('.guide').includes('2 of 4'));
    await segmenter.executeCommand('snake.classify', { name: 'Tumor', color: [200, 30, 30] });
    await until('the third step', () => text('.guide').includes('3 of 4'));
    button('Next').click();
    expect(text('.guide')).to.contain('4 of 4');
    button('Finish').focus();
    button('Finish').click();
    expect(page().querySelector<HTMLElement>('.guide')?.hidden).to.equal(true);
    expect(page().activeElement).to.equal(segmenter);
    segmenter.addEventListener('file-save', (event) => event.preventDefault());
    for (const command of ['snake.export', 'snake.session.save']) {
      button('Sample task').click();
      for (let k = 0; k < 3; k++) button('Next').click();
      expect(text('.guide')).to.contain('4 of 4');
      await segmenter.executeCommand(command);
      await until(`the end with ${command}`, () => page().querySelector<HTMLElement>('.guide')?.hidden === true);
    }
  });

  it('asks in its sample task for what is there: the tool is in hand, and no open panel is opened', async () => {
    const segmenter = await openPage('nuclei');
    const tap = (): void => {
      const { PointerEvent } = view();
      page().body.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }));
    };
    const asked = (): string => text('.guide [role=status]');
    tap();
    segmenter.tool = 'eraser';
    button('Sample task').click();
    expect(segmenter.tool).to.equal('box');
    segmenter.tool = 'eraser';
    button('Glacier').click();
    await segmenter.ready;
    expect(segmenter.tool, 'on another image').to.equal('box');
    segmenter.tool = 'pan';
    await until('the tool to take', () => asked().includes('square with four corner points'));
    segmenter.tool = 'box';
    await until('its own start', () => asked().includes('Let go to start'));
    segmenter.panel = false;
    button('Next').click();
    await until('the way to the panel', () => asked().includes('tap the sliders'));
    segmenter.panel = true;
    await until('the open panel', () => !asked().includes('sliders') && asked().includes('New class'));
    button('Next').click();
    expect(asked()).to.contain('brush').and.contain('›');
    expect(segmenter.tool, 'for more objects').to.equal('box');
    button('Next').click();
    expect(asked()).to.contain('Export').and.not.contain('sliders');
    segmenter.tool = 'point';
    button('Finish').click();
    expect(segmenter.tool, 'after the task').to.equal('point');
  });

  it('asks for an object again once none is left, and goes on where it was when one comes back', async () => {
    const segmenter = await openPage('nuclei');
    const isAt = (step: number): Promise<boolean> =>
      until(`step ${step}`, () => text('.guide').includes(`${step} of 4`));
    button('Sample task').click();
    await segmenter.segment({ x: 440, y: 295, width: 50, height: 34 });
    await isAt(2);
    segmenter.tool = 'brush';
    segmenter.undo();
    await isAt(1);
    expect(text('.guide [role=status]'))
      .to.contain('box around one bright nucleus')
      .and.contain('square with four corner points');
    expect(segmenter.tool).to.equal('brush');
    segmenter.redo();
    await isAt(2);
    await segmenter.executeCommand('snake.classify', { name: 'Tumor', color: [200, 30, 30] });
    await isAt(3);
    button('Glacier').click();
    await segmenter.ready;
    await isAt(1);
    expect(text('.guide [role=status]')).to.contain('above the calving front');
    button('Nuclei').click();
    await segmenter.ready;
    await isAt(3);
    segmenter.clear();
    await isAt(1);
    await segmenter.segment({ x: 144, y: 320, width: 46, height: 35 });
    await isAt(2);
  });

  it('lays its card over no part of the image, which stays in its place from step to step', async () => {
    // In German the texts for keys and for fingers differ by a line on a narrow screen.
    const segmenter = await openPage('tissue', '?lang=de');
    const boxOf = (element: Element | null | undefined): DOMRect => {
      if (!element) throw new Error('There is no such part');
      return element.getBoundingClientRect();
    };
    for (const [width, height] of [
      [1360, 860],
      [1024, 768],
      [390, 844],
    ] as const) {
      Object.assign(frame.style, { width: `${width}px`, height: `${height}px` });
      await until('its size', () => view().innerWidth === width);
      button('Übung').click();
      const places = new Set<string>();
      for (let step = 1; step <= 4; step++) {
        const pointerType = step % 2 === 0 ? 'touch' : 'mouse';
        page().body.dispatchEvent(new (view().PointerEvent)('pointerdown', { pointerType, bubbles: true }));
        await segmenter.updateComplete;
        const card = boxOf(page().querySelector('.guide'));
        const image = boxOf(segmenter.viewer?.element);
        expect(text('.guide')).to.contain(`${step} von 4`);
        expect(card.height).to.be.greaterThan(30);
        // Firefox has fractions of a millionth of a pixel.
        expect(Math.round(card.bottom)).to.be.at.most(height);
        expect(card.top >= image.bottom || card.bottom <= image.top, `over the image at ${width}`).to.equal(true);
        places.add(JSON.stringify([image.x, image.y, image.width, image.height]));
        button(step < 4 ? 'Weiter' : 'Fertig').click();
      }
      expect([...places]).to.have.length(1);
    }
  });

  it('lays its card over little of the image in a short window, as of a page at 200 %', async () => {
    const segmenter = await openPage('tissue', '?lang=de');
    Object.assign(frame.style, { width: '640px', height: '360px' });
    await until('its size', () => view().innerHeight === 360);
    await until('its place', () => segmenter.querySelector('.guide'));
    // As the page opens there.
    segmenter.panel = false;
    button('Übung').click();
    for (let step = 1; step <= 4; step++) {
      await segmenter.updateComplete;
      const card = page().querySelector('.guide')!.getBoundingClientRect();
      const image = segmenter.viewer!.element.getBoundingClientRect();
      expect(text('.guide')).to.contain(`${step} von 4`);
      expect(card.height / image.height).to.be.lessThan(0.15);
      expect(card.left).to.be.at.least(image.left);
      for (const each of page().querySelectorAll<HTMLElement>('.guide button'))
        if (each.offsetWidth > 0) expect(Math.min(each.offsetWidth, each.offsetHeight)).to.be.at.least(24);
      button(step < 4 ? 'Weiter' : 'Fertig').click();
    }
  });

  it('lays its card over no bar of a tool in a short window', async () => {
    const segmenter = await openPage('nuclei', '?lang=de');
    const { id } = await segmenter.segment({ x: 440, y: 295, width: 50, height: 34 });
    button('Übung').click();
    for (const [width, height] of [
      [640, 400],
      [844, 390],
      [427, 267],
    ] as const) {
      Object.assign(frame.style, { width: `${width}px`, height: `${height}px` });
      await until('its size', () => view().innerHeight === height && view().innerWidth === width);
      await until('its place', () => segmenter.querySelector('.guide'));
      for (const tool of ['nodes', 'point'] as const) {
        segmenter.tool = tool;
        segmenter.select(id);
        await segmenter.updateComplete;
        const card = page().querySelector('.guide')!.getBoundingClientRect();
        const bars = segmenter.shadowRoot?.querySelectorAll('.bars > *') ?? [];
        expect(bars.length).to.be.greaterThan(0);
        const where = `${tool} at ${width} × ${height}`;
        for (const bar of bars) {
          const { top, bottom, left, right } = bar.getBoundingClientRect();
          const apart = card.bottom <= top || bottom <= card.top || card.right <= left || right <= card.left;
          expect(apart, where).to.equal(true);
        }
        const image = segmenter.viewer!.element.getBoundingClientRect();
        expect(card.top >= image.top && card.bottom <= image.bottom, where).to.equal(true);
      }
    }
  });

  it('folds its card in a window of a few lines, as of a page at 300 %, and after each step', async () => {
    const segmenter = await openPage('tissue', '?lang=de');
    button('Übung').click();
    for (const [width, height] of [
      [427, 240],
      [455, 256],
      [640, 300],
    ] as const) {
      Object.assign(frame.style, { width: `${width}px`, height: `${height}px` });
      await until('its size', () => view().innerHeight === height && view().innerWidth === width);
      await segmenter.updateComplete;
      const card = page().querySelector('.guide')!;
      const share = (): number => {
        const { width: across, height: down } = card.getBoundingClientRect();
        const image = segmenter.viewer!.element.getBoundingClientRect();
        return (across * down) / (image.width * image.height);
      };
      const fold = card.querySelector<HTMLElement>('.fold')!;
      expect(fold.textContent).to.contain('von 4');
      expect(share(), `${width} × ${height}`).to.be.lessThan(0.09);
      expect(Math.min(fold.offsetWidth, fold.offsetHeight)).to.be.at.least(24);
      expect(button('Weiter').checkVisibility()).to.equal(false);
      fold.click();
      expect(share(), 'unfolded').to.be.greaterThan(0.15);
      button('Weiter').click();
      expect(share(), 'the next step').to.be.lessThan(0.09);
    }
    Object.assign(frame.style, { width: '640px', height: '800px' });
    await until('its size', () => view().innerHeight === 800);
    expect(page().querySelector('.guide .fold')?.checkVisibility()).to.equal(false);
    expect(button('Fertig').checkVisibility()).to.equal(true);
  });

  it('lays its card over no slider of slices in a short window', async () => {
    const segmenter = await openPage('brain');
    Object.assign(frame.style, { width: '844px', height: '390px' });
    const slices = await until('the slices', () => segmenter.shadowRoot?.querySelector('[part~=slices]'));
    button('Sample task').click();
    const bottomOf = (element: Element | null): number => element?.getBoundingClientRect().bottom ?? 0;
    await until('its place', () => view().innerHeight === 390 && bottomOf(page().querySelector('.guide')) > 0);
    await until('above them', () => bottomOf(page().querySelector('.guide')) <= slices.getBoundingClientRect().top);
    const below = bottomOf(segmenter.viewer!.element) - bottomOf(page().querySelector('.guide'));
    expect(below, 'the height of the scale bar').to.be.within(SCALE_BAR, SCALE_BAR + 8);
  });

  it('lays its card over no scale bar in a short window', async () => {
    const segmenter = await openPage('tissue');
    for (const [width, height] of [
      [740, 360],
      [640, 360],
      [427, 267],
    ] as const) {
      Object.assign(frame.style, { width: `${width}px`, height: `${height}px` });
      await until('its size', () => view().innerHeight === height && view().innerWidth === width);
      await until('its place', () => segmenter.querySelector('.guide'));
      button('Sample task').click();
      for (let step = 1; step <= 4; step++) {
        await segmenter.updateComplete;
        const card = page().querySelector('.guide')!.getBoundingClientRect();
        const { bottom } = segmenter.viewer!.element.getBoundingClientRect();
        expect(bottom - card.bottom, `step ${step} at ${width} × ${height}`).to.be.within(SCALE_BAR, SCALE_BAR + 8);
        button(step < 4 ? 'Next' : 'Finish').click();
      }
    }
  });

  it('keeps the image in its place when the card’s advice was followed', async () => {
    const segmenter = await openPage('nuclei');
    page().querySelector<HTMLElement>('.guide .close')?.click();
    button('Glacier').click();
    await until('the image', () => segmenter.image?.width === 200);
    expect(page().querySelector<HTMLElement>('.guide')?.hidden).to.equal(true);
    frame.remove();
    const again = await openPage('nuclei');
    const before = JSON.stringify(again.viewer?.element.getBoundingClientRect());
    expect(text('.guide')).to.contain('Draw a box around one bright nucleus.');
    await again.segment({ x: 440, y: 295, width: 50, height: 34 });
    await again.updateComplete;
    expect(text('.guide')).to.contain('Draw a box around one bright nucleus.');
    expect(page().querySelector<HTMLElement>('.guide')?.hidden).to.equal(false);
    expect(JSON.stringify(again.viewer?.element.getBoundingClientRect())).to.equal(before);
  });

  it('gives keys to the component where nothing has the focus', async () => {
    const segmenter = await openPage('nuclei');
    const press = (key: string): boolean =>
      page().body.dispatchEvent(
        new (view().KeyboardEvent)('keydown', { key, bubbles: true, composed: true, cancelable: true }),
      );
    expect(press('Tab')).to.equal(true);
    expect(page().activeElement).to.equal(page().body);
    expect(press('p')).to.equal(false);
    expect(segmenter.tool).to.equal('polygon');
    expect(page().activeElement).to.equal(segmenter);
  });

  it('speaks the language that is asked for, and the next one that the document has', async () => {
    const segmenter = await openPage('nuclei', '?lang=de');
    button('Übung').click();
    expect(text('.guide')).to.contain('1 von 4').and.to.contain('Ein Rechteck um einen hellen Zellkern ziehen.');
    expect(button('Zellkerne').title).to.contain('Fluoreszenzmikroskopie');
    expect(said()).to.match(/Rechteck|geöffnet/);
    page().documentElement.lang = 'fr';
    await until('French', () => text('.guide').includes('1 sur 4'));
    await segmenter.updateComplete;
    expect(button('Noyaux').getAttribute('aria-current')).to.equal('true');
    expect(segmenter.image?.width).to.equal(512);
  });

  it('gives the image most of the window, and keeps what developers want behind a switch', async () => {
    const segmenter = await openPage('nuclei');
    const share = (): number => {
      const { width, height } = segmenter.viewer?.element.getBoundingClientRect() ?? { width: 0, height: 0 };
      return (width * height) / (view().innerWidth * view().innerHeight);
    };
    Object.assign(frame.style, { width: '1366px', height: '650px' });
    await until('its size', () => view().innerWidth === 1366);
    expect(segmenter.panel).to.equal(true);
    expect(share()).to.be.greaterThan(0.6);
    const tools = segmenter.shadowRoot?.querySelector('.toolbar');
    await until('its tools in sight', () => tools && tools.scrollWidth <= tools.clientWidth);
    expect(page().querySelector('#developer')?.checkVisibility()).to.equal(false);
    button('Developer').click();
    expect(page().querySelector('#developer')?.checkVisibility()).to.equal(true);
  });

  it('moves nothing when a run begins and ends', async () => {
    const segmenter = await openPage('nuclei');
    const place = (): string => JSON.stringify(segmenter.viewer?.element.getBoundingClientRect());
    const before = place();
    const places = new Set<string>();
    for (const name of ['contour-start', 'contour-progress', 'contour-complete'] as const) {
      segmenter.addEventListener(name, () => places.add(place()));
    }
    await segmenter.segment({ x: 440, y: 295, width: 50, height: 34 });
    await segmenter.updateComplete;
    expect([...places, place()].filter((other) => other !== before)).to.deep.equal([]);
  });

  it('finds objects by itself, and counts them', async () => {
    const segmenter = await openPage('nuclei');
    await segmenter.executeCommand('snake.run');
    await until('the count', () => /Done: ([5-9]\d|1\d\d) objects/.test(said()));
    expect(segmenter.contours.features.length).to.be.greaterThan(49);
  });

  it('finds what a mouse draws a box round', async () => {
    const segmenter = await openPage('nuclei');
    const { viewer } = segmenter;
    const item = viewer?.world.getItemAt(0);
    if (!viewer || !item) throw new Error('No viewer');
    const area = viewer.canvas.getBoundingClientRect();
    const at = (x: number, y: number): [number, number] => {
      const { x: left, y: top } = viewer.viewport.pixelFromPoint(
        item.imageToViewportRectangle(x, y, 1, 1).getTopLeft(),
      );
      return [Math.round(area.left + left), Math.round(area.top + top)];
    };
    await sendMouse({ type: 'move', position: at(144, 320) });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: at(165, 338) });
    await sendMouse({ type: 'move', position: at(190, 355) });
    await sendMouse({ type: 'up' });
    const contour = await until('the contour', () => segmenter.contours.features[0]);
    expect(contour.properties.measurements['Area px^2']).to.be.within(500, 800);
  });

  it('opens an image of one’s own, and says the HTML for it', async () => {
    const segmenter = await openPage('nuclei');
    drop(await picture());
    await until('the image', () => segmenter.image?.name === 'square.png');
    await until('its card', () => offered('.image[aria-current]')[0]?.textContent?.includes('square.png'));
    expect(offered()).to.have.length(8);
    expect(text('#snippet')).to.contain('src="square.png"');
    // A reload does not show another image in its place.
    expect(view().location.hash).to.equal('');
    segmenter.model = 'gaussian';
    await until('the setting', () => text('#snippet').includes('model="gaussian"'));
    segmenter.model = undefined;
    await segmenter.segment({ x: 50, y: 30, width: 90, height: 100 });
    // A corner may be cut through the middle of its pixel.
    expect(segmenter.contours.features[0]?.properties.measurements['Area px^2']).to.be.closeTo(70 * 80, 2);
    button('Glacier').click();
    await until('another image', () => segmenter.image?.width === 200 && segmenter.contours.features.length === 0);
    button('square.png').click();
    await until('the image again', () => segmenter.contours.features.length === 1);
    await until('its work stored', () => segmenter.storage === 'saved');
  });

  it('says after a reload which file of one’s own to open again, and has the work on it then', async () => {
    const first = await openPage('');
    // Dropped on the component, which opens it by itself.
    drop(await picture(), first.shadowRoot?.querySelector('.stage') ?? first);
    await until('its card', () => offered('.image[aria-current]')[0]?.textContent?.includes('square.png'));
    expect(view().location.hash).to.equal('');
    await first.segment({ x: 50, y: 30, width: 90, height: 100 });
    await until('the work stored', () => first.storage === 'saved');
    frame.remove();
    const again = await openPage('');
    expect(text('.guide')).to.contain('Your work on square.png is stored here.');
    drop(await picture());
    await until('the work', () => again.contours.features.length === 1);
    expect(text('.guide')).to.contain('Draw a box around an object.');
    button('Glacier').click();
    await until('another image', () => again.image?.width === 200);
    frame.remove();
    await openPage('');
    expect(text('.guide')).not.to.contain('square.png');
  });

  it('keeps the settings of the image that is open where another cannot be opened', async () => {
    const segmenter = await openPage('flood');
    drop(new (view().File)(['this is no image'], 'letter.nii', { type: '' }));
    await until('the message', () => segmenter.shadowRoot?.querySelector('[part=error]'));
    await until('the settings', () => segmenter.algorithm === 'snake');
    expect(segmenter.channel).to.equal('db');
    expect(view().location.hash).to.equal('#flood');
    expect(offered('.image[aria-current]')[0]?.textContent).to.contain('Flood');
    expect(offered()).to.have.length(7);
  });

  it('says in words what is wrong with a file', async () => {
    const segmenter = await openPage('nuclei');
    drop(new (view().File)(['this is no image'], 'letter.tif', { type: 'image/tiff' }));
    const banner = await until('the message', () => segmenter.shadowRoot?.querySelector('[part=error]'));
    expect(banner.textContent).to.contain('letter.tif');
    await until('the event', () => text('#events').includes('segmenter-error'));
  });

  it('reads a contour file that is dropped, on the viewer or beside it, and keeps the image', async () => {
    const segmenter = await openPage('nuclei');
    const { src } = segmenter;
    const coordinates = [
      [
        [10, 10],
        [60, 10],
        [60, 60],
        [10, 10],
      ],
    ];
    const file = (by = 0): File => {
      const moved = coordinates.map((ring) => ring.map(([x = 0, y = 0]) => [x + by, y]));
      const text = JSON.stringify({ type: 'Polygon', coordinates: moved });
      return new (view().File)([text], 'nuc.geojson', { type: 'application/geo+json' });
    };
    segmenter.clear();
    drop(file(), segmenter.shadowRoot?.querySelector('.stage') ?? segmenter);
    await until('the contour', () => segmenter.contours.features.length === 1);
    drop(file(20));
    await until('the second', () => segmenter.contours.features.length === 2);
    expect(segmenter.src).to.equal(src);
    await segmenter.segment({ x: 440, y: 295, width: 50, height: 34 });
    segmenter.clear();
  });

  it('goes to another image by its card, and follows the address', async () => {
    const segmenter = await openPage('nuclei');
    button('Glacier').click();
    await until('the image', () => segmenter.image?.width === 200);
    expect(frame.contentWindow?.location.hash).to.equal('#glacier');
    const { contentWindow } = frame;
    if (contentWindow) contentWindow.location.hash = 'flood';
    await until('the next', () => segmenter.image?.width === 512);
    expect(offered('.image[aria-current]')[0]?.textContent).to.contain('Flood');
  });

  it('traces the vessels of a retina, and says how to have them so', async () => {
    const segmenter = await openPage('vessels');
    expect(text('#snippet')).to.contain('{"polarity":"dark"}');
    button('Show me').click();
    await until('the lines', () => /Done: [1-9]\d+ objects/.test(said()));
    expect(text('#criterion')).to.contain('line detection has none');
    const { features } = segmenter.contours;
    expect(features.length).to.be.greaterThan(300);
    const lengths = features.map(({ properties }) => properties.measurements['Length px'] ?? 0);
    expect(Math.min(...lengths)).to.be.greaterThan(0);
    button('Nuclei').click();
    await until('the image', () => segmenter.image?.width === 512);
    expect(segmenter.parameters).to.deep.equal({});
  });

  it('goes through a volume slice by slice', async () => {
    const segmenter = await openPage('brain');
    expect(segmenter.slice).to.equal(47);
    button('Show me').click();
    await until('the contours', () => said().startsWith('Done: '));
    const { features } = segmenter.contours;
    expect(features.length).to.be.above(60);
    expect(features[0]?.properties.measurements['Volume mm^3']).to.be.within(1.6e6, 2.1e6);
    await until('the events', () => /contour-complete ×\d/.test(text('#events')));
    segmenter.slice = 60;
    expect(segmenter.selected?.geometry.plane?.z).to.equal(60);
  });

  it('has a scale bar where the size of a pixel is known', async () => {
    const marks = (canvas: HTMLCanvasElement): number => {
      const corner = canvas.getContext('2d')?.getImageData(0, canvas.height - 40, 170, 40).data ?? [];
      return corner.filter((value, i) => i % 4 === 3 && value > 200).length;
    };
    const overlayOf = async (hash: string): Promise<HTMLCanvasElement> => {
      const segmenter = await openPage(hash);
      return until('the overlay', () =>
        segmenter.viewer?.canvas.querySelector<HTMLCanvasElement>('canvas.snake-overlay'),
      );
    };
    const known = await overlayOf('tissue');
    await until('the bar', () => marks(known) > 100);
    frame.remove();
    const unknown = await overlayOf('nuclei');
    await until('a drawing', () => unknown.width > 300);
    for (let k = 0; k < 3; k++) await new Promise((resolve) => view().requestAnimationFrame(resolve));
    expect(marks(unknown)).to.equal(0);
  });

  it('is accessible', async () => {
    await openPage('brain');
    const script = page().createElement('script');
    script.src = '/node_modules/axe-core/axe.min.js';
    page().head.append(script);
    const axe = await until('axe', (): typeof Axe | undefined => Reflect.get(view(), 'axe'));
    const { violations } = await axe.run(page().body);
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(told).to.deep.equal([]);
  });
});
