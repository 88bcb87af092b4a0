/**
 * The criterion against the steps of the run under way, or of the last one: of its courses the longest. Of objects that are sought together
 * there is none.
 */
import { html, render } from 'lit';
import type { SnakeSegmenter } from '../../src/element/snake-segmenter.js';
import { chart } from '../chart.js';
import { addState, type Course, longest } from '../courses.js';

const gain = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 4 });

export const criterionPanel = (host: HTMLElement, segmenter: SnakeSegmenter): void => {
  const plot = chart('step', '', [{ label: 'criterion', colour: '--accent', kind: 'line' }]);
  let courses: Course[] = [];
  let said = 'lower is better';
  let single = true;

  /** What the course gained, in the criterion's unit: nats where every value is a description length or a likelihood. */
  const gained = ({ level, values }: Course): string => {
    const [first = 0] = values;
    const text = gain.format(first - (values.at(-1) ?? first));
    const where = courses.some((other) => other.level !== level) ? `at level ${level}` : 'gained';
    return segmenter.algorithm === 'snake' ? `${text} nats ${where}` : `${text} lower`;
  };

  const draw = (): void => {
    const course = longest(courses);
    render(html`<h2>Criterion <small>${course ? gained(course) : said}</small></h2>${plot.element}`, host);
    plot.show(course?.steps ?? [], course?.values ?? []);
  };

  segmenter.addEventListener('contour-start', ({ detail: { init } }) => {
    courses = [];
    single = segmenter.algorithm !== 'linear-features' && init !== 'auto' && !Array.isArray(init);
    said = single
      ? 'lower is better'
      : segmenter.algorithm === 'linear-features'
        ? 'line detection has none'
        : 'each object has its own';
    draw();
  });
  segmenter.addEventListener('contour-progress', ({ detail }) => {
    if (!single) return;
    addState(courses, detail);
    draw();
  });
  draw();
};
