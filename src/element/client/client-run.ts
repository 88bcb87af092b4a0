import type { RunResult } from '../../worker/protocol.js';

/** One run in the worker. Steering a run that is over does nothing. */
export interface ClientRun {
  readonly id: string;
  /** Rejects with a `SegmenterError` or an `AbortError`; always settles. */
  readonly result: Promise<RunResult>;
  pause(): void;
  resume(): void;
  /** One step, then pause. */
  step(): void;
  /** Ends the run; `result` resolves to its last valid state, `cancelled` set. */
  cancel(): void;
  /** Of a volume: the slice that the states are to show from now on. */
  watch(slice: number): void;
}
