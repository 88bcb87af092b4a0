/** Several starts at once, and all objects like the examples: found, shown by probability, kept, and taught by deleting. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SegmenterEventMap, SnakeSegmenter } from '../../../src/index.js';
import { click, drag, log, mount, once, refused, saidBy, unmountAll } from '../support.js';
import { waitUntil } from '../until.js';
import { boxRound, discOf, discs, HEIGHT, picture, WIDTH } from './searched-discs.js';

const opened = async (): Promise<SnakeSegmenter> => {
  const element = await mount({ backend: 'cpu', src: await picture() });
  await element.ready;
  await element.updateComplete;
  return element;
};

const control = (element: SnakeSegmenter): HTMLElement | null =>
  element.renderRoot.querySelector<HTMLElement>('[part="found"]');

describe('objects that stand out', () => {
  afterEach(unmountAll);

  it('have the class of contours made from now on', async function () {
    this.timeout(240_000);
    const element = await opened();
    element.classification = { name: 'Cell', color: [200, 0, 0] };
    await element.executeCommand('snake.run');
    const names = element.contours.features.map(({ properties }) => properties.classification?.name);
    expect(names.length).to.be.above(3);
    expect(new Set(names)).to.deep.equal(new Set(['Cell']));
  });

  it('are kept all at once: none of them is selected', async function () {
    this.timeout(240_000);
    const element = await opened();
    await element.segment(boxRound(0));
    expect(element.selected).not.to.equal(undefined);
    await element.executeCommand('snake.run');
    const { length } = element.contours.features;
    expect([element.selected, length > 3]).to.deep.equal([undefined, true]);
    await element.executeCommand('snake.accept');
    const status = (): string => saidBy(element);
    await waitUntil(() => status().includes(`Objects kept: ${length - 1}`));
  });
});

describe('a search in view', () => {
  afterEach(unmountAll);

  it('is said to look for objects until there is a first one, and never to be at a step', async function () {
    this.timeout(240_000);
    const element = await opened();
    const said: string[] = [];
    const what = element.renderRoot.querySelector('.status .what');
    const watching = new MutationObserver(() => said.push(what?.textContent ?? ''));
    watching.observe(what!, { characterData: true, childList: true, subtree: true });
    await element.executeCommand('snake.run');
    watching.disconnect();
    expect(said[0]).to.equal('Region snake · looking for objects');
    expect(said.filter((text) => /step \d/.test(text))).to.deep.equal([]);
  });
});

describe('a list of starts', () => {
  afterEach(unmountAll);

  it('gives a contour each, in one step that can be undone', async function () {
    this.timeout(240_000);
    const element = await opened();
    const first = await element.segment([boxRound(0), { x: discs[1]!.x, y: discs[1]!.y }], { exclusive: true });
    expect(element.contours.features.map(discOf)).to.deep.equal([0, 1]);
    expect(element.contours.features[0]!.id).to.equal(first.id);
    element.undo();
    expect(element.contours.features).to.have.lengthOf(0);
    const polygons = { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: first.geometry }] } as const;
    await element.executeCommand('snake.run', polygons);
    expect(element.contours.features.map(discOf)).to.deep.equal([0]);
    const error = await refused(element.segment([boxRound(0), { x: 900, y: 3, width: 4, height: 4 }]));
    expect(error.message).to.match(/1 of the list.*outside/);
    expect(element.contours.features).to.have.lengthOf(1);
  });

  it('that cannot be, and examples that teach nothing, leave words and the contours of before', async function () {
    this.timeout(240_000);
    const element = await opened();
    await element.segment(boxRound(0));
    const [kept] = element.contours.features;
    const million = await refused(element.segment(new Array(1_000_000).fill(boxRound(1))));
    expect(million.message).to.match(/a list of 1000000 starts.*65536 at most/);
    expect(element.contours.features).to.deep.equal([kept]);
    const ring = [
      [0, 0],
      [WIDTH, 0],
      [WIDTH, HEIGHT],
      [0, HEIGHT],
      [0, 0],
    ];
    const whole = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
    await element.import(JSON.stringify({ type: 'FeatureCollection', features: [whole] }));
    const both = element.contours.features;
    expect(both).to.have.lengthOf(2);
    const told = once(element, 'segmenter-error');
    await Promise.allSettled([element.executeCommand('snake.find.like')]);
    expect((await told).message).to.match(/more than half of the image/);
    expect(element.contours.features).to.deep.equal(both);
    // Equal boxes are starts each: as many equal contours.
    await element.segment([boxRound(1), boxRound(1)]);
    const [one, other] = element.contours.features.slice(2);
    expect(element.contours.features).to.have.lengthOf(4);
    expect(one!.geometry).to.deep.equal(other!.geometry);
    element.undo();
    expect(element.contours.features).to.deep.equal(both);
  });
});

describe('a search for objects', () => {
  afterEach(unmountAll);

  it('says of several starts how many are done, in the event and in the status line', async function () {
    this.timeout(240_000);
    const element = await opened();
    const progress = once(element, 'contour-progress');
    const found = element.segment([boxRound(1), boxRound(3)], { paused: true });
    await once(element, 'contour-start');
    element.step();
    expect((await progress).starts).to.deep.equal({ done: 0, of: 2 });
    const status = element.renderRoot.querySelector<HTMLElement>('[part="status"]');
    await waitUntil(() => status?.textContent?.includes('Paused at 0 of 2 objects'));
    element.resume();
    await found;
    expect(element.contours.features).to.have.lengthOf(2);
  });

  it('says how far it is before there is a contour, in the event and in the status line', async function () {
    this.timeout(240_000);
    const element = await opened();
    const found = element.segment('auto', { paused: true });
    await once(element, 'contour-start');
    let done: number | undefined;
    // Where other workers help, the first state comes once they have begun, and nothing is done yet.
    for (let steps = 0; done === undefined && steps < 3; steps++) {
      const progress = once(element, 'contour-progress');
      element.step();
      const state = await progress;
      expect(state.ring).to.have.lengthOf(0);
      ({ done } = state);
    }
    expect(done).to.be.within(0.01, 1);
    const status = element.renderRoot.querySelector<HTMLElement>('[part="status"]');
    await waitUntil(() => status?.textContent?.includes('Paused while looking for objects'));
    element.resume();
    await found;
    expect(element.contours.features).to.have.lengthOf(discs.length);
  });

  it('ends at once by Escape while there is no object to keep', async function () {
    this.timeout(240_000);
    const element = await opened();
    const ended = refused(element.segment('auto', { paused: true }));
    const cancel = once(element, 'contour-cancel');
    await once(element, 'contour-start');
    element.focus();
    await sendKeys({ press: 'Escape' });
    expect((await ended).name).to.equal('AbortError');
    expect((await cancel).contour).to.equal(undefined);
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('.status .what')?.textContent).to.equal('Stopped. Nothing was kept.');
    const progress = once(element, 'contour-progress');
    const again = refused(element.segment('auto', { paused: true }));
    await once(element, 'contour-start');
    element.step();
    await progress;
    await sendKeys({ press: 'Escape' });
    expect((await again).name).to.equal('AbortError');
    expect(element.contours.features).to.have.lengthOf(0);
  });

  it('starts once, and completes once for each object, the first time with the details', async function () {
    this.timeout(240_000);
    const element = await opened();
    const began: string[] = [];
    const done: SegmenterEventMap['contour-complete']['detail'][] = [];
    element.addEventListener('contour-start', ({ detail }) => began.push(detail.id));
    element.addEventListener('contour-complete', ({ detail }) => done.push(detail));
    await element.segment('auto');
    const { features } = element.contours;
    expect(features).to.have.lengthOf(discs.length);
    expect(began).to.have.lengthOf(1);
    expect(done.map(({ contour }) => contour.id)).to.have.members(features.map(({ id }) => id));
    expect(done.map(({ details }) => details !== undefined)).to.deep.equal(discs.map((_, k) => k === 0));
  });

  it('that fails once it has started ends by its error, and by no cancellation', async function () {
    this.timeout(240_000);
    const element = await opened();
    const names = log(element);
    const start = once(element, 'contour-start');
    const told = once(element, 'segmenter-error');
    const error = await refused(element.segment('auto', { domain: { x: 0, y: 0, width: 9, height: 9 } }));
    expect((await told).id).to.equal((await start).id);
    expect((await told).message).to.equal(error.message);
    expect(names.filter((name) => name !== 'contour-progress')).to.deep.equal([
      'contour-before-start',
      'contour-start',
      'segmenter-error',
    ]);
  });
});

describe('find all like these', () => {
  afterEach(unmountAll);

  it('finds the other objects, shows fewer by a slider, and learns from what is deleted', async function () {
    this.timeout(240_000);
    const element = await opened();
    const enabled = (): boolean => element.commands.find(({ id }) => id === 'snake.find.like')?.enabled ?? false;
    expect(enabled()).to.equal(false);
    await element.segment(boxRound(0));
    await element.segment(boxRound(5));
    await element.updateComplete;
    expect(enabled()).to.equal(true);
    expect(control(element)).to.equal(null);
    await element.executeCommand('snake.find.like');
    await element.updateComplete;
    // The examples are there once.
    expect(element.contours.features.map(discOf).sort((a, b) => a - b)).to.deep.equal(discs.map((_, k) => k));
    const found = element.contours.features.slice(2);
    for (const { properties } of found) {
      expect(properties.probability).to.be.within(0.5, 1);
      expect(properties.measurements.Probability).to.equal(properties.probability);
    }

    // What a page lays over the image gives way to the control.
    const card = document.createElement('div');
    Object.assign(card, { slot: 'stage', style: 'position: absolute; inset: auto 0 12px; block-size: 40px' });
    element.append(card);
    const [its, own] = [card, control(element)!].map((each) => each.getBoundingClientRect());
    expect(its!.bottom <= own!.top || its!.top >= own!.bottom, JSON.stringify([its, own])).to.equal(true);

    const slider = control(element)?.querySelector('input');
    if (!slider) throw new Error('no slider');
    const { probability: highest = 1 } = found
      .map(({ properties }) => properties)
      .sort((a, b) => (b.probability ?? 0) - (a.probability ?? 0))[0]!;
    slider.value = '100';
    slider.dispatchEvent(new Event('input'));
    await element.updateComplete;
    const shown = found.filter(({ properties }) => (properties.probability ?? 0) >= 1).length;
    expect(control(element)?.textContent).to.include(`${shown} of ${found.length}`);
    expect(highest).to.be.at.most(1);
    slider.value = slider.min;
    slider.dispatchEvent(new Event('input'));
    await element.updateComplete;
    expect(control(element)?.textContent).to.include(`${found.length} of ${found.length}`);

    // One that is deleted is not found again; the others are, in place of those that were there.
    const gone = discOf(found[0]!);
    element.remove(found[0]!.id);
    await element.updateComplete;
    expect(element.renderRoot.querySelector('[part="status"]')?.textContent).to.include('counter-example');
    await element.executeCommand('snake.find.like');
    const left = element.contours.features.map(discOf);
    expect(left).not.to.include(gone);
    expect(new Set(left).size).to.equal(left.length);
    element.undo();
    expect(element.contours.features).to.have.lengthOf(discs.length - 1);
    element.redo();

    // Kept, they are examples as the others are.
    element.select(undefined);
    await element.updateComplete;
    element.executeCommand('snake.accept');
    await element.updateComplete;
    expect(control(element)).to.equal(null);
    expect(element.contours.features).to.have.lengthOf(left.length);
  });

  it('rates the others anew at once when one is deleted, kept or brought back, and moves none', async function () {
    this.timeout(240_000);
    // Each disc is darker than the one before.
    const element = await mount({ backend: 'cpu', src: await picture('fading.png', 8) });
    await element.ready;
    await element.updateComplete;
    await element.segment(boxRound(0));
    await element.executeCommand('snake.find.like');
    const found = element.contours.features.slice(1);
    expect(found).to.have.lengthOf.above(3);
    const rated = async (act: () => unknown) => {
      const told = new Promise<SegmenterEventMap['contour-change']['detail']>((resolve) => {
        element.addEventListener('contour-change', function heard({ detail }) {
          if (detail.reason !== 'measure') return;
          element.removeEventListener('contour-change', heard);
          resolve(detail);
        });
      });
      await act();
      await told;
      return new Map(element.contours.features.map(({ id, properties }) => [id, properties.probability ?? -1]));
    };
    const [last] = [...found].sort((a, b) => discOf(b) - discOf(a));
    const rest = found.filter(({ id }) => id !== last!.id);
    const without = await rated(() => element.remove(last!.id));
    const sum = (of: ReadonlyMap<string, number>): number => rest.reduce((all, { id }) => all + of.get(id)!, 0);
    const before = new Map(found.map(({ id, properties }) => [id, properties.probability ?? -1]));
    expect(sum(without)).to.be.below(sum(before));
    for (const contour of rest) {
      const now = element.contours.features.find(({ id }) => id === contour.id);
      expect(now!.geometry).to.deep.equal(contour.geometry);
      expect(now!.properties.measurements.Probability).to.equal(now!.properties.probability);
    }
    const back = await rated(() => element.undo());
    expect(sum(back)).to.be.above(sum(without));
    const kept = await rated(async () => {
      element.select(last!.id);
      await element.executeCommand('snake.accept');
    });
    expect(sum(kept)).to.be.at.least(sum(without));
    element.undo();
    expect(element.contours.features.map(({ id }) => id)).to.include(last!.id);
  });

  it('detects again without a second contour of an object, and leaves accepted ones alone', async function () {
    this.timeout(240_000);
    const element = await opened();
    await element.executeCommand('snake.run');
    const firsts = element.contours.features;
    expect(new Set(firsts.map(discOf)).size).to.equal(12);
    expect(firsts).to.have.lengthOf(12);
    element.select(firsts[5]!.id);
    await element.executeCommand('snake.accept');
    await element.executeCommand('snake.run');
    const seconds = element.contours.features;
    expect(seconds).to.have.lengthOf(12);
    expect(seconds.map(({ id }) => id)).to.include(firsts[5]!.id);
    const said = (): string => element.renderRoot.querySelector('[part="status"]')?.textContent ?? '';
    await element.updateComplete;
    expect(said()).to.include('Done').and.not.to.include('Most objects');
    element.undo();
    expect(element.contours.features.map(({ id }) => id)).to.deep.equal(firsts.map(({ id }) => id));
    // Where there may be more than were asked for, that is said.
    element.clear();
    element.parameters = { objects: 4 };
    await element.executeCommand('snake.run');
    await element.updateComplete;
    expect(element.contours.features).to.have.lengthOf(4);
    expect(said()).to.include('raise “Most objects”');
  });

  it('goes to another image with the session and the recipe', async function () {
    this.timeout(240_000);
    const element = await opened();
    await element.segment(boxRound(0));
    await element.executeCommand('snake.find.like');
    const [, found] = element.contours.features;
    element.remove(found!.id);
    const text = await element.session().text();
    const session = JSON.parse(text);
    expect(session.model.type).to.equal('ObjectModel');
    expect(session.unlike.features).to.have.lengthOf(1);
    const other = await opened();
    await other.import(new File([text], 'a.session.json'));
    expect(JSON.parse(await other.session().text()).unlike.features).to.have.lengthOf(1);
    other.clear();
    await other.executeCommand('snake.find.like');
    const there = other.contours.features.map(discOf);
    expect(there).to.have.length.above(5);
    expect(there).not.to.include(discOf(found!));
  });
});

describe('by mouse and keys', () => {
  let element: SnakeSegmenter;
  const status = (): string => saidBy(element);
  const shownOf = (): readonly number[] =>
    (/(\d+) of (\d+)/.exec(control(element)?.textContent ?? '') ?? []).slice(1).map(Number);
  const isIdle = (): boolean => element.commands.find(({ id }) => id === 'snake.run')?.enabled === true;
  const idle = (): Promise<void> => waitUntil(isIdle, 'the end of the run');
  /** A key of the image, with the focus on it. */
  const press = async (key: string, ...held: readonly string[]): Promise<void> => {
    element.viewer?.canvas.focus();
    for (const each of held) await sendKeys({ down: each });
    await sendKeys({ press: key });
    for (const each of held) await sendKeys({ up: each });
    await element.updateComplete;
  };
  const undo = (): Promise<void> => press('z', 'Control');
  const ids = (): readonly string[] => element.contours.features.map(({ id }) => id);

  before(async function () {
    this.timeout(240_000);
    element = await mount({ backend: 'cpu', src: await picture('fading.png', 6) });
    await element.ready;
    await element.updateComplete;
  });
  beforeEach(async () => {
    element.clear();
    element.tool = 'pan';
    await element.updateComplete;
  });
  after(unmountAll);

  it('boxes drawn one after another are counted down, and each is one step to undo', async function () {
    this.timeout(240_000);
    element.tool = 'box';
    await element.updateComplete;
    const begun = once(element, 'contour-start');
    const first = element.segment(boxRound(0), { paused: true });
    await begun;
    for (const k of [1, 2, 3]) {
      const { x, y, width, height } = boxRound(k);
      await drag(element, [x, y], [x + width, y + height]);
    }
    await element.updateComplete;
    expect(status()).to.contain('3 waiting');
    const counted: string[] = [];
    const noted = async (): Promise<void> => {
      await element.updateComplete;
      counted.push(/\d+ waiting/.exec(status())?.[0] ?? 'none');
    };
    element.addEventListener('contour-start', noted);
    element.resume();
    await first;
    await waitUntil(() => element.contours.features.length === 4, 'all four');
    element.removeEventListener('contour-start', noted);
    expect(counted).to.deep.equal(['2 waiting', '1 waiting', 'none']);
    expect(element.contours.features.map(discOf)).to.deep.equal([0, 1, 2, 3]);
    await idle();
    for (const left of [3, 2, 1, 0]) {
      await undo();
      expect(element.contours.features).to.have.lengthOf(left);
    }
  });

  it('a list tells how much of it is done, and is undone and done again as a whole', async function () {
    this.timeout(240_000);
    const shares: number[] = [];
    const noted = ({ detail }: SegmenterEventMap['contour-progress']): void => void shares.push(detail.done ?? 0);
    element.addEventListener('contour-progress', noted);
    await element.segment(discs.map((_, k) => boxRound(k)));
    element.removeEventListener('contour-progress', noted);
    expect(element.contours.features.map(discOf)).to.deep.equal(discs.map((_, k) => k));
    expect(shares).not.to.be.empty;
    expect(shares).to.deep.equal(shares.toSorted((a, b) => a - b));
    expect(Math.max(...shares)).to.be.within(0.1, 1);
    const all = ids();
    await undo();
    expect(ids()).to.deep.equal([]);
    await press('z', 'Control', 'Shift');
    expect(ids()).to.deep.equal(all);
  });

  it('found objects are shown by the slider without another run, deleted and kept ones teach the next, a batch is one step', async function () {
    this.timeout(240_000);
    await element.segment([boxRound(0), boxRound(6)]);
    const examples = ids();
    await press('l', 'Shift');
    await idle();
    const found = ids().slice(examples.length);
    expect(found.length).to.be.above(4);

    // The slider, by its keys: fewer and all again, and no run.
    const names = log(element);
    const slider = control(element)?.querySelector('input');
    slider?.focus();
    await sendKeys({ press: 'Home' });
    await element.updateComplete;
    expect(shownOf()).to.deep.equal([found.length, found.length]);
    await sendKeys({ press: 'ArrowRight' });
    await element.updateComplete;
    const [shown = 0] = shownOf();
    expect(shown).to.be.within(1, found.length - 1);
    expect(names).to.deep.equal([]);

    // What is kept are those shown, in one step; the others go, and come back with it.
    element.select(undefined);
    await press('a');
    expect(element.contours.features).to.have.lengthOf(examples.length + shown);
    await undo();
    expect(ids()).to.deep.equal([...examples, ...found]);

    // One is deleted and one kept, by the keys alone: the next run leaves the one out and the other as it is.
    const [kept, gone] = element.contours.features.slice(examples.length);
    const { x, y } = discs[discOf(gone!)]!;
    await click(element, x, y);
    await press('Delete');
    expect(ids()).not.to.include(gone!.id);
    const its = discs[discOf(kept!)]!;
    await click(element, its.x, its.y);
    await press('a');
    const before = ids();
    await press('l', 'Shift');
    await idle();
    const after = element.contours.features;
    expect(after.map(discOf)).not.to.include(discOf(gone!));
    const again = after.find(({ id }) => id === kept!.id);
    expect(again?.geometry).to.deep.equal(kept!.geometry);
    expect(after.filter((contour) => discOf(contour) === discOf(kept!))).to.have.lengthOf(1);
    await undo();
    expect(ids()).to.deep.equal(before);
  });
});
