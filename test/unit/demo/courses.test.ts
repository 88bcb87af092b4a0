import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addState, type Course, type CourseState, longest } from '../../../demo/courses.js';

const coursesOf = (states: readonly (readonly [level: number, step: number, criterion: number])[]): Course[] => {
  const courses: Course[] = [];
  for (const [level, step, criterion] of states) addState(courses, { level, step, criterion } satisfies CourseState);
  return courses;
};

test('a course holds the steps of one level, and of one criterion', () => {
  const courses = coursesOf([
    [1, 0, 90],
    [1, 4, 80],
    [1, 4, 79],
    [1, 9, 60],
    [0, 9, 300],
    [0, 12, 280],
  ]);
  assert.deepEqual(courses, [
    { level: 1, steps: [0, 4, 9], values: [90, 79, 60] },
    { level: 0, steps: [9, 12], values: [300, 280] },
  ]);
  assert.deepEqual(longest(courses)?.steps, [0, 4, 9]);
});

test('no course ends above its beginning: a criterion that is minimised does not, so it is another one', () => {
  // A noise model was chosen, then the steps began anew with another.
  const courses = coursesOf([
    [0, 1, 0],
    [0, 2, 1.4e6],
    [0, 3, 1.3e6],
    [0, 4, 1.2e6],
    [0, 1, 9e5],
    [0, 2, 8e5],
  ]);
  for (const { values } of courses) assert.ok(values.at(-1)! <= values[0]!);
  assert.deepEqual(longest(courses)?.values, [1.4e6, 1.3e6, 1.2e6]);
  assert.equal(courses.length, 3);
});
