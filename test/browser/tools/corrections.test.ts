/** Changes by hand, and the measurements of changed contours. */
import { expect } from '@open-wc/testing';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { drag, once, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

const measurements = ({ contours: { features } }: SnakeSegmenter, k = 0): Readonly<Record<string, number>> =>
  features[k]?.properties.measurements ?? {};

const measured = (element: SnakeSegmenter, k = 0): Promise<void> =>
  waitUntil(() => 'Inside mean band 1' in measurements(element, k), 'measured');

describe('the measurements of a contour changed by hand', function () {
  this.timeout(240_000);
  const shared = sharedEllipse();

  it('are those of the samples again after a vertex was moved, and in both directions of undo', async () => {
    const element = shared();
    await element.segment({ x: 90, y: 70, width: 140, height: 100 });
    const before = measurements(element);
    const [ring] = element.contours.features[0]!.geometry.coordinates as [[number, number][]];
    const [x, y] = ring[0]!;
    element.tool = 'nodes';
    await element.updateComplete;
    const changed = once(element, 'contour-change');
    await drag(element, [x, y], [x + (x < 160 ? -14 : 14), y + (y < 120 ? -10 : 10)]);
    expect((await changed).reason).to.equal('edit');
    await measured(element);
    const after = measurements(element);
    expect(after['Area px^2']).to.be.greaterThan(before['Area px^2'] ?? Infinity);
    expect(after['Inside mean band 1'], 'more of the dark ground').to.be.lessThan(before['Inside mean band 1'] ?? 0);
    expect(after['Outside std dev band 3']).to.be.greaterThan(0);
    element.undo();
    expect(measurements(element)).to.deep.equal(before);
    element.redo();
    expect(measurements(element), 'with what was measured').to.deep.equal(after);
    element.undo();
    expect(element.contours.features, 'measuring is no step of its own').to.have.length(1);
  });

  it('are there of what was drawn without a run, and follow what is added to it', async () => {
    const element = shared();
    element.tool = 'rectangle';
    await element.updateComplete;
    await drag(element, [140, 100], [180, 140]);
    await measured(element);
    const bright = measurements(element)['Inside mean band 1'] ?? 0;
    expect(bright).to.be.greaterThan(150);
    const { id } = element.contours.features[0]!;
    element.tool = 'nodes';
    await element.updateComplete;
    await drag(element, [140, 100], [20, 20]);
    await measured(element);
    await waitUntil(() => (measurements(element)['Inside mean band 1'] ?? bright) < bright);
    expect(element.contours.features[0]?.id).to.equal(id);
  });

  it('are not taken again of what comes back as it was', async () => {
    const element = shared();
    element.tool = 'rectangle';
    await element.updateComplete;
    await drag(element, [140, 100], [180, 140]);
    await measured(element);
    const [contour] = element.contours.features;
    const amended: string[] = [];
    element.addEventListener('contour-change', ({ detail }) => {
      if (detail.reason === 'measure') amended.push(detail.contour.id);
    });
    element.clear();
    element.undo();
    await drag(element, [20, 20], [60, 60]);
    await measured(element, 1);
    const [same, other] = element.contours.features;
    expect(same).to.deep.equal(contour);
    expect(amended).to.deep.equal([other?.id]);
  });
});
