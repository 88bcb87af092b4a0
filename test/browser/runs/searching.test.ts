/** A search of the whole image, region by region: shown as it goes on, held, ended, undone at once, and kept when the page goes. */
import { expect } from '@open-wc/testing';
import type { SegmenterEventMap, SnakeSegmenter } from '../../../src/index.js';
import { log, mount, once, refused, unmountAll } from '../support.js';
import { waitUntil } from '../until.js';

const WIDTH = 320;
const HEIGHT = 240;
const RADIUS = 13;
/** Twelve discs, four to a row; regions of 80 pixels a side have their seams between them, those of 90 across some. */
const discs = Array.from({ length: 12 }, (_, k) => ({ x: 40 + 80 * (k % 4), y: 40 + 80 * Math.floor(k / 4) }));
const regions = { size: 90, largest: 36 };

const picture = async (name: string): Promise<File> => {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2-D canvas');
  const pixels = context.createImageData(WIDTH, HEIGHT);
  for (let k = 0; k < WIDTH * HEIGHT; k++) {
    const [x, y] = [(k % WIDTH) + 0.5, Math.floor(k / WIDTH) + 0.5];
    const disc = discs.some((each) => Math.hypot(x - each.x, y - each.y) < RADIUS);
    const value = (disc ? 180 : 70) + ((k * 7919 + Math.floor(y) * 31) % 23);
    pixels.data.set([value, value, value, 255], 4 * k);
  }
  context.putImageData(pixels, 0, 0);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' });
};

type Contour = SnakeSegmenter['contours']['features'][number];

/** Index of the disc that a contour is on; −1 where on none. */
const discOf = ({ geometry }: Contour): number => {
  const [ring] = geometry.type === 'Polygon' ? geometry.coordinates : [];
  const middle = (axis: 0 | 1) => ring!.reduce((sum, position) => sum + position[axis], 0) / ring!.length;
  return discs.findIndex(({ x, y }) => Math.hypot(middle(0) - x, middle(1) - y) < RADIUS);
};

const onDiscs = ({ contours }: SnakeSegmenter): readonly number[] =>
  contours.features.map(discOf).sort((a, b) => a - b);
const all = discs.map((_, k) => k);
const boxRound = (k: number) => ({ x: discs[k]!.x - 18, y: discs[k]!.y - 18, width: 36, height: 36 });
const rectangle = (x0: number, y0: number, x1: number, y1: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
      [x0, y0],
    ] as const,
  ],
});

/** A contour of a class on a disc. */
const example = (k: number, name: string) => {
  const { x, y } = discs[k]!;
  const ring = Array.from({ length: 25 }, (_, i) => {
    const angle = (2 * Math.PI * (i % 24)) / 24;
    return [x + RADIUS * Math.cos(angle), y + RADIUS * Math.sin(angle)];
  });
  const color = [200, 0, 0];
  return {
    type: 'Feature',
    geometry: { type: 'Polygon', coordinates: [ring] },
    properties: { classification: { name, color } },
  };
};

describe('a search of the whole image', function () {
  this.timeout(240_000);
  let element: SnakeSegmenter;
  const bar = (): HTMLElement | null => element.renderRoot.querySelector<HTMLElement>('[part="search"]');
  const search = (options = {}) => element.segment('auto', { regions, ...options });
  const progress = (): Promise<SegmenterEventMap['contour-progress']['detail']> => once(element, 'contour-progress');

  before(async () => {
    element = await mount({ backend: 'cpu', src: await picture('discs.png') });
    await element.ready;
    await element.updateComplete;
  });
  beforeEach(async () => {
    element.clear();
    element.classification = undefined;
    await element.updateComplete;
  });
  after(unmountAll);

  it('finds each object once, tells of regions and of all at once, and is one step to undo', async () => {
    const names = log(element);
    const told: SegmenterEventMap['contour-progress']['detail'][] = [];
    const hear = ({ detail }: SegmenterEventMap['contour-progress']): void => void told.push(detail);
    element.addEventListener('contour-progress', hear);
    const completed = once(element, 'contour-complete');
    const first = await search();
    element.removeEventListener('contour-progress', hear);
    expect(onDiscs(element)).to.deep.equal(all);
    expect(first.id).to.equal(element.contours.features[0]!.id);
    expect(told.map(({ regions }) => regions?.done)).to.deep.equal(Array.from({ length: 12 }, (_, k) => k + 1));
    expect(told.at(-1)).to.deep.include({ done: 1, regions: { done: 12, of: 12, contours: 12 } });
    const { contours, details } = await completed;
    expect(contours?.map(({ id }) => id)).to.deep.equal(element.contours.features.map(({ id }) => id));
    expect(details).to.deep.include({ regions: 12, done: 12, full: 0 });
    expect(names.filter((name) => name === 'contour-start' || name === 'contour-complete')).to.have.lengthOf(2);
    expect(names.filter((name) => name === 'contour-change').length).to.be.below(13);
    expect(element.renderRoot.querySelector('.status')?.textContent).to.match(/12 objects in 12 regions/);
    expect(bar()).to.equal(null);

    const before = element.contours.features.map(({ geometry }) => geometry);
    element.undo();
    expect(onDiscs(element)).to.deep.equal([]);
    element.redo();
    expect(element.contours.features.map(({ geometry }) => geometry)).to.deep.equal(before);

    // From another place of the image outwards the regions come in another order, and the contours in the same.
    element.undo();
    element.viewer?.viewport.zoomTo(6, undefined, true).panTo(element.item!.imageToViewportCoordinates(300, 220), true);
    await search();
    expect(element.contours.features.map(({ geometry }) => geometry)).to.deep.equal(before);
    element.viewer?.viewport.goHome(true);
  });

  it('pauses while a box is drawn and when it is told to, goes on, and keeps what was found when it is stopped', async () => {
    const found = search({ paused: true });
    await once(element, 'contour-start');
    await element.updateComplete;
    expect(element.commands.find(({ id }) => id === 'snake.search.image')?.enabled).to.equal(false);
    // A box does not wait for the search.
    const drawn = await element.segment(boxRound(5));
    expect(onDiscs(element)).to.deep.equal([5]);
    const began = progress();
    bar()?.querySelector<HTMLElement>('[data-search="pause"]')?.click();
    await began;
    await element.executeCommand('snake.search.pause');
    await waitUntil(() => bar()?.textContent?.includes('Paused'));
    const { max, value } = bar()!.querySelector('progress')!;
    expect([max, value]).to.deep.equal([12, 1]);
    element.resume();
    await progress();
    element.pause();
    await waitUntil(() => element.contours.features.length > 2, 'what was found is shown');
    await element.executeCommand('snake.search.cancel');
    await found;
    const kept = element.contours.features.filter(({ id }) => id !== drawn.id);
    expect(kept.length).to.be.within(1, 11);
    await element.updateComplete;
    expect(bar()).to.equal(null);
    expect(element.renderRoot.querySelector('.status')?.textContent).to.match(/Stopped after \d of 12 regions/);
    // All that the search has found is one step, which came after the box.
    element.undo();
    expect(element.contours.features.map(({ id }) => id)).to.deep.equal([drawn.id]);
    element.undo();
    expect(element.contours.features).to.have.lengthOf(0);
  });

  it('ends when it is undone while it goes on', async () => {
    const found = search();
    const ended = refused(found);
    await progress();
    element.pause();
    await waitUntil(() => element.contours.features.length > 0);
    expect(element.undo()).to.equal(true);
    expect((await ended).name).to.equal('AbortError');
    expect(element.contours.features).to.have.lengthOf(0);
    await element.updateComplete;
    expect(bar()).to.equal(null);
  });

  it('finds all like examples of two classes, in a selected area, which is no example itself', async () => {
    const area = { type: 'Feature', geometry: rectangle(1, 1, 160, 239), properties: {} };
    await element.import([example(0, 'Cell'), area]);
    const [, { id }] = element.contours.features as [Contour, Contour];
    element.select(id);
    await element.updateComplete;
    await element.executeCommand('snake.search.area.like');
    const found = element.contours.features.slice(2);
    // Those of the left half, but for the example.
    expect(found.map(discOf).sort((a, b) => a - b)).to.deep.equal([1, 4, 5, 8, 9]);
    for (const { properties } of found) {
      expect(properties.classification?.name).to.equal('Cell');
      expect(properties.probability).to.be.within(0.5, 1);
    }
    // Again, now everywhere: found ones that nobody kept make room, and each object is there once.
    element.remove(id);
    await element.executeCommand('snake.search.image.like');
    expect(onDiscs(element)).to.deep.equal(all);
    element.undo();
    expect(onDiscs(element)).to.deep.equal([0, 1, 4, 5, 8, 9]);
  });

  it('shows what is like examples while later regions are still to be searched', async () => {
    await element.import([example(5, 'Cell')]);
    // Whoever looks at the middle, where the search begins, sees the objects there first.
    const done = new Promise<number | undefined>((resolve) => {
      const hold = ({ detail }: SegmenterEventMap['contour-progress']): void => {
        if (!detail.regions?.contours) return;
        element.removeEventListener('contour-progress', hold);
        element.pause();
        resolve(detail.regions.done);
      };
      element.addEventListener('contour-progress', hold);
    });
    const found = element.segment('auto', { regions, like: [example(5, 'Cell')] });
    const first = await done;
    await waitUntil(() => element.contours.features.length > 1, 'the first objects are shown');
    expect(first).to.be.below(12);
    expect(element.contours.features.length).to.be.below(discs.length);
    element.resume();
    await found;
    expect(onDiscs(element)).to.include.members(all);
  });

  it('says what is wrong with regions, areas and algorithms, and changes nothing', async () => {
    const message = async (options: unknown): Promise<string> =>
      (await refused(element.segment('auto', JSON.parse(JSON.stringify(options))))).message;
    expect(await message({ regions: 7 })).to.match(/regions cannot be 7: it must be false, or an object/);
    expect(await message({ region: 'nobody' })).to.match(/region cannot be nobody: .*a contour with this id/);
    expect(await message({ region: { x: 900, y: 0, width: 9, height: 9 } })).to.match(/lies outside discs.png/);
    expect(await message({ regions: true, algorithm: 'linear-features' })).to.match(/lines are not sought in regions/);
    expect(await message({ regions: true, like: [boxRound(0)], unlike: [boxRound(0)] })).to.match(/no pixel is left/);
    expect(await message({ regions: true, level: 3 })).to.match(/level cannot be 3/);
    expect(await message({ regions: true, polarity: 'odd' })).to.match(/polarity/);
    expect(element.contours.features).to.have.lengthOf(0);
  });
});

describe('a page that goes in the midst of a search', function () {
  this.timeout(240_000);
  afterEach(unmountAll);

  it('has what was found until then when it is opened again', async () => {
    const file = await picture('kept.png');
    const element = await mount({ backend: 'cpu', autosave: true, src: file });
    await element.ready;
    const saved = (): Promise<void> => waitUntil(() => element.storage === 'saved', 'it is saved');
    await saved();
    const ended = refused(element.segment('auto', { regions }));
    await once(element, 'contour-progress');
    element.pause();
    await waitUntil(() => element.contours.features.length > 0);
    await saved();
    const before = element.contours;
    element.remove();
    expect(await ended).to.include({ code: 'detached' });
    const next = await mount({
      backend: 'cpu',
      autosave: true,
      src: new File([await file.arrayBuffer()], file.name, { type: file.type }),
    });
    await next.ready;
    await waitUntil(() => next.contours.features.length > 0, 'it is restored');
    expect(next.contours).to.deep.equal(before);
  });
});
