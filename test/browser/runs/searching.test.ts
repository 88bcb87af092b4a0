/** A search of the whole image, region by region: shown as it goes on, held, ended, undone at once, and kept when the page goes. `searching.long.test.ts` has more ways to search. */
import { expect } from '@open-wc/testing';
import type { SegmenterEventMap, SnakeSegmenter } from '../../../src/index.js';
import { log, mount, once, refused, unmountAll } from '../support.js';
import { waitUntil } from '../until.js';
import { all, boxRound, onDiscs, picture, regions, sharedDiscs } from './searched-discs.js';

describe('a search of the whole image', function () {
  this.timeout(240_000);
  const shared = sharedDiscs();
  let element: SnakeSegmenter;
  beforeEach(() => {
    element = shared();
  });
  const bar = (): HTMLElement | null => element.renderRoot.querySelector<HTMLElement>('[part="search"]');
  const search = (options = {}) => element.segment('auto', { regions, ...options });
  const progress = (): Promise<SegmenterEventMap['contour-progress']['detail']> => once(element, 'contour-progress');

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
    // All regions are searched by what stands out in the whole image.
    const { width, height } = element.image!;
    const requests = element.contours.features.map(({ properties }) => JSON.parse(properties.metadata.request!));
    for (const { within } of requests) expect(within).to.deep.equal({ x: 0, y: 0, width, height });
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
  });

  it('joins the pieces of objects that no region sees whole, measures these, and takes all back in one step', async () => {
    await search({ regions: { size: 60, largest: 4 } });
    expect(onDiscs(element)).to.deep.equal(all);
    const joined = () => element.contours.features.filter(({ properties }) => properties.metadata.joined);
    expect(joined()).not.to.deep.equal([]);
    await waitUntil(
      () => joined().every(({ properties }) => properties.measurements['Inside mean band 1'] !== undefined),
      'the means of joined objects',
    );
    element.undo();
    expect(onDiscs(element)).to.deep.equal([]);
    element.redo();
    expect(onDiscs(element)).to.deep.equal(all);
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
    // The second region may have begun. Firefox's quotient ends in another digit.
    const regions = 12 * bar()!.querySelector('progress')!.position;
    expect(Math.floor(regions + 1e-9)).to.equal(1);
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

  it('is ended by Escape, before its first region and after, and says so', async () => {
    // At once: a key from the keyboard may come after the last region.
    const pressEscape = (): boolean =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
    element.addEventListener('contour-start', pressEscape, { once: true });
    const early = refused(search());
    expect((await early).name).to.equal('AbortError');
    const status = async (): Promise<string> => {
      await element.updateComplete;
      return element.renderRoot.querySelector('.status')?.textContent ?? '';
    };
    expect(await status()).to.contain('Stopped. Nothing was kept.');
    const held = refused(search({ paused: true }));
    await once(element, 'contour-start');
    await element.updateComplete;
    bar()?.querySelector<HTMLElement>('[data-search="cancel"]')?.click();
    expect((await held).name).to.equal('AbortError');
    expect(await status()).to.contain('Stopped. Nothing was kept.');
    const found = search();
    await progress();
    element.pause();
    await waitUntil(() => element.contours.features.length > 0, 'what was found is shown');
    element.resume();
    pressEscape();
    await element.updateComplete;
    expect(bar()?.textContent ?? 'ending').to.include('ending');
    await found;
    expect(element.contours.features.length).to.be.within(1, 11);
    await element.updateComplete;
    expect(element.renderRoot.querySelector('.status')?.textContent).to.match(/Stopped after \d of 12 regions/);
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
