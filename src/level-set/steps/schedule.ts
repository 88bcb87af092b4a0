/** The numbers of iterations of each cycle: the parameters of the paper's table I, by its names. */
export interface Schedule {
  /** N_a: iterations of cycle one in a row (sequential form), or in one launch (proposals). */
  readonly dataIterations: number;
  /** N_b: launches of cycle one before a launch of cycle two; the sequential form has none. */
  readonly launches: number;
  /** N_s: iterations of cycle two. */
  readonly smoothingIterations: number;
  /** N_g: side of the Gaussian filter, odd. */
  readonly filterSize: number;
  /** σ²; the paper writes σ = 2 and calls it the variance. */
  readonly filterVariance: number;
  /** Maximum number of times that both cycles are run. */
  readonly outerIterations: number;
  /**
   * Ends the run once an outer iteration changed at most this many cells in a thousand of the inside. With 0 it ends only when an
   * outer iteration changed nothing, so that later ones would not either. The paper has no such rule: where smoothing and data disagree
   * somewhere, its stop condition never holds, and it does all its iterations.
   */
  readonly tolerance: number;
}

/** The progress of a run after an outer iteration, in any form. */
export interface ScheduleProgress {
  /** Outer iterations done. */
  readonly outer: number;
  /** Iterations of either cycle done (sequential), or launches (proposals). */
  readonly steps: number;
  /** The stop condition of cycle one was met: F_d ≤ 0 on all of L_out and ≥ 0 on all of L_in. */
  readonly stopped: boolean;
  /** The outer iteration changed no more than the tolerance. */
  readonly settled: boolean;
  /** Cells that differ from those after the outer iteration before, and cells inside. */
  readonly changed: number;
  readonly inside: number;
}

/** Picks the fields of the progress from a state. */
export const progressOf = ({
  outer,
  steps,
  stopped,
  settled,
  changed,
  inside,
}: ScheduleProgress): ScheduleProgress => ({ outer, steps, stopped, settled, changed, inside });

/** The progress before the first iteration. */
export const start: ScheduleProgress = { outer: 0, steps: 0, stopped: false, settled: false, changed: 0, inside: 0 };

/** Whether a run has stopped, settled, or done all outer iterations. */
export const isOver = ({ stopped, settled, outer }: ScheduleProgress, schedule: Schedule): boolean =>
  stopped || settled || outer >= schedule.outerIterations;

const isSettled = (changed: number, inside: number, { tolerance }: Schedule): boolean =>
  changed * 1000 <= tolerance * inside;

/** The interface that the two sequential forms share. */
export interface SequentialForm {
  iterateData(): void;
  iterateSmoothing(): void;
  isStopped(): boolean;
  /** Cells that differ since the last call, and cells inside. */
  changes(): { readonly changed: number; readonly inside: number };
}

/**
 * Figure 2 of the paper: cycle one, the stop test after each of its iterations, cycle two. Yields after each iteration; `outer`,
 * `stopped`, `settled`, `changed` and `inside` are as the last whole outer iteration left them.
 */
export function* runSequentially(
  form: SequentialForm,
  schedule: Schedule,
): Generator<ScheduleProgress, ScheduleProgress> {
  let progress = start;
  while (!isOver(progress, schedule)) {
    let { steps } = progress;
    let stopped = false;
    for (let i = 0; i < schedule.dataIterations && !stopped; i++) {
      form.iterateData();
      stopped = form.isStopped();
      yield { ...progress, steps: ++steps };
    }
    for (let i = 0; i < schedule.smoothingIterations; i++) {
      form.iterateSmoothing();
      yield { ...progress, steps: ++steps };
    }
    const { changed, inside } = form.changes();
    const settled = isSettled(changed, inside, schedule);
    progress = { outer: progress.outer + 1, steps, stopped, settled, changed, inside };
  }
  return progress;
}
