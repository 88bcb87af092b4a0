/** Objects divided, joined and filled by hand. */
import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import type { ToolId } from '../../../src/element/tools/tool-id.js';
import { squareRing } from '../../support/contours.js';
import { click, drag, inWindow, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

type At = readonly [number, number];

const polygon = (rings: readonly (readonly At[])[], properties: object = {}) => ({
  type: 'Feature',
  geometry: { type: 'Polygon', coordinates: rings },
  properties,
});

const areas = ({ contours: { features } }: SnakeSegmenter): number[] =>
  features.map(({ properties }) => Math.round(properties.measurements['Area px^2'] ?? 0));

const textOf = async (element: SnakeSegmenter): Promise<string> => {
  await element.updateComplete;
  return element.shadowRoot?.querySelector('[role=status]')?.textContent ?? '';
};

describe('dividing objects', function () {
  this.timeout(240_000);
  const shared = sharedEllipse();
  let element: SnakeSegmenter;
  const take = async (tool: ToolId): Promise<void> => {
    element.tool = tool;
    await element.updateComplete;
  };
  beforeEach(async () => {
    element = shared();
    await take('cut');
  });

  it('cuts all that a line crosses, with the class and without a gap, in one step', async () => {
    const classification = { name: 'Cell', color: [1, 2, 3] };
    await element.import([polygon([squareRing(40, 40, 60)], { classification }), polygon([squareRing(140, 40, 60)])]);
    await drag(element, [20, 70], [220, 70]);
    await waitUntil(() => element.contours.features.length === 4);
    const sizes = areas(element);
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.within(7190, 7210);
    for (const size of sizes) expect(size).to.be.within(1500, 2100);
    const classes = element.contours.features.map(({ properties }) => properties.classification?.name);
    expect(classes.filter((name) => name === 'Cell')).to.have.length(2);
    element.undo();
    expect(element.contours.features).to.have.length(2);
  });

  it('cuts only what is selected, and says so where nothing is divided', async () => {
    await element.import([polygon([squareRing(40, 40, 60)]), polygon([squareRing(140, 40, 60)])]);
    element.select(element.contours.features[0]!.id);
    await drag(element, [20, 70], [220, 72]);
    await waitUntil(() => element.contours.features.length === 3);
    expect(await textOf(element)).to.contain('Objects after the division: 2');
    await drag(element, [20, 200], [120, 202]);
    expect(await textOf(element)).to.contain('Nothing was divided');
    await drag(element, [60, 20], [62, 60]);
    expect(element.contours.features, 'a line that ends within').to.have.length(3);
    await click(element, 160, 60);
    expect(element.selected?.id, 'a click selects').to.equal(element.contours.features[1]?.id);
  });

  it('refuses locked objects, and gives a line up by Escape', async () => {
    await element.import([polygon([squareRing(40, 40, 60)], { isLocked: true })]);
    await drag(element, [20, 70], [120, 72]);
    expect(await textOf(element)).to.contain('Locked');
    expect(element.contours.features).to.have.length(1);
    element.clear();
    await element.import([polygon([squareRing(40, 40, 60)])]);
    element.viewer?.canvas.focus();
    await sendMouse({ type: 'move', position: inWindow(element, 20, 70) });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: inWindow(element, 120, 70) });
    await sendKeys({ press: 'Escape' });
    await sendMouse({ type: 'up' });
    expect(element.contours.features).to.have.length(1);
  });

  it('makes objects of parts, and fills holes', async () => {
    const parts = [[squareRing(20, 20, 40), squareRing(30, 30, 10)], [squareRing(120, 20, 40)]];
    await element.import([{ type: 'Feature', geometry: { type: 'MultiPolygon', coordinates: parts }, properties: {} }]);
    element.select(element.contours.features[0]!.id);
    element.executeCommand('snake.contour.fillHoles');
    expect(areas(element)).to.deep.equal([3200]);
    element.undo();
    element.executeCommand('snake.contour.split');
    expect(areas(element).sort()).to.deep.equal([1500, 1600]);
    element.executeCommand('snake.contour.split');
    expect(await textOf(element)).to.contain('one part');
    element.undo();
    expect(element.contours.features).to.have.length(1);
    element.executeCommand('snake.lock');
    element.executeCommand('snake.contour.fillHoles');
    expect(await textOf(element)).to.contain('Locked');
    expect(element.contours.features[0]?.geometry.coordinates).to.have.length(2);
  });

  it('makes objects of what a thin neck joins', async () => {
    const [left, right, neck] = [squareRing(20, 20, 40), squareRing(70, 20, 40), 1];
    const ring: At[] = [left[0]!, left[1]!, [60, 40], [70, 40], right[0]!, right[1]!, right[2]!, right[3]!];
    ring.push([70, 40 + neck], [60, 40 + neck], left[2]!, left[3]!, left[0]!);
    await element.import([polygon([ring])]);
    element.select(element.contours.features[0]!.id);
    element.executeCommand('snake.contour.split');
    for (const area of areas(element)) expect(area).to.be.closeTo(1600, 5);
    expect(element.contours.features).to.have.length(2);
  });

  it('adds a polygon to the selected object with Shift and takes it away with Alt, without a run', async () => {
    await take('polygon');
    await element.import([polygon([squareRing(40, 40, 60)])]);
    const { id } = element.contours.features[0]!;
    element.select(id);
    let runs = 0;
    const count = (): number => runs++;
    element.addEventListener('contour-start', count);
    const corners: readonly At[] = [
      [80, 60],
      [140, 60],
      [140, 80],
      [80, 80],
    ];
    await sendKeys({ down: 'Shift' });
    for (const corner of corners) await click(element, ...corner);
    await sendKeys({ up: 'Shift' });
    await click(element, 80, 60);
    await waitUntil(() => areas(element)[0] !== undefined && areas(element)[0]! > 4000);
    expect(areas(element)[0]).to.be.closeTo(3600 + 40 * 20, 120);
    element.viewer?.canvas.focus();
    await sendKeys({ down: 'Alt' });
    await click(element, 50, 50);
    await sendKeys({ up: 'Alt' });
    await click(element, 90, 50);
    await click(element, 70, 92);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => element.contours.features[0]?.geometry.coordinates.length === 2, 'a hole');
    element.removeEventListener('contour-start', count);
    expect(runs).to.equal(0);
    expect(element.contours.features.map((contour) => contour.id)).to.deep.equal([id]);
  });
});
