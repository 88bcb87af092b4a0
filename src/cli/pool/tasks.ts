/** Tasks of a pool's processes, and their answers. */
import type { BackendInfo } from '../../compute/backend.js';
import type { ErrorData } from '../../core/errors.js';
import type { Finished } from '../work/finish.js';
import type { PieceReport } from '../work/piece.js';
import type { Work } from '../work/work.js';

/** Tasks by name, with their arguments and results. */
export interface Tasks {
  readonly piece: { readonly given: readonly [work: Work, index: number]; readonly value: PieceReport };
  readonly prepare: { readonly given: readonly [work: Work]; readonly value: readonly number[] };
  readonly part: { readonly given: readonly [work: Work, index: number]; readonly value: PieceReport };
  readonly finish: { readonly given: readonly [work: Work]; readonly value: Finished };
  readonly backend: { readonly given: readonly [choice: Work['backend']]; readonly value: BackendInfo };
}

/** The name of a task. */
export type TaskName = keyof Tasks;

/** An error of a task is an answer, so that a rejection always means a crashed process. */
export type Answer<Value> = { readonly memory: number } & ({ readonly value: Value } | { readonly error: ErrorData });
