/** The brush and the eraser. */
import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import type { ToolId } from '../../../src/element/tools/tool-id.js';
import { frame, inWindow, once, overlayCanvas, sharedEllipse, withEllipse } from '../support.js';
import { waitUntil } from '../until.js';

/** The radius of the smallest tip, in CSS pixels. */
const LEAST = 2;

type At = readonly [number, number];

const areaOf = ({ contours: { features } }: SnakeSegmenter, k = 0): number =>
  features[k]?.properties.measurements['Area px^2'] ?? 0;

const textOf = (element: SnakeSegmenter): string =>
  element.shadowRoot?.querySelector('[role=status]')?.textContent ?? '';

/** Presses at the first point and moves along the others, in image coordinates. */
const press = async (element: SnakeSegmenter, [first = [0, 0], ...others]: readonly At[]): Promise<void> => {
  await sendMouse({ type: 'move', position: inWindow(element, ...first) });
  await sendMouse({ type: 'down' });
  for (const point of others) await sendMouse({ type: 'move', position: inWindow(element, ...point) });
};

const paint = async (element: SnakeSegmenter, points: readonly At[]): Promise<void> => {
  await press(element, points);
  await sendMouse({ type: 'up' });
};

const take = async (element: SnakeSegmenter, tool: ToolId): Promise<void> => {
  element.tool = tool;
  await element.updateComplete;
};

/** CSS pixels of a pixel of the image. */
const scaleOf = (element: SnakeSegmenter): number =>
  (inWindow(element, 200, 100)[0] - inWindow(element, 100, 100)[0]) / 100;

describe('the brush and the eraser', function () {
  this.timeout(240_000);
  const shared = sharedEllipse();
  let element: SnakeSegmenter;
  /** The radius of the tip in pixels of the image. */
  let radius: number;
  beforeEach(async () => {
    element = shared();
    await take(element, 'brush');
    for (let k = 0; k < 40; k++) element.executeCommand('snake.brush.smaller');
    for (let k = 0; k < 9; k++) element.executeCommand('snake.brush.larger');
    radius = (LEAST * 1.25 ** 9) / scaleOf(element);
  });

  it('have buttons for their size where a finger has no keys', async () => {
    const button = (which: string): HTMLButtonElement | null | undefined =>
      element.shadowRoot?.querySelector(`[data-command="snake.brush.${which}"]`);
    const press = async (pointerType: string): Promise<void> => {
      element.shadowRoot
        ?.querySelector('.base')
        ?.dispatchEvent(new PointerEvent('pointerdown', { pointerType, bubbles: true }));
      await element.updateComplete;
    };
    const said = (): number => Number(/[\d.]+/.exec(textOf(element))?.[0]);
    await press('mouse');
    expect(button('smaller')).to.equal(null);
    await press('touch');
    for (const tool of ['brush', 'eraser', 'retrace'] as const) {
      await take(element, tool);
      button('larger')?.click();
      await element.updateComplete;
      const before = said();
      button('smaller')?.click();
      await element.updateComplete;
      expect(said(), tool).to.be.within(before / 1.4, before / 1.1);
    }
    await take(element, 'box');
    expect(button('smaller')).to.equal(null);
    await press('mouse');
  });

  it('paint a new object, add to it, and take from it, each stroke one step to undo', async () => {
    await paint(element, [
      [100, 100],
      [140, 100],
      [180, 100],
    ]);
    const stroke = 80 * 2 * radius + Math.PI * radius ** 2;
    expect(areaOf(element)).to.be.closeTo(stroke, stroke / 50);
    expect(element.selected?.id).to.equal(element.contours.features[0]?.id);
    await paint(element, [
      [140, 100],
      [140, 130],
      [140, 160],
    ]);
    const added = areaOf(element);
    expect(added).to.be.greaterThan(stroke * 1.4);
    await take(element, 'eraser');
    await paint(element, [[180, 100]]);
    const less = areaOf(element);
    expect(added - less).to.be.greaterThan(radius ** 2);
    for (const area of [added, stroke]) {
      element.undo();
      expect(areaOf(element)).to.be.closeTo(area, area / 50);
    }
    element.undo();
    expect(element.contours.features).to.have.length(0);
    for (let k = 0; k < 3; k++) element.redo();
    expect(areaOf(element)).to.equal(less);
  });

  it('keep their strokes where the object is corrected by a run meanwhile', async () => {
    const { id } = await element.segment({ x: 90, y: 70, width: 140, height: 100 });
    const alone = areaOf(element);
    const refined = element.segment(id, { paused: true });
    await once(element, 'contour-start');
    await paint(element, [
      [160, 90],
      [160, 40],
    ]);
    const painted = areaOf(element) - alone;
    expect(painted).to.be.greaterThan(4 * radius ** 2);
    await take(element, 'eraser');
    await paint(element, [
      [100, 120],
      [120, 120],
    ]);
    const erased = alone + painted - areaOf(element);
    expect(erased).to.be.greaterThan(4 * radius ** 2);
    element.resume();
    const { geometry, properties } = await refined;
    expect(properties.measurements['Area px^2']).to.be.closeTo(alone + painted - erased, alone / 50);
    expect(geometry.type).to.equal('Polygon');
    const ys = geometry.type === 'Polygon' ? geometry.coordinates[0]!.map(([, y]) => y) : [];
    expect(Math.min(...ys)).to.be.closeTo(40 - radius, 1);
    element.undo();
    expect(areaOf(element)).to.be.closeTo(alone + painted - erased, 1);
  });

  it('make holes and several parts; a part erased is gone, and with the last the object', async () => {
    await paint(element, [
      [100, 80],
      [160, 80],
      [160, 140],
      [100, 140],
      [100, 80],
    ]);
    const geometry = () => element.contours.features[0]?.geometry;
    expect(geometry()?.type).to.equal('Polygon');
    expect(geometry()?.coordinates).to.have.length(2);
    await sendKeys({ down: 'Shift' });
    await paint(element, [[250, 200]]);
    await sendKeys({ up: 'Shift' });
    expect(geometry()?.type).to.equal('MultiPolygon');
    await sendKeys({ down: 'Alt' });
    await paint(element, [
      [248, 200],
      [252, 200],
    ]);
    await sendKeys({ up: 'Alt' });
    expect(geometry()?.type).to.equal('Polygon');
    await take(element, 'eraser');
    await paint(element, [[20, 20]]);
    expect(element.contours.features, 'nothing was under the eraser').to.have.length(1);
    await paint(element, [
      [100, 80],
      [160, 80],
      [160, 140],
      [100, 140],
      [100, 80],
      [101, 80],
    ]);
    expect(element.contours.features).to.have.length(0);
    element.undo();
    expect(geometry()?.coordinates).to.have.length(2);
  });

  it('begin an object of its own apart from the selected one', async () => {
    await paint(element, [[60, 60]]);
    const area = areaOf(element);
    await paint(element, [[250, 200]]);
    expect(element.contours.features).to.have.length(2);
    expect(areaOf(element)).to.equal(area);
    expect(element.selected?.id).to.equal(element.contours.features[1]?.id);
    await element.updateComplete;
    expect(textOf(element)).to.equal('Object drawn');
    await paint(element, [[250 + radius, 200]]);
    expect(element.contours.features, 'touching, it is added').to.have.length(2);
  });

  it('keep to the image', async () => {
    await paint(element, [[2, 2]]);
    const [ring] = element.contours.features[0]!.geometry.coordinates as [[number, number][]];
    expect(Math.min(...ring.flat())).to.equal(0);
  });

  it('say which keys change what they do', async () => {
    for (const [tool, ...keys] of [
      ['eraser', '[', ']'],
      ['brush', 'Shift', 'Alt', '[', ']'],
    ] as const) {
      await take(element, tool);
      const hint = element.shadowRoot?.querySelector('.status .what')?.textContent;
      for (const key of keys) expect(hint, tool).to.contain(key);
    }
    expect(element.shadowRoot?.querySelector('#menu')?.textContent).to.contain('with Shift it resizes the brush');
  });

  it('show a circle of their size, which Shift and the wheel, and keys, change', async () => {
    await sendMouse({ type: 'move', position: inWindow(element, 160, 120) });
    await frame();
    const inkAt = (x: number, y: number): number => {
      const canvas = overlayCanvas(element);
      const ratio = canvas.width / canvas.clientWidth;
      const box = canvas.getBoundingClientRect();
      const [left, top] = inWindow(element, x, y);
      const at = [(left - box.left) * ratio, (top - box.top) * ratio].map(Math.round) as [number, number];
      return canvas.getContext('2d')!.getImageData(...at, 1, 1).data[3]!;
    };
    expect(inkAt(160 + radius, 120), 'on the circle').to.be.greaterThan(100);
    expect(inkAt(160, 120), 'in its middle').to.equal(0);
    const zoom = element.viewer?.viewport.getZoom();
    const [clientX, clientY] = inWindow(element, 160, 120);
    const options = { clientX, clientY, bubbles: true, cancelable: true };
    element.viewer?.canvas.dispatchEvent(new WheelEvent('wheel', { ...options, deltaY: -200, shiftKey: true }));
    expect(element.viewer?.viewport.getZoom(), 'the view stays').to.equal(zoom);
    await frame();
    expect(inkAt(160 + radius * 1.0015 ** 200, 120), 'larger').to.be.greaterThan(100);
    expect(inkAt(160 + radius, 120)).to.equal(0);
    element.viewer?.canvas.focus();
    await sendKeys({ press: ']' });
    await frame();
    expect(inkAt(160 + 1.25 * radius * 1.0015 ** 200, 120), 'by a key').to.be.greaterThan(100);
    await element.updateComplete;
    expect(textOf(element)).to.match(/^Brush: [\d.]+ px wide$/);
    await sendMouse({ type: 'move', position: [0, 0] });
    await frame();
    expect(inkAt(160 + 1.25 * radius * 1.0015 ** 200, 120), 'away with the pointer').to.equal(0);
  });

  it('are stopped by Escape, and by another tool, without a change', async () => {
    element.viewer?.canvas.focus();
    await press(element, [
      [100, 100],
      [180, 100],
    ]);
    await sendKeys({ press: 'Escape' });
    await sendMouse({ type: 'move', position: inWindow(element, 180, 160) });
    await sendMouse({ type: 'up' });
    expect(element.contours.features).to.have.length(0);
    await press(element, [
      [40, 40],
      [80, 40],
    ]);
    await take(element, 'eraser');
    await sendMouse({ type: 'up' });
    expect(element.contours.features).to.have.length(0);
  });

  it('leave locked objects and lines as they are, and say so', async () => {
    await paint(element, [
      [100, 100],
      [140, 100],
    ]);
    const area = areaOf(element);
    element.executeCommand('snake.lock');
    await paint(element, [
      [140, 100],
      [140, 140],
    ]);
    await element.updateComplete;
    expect(areaOf(element)).to.equal(area);
    expect(textOf(element)).to.contain('Locked');
    await paint(element, [[250, 200]]);
    expect(element.contours.features, 'apart from it').to.have.length(2);
    expect(areaOf(element)).to.equal(area);
    element.clear();
    await take(element, 'eraser');
    await paint(element, [
      [140, 100],
      [140, 140],
    ]);
    await element.updateComplete;
    expect(textOf(element)).to.contain('select the object');
    await element.import({
      type: 'LineString',
      coordinates: [
        [10, 10],
        [200, 200],
      ],
    });
    element.select(element.contours.features[0]!.id);
    await paint(element, [
      [100, 100],
      [140, 140],
    ]);
    await element.updateComplete;
    expect(element.contours.features[0]?.geometry.type).to.equal('LineString');
    expect(textOf(element)).to.contain('line');
  });

  it('leave a hidden object as it is, as commands for its outline do, and say so', async () => {
    const { features } = element.contours;
    expect(features).to.have.length(0);
    await paint(element, [
      [100, 100],
      [140, 100],
    ]);
    await waitUntil(() => 'Inside mean band 1' in (element.contours.features[0]?.properties.measurements ?? {}));
    const { contours } = element;
    await element.executeCommand('snake.hide');
    for (const tool of ['brush', 'eraser', 'retrace'] as const) {
      await take(element, tool);
      await paint(element, [
        [140, 100],
        [140, 140],
      ]);
      await element.updateComplete;
      expect(element.contours, tool).to.deep.equal(contours);
      expect(textOf(element), tool).to.equal('Hidden objects stay as they are. Show them first.');
    }
    for (const kind of ['simplify', 'smooth']) {
      await element.executeCommand(`snake.contour.${kind}`, 5);
      expect(element.contours, kind).to.deep.equal(contours);
    }
    await element.executeCommand('snake.hide');
    await take(element, 'brush');
    await paint(element, [
      [140, 100],
      [140, 140],
    ]);
    expect(areaOf(element), 'shown again').to.be.greaterThan(
      contours.features[0]!.properties.measurements['Area px^2']!,
    );
  });

  it('change nothing where the object goes in the middle of a stroke', async () => {
    await paint(element, [
      [100, 100],
      [140, 100],
    ]);
    await press(element, [
      [140, 100],
      [180, 100],
    ]);
    element.remove(element.contours.features[0]!.id);
    await sendMouse({ type: 'up' });
    await element.updateComplete;
    expect(element.contours.features).to.have.length(0);
    expect(textOf(element)).to.contain('no longer there');
    element.undo();
    expect(element.contours.features).to.have.length(1);
  });

  it('paint with a finger and a pen, and leave two fingers to the view', async () => {
    const pointer = (type: string, pointerType: string, id: number, at: At): void => {
      const [clientX, clientY] = inWindow(element, ...at);
      const options = { clientX, clientY, pointerId: id, pointerType, isPrimary: id === 21, button: 0 };
      const down = type === 'pointerup' ? 0 : 1;
      element.viewer?.canvas.dispatchEvent(
        new PointerEvent(type, { ...options, buttons: down, bubbles: true, cancelable: true, composed: true }),
      );
    };
    for (const kind of ['touch', 'pen']) {
      element.clear();
      pointer('pointerdown', kind, 21, [100, 100]);
      pointer('pointermove', kind, 21, [140, 100]);
      pointer('pointermove', kind, 21, [180, 100]);
      pointer('pointerup', kind, 21, [180, 100]);
      await waitUntil(() => element.contours.features.length === 1, kind);
      expect(areaOf(element)).to.be.greaterThan(80 * 2 * radius);
    }
  });
});

describe('an element that is taken out of the page in the middle of a stroke', function () {
  this.timeout(240_000);

  it('keeps its contours, and paints again when it comes back', async () => {
    const element = await withEllipse({ tool: 'brush' });
    await element.updateComplete;
    await paint(element, [
      [100, 100],
      [140, 100],
    ]);
    await press(element, [
      [40, 40],
      [80, 40],
    ]);
    element.remove();
    await sendMouse({ type: 'up' });
    await new Promise((resolve) => setTimeout(resolve));
    document.body.append(element);
    await element.ready;
    await waitUntil(() => element.viewer?.world.getItemAt(0)?.getFullyLoaded(), 'shown');
    await frame();
    expect(element.contours.features).to.have.length(1);
    const area = areaOf(element);
    await paint(element, [
      [140, 100],
      [180, 100],
    ]);
    expect(areaOf(element)).to.be.greaterThan(area);
    HTMLElement.prototype.remove.call(element);
  });
});
