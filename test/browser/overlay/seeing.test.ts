import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { ofMeasurement } from '../../../src/element/seeing/colours.js';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { squareRing } from '../../support/contours.js';
import {
  click,
  ellipsePicture,
  frame,
  inWindow,
  mount,
  once,
  overlayCanvas,
  sharedEllipse,
  unmountAll,
} from '../support.js';
import { until, waitUntil } from '../until.js';

const polygon = (id: string, x: number, y: number, size: number) => ({
  type: 'Feature',
  id,
  properties: { measurements: { 'Area px^2': size * size } },
  geometry: {
    type: 'Polygon',
    coordinates: [squareRing(x, y, size)],
  },
});
const one = '11111111-1111-4111-8111-111111111111';
const two = '22222222-2222-4222-8222-222222222222';

/** The overlay's pixel at image coordinates. */
const pixel = (element: SnakeSegmenter, x: number, y: number): number[] => {
  const canvas = overlayCanvas(element);
  const box = canvas.getBoundingClientRect();
  const [left, top] = inWindow(element, x, y);
  const scale = canvas.width / box.width;
  const at = [Math.round((left - box.left) * scale), Math.round((top - box.top) * scale)] as const;
  return [...(canvas.getContext('2d')?.getImageData(...at, 1, 1).data ?? [])];
};

const drawn = async (element: SnakeSegmenter): Promise<void> => {
  await element.updateComplete;
  await frame();
  await frame();
};

const field = (element: SnakeSegmenter, selector: string): HTMLElement => {
  const found = element.shadowRoot?.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return found;
};

/** Sets the value of a field as a person does. */
const enter = async (element: SnakeSegmenter, selector: string, value: string, event = 'change'): Promise<void> => {
  const input = field(element, selector);
  if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) input.value = value;
  input.dispatchEvent(new Event(event, { bubbles: true }));
  await drawn(element);
};

const tick = async (element: SnakeSegmenter, selector: string): Promise<void> => {
  field(element, selector).click();
  await drawn(element);
};

describe('the display of contours', () => {
  const shared = sharedEllipse({ panel: true, classes: [] });

  beforeEach(async () => {
    const element = shared();
    element.display = {};
    element.contours = {
      type: 'FeatureCollection',
      features: [polygon(one, 20, 20, 60), polygon(two, 200, 140, 80)],
    } as never;
    await element.executeCommand('snake.view.display');
    await drawn(element);
  });

  it('fills, draws outlines alone, and fades by the fields of the panel', async () => {
    const element = shared();
    await enter(element, '#fill', '1', 'input');
    expect(pixel(element, 50, 50)[3]).to.equal(255);
    await enter(element, '#fill', '0', 'input');
    expect(pixel(element, 50, 50)[3]).to.equal(0);
    const strong = pixel(element, 20, 50)[3] ?? 0;
    expect(strong).to.be.greaterThan(150);
    await enter(element, '#opacity', '0.5', 'input');
    expect(pixel(element, 20, 50)[3]).to.be.within(40, strong - 20);
    await tick(element, '#outlines');
    expect(pixel(element, 20, 50)[3]).to.equal(0);
  });

  it('darkens what lies in no contour', async () => {
    const element = shared();
    element.display = { fill: 0 };
    await tick(element, '#dim');
    expect(pixel(element, 150, 100)[3]).to.be.greaterThan(100);
    expect(pixel(element, 50, 50)[3]).to.equal(0);
  });

  it('colours by a measurement, with its scale beside it, and by object', async () => {
    const element = shared();
    element.display = { fill: 1 };
    await enter(element, '#colours', 'by Area px^2');
    expect(pixel(element, 50, 50).slice(0, 3)).to.deep.equal([...ofMeasurement(0)]);
    expect(pixel(element, 240, 180).slice(0, 3)).to.deep.equal([253, 231, 37]);
    expect(field(element, '.scale').textContent).to.contain('3,600').and.to.contain('6,400');
    // The gradient runs from left to right, and so do its figures.
    element.dir = 'rtl';
    const [low, high] = [...field(element, '.scale').querySelectorAll('span')].map((end) =>
      end.getBoundingClientRect(),
    );
    expect(low!.right).to.be.below(high!.left);
    element.removeAttribute('dir');
    await enter(element, '#colours', 'object');
    expect(pixel(element, 50, 50).slice(0, 3)).not.to.deep.equal(pixel(element, 240, 180).slice(0, 3));
  });

  it('hides all contours, and shows what the last change took away', async () => {
    const element = shared();
    element.display = { fill: 1 };
    element.executeCommand('snake.view.contours');
    await drawn(element);
    expect(pixel(element, 50, 50)[3]).to.equal(0);
    element.executeCommand('snake.view.contours');
    element.remove(one);
    await drawn(element);
    expect(pixel(element, 20, 50)[3]).to.equal(0);
    element.executeCommand('snake.view.before');
    await drawn(element);
    const edge = Array.from({ length: 30 }, (_, k) => pixel(element, 20, 25 + k)).filter(
      ([r = 0, , b = 255]) => r > 200 && b < 120,
    );
    expect(edge.length).to.be.greaterThan(3);
    element.executeCommand('snake.view.before');
  });

  it('says what is hidden, with a button that shows it, and shows what is drawn meanwhile', async () => {
    const element = shared();
    element.display = { fill: 1 };
    const said = async (): Promise<string> => {
      await element.updateComplete;
      return field(element, '.status .what').textContent?.trim() ?? '';
    };
    const offered = (): string => element.shadowRoot?.querySelector('.status button.link')?.textContent ?? '';
    const draw = (x: number): Promise<unknown> => element.import(polygon(crypto.randomUUID(), x, 150, 30));
    element.executeCommand('snake.view.contours');
    expect(await said()).to.equal('All objects are hidden.');
    expect(offered()).to.equal('Show all objects');
    field(element, '.status button.link').click();
    expect(await said()).to.equal('Objects are shown.');
    await drawn(element);
    expect(pixel(element, 50, 50)[3]).to.be.greaterThan(0);
    element.executeCommand('snake.view.contours');
    await draw(20);
    await drawn(element);
    expect(pixel(element, 35, 165)[3], 'what is drawn').to.be.greaterThan(0);

    element.select(one);
    element.executeCommand('snake.hide');
    expect(await said()).to.equal('Objects hidden: 1');
    expect(offered()).to.equal('Show all objects');
    element.executeCommand('snake.hide');
    expect(await said()).to.equal('Objects shown: 1');
    element.executeCommand('snake.lock');
    expect(await said()).to.equal('Objects locked: 1');
    element.executeCommand('snake.remove');
    element.executeCommand('snake.lock');
    expect(await said(), 'and no longer that it is locked').to.equal('Objects unlocked: 1');

    const cell = { name: 'Cell', color: [200, 0, 0] } as const;
    element.classes = [cell];
    element.classify(cell, one);
    await element.updateComplete;
    await waitUntil(() => element.shadowRoot?.querySelector('[aria-label="Hide Cell"]'));
    field(element, '[aria-label="Hide Cell"]').click();
    await drawn(element);
    const { x, y } = { x: 120, y: 150 };
    await element.import({ ...polygon(crypto.randomUUID(), x, y, 30), properties: { classification: cell } });
    await drawn(element);
    expect(pixel(element, x + 15, y + 15)[3], 'of a hidden class').to.be.greaterThan(0);
    element.classes = [];
  });

  it('draws every start that waits for a run, while that is paused', async () => {
    const element = shared();
    element.contours = { type: 'FeatureCollection', features: [] } as never;
    const begun = once(element, 'contour-start');
    const run = element.segment({ x: 150, y: 100, width: 30, height: 30 }, { paused: true });
    await begun;
    const places = [
      [40, 40],
      [100, 60],
    ] as const;
    for (const [x, y] of places) {
      element.tool = 'point';
      await drawn(element);
      await click(element, x, y);
      await drawn(element);
      expect(pixel(element, x, y)[3], `${x}, ${y}`).to.equal(255);
    }
    element.cancel();
    await run.catch(() => {});
    await drawn(element);
    for (const [x, y] of places) expect(pixel(element, x, y)[3], 'none waits').to.equal(0);
    element.tool = 'pan';
  });

  it('draws the start of a run that waits before its first step', async () => {
    const element = shared();
    element.contours = { type: 'FeatureCollection', features: [] } as never;
    const seen = async (init: Parameters<SnakeSegmenter['segment']>[0], places: [number, number][]): Promise<void> => {
      const begun = once(element, 'contour-start');
      const run = element.segment(init, { paused: true });
      await begun;
      await drawn(element);
      const shown = places.map(([x, y]) => Math.max(...[-2, -1, 0, 1, 2].map((d) => pixel(element, x + d, y + d)[3]!)));
      element.cancel();
      await run.catch(() => {});
      // Between two dashes of a waiting box lies its dark rim alone: 0.55 × 0.7 of 255.
      for (const alpha of shown) expect(alpha).to.be.greaterThan(90);
    };
    await seen({ x: 90, y: 70, width: 140, height: 100 }, [
      [90, 120],
      [230, 120],
    ]);
    await seen({ x: 160, y: 120 }, [[160, 120]]);
    const ring: [number, number][] = [
      [100, 80],
      [220, 80],
      [220, 160],
      [100, 160],
      [100, 80],
    ];
    await seen({ type: 'Polygon', coordinates: [ring] }, [
      [160, 80],
      [100, 120],
    ]);
    const lying = { x: 100, y: 80, width: 50, height: 50 };
    await seen(
      [lying, { x: 180, y: 100 }],
      [
        [100, 105],
        [180, 100],
      ],
    );
  });

  it('tells what it cannot show, and goes back to the standard', async () => {
    const element = shared();
    element.display = { opacity: 3 } as never;
    await drawn(element);
    expect(element.display).to.deep.equal({});
    expect(field(element, '[role=alert]').textContent).to.contain('display.opacity');
    field(element, '[role=alert] button').click();
  });

  it('goes to coordinates, and says which it does not take', async () => {
    const element = shared();
    const place = field(element, '#place');
    const press = async (text: string): Promise<void> => {
      if (place instanceof HTMLInputElement) place.value = text;
      place.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }));
      await drawn(element);
    };
    element.viewer!.viewport.zoomTo(8, undefined, true);
    await press('900, 20');
    expect(place.getAttribute('aria-invalid')).to.equal('true');
    expect(field(element, '[role=status]').textContent).to.equal('Give x and y on the image, 0 to 320 and 0 to 240.');
    for (const text of ['30, 20abc', '30', '1, 2, 3']) {
      await press(text);
      expect(place.getAttribute('aria-invalid'), text).to.equal('true');
    }
    await press('(x: 30, y = 20)');
    expect(place.getAttribute('aria-invalid')).to.equal('false');
    await press('300; 200');
    expect(place.getAttribute('aria-invalid')).to.equal('false');
    const centre = element.item!.viewportToImageCoordinates(element.viewer!.viewport.getCenter(false));
    expect([Math.round(centre.x), Math.round(centre.y)]).to.deep.equal([300, 200]);
    expect(element.shadowRoot?.activeElement).not.to.equal(place);
    await element.executeCommand('snake.view.goTo');
    await sendKeys({ type: '40, 50' });
    expect(place instanceof HTMLInputElement && place.value, 'in the place of what was there').to.equal('40, 50');
    element.focus();
  });

  it('turns left, and back upright', async () => {
    const { viewport } = shared().viewer!;
    shared().executeCommand('snake.view.rotateLeft');
    shared().executeCommand('snake.view.flip');
    expect([(viewport.getRotation(false) + 360) % 360, viewport.getFlip()]).to.deep.equal([270, true]);
    await tick(shared(), '.display .buttons:last-of-type button');
    expect([viewport.getRotation(false), viewport.getFlip()]).to.deep.equal([0, false]);
  });

  it('has an overview map and a magnifier that follows the pointer', async () => {
    const element = shared();
    await tick(element, '#navigator');
    const { navigator } = element.viewer!;
    expect([navigator.element.style.display, navigator.world.getItemCount()]).to.deep.equal(['inline-block', 1]);
    await tick(element, '#navigator');
    expect(navigator.element.style.display).to.equal('none');
    await tick(element, '#magnifier');
    const { container } = element.viewer!;
    const glass = await until('the glass', () => container.querySelector<HTMLElement>('.snake-magnifier'));
    await sendMouse({ type: 'move', position: inWindow(element, 120, 100) });
    await waitUntil(() => glass.querySelector('canvas')!.getContext('2d')!.getImageData(90, 90, 1, 1).data[0]! > 150);
    await tick(element, '#magnifier');
    expect(element.viewer!.container.querySelector('.snake-magnifier')).to.equal(null);
  });

  it('keeps the magnifier within the view, which may become smaller', async () => {
    const element = shared();
    element.panel = false;
    await element.updateComplete;
    await element.executeCommand('snake.view.magnifier');
    const { container } = element.viewer!;
    const glass = container.querySelector<HTMLElement>('.snake-magnifier')!;
    const { right, bottom } = container.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [right - 4, bottom - 4].map(Math.round) as [number, number] });
    const within = (): boolean => {
      const [its, view] = [glass.getBoundingClientRect(), container.getBoundingClientRect()];
      const { left, top } = its;
      return left >= view.left && top >= view.top && its.right <= view.right && its.bottom <= view.bottom;
    };
    /** CSS pixels between the round glass and a point of the window. */
    const apart = ([x, y]: readonly [number, number]): number => {
      const its = glass.getBoundingClientRect();
      return Math.hypot(its.left + its.width / 2 - x, its.top + its.height / 2 - y) - its.width / 2;
    };
    await until('the glass beside the pointer', () => glass.style.transform !== '' && within());
    for (const [width, height] of [
      [420, 340],
      [300, 300],
    ]) {
      Object.assign(element.style, { width: `${width}px`, height: `${height}px` });
      await until(`it is within ${width} × ${height}`, within, 20_000);
    }
    const view = container.getBoundingClientRect();
    for (const share of [0.5, 0.55, 0.3]) {
      const place = [view.left + share * view.width, view.top + 0.5 * view.height].map(Math.round) as [number, number];
      await sendMouse({ type: 'move', position: place });
      await until(
        `in a narrow view it covers nothing that is pointed at (${share})`,
        () => within() && apart(place) > 8,
      );
    }
    Object.assign(element.style, { width: '640px', height: '480px' });
    await element.executeCommand('snake.view.magnifier');
  });

  it('has the magnifier above the overview map', async () => {
    const element = shared();
    Object.assign(element, { panel: false, navigator: true });
    await element.executeCommand('snake.view.magnifier');
    await element.updateComplete;
    const { canvas, container } = element.viewer!;
    const glass = container.querySelector<HTMLElement>('.snake-magnifier')!;
    const map = (await until('the map', () => element.viewer?.navigator))!.element.getBoundingClientRect();
    // The glass is to the right of the pointer as far as there is room.
    const x = canvas.getBoundingClientRect().right - 30 - Number.parseFloat(glass.style.width);
    await sendMouse({ type: 'move', position: [x, map.top + 40].map(Math.round) as [number, number] });
    glass.style.pointerEvents = 'auto';
    const inBoth = (): [number, number] => {
      const { left, bottom } = glass.getBoundingClientRect();
      return [Math.max(left, map.left) + 8, Math.min(bottom, map.bottom) - 40];
    };
    const { left, bottom } = map;
    await waitUntil(() => {
      const its = glass.getBoundingClientRect();
      return its.right > left + 16 && its.bottom > bottom - 16;
    }, 'it lies over the map');
    const top = element.shadowRoot!.elementFromPoint(...inBoth());
    expect(glass.contains(top), 'it is above the map').to.equal(true);
    await element.executeCommand('snake.view.magnifier');
    element.navigator = false;
  });
});

describe('the display of the image', () => {
  afterEach(unmountAll);

  it('paints the histogram anew where the page becomes dark', async () => {
    const element = await mount({ backend: 'cpu', panel: true, src: await ellipsePicture() });
    await element.ready;
    await element.executeCommand('snake.view.display');
    const canvas = await until('it', () => element.shadowRoot?.querySelector<HTMLCanvasElement>('canvas.histogram'));
    /** The brightest of its opaque pixels. */
    const brightest = (): number => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      let most = -1;
      for (let k = 0; k < data.length; k += 4) if (data[k + 3] === 255) most = Math.max(most, data[k]!);
      return most;
    };
    element.style.colorScheme = 'light';
    await until('dark ink', () => brightest() >= 0 && brightest() < 100);
    element.style.colorScheme = 'dark';
    await until('light ink', () => brightest() > 200);
  });

  it('moves the window of a picture by a filter, with a histogram of its values', async () => {
    const element = await mount({ backend: 'cpu', panel: true, src: await ellipsePicture() });
    await element.ready;
    const canvas = element.viewer!.drawer.canvas as HTMLElement;
    expect(canvas.style.filter).to.equal('');
    await element.executeCommand('snake.view.display');
    await waitUntil(() => element.shadowRoot?.querySelector('canvas.histogram'));
    await enter(element, '#white', '127.5');
    expect(element.display.window).to.deep.equal([0, 0.5]);
    expect(canvas.style.filter).to.match(/^url\("?#snake-tone-/);
    expect(element.viewer!.canvas.querySelectorAll('filter').length).to.equal(1);
    await enter(element, '#lut', 'inferno');
    expect(element.display.lut).to.equal('inferno');
    await tick(element, '.channels input');
    expect(element.display.channels).to.deep.equal([2, 3]);
    field(element, '.display .content > .buttons button').click();
    await drawn(element);
    expect(canvas.style.filter).to.equal('');
  });

  it('draws 16-bit samples anew with the window, so that no step of grey is lost', async () => {
    const element = await mount({ backend: 'cpu', panel: true, src: '/demo/images/fluo_nuclei.tif' });
    await element.ready;
    const before = element.item;
    element.display = { window: [0.1, 0.2], gamma: 2 };
    await waitUntil(() => element.item !== before, 'tiles were not drawn anew');
    expect((element.viewer!.drawer.canvas as HTMLElement).style.filter).to.equal('');
    expect(element.viewer!.world.getItemCount()).to.equal(1);
  });

  it('shows the channels of a colour image in their own colours, and counts these, on a logarithmic scale too', async () => {
    const element = await mount({
      backend: 'cpu',
      panel: true,
      lang: 'en',
      src: '/demo/images/CMU-1-Small-Region.svs',
    });
    await element.ready;
    await element.executeCommand('snake.view.display');
    const histogram = (): HTMLCanvasElement => field(element, 'canvas.histogram') as HTMLCanvasElement;
    await waitUntil(() => element.shadowRoot?.querySelector('canvas.histogram'));
    /** The slide's glass, which is nearly white. */
    const glass = (): number[] => {
      const canvas = element.viewer!.drawer.canvas as HTMLCanvasElement;
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
      copy.drawImage(canvas, 0, 0);
      const box = canvas.getBoundingClientRect();
      const [x, y] = inWindow(element, 60, 60);
      const at = [((x - box.left) / box.width) * canvas.width, ((y - box.top) / box.height) * canvas.height] as const;
      return [...copy.getImageData(Math.round(at[0]), Math.round(at[1]), 1, 1).data];
    };
    const cyan = ([red = 0, green = 0, blue = 0, alpha = 0] = glass()): boolean =>
      alpha === 255 && red < 20 && green > 200 && blue > 200;
    /** Colours of the histogram in which more than a few pixels are painted. */
    const counted = (): number[] => {
      const { width, height } = histogram();
      const { data } = histogram().getContext('2d')!.getImageData(0, 0, width, height);
      const sums = [0, 0, 0];
      for (let k = 0; k < data.length; k += 4)
        for (const c of [0, 1, 2])
          if (
            data[k + 3]! > 60 &&
            data[k + c]! > data[k + ((c + 1) % 3)]! + 60 &&
            data[k + c]! > data[k + ((c + 2) % 3)]! + 60
          )
            sums[c]!++;
      return sums;
    };
    const [original] = field(element, '#lut').querySelectorAll('option');
    expect(original?.textContent).to.equal('Original colours');
    await until('a white glass', () => glass().every((value) => value > 200));
    await until('red in the histogram', () => counted()[0]! > 0);
    await tick(element, '.channels input');
    expect(element.display.channels).to.deep.equal([2, 3]);
    await until('a glass of green and blue', cyan, 20_000);
    await until('no red in the histogram', () => counted()[0] === 0 && counted()[2]! > 0);
    field(element, '#logarithmic').click();
    await element.updateComplete;
    // Before the values are counted for it.
    for (const id of ['#black', '#white'])
      expect((field(element, id) as HTMLInputElement).valueAsNumber, id).to.be.greaterThan(0);
    await frame();
    await until('a glass of green and blue on a logarithmic scale', cyan, 20_000);
    await tick(element, '#logarithmic');
    const boxes = [...element.shadowRoot!.querySelectorAll<HTMLInputElement>('.channels input')];
    boxes[1]!.click();
    await drawn(element);
    expect(original?.textContent).to.equal('Grey');
    boxes[2]!.click();
    await drawn(element);
    expect(boxes.map(({ checked }) => checked)).to.deep.equal([false, false, true]);
  });
});
