/** From an image to a file of three classified objects in the annotators' page: by keys alone, and by touch alone. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../src/element/snake-segmenter.js';
import { forgetWork } from './forget-work.js';
import { until } from './until.js';

let frame: HTMLIFrameElement;

const page = (): Document => {
  const { contentDocument } = frame;
  if (!contentDocument) throw new Error('The frame has no document');
  return contentDocument;
};

const view = (): Window & typeof globalThis => {
  const { defaultView } = page();
  if (!defaultView) throw new Error('The frame has no window');
  return defaultView;
};

const openPage = async (width: number, height: number): Promise<SnakeSegmenter> => {
  frame = document.createElement('iframe');
  frame.style.cssText = `position: fixed; inset: 0; width: ${width}px; height: ${height}px; border: 0; background: white`;
  frame.src = '/demo/index.html#glacier';
  document.body.append(frame);
  const segmenter = await until('the element', () => page().querySelector('snake-segmenter'));
  await until('its upgrade', () => 'segment' in segmenter);
  await segmenter.ready;
  return segmenter;
};

const inside = (segmenter: SnakeSegmenter, selector: string): HTMLElement => {
  const found = segmenter.shadowRoot?.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
};

/** Control under the focus, through shadow roots. */
const focused = (): Element | null => {
  let at = page().activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
};

/** Goes on by Tab to a control. */
const tabTo = async (what: string, is: (element: Element) => boolean): Promise<void> => {
  for (let k = 0; k < 80; k++) {
    const at = focused();
    if (at && is(at)) return;
    await sendKeys({ press: 'Tab' });
  }
  throw new Error(`Tab did not reach ${what}`);
};

const chord = async (...keys: readonly string[]): Promise<void> => {
  const held = keys.slice(0, -1);
  for (const down of held) await sendKeys({ down });
  await sendKeys({ press: keys.at(-1) ?? '' });
  for (const up of held.toReversed()) await sendKeys({ up });
};

/** Files that the page hands to the browser to download. */
const downloads = (): Blob[] => {
  const { URL, HTMLAnchorElement } = view();
  const blobs: Blob[] = [];
  const make = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob: Blob) => {
    blobs.push(blob);
    return make(blob);
  };
  HTMLAnchorElement.prototype.click = () => {};
  return blobs;
};

const classesIn = async (blobs: readonly Blob[]): Promise<string[]> => {
  const blob = await until('the file', () => blobs.find(({ size }) => size > 500));
  const { features } = JSON.parse(await blob.text());
  return features.map(
    (feature: { properties: { classification?: { name: string } } }) => feature.properties.classification?.name,
  );
};

/** Area of the selected object as it is measured; 0 where none is selected. */
const areaOf = ({ selected }: SnakeSegmenter): number => selected?.properties.measurements['Area px^2'] ?? 0;

/** Controls that can be pressed and are smaller than 24 CSS pixels either way. */
const small = (segmenter: SnakeSegmenter): string[] =>
  [page(), segmenter.shadowRoot]
    .flatMap((root) => [
      ...(root?.querySelectorAll<HTMLElement>('button, input:not([type=file]), select, summary, textarea, a[href]') ??
        []),
    ])
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .filter((control) => {
      const { width, height } = control.getBoundingClientRect();
      return width > 0 && (width < 23.9 || height < 23.9);
    })
    .map((control) => `${control.tagName} ${control.className} ${control.id} ${control.textContent?.trim()}`);

describe('the whole way', function () {
  this.timeout(240_000);

  before(() => document.body.style.setProperty('margin', '0'));
  afterEach(async () => {
    frame.remove();
    await forgetWork();
  });

  it('by keys alone', async () => {
    const segmenter = await openPage(1280, 800);
    const files = downloads();
    view().focus();
    await tabTo('the images', ({ classList }) => classList.contains('image'));
    await sendKeys({ press: 'Home' });
    await sendKeys({ press: 'ArrowDown' });
    expect(focused()?.textContent).to.contain('Nuclei');
    await sendKeys({ press: 'Enter' });
    await until('the image', () => segmenter.image?.name.includes('fluo_nuclei'));
    await segmenter.ready;
    await tabTo('the image itself', ({ classList }) => classList.contains('openseadragon-canvas'));
    await sendKeys({ press: 'b' });
    const box = async (along: string, times: number, count: number): Promise<void> => {
      await sendKeys({ press: 'Enter' });
      for (let k = 0; k < times; k++) await sendKeys({ press: along });
      await sendKeys({ press: 'Enter' });
      await until('the contour', () => segmenter.contours.features.length === count);
      await until('the end', () => !segmenter.commands.find(({ id }) => id === 'snake.pause')?.enabled);
    };
    await box('ArrowUp', 0, 1);
    await sendKeys({ press: 'l' });
    await until('the field', () => focused()?.id === 'class-name');
    await sendKeys({ type: 'Tumor' });
    await sendKeys({ press: 'Enter' });
    await until('the keys back at the image', () => focused()?.classList.contains('openseadragon-canvas'));
    // The class stays for the next one.
    await box('ArrowRight', 6, 2);
    await box('ArrowLeft', 6, 3);
    await sendKeys({ press: 'l' });
    await until('the field', () => focused()?.id === 'class-name');
    await chord('Control', 'a');
    await sendKeys({ type: 'Stroma' });
    await sendKeys({ press: 'Enter' });
    await until('the second class', () => segmenter.classes?.length === 2);
    // A vertex is put right, another that should have stayed is taken back, and the class stays.
    await until('the keys back at the image', () => focused()?.classList.contains('openseadragon-canvas'));
    const before = areaOf(segmenter);
    await sendKeys({ press: 'n' });
    await sendKeys({ press: 'PageDown' });
    await sendKeys({ press: 'ArrowRight' });
    await until('the measured correction', () => ![0, before].includes(areaOf(segmenter)));
    const corrected = areaOf(segmenter);
    await sendKeys({ press: 'PageDown' });
    await sendKeys({ press: 'ArrowDown' });
    await until('the move too many', () => areaOf(segmenter) !== corrected);
    await chord('Control', 'z');
    await until('the corrected object', () => areaOf(segmenter) === corrected);
    await chord('Control', 's');
    expect((await classesIn(files)).sort()).to.deep.equal(['Stroma', 'Tumor', 'Tumor']);
    // What was done is said.
    const live = inside(segmenter, '.hidden[role=status]');
    await until('the word of it', () => live.textContent?.startsWith('Saved: '));
    expect(small(segmenter)).to.deep.equal([]);
  });

  it('by touch alone, on a telephone', async () => {
    const segmenter = await openPage(390, 844);
    const files = downloads();
    /** A tap is a press and a release, and the click that follows. */
    const tap = (element: HTMLElement): void => {
      const { x, y, width, height } = element.getBoundingClientRect();
      expect(Math.min(width, height), element.outerHTML.slice(0, 120)).to.be.at.least(23.9);
      expect(x + width / 2 >= 0 && y >= 0).to.equal(true);
      element.click();
    };
    const finger = (type: string, x: number, y: number): void => {
      const { viewer } = segmenter;
      const item = viewer?.world.getItemAt(0);
      if (!viewer || !item) throw new Error('No image');
      const at = viewer.viewport.pixelFromPoint(item.imageToViewportRectangle(x, y, 1, 1).getTopLeft());
      const area = viewer.canvas.getBoundingClientRect();
      const { PointerEvent } = view();
      const how = {
        clientX: area.left + at.x,
        clientY: area.top + at.y,
        pointerId: 31,
        pointerType: 'touch',
        isPrimary: true,
      };
      const buttons = type === 'pointerup' ? 0 : 1;
      viewer.canvas.dispatchEvent(
        new PointerEvent(type, { ...how, button: 0, buttons, bubbles: true, composed: true, cancelable: true }),
      );
    };
    const atRest = (): boolean => {
      const { viewport } = segmenter.viewer!;
      const away = viewport.getCenter(true).minus(viewport.getCenter(false));
      return viewport.getZoom(true) === viewport.getZoom(false) && away.x === 0 && away.y === 0;
    };
    const drag = async (from: readonly [number, number], to: readonly [number, number]): Promise<void> => {
      await until('the view at rest', atRest);
      finger('pointerdown', ...from);
      finger('pointermove', (from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
      await new Promise((resolve) => view().requestAnimationFrame(resolve));
      finger('pointermove', ...to);
      await new Promise((resolve) => view().requestAnimationFrame(resolve));
      finger('pointerup', ...to);
    };
    const nuclei = [...(segmenter.shadowRoot?.querySelectorAll<HTMLElement>('.image') ?? [])].find(({ textContent }) =>
      textContent?.includes('Nuclei'),
    );
    if (!nuclei) throw new Error('No nuclei');
    nuclei.scrollIntoView();
    tap(nuclei);
    await until('the image', () => segmenter.image?.name.includes('fluo_nuclei'));
    await segmenter.ready;
    tap(inside(segmenter, '[data-command="snake.tool.box"]'));
    await segmenter.updateComplete;
    expect(small(segmenter)).to.deep.equal([]);
    const panel = async (open: boolean): Promise<void> => {
      if (segmenter.panel !== open) tap(inside(segmenter, '[data-command="snake.panel"]'));
      await segmenter.updateComplete;
    };
    const rects = [
      [440, 295, 490, 329],
      [144, 320, 190, 355],
      [358, 425, 391, 468],
    ] as const;
    const names = ['Tumor', 'Stroma', 'Tumor'] as const;
    await panel(true);
    for (const name of ['Tumor', 'Stroma']) {
      const field = inside(segmenter, '#new-class');
      Object.assign(field, { value: name });
      field.dispatchEvent(new (view().KeyboardEvent)('keydown', { key: 'Enter', cancelable: true }));
      await segmenter.updateComplete;
    }
    expect(small(segmenter)).to.deep.equal([]);
    for (const [k, [x0, y0, x1, y1]] of rects.entries()) {
      await panel(false);
      await drag([x0, y0], [x1, y1]);
      await until('the contour', () => segmenter.contours.features.length === k + 1);
      await until('the end', () => !segmenter.commands.find(({ id }) => id === 'snake.pause')?.enabled);
      // What was drawn is selected: it gets the class.
      await panel(true);
      const keys = segmenter.shadowRoot?.querySelectorAll<HTMLElement>('.class .key') ?? [];
      const key = keys[names[k] === 'Tumor' ? 0 : 1];
      if (!key) throw new Error('No key of the class');
      key.scrollIntoView();
      if (segmenter.selected?.properties.classification?.name !== names[k]) tap(key);
      await until('the class', () => segmenter.selected?.properties.classification?.name === names[k]);
    }
    // The last one is corrected with the brush, and a stroke too many is taken back.
    await panel(false);
    tap(inside(segmenter, '[data-command="snake.tool.brush"]'));
    await until('the brush', () => segmenter.tool === 'brush');
    await segmenter.updateComplete;
    const before = areaOf(segmenter);
    await drag([374, 446], [391, 425]);
    await until('the measured correction', () => ![0, before].includes(areaOf(segmenter)));
    const corrected = areaOf(segmenter);
    expect(corrected).to.be.above(before);
    await drag([374, 446], [358, 468]);
    await until('the stroke too many', () => areaOf(segmenter) !== corrected);
    tap(inside(segmenter, '.group.panel [data-command="snake.undo"]'));
    await until('the corrected object', () => areaOf(segmenter) === corrected);
    await panel(true);
    const save = [...(segmenter.shadowRoot?.querySelectorAll<HTMLElement>('.files button') ?? [])].find(
      ({ textContent }) => textContent === 'Export',
    );
    if (!save) throw new Error('No button to export');
    save.scrollIntoView();
    tap(save);
    expect((await classesIn(files)).sort()).to.deep.equal(['Stroma', 'Tumor', 'Tumor']);
  });
});
