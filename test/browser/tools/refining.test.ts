/** A stretch of a contour found anew, and the way to objects that are not sure. */
import { expect } from '@open-wc/testing';
import { boundsOf } from '../../../src/contours/geometry.js';
import { toScreen } from '../../../src/element/overlay/projection.js';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { square } from '../../support/contours.js';
import { drag, frame, once, projectionFor, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

/** The ellipse of the picture, with a bay on its right and one on its left. */
const bitten = (properties: object = {}) => {
  const ring = Array.from({ length: 73 }, (_, k) => {
    const angle = (2 * Math.PI * (k % 72)) / 72;
    const bay = Math.abs(Math.cos(angle)) > 0.97 ? 0.8 : 1;
    return [160 + bay * 60 * Math.cos(angle), 120 + bay * 40 * Math.sin(angle)];
  });
  return { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties };
};

const ringOf = ({ contours: { features } }: SnakeSegmenter): readonly (readonly number[])[] =>
  features[0]?.geometry.type === 'Polygon' ? (features[0].geometry.coordinates[0] ?? []) : [];

const textOf = async (element: SnakeSegmenter): Promise<string> => {
  await element.updateComplete;
  return element.shadowRoot?.querySelector('[role=status]')?.textContent ?? '';
};

describe('refining a stretch', function () {
  this.timeout(240_000);
  const shared = sharedEllipse({ tool: 'retrace' });

  it('finds the outline anew where it is painted over, and leaves the rest as it is', async () => {
    const element = shared();
    await element.import([bitten()]);
    const { id } = element.contours.features[0]!;
    element.select(id);
    const before = ringOf(element);
    await drag(element, [216, 100], [216, 140]);
    await waitUntil(() => Math.max(...ringOf(element).map(([x = 0]) => x)) > 217, 'the bay is gone');
    const left = before.filter(([x = 0]) => x < 150).map(([x = 0, y = 0]) => [x, y]);
    for (const [x = 0, y = 0] of left) {
      const near = ringOf(element).some(([a = 0, b = 0]) => Math.hypot(a - x, b - y) < 0.01);
      expect(near, `${x}, ${y}`).to.equal(true);
    }
    expect(element.contours.features.map((contour) => contour.id)).to.deep.equal([id]);
    await waitUntil(() => 'Inside mean band 1' in (element.contours.features[0]?.properties.measurements ?? {}));
    element.undo();
    expect(ringOf(element)).to.deep.equal(before);
  });

  it('leaves no remnant of what it cuts off', async () => {
    const element = shared();
    const { geometry, ...rest } = bitten();
    const [ring] = geometry.coordinates;
    // The ellipse's uppermost vertex drawn out to a spike, and a stroke across it.
    const spiked = ring!.map((position, k) => (k === 54 ? [160, 20] : position));
    await element.import([{ ...rest, geometry: { type: 'Polygon', coordinates: [spiked] } }]);
    element.select(element.contours.features[0]!.id);
    const complete = once(element, 'contour-complete');
    await drag(element, [150, 55], [170, 55]);
    await complete;
    expect(element.contours.features[0]!.geometry.type).to.equal('Polygon');
    expect(Math.min(...ringOf(element).map(([, y = 0]) => y))).to.be.greaterThan(40);
  });

  it('says what to do where nothing is selected or the outline is missed, and leaves locked objects alone', async () => {
    const element = shared();
    await element.import([bitten({ isLocked: true })]);
    await drag(element, [216, 100], [216, 140]);
    expect(await textOf(element)).to.contain('part of the outline');
    element.select(element.contours.features[0]!.id);
    await drag(element, [216, 100], [216, 142]);
    expect(await textOf(element)).to.contain('Locked');
    element.executeCommand('snake.lock');
    await drag(element, [20, 20], [40, 40]);
    expect(await textOf(element)).to.contain('part of the outline');
    expect(ringOf(element)).to.have.length(73);
  });
});

describe('the next unsure object', function () {
  this.timeout(240_000);
  const shared = sharedEllipse({ tool: 'rectangle' });

  it('is the one whose inside and outside differ least, then the next; locked ones are passed over', async () => {
    const element = shared();
    for (const [a, b] of [
      [
        [120, 100],
        [200, 140],
      ],
      [
        [10, 10],
        [40, 40],
      ],
      [
        [150, 20],
        [170, 110],
      ],
    ] as const) {
      const { length } = element.contours.features;
      await drag(element, a, b);
      await waitUntil(() => 'Inside mean band 1' in (element.contours.features[length]?.properties.measurements ?? {}));
    }
    const ids = element.contours.features.map(({ id }) => id);
    element.select(ids[1]!);
    await element.executeCommand('snake.select.unsure');
    expect(element.selected?.id, 'the one on the ground, which no round has shown').to.equal(ids[1]);
    expect(await textOf(element)).to.match(/^Object 2: inside and outside [\d.]+ standard deviations apart · 1 of 3/);
    await element.executeCommand('snake.select.unsure');
    const second = element.selected?.id;
    expect(second).to.not.equal(ids[1]);
    element.executeCommand('snake.lock');
    element.select(ids[1]!);
    await element.executeCommand('snake.select.unsure');
    expect(element.selected?.id).to.equal(ids.find((id) => id !== ids[1] && id !== second));
    await element.executeCommand('snake.select.unsure');
    expect(element.selected?.id, 'after the last one').to.equal(ids[1]);
  });

  it('is said to be the only one where it is, and that there is none where it is locked', async () => {
    const element = shared();
    const { type, geometry } = square(0, 140, 100, 40);
    element.contours = {
      type: 'FeatureCollection',
      features: [{ type, id: crypto.randomUUID(), geometry, properties: { probability: 0.5 } }],
    };
    await element.executeCommand('snake.select.unsure');
    expect(await textOf(element)).to.match(/^Object 1: probability .* 1 of 1/);
    await element.executeCommand('snake.select.unsure');
    expect(await textOf(element)).to.equal('Object 1 is the only one to go through.');
    element.executeCommand('snake.lock');
    await element.executeCommand('snake.select.unsure');
    expect(await textOf(element)).to.contain('all are locked');
  });

  it('is gone to with its surroundings, at the same zoom where it is seen well', async () => {
    const element = shared();
    const outline = (x: number, y: number, size: number) => {
      const { type, geometry } = square(0, x, y, size);
      return { type, id: crypto.randomUUID(), geometry, properties: { probability: x / 400 } };
    };
    const { viewport } = element.viewer!;
    const [large, far, tiny] = [outline(140, 100, 40), outline(250, 170, 40), outline(300, 30, 4)];
    element.contours = { type: 'FeatureCollection', features: [large, far, tiny] };
    const next = async (id: string): Promise<{ zoom: number; left: number; top: number; size: number }> => {
      await element.executeCommand('snake.select.unsure');
      expect(element.selected?.id).to.equal(id);
      await waitUntil(
        () => viewport.getZoom() === viewport.getZoom(true) && viewport.getCenter().equals(viewport.getCenter(true)),
      );
      await frame();
      const { x0, y0, x1 } = boundsOf(element.selected!.geometry);
      const { x: left, y: top } = toScreen(projectionFor(element), x0, y0);
      const { x: right } = toScreen(projectionFor(element), x1, y0);
      return { zoom: viewport.getZoom(), left, top, size: right - left };
    };
    const { clientWidth: width, clientHeight: height } = element.viewer!.canvas;
    viewport.zoomTo(2 * viewport.getHomeZoom(), undefined, true);
    const zoom = viewport.getZoom();
    const centre = viewport.getCenter();
    expect((await next(large.id)).zoom).to.equal(zoom);
    expect(viewport.getCenter().equals(centre), 'it was in view').to.equal(true);
    const second = await next(far.id);
    expect(second.zoom, 'out of view, and large enough').to.equal(zoom);
    expect(Math.min(second.left, second.top, width - second.left - second.size)).to.be.greaterThan(second.size / 3);
    const third = await next(tiny.id);
    expect(third.zoom).to.be.greaterThan(zoom);
    expect(third.size / height, 'with five times its size about it').to.be.within(1 / 12, 1 / 5);
  });
});
