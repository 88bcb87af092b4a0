/** What a run in another worker and the engine tell each other, as plain data. */
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
  /** The run is one of many, whose contours evolve on the engine's device. */
  readonly onDevice?: boolean;
}

/** What the run waits for: the samples of `rect`, in whole pixels of the level, or what the engine's device makes of a problem. */
export type Wanted = { readonly index: number } & (
  | { readonly rect: Rect; readonly level: number }
  | { readonly problem: Uint32Array }
);

/** The samples, or why there are none; or what became of the problem, where the device took it. */
export interface Given {
  readonly index: number;
  readonly samples?: Samples;
  readonly error?: ErrorData;
  readonly ended?: Uint32Array | undefined;
}

/** A call of a run. */
export interface Call {
  /** The caller's name of it. */
  readonly run: string;
  readonly word: RunCommand;
  /** What it waited for. */
  readonly given: readonly Given[];
  /** Of a run that begins. */
  readonly errand?: Errand | undefined;
}

/** How far the run has come: its newest state, what it waits for, or its end. All are missing where a step takes long. */
export interface Answer {
  readonly state?: RunState;
  readonly wanted?: readonly Wanted[];
  readonly outcome?: Outcome;
  readonly error?: ErrorData;
  /** What is no coded error of the run, in words: it may be carried out elsewhere. */
  readonly failed?: string;
  /** With the end: milliseconds of the run's parts. */
  readonly parts?: Readonly<Record<PartName, number>>;
}
