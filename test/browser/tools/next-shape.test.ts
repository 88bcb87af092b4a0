/** The next larger and smaller shape in the place of a contour from a click. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { requestOf } from '../../../src/worker/feature.js';
import { greyPng } from '../grey-png.js';
import { click, mount, once, refused, saidBy, unmountAll } from '../support.js';
import { waitUntil } from '../until.js';

const CLASS = { name: 'Cell', color: [200, 40, 40] } as const;
/** Radii of three discs in one another, of which each has its own grey. */
const RADII = [12, 34, 90] as const;
const GREYS = [100, 50, 190, 235] as const;
const AREAS = RADII.map((radius) => Math.PI * radius ** 2);

const discs = (): Promise<File> =>
  greyPng('discs.png', [320, 240], (x, y) => {
    const ring = RADII.findIndex((radius) => Math.hypot(x - 160, y - 120) < radius);
    return GREYS.at(ring)! + 5 * Math.sin(x / 3) * Math.cos(y / 4) + ((x * 7919 + y * 104729) % 5);
  });

const areaOf = ({ contours: { features } }: SnakeSegmenter): number =>
  features[0]!.properties.measurements['Area px^2']!;

const isNear = (element: SnakeSegmenter, wanted: number): void => {
  expect(areaOf(element) / wanted).to.be.within(0.9, 1.1);
};

const button = (element: SnakeSegmenter, name: 'larger' | 'smaller'): HTMLButtonElement | null | undefined =>
  element.shadowRoot?.querySelector<HTMLButtonElement>(`[data-command="snake.shape.${name}"]`);

describe('the next shape of a click', function () {
  this.timeout(240_000);
  let element: SnakeSegmenter;
  before(async () => {
    element = await mount({ backend: 'cpu', src: await discs(), tool: 'point', classification: CLASS });
    await element.ready;
    await element.updateComplete;
  });
  beforeEach(() => {
    element.clear();
    element.tool = 'point';
    element.lang = 'en';
  });
  after(unmountAll);

  /** Clicks on the middle, and gets the smallest disc by the request that the test begins with. */
  const smallest = async (): Promise<string> => {
    const { id } = await element.segment({ x: 161, y: 121 }, { smallerThan: 2.5 * AREAS[0]! });
    isNear(element, AREAS[0]!);
    element.viewer?.canvas.focus();
    return id;
  };
  const press = async (key: string): Promise<void> => {
    const complete = once(element, 'contour-complete');
    await sendKeys({ press: key });
    await complete;
  };

  it('takes its place by a key, with its id and class, each in one step to undo, and comes back', async () => {
    const complete = once(element, 'contour-complete');
    await click(element, 161, 121);
    const { id } = (await complete).contour;
    await element.updateComplete;
    await element.segment(id, { smallerThan: 2.5 * AREAS[0]! });
    isNear(element, AREAS[0]!);
    element.viewer?.canvas.focus();
    for (const area of [AREAS[1]!, AREAS[2]!]) {
      await press('>');
      isNear(element, area);
    }
    const [contour] = element.contours.features;
    expect([contour!.id, contour!.properties.classification?.name]).to.deep.equal([id, 'Cell']);
    expect(element.contours.features).to.have.length(1);
    await press('<');
    isNear(element, AREAS[1]!);
    for (const area of [AREAS[2]!, AREAS[1]!, AREAS[0]!]) {
      element.undo();
      isNear(element, area);
    }
  });

  it('takes its place by a button beside the marks, each press in its turn, whatever sizes are usual', async () => {
    await smallest();
    await element.updateComplete;
    expect(button(element, 'larger')?.ariaLabel).to.equal('Next larger shape');
    button(element, 'larger')!.click();
    button(element, 'larger')!.click();
    await waitUntil(() => areaOf(element) / AREAS[2]! > 0.9, 'two sizes on');
    const { largerThan, expectedAreas } = requestOf(element.contours.features[0]!)!;
    expect(largerThan! / AREAS[1]!).to.be.within(0.9, 1.1);
    expect(expectedAreas).to.equal(undefined);
    element.tool = 'pan';
    await element.updateComplete;
    expect(button(element, 'larger')).to.equal(null);
  });

  it('is corrected by marks from there on', async () => {
    const id = await smallest();
    await press('>');
    const before = areaOf(element);
    const { properties } = await element.segment(id, { hints: { inside: [[206, 120]] } });
    expect(properties.measurements['Area px^2']!).to.be.within(before, 1.3 * before);
    const { largerThan, init } = requestOf(element.contours.features[0]!)!;
    expect([typeof largerThan, init]).to.deep.equal(['number', { x: 161, y: 121 }]);
    await press('>');
    expect(element.contours.features[0]!.properties.metadata.hints, 'a mark was of that shape').to.equal(undefined);
    isNear(element, AREAS[2]!);
  });

  it('says that there is none, and leaves the contour', async () => {
    const id = await smallest();
    const failed = once(element, 'segmenter-error');
    await sendKeys({ press: '<' });
    expect((await failed).code).to.equal('nothing-found');
    await element.updateComplete;
    const banner = (): string => element.shadowRoot?.querySelector('.banner')?.textContent ?? '';
    expect(banner()).to.contain('no smaller shape here');
    expect(element.contours.features.map((contour) => contour.id)).to.deep.equal([id]);
    isNear(element, AREAS[0]!);
    element.lang = 'de';
    await waitUntil(() => banner().includes('keine kleinere Form'), 'in German');
    element.lang = 'fr';
    await waitUntil(() => banner().includes('plus petite'), 'in French');
  });

  it('says what it lacks: a selected contour, a click that it came from, the leave to change it', async () => {
    element.viewer?.canvas.focus();
    await sendKeys({ press: '>' });
    await waitUntil(() => saidBy(element).includes('Select an object'), 'nothing is selected');
    const box = await element.segment({ x: 60, y: 20, width: 200, height: 200 });
    await element.updateComplete;
    expect(button(element, 'larger')).to.equal(null);
    element.executeCommand('snake.shape.larger');
    await waitUntil(() => saidBy(element).includes('outlined with the point tool'), 'a box');
    const error = await refused(element.segment(box.id, { largerThan: 5 }));
    expect(error.message).to.contain('goes with a click');
    element.clear();
    const id = await smallest();
    element.select(id);
    element.executeCommand('snake.lock');
    element.executeCommand('snake.shape.larger');
    await waitUntil(() => saidBy(element).includes('Locked'), 'a locked one');
    isNear(element, AREAS[0]!);
    element.executeCommand('snake.lock');
  });
});
