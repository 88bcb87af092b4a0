/** What a run in another worker and the engine tell each other, as plain data. */
import type { Outcome, RunContext, RunState, Task } from '../../algorithm/algorithm.js';
import type { ErrorData } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { PartName } from '../../core/parts.js';
import type { Samples } from '../../image/samples.js';

/** A run to be carried out. */
export interface Errand extends Pick<RunContext, 'image' | 'pixelBudget' | 'details'> {
  /** The algorithm's id. */
  readonly algorithm: string;
  readonly task: Task;
}

/** Samples that the run waits for: `rect`, in whole pixels of the level. */
export interface Wanted {
  readonly index: number;
  readonly rect: Rect;
  readonly level: number;
}

/** The samples, or why there are none. */
export type Given = { readonly index: number } & ({ readonly samples: Samples } | { readonly error: ErrorData });

/** How far the run has come: its newest state, what it waits for, or its end. All are missing where a step takes long. */
export interface Answer {
  readonly state?: RunState;
  readonly wanted?: readonly Wanted[];
  readonly outcome?: Outcome;
  readonly error?: ErrorData;
  /** With the end: milliseconds of the run's parts. */
  readonly parts?: Readonly<Record<PartName, number>>;
}
