/** The charts of the annotators' page: nothing that they say is cut off, whatever the numbers are. */
import { expect } from '@open-wc/testing';
import { chart } from '../../demo/chart.js';
import { addState, type Course, longest } from '../../demo/courses.js';
import { mount, once, unmountAll } from './support.js';

/** Columns at the left and right end of a canvas that have ink. */
const inkAtEnds = (canvas: HTMLCanvasElement): number => {
  const { width, height } = canvas;
  const context = canvas.getContext('2d')!;
  const ends = [0, width - 1].map((x) => context.getImageData(x, 0, 1, height).data);
  return ends.filter((column) => column.some((value, i) => i % 4 === 3 && value > 0)).length;
};

describe('a chart', () => {
  const host = document.createElement('div');
  before(() => {
    host.style.cssText = '--quiet: #123; --line: #ccc; --accent: #080; width: 290px';
    document.body.append(host);
  });
  after(() => host.remove());

  for (const [name, x, y] of [
    ['large numbers that differ little', [0, 4000, 8000], [-13_241_000, -13_241_600, -13_242_100]],
    ['small ones', [0, 1, 2], [0.001_23, 0.001_24, 0.001_25]],
    ['long steps', [9_999_900, 10_000_000, 10_000_100], [38_210, 38_215, 38_220]],
  ] as const) {
    it(`has room for the texts of ${name}`, async () => {
      const plot = chart('step', '', [{ label: 'criterion', colour: '--accent', kind: 'line' }]);
      host.replaceChildren(plot.element);
      plot.show(x, y);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const canvas = plot.element.querySelector('canvas')!;
      expect(
        canvas
          .getContext('2d')!
          .getImageData(0, 0, canvas.width, canvas.height)
          .data.some((value) => value > 0),
      ).to.equal(true);
      expect(inkAtEnds(canvas)).to.equal(0);
    });
  }
});

describe('the criterion of a run', () => {
  afterEach(unmountAll);

  it('ends below its beginning in what the chart shows, though noise models and levels change on the way', async function () {
    this.timeout(240_000);
    const element = await mount({ backend: 'cpu', src: '/demo/images/s1_spain_vv.tif', channel: 'db' });
    await element.ready;
    const courses: Course[] = [];
    const told: number[] = [];
    element.addEventListener('contour-progress', ({ detail }) => {
      addState(courses, detail);
      told.push(detail.criterion);
    });
    // Step by step, so that every state is told, whatever the machine's pace is.
    let ended = false;
    const result = element.segment({ x: 437, y: 135, width: 75, height: 94 }, { paused: true }).finally(() => {
      ended = true;
    });
    await once(element, 'contour-start');
    while (!ended) {
      const told = once(element, 'contour-progress');
      element.step();
      await Promise.race([told, result]);
    }
    const { values } = longest(courses)!;
    expect(values.length).to.be.greaterThan(2);
    expect(values.at(-1)).to.be.lessThan(values[0]!);
    // All that was told, one after the other, goes up: that is what the chart showed before it had courses.
    expect(told.some((value, k) => k > 0 && value > told[k - 1]!)).to.equal(true);
  });
});
