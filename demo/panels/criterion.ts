/** The criterion against the steps of the run under way, or of the last one. */
import { html, render } from 'lit';
import type { SnakeSegmenter } from '../../src/element/snake-segmenter.js';
import { chart } from '../chart.js';

const gain = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 4 });

export const criterionPanel = (host: HTMLElement, segmenter: SnakeSegmenter): void => {
  const plot = chart('step', '', [{ label: 'criterion', colour: '--accent', kind: 'line' }]);
  let steps: number[] = [];
  let values: number[] = [];

  const draw = (): void => {
    const [first, last] = [values[0], values.at(-1)];
    const fall = first !== undefined && last !== undefined ? `${gain.format(first - last)} nats gained` : '';
    render(html`<h2>Criterion <small>${fall || 'lower is better'}</small></h2>${plot.element}`, host);
    plot.show(steps, values);
  };

  segmenter.addEventListener('contour-start', () => {
    steps = [];
    values = [];
    draw();
  });
  segmenter.addEventListener('contour-progress', ({ detail }) => {
    steps.push(Math.max(detail.step, (steps.at(-1) ?? -1) + 1));
    values.push(detail.criterion);
    draw();
  });
  draw();
};
