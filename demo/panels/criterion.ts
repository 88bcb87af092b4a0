/**
 * The criterion against the steps of the run under way, or of the last one. Levels have criteria of their own, as they
 * have pixels of their own: shown is the level with the most steps.
 */
import { html, render } from 'lit';
import type { SnakeSegmenter } from '../../src/element/snake-segmenter.js';
import { chart } from '../chart.js';

const gain = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 4 });

interface Course {
  readonly level: number;
  readonly steps: number[];
  readonly values: number[];
}

/** The longest; the last on ties. */
export const longest = (courses: readonly Course[]): Course | undefined =>
  courses.reduce<Course | undefined>(
    (best, course) => (best === undefined || course.steps.length >= best.steps.length ? course : best),
    undefined,
  );

export const criterionPanel = (host: HTMLElement, segmenter: SnakeSegmenter): void => {
  const plot = chart('step', '', [{ label: 'criterion', colour: '--accent', kind: 'line' }]);
  let courses: Course[] = [];
  let said = 'lower is better';

  const hasCriterion = (): boolean => segmenter.algorithm !== 'linear-features';

  const draw = (): void => {
    const course = longest(courses);
    const [first, last] = [course?.values[0], course?.values.at(-1)];
    const where = course && courses.length > 1 ? `at level ${course.level}` : 'gained';
    const fall = first !== undefined && last !== undefined ? `${gain.format(first - last)} nats ${where}` : '';
    render(html`<h2>Criterion <small>${fall || said}</small></h2>${plot.element}`, host);
    plot.show(course?.steps ?? [], course?.values ?? []);
  };

  segmenter.addEventListener('contour-start', () => {
    courses = [];
    said = hasCriterion() ? 'lower is better' : 'lines have none';
    draw();
  });
  segmenter.addEventListener('contour-progress', ({ detail: { level, step, criterion } }) => {
    if (!hasCriterion()) return;
    let course = courses.at(-1);
    if (course?.level !== level) {
      course = { level, steps: [], values: [] };
      courses.push(course);
    }
    course.steps.push(Math.max(step, (course.steps.at(-1) ?? -1) + 1));
    course.values.push(criterion);
    draw();
  });
  draw();
};
