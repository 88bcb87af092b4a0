/** The messages between the engine and a run in another worker, as plain data. */
import type { Outcome, RunCommand, RunContext, RunState, Task } from '../../algorithm/algorithm.js';
import type { ErrorData } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { PartName } from '../../core/parts.js';
import type { Samples } from '../../image/samples.js';

/** A run to be carried out. */
export interface Errand extends Pick<RunContext, 'image' | 'pixelBudget' | 'details'> {
  /** The algorithm's id. */
  readonly algorithm: string;
  readonly task: Task;
  /** True for one of many runs, whose contours evolve on the engine's device. */
  readonly onDevice?: boolean;
}

/** What the run waits for: the samples of `rect`, in whole pixels of the level, or the engine's device's solution of a problem. */
export type Wanted = { readonly index: number } & (
  | { readonly rect: Rect; readonly level: number }
  | { readonly problem: Uint32Array }
);

/** The samples, or the error of reading them; or the solution of a problem, where the device accepted it. */
export interface Given {
  readonly index: number;
  readonly samples?: Samples;
  readonly error?: ErrorData;
  readonly ended?: Uint32Array | undefined;
}

/** A call of a run. */
export interface Call {
  /** The caller's id of the run. */
  readonly run: string;
  readonly word: RunCommand;
  /** Answers to what the run waited for. */
  readonly given: readonly Given[];
  /** Set for a run that begins. */
  readonly errand?: Errand | undefined;
}

/** Progress of a run: its newest state, what it waits for, or its end. All are missing where a step takes long. */
export interface Answer {
  readonly state?: RunState;
  readonly wanted?: readonly Wanted[];
  readonly outcome?: Outcome;
  readonly error?: ErrorData;
  /** Message of an error without a code; the run may then be carried out elsewhere. */
  readonly failed?: string;
  /** Set at the end: milliseconds of the run's parts. */
  readonly parts?: Readonly<Record<PartName, number>>;
}
