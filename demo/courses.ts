/**
 * The criterion of a run against its steps, in courses, each of one criterion. Levels have criteria of their own, as they have pixels of
 * their own, and so have the noise models that a run compares: a course ends where the level is another, where the steps begin anew, and
 * where a value is above the first, which a criterion that is minimised never is.
 */
export interface Course {
  readonly level: number;
  readonly steps: number[];
  readonly values: number[];
}

export interface CourseState {
  readonly level: number;
  readonly step: number;
  readonly criterion: number;
}

/** Adds the next state of the run to the last course, or to a new one. */
export const addState = (courses: Course[], { level, step, criterion }: CourseState): void => {
  const last = courses.at(-1);
  const [first, before] = [last?.values[0], last?.steps.at(-1)];
  if (last?.level !== level || first === undefined || before === undefined || step < before || criterion > first) {
    courses.push({ level, steps: [step], values: [criterion] });
    return;
  }
  // A step may be told twice, before a decision and after.
  if (step === before) last.values[last.values.length - 1] = criterion;
  else {
    last.steps.push(step);
    last.values.push(criterion);
  }
};

/** The course of the most steps; the last on ties. */
export const longest = (courses: readonly Course[]): Course | undefined =>
  courses.reduce<Course | undefined>(
    (best, course) => (best === undefined || course.steps.length >= best.steps.length ? course : best),
    undefined,
  );
