import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { drag, frame, inWindow, once, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

const areas = ({ contours }: SnakeSegmenter): number[] =>
  contours.features.map(({ properties }) => properties.measurements['Area px^2'] ?? 0);

/** Drags along points, in image coordinates. */
const along = async (element: SnakeSegmenter, points: readonly (readonly [number, number])[]): Promise<void> => {
  const [first = [0, 0], ...others] = points;
  await sendMouse({ type: 'move', position: inWindow(element, ...first) });
  await sendMouse({ type: 'down' });
  for (const point of others) await sendMouse({ type: 'move', position: inWindow(element, ...point) });
  await sendMouse({ type: 'up' });
};

const around = (cx: number, cy: number, rx: number, ry: number): [number, number][] =>
  Array.from({ length: 24 }, (_, k) => {
    const angle = (2 * Math.PI * k) / 24;
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
  });

describe('drawing without a run', function () {
  this.timeout(240_000);
  const shared = sharedEllipse();

  it('keeps rectangles and ellipses as drawn, with the class of new objects and their measurements', async () => {
    const element = shared();
    element.classification = { name: 'Cell', color: [1, 2, 3] };
    element.tool = 'rectangle';
    await element.updateComplete;
    await drag(element, [20, 20], [80, 60]);
    element.tool = 'ellipse';
    await element.updateComplete;
    await drag(element, [200, 20], [280, 80]);
    await waitUntil(() => element.contours.features.length === 2);
    const [rectangle = 0, ellipse = 0] = areas(element);
    expect(rectangle).to.be.closeTo(60 * 40, 150);
    expect(ellipse).to.be.closeTo((Math.PI / 4) * 80 * 60, 200);
    expect(element.contours.features[0]?.properties.classification?.name).to.equal('Cell');
    element.classification = undefined;
    element.undo();
    expect(element.contours.features).to.have.length(1);
  });

  it('adds to the selected object with Shift, and takes from it with Alt, down to a hole', async () => {
    const element = shared();
    element.tool = 'rectangle';
    await element.updateComplete;
    await drag(element, [40, 40], [140, 140]);
    await waitUntil(() => element.selected !== undefined);
    const [first = 0] = areas(element);
    await sendKeys({ down: 'Shift' });
    await drag(element, [120, 60], [180, 100]);
    await sendKeys({ up: 'Shift' });
    await waitUntil(() => (areas(element)[0] ?? 0) > first);
    const [more = 0] = areas(element);
    expect(more - first).to.be.closeTo(40 * 40, 200);
    await sendKeys({ down: 'Alt' });
    await drag(element, [70, 70], [90, 90]);
    await sendKeys({ up: 'Alt' });
    await waitUntil(() => (areas(element)[0] ?? 0) < more);
    expect(element.contours.features).to.have.length(1);
    expect(element.selected?.geometry.coordinates).to.have.length(2);
  });

  it('adds to the object that was selected when the drag began', async () => {
    const element = shared();
    element.tool = 'rectangle';
    await element.updateComplete;
    await drag(element, [40, 40], [100, 100]);
    await drag(element, [200, 40], [260, 100]);
    await waitUntil(() => element.contours.features.length === 2);
    const [first, second] = element.contours.features.map(({ id }) => id);
    const before = areas(element);
    element.select(first!);
    await sendKeys({ down: 'Shift' });
    await sendMouse({ type: 'move', position: inWindow(element, 80, 80) });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: inWindow(element, 100, 120) });
    // As a run does that ends meanwhile.
    element.select(second!);
    await sendMouse({ type: 'move', position: inWindow(element, 110, 140) });
    await sendMouse({ type: 'up' });
    await sendKeys({ up: 'Shift' });
    await frame();
    expect(areas(element)[0]).to.be.greaterThan(before[0]!);
    expect(areas(element)[1]).to.equal(before[1]);
  });

  it('keeps a line drawn by hand that crosses itself as polygons that do not', async () => {
    const element = shared();
    element.tool = 'freehand';
    await element.updateComplete;
    await along(element, [
      [40, 40],
      [120, 120],
      [120, 40],
      [40, 120],
    ]);
    await waitUntil(() => element.contours.features.length === 1);
    expect(element.contours.features[0]?.geometry.type).to.equal('MultiPolygon');
  });

  it('says that nothing was drawn where the outline has no area', async () => {
    const element = shared();
    element.lang = 'en';
    const says = (): string => element.shadowRoot?.querySelector('[role=status]')?.textContent ?? '';
    for (const [tool, points] of [
      [
        'freehand',
        [
          [60, 60],
          [80, 80],
          [100, 100],
        ],
      ],
      [
        'freehand',
        [
          [60, 60],
          [80, 80],
        ],
      ],
      [
        'rectangle',
        [
          [60, 60],
          [80, 60],
          [100, 60],
        ],
      ],
      [
        'ellipse',
        [
          [60, 60],
          [60, 80],
          [60, 100],
        ],
      ],
    ] as const) {
      element.tool = tool === 'freehand' ? 'rectangle' : 'freehand';
      await element.updateComplete;
      element.tool = tool;
      await element.updateComplete;
      expect(says()).to.equal('');
      await along(element, points);
      await waitUntil(() => says().startsWith('Nothing was drawn'), `said by ${tool}`);
    }
    expect(element.contours.features).to.deep.equal([]);
  });

  it('keeps of what is drawn past the edge of the image what lies in it', async () => {
    const element = shared();
    const { viewer } = element;
    viewer?.viewport.zoomBy(0.5, undefined, true);
    await frame();
    element.tool = 'rectangle';
    await element.updateComplete;
    await drag(element, [280, 40], [360, 100]);
    await waitUntil(() => element.contours.features.length === 1);
    expect(areas(element)[0]).to.be.closeTo(40 * 60, 150);
    const corners = element.selected?.geometry.coordinates.flat(2) as number[];
    expect(Math.max(...corners)).to.equal(320);
    // Nothing is left of what lies beside the image.
    await drag(element, [340, 40], [400, 100]);
    await element.updateComplete;
    expect(element.contours.features).to.have.length(1);
  });

  it('merges the selected objects into one', async () => {
    const element = shared();
    element.tool = 'rectangle';
    await element.updateComplete;
    await drag(element, [20, 20], [80, 80]);
    await drag(element, [60, 20], [120, 80]);
    await waitUntil(() => element.contours.features.length === 2);
    element.select(element.contours.features.map(({ id }) => id));
    element.executeCommand('snake.merge');
    expect(element.contours.features).to.have.length(1);
    expect(areas(element)[0]).to.be.closeTo(100 * 60, 300);
    element.undo();
    expect(element.contours.features).to.have.length(2);
  });

  it('says what a merger needs where one object is selected', async () => {
    const element = shared();
    element.tool = 'rectangle';
    await element.updateComplete;
    await drag(element, [20, 20], [80, 80]);
    await waitUntil(() => element.contours.features.length === 1);
    await element.executeCommand('snake.merge');
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('.status')?.textContent).to.contain(
      'Select two or more objects to merge.',
    );
    expect(element.contours.features).to.have.length(1);
  });
});

describe('starts drawn by hand', function () {
  this.timeout(240_000);
  const shared = sharedEllipse();

  it('give what a box gives, within the drawing and a margin', async () => {
    const element = shared();
    const box = await element.segment({ x: 95, y: 75, width: 130, height: 90 });
    element.clear();
    element.tool = 'polygon';
    await element.updateComplete;
    const complete = once(element, 'contour-complete');
    await along(element, around(160, 120, 66, 46));
    const { contour } = await complete;
    const [drawn = 0, boxed = 1] = [contour, box].map(({ properties }) => properties.measurements['Area px^2']);
    expect(drawn / boxed).to.be.within(0.97, 1.03);
    element.clear();
    // Half of the object: what is found stays near the drawing.
    const half = once(element, 'contour-complete');
    await along(element, around(130, 120, 34, 44));
    const { geometry } = (await half).contour;
    const xs = geometry.type === 'Polygon' ? geometry.coordinates[0]!.map(([x]) => x) : [];
    expect(Math.max(...xs)).to.be.lessThan(130 + 34 + 8);
  });

  it('wait while a run is under way, and follow it in their order', async () => {
    const element = shared();
    element.tool = 'box';
    await element.updateComplete;
    const begun = once(element, 'contour-start');
    const first = element.segment({ x: 90, y: 70, width: 140, height: 100 }, { paused: true });
    await begun;
    await drag(element, [95, 75], [225, 165]);
    await drag(element, [92, 72], [228, 168]);
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('.status')?.textContent).to.contain('2 waiting');
    expect(element.contours.features).to.have.length(0);
    element.resume();
    await first;
    await waitUntil(() => element.contours.features.length === 3, 'all three');
  });
});
