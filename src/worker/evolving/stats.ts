/** Counters of the runs of lists. */
export interface EvolvingStats {
  /** Current number of workers. */
  readonly workers: number;
  /** Runs that workers carried out, and those that the engine's thread carried out although workers are allowed. */
  readonly inWorkers: number;
  readonly inPlace: number;
  /** Bytes of samples that were sent to workers. */
  readonly bytes: number;
  /** Workers that died. */
  readonly deaths: number;
  /** The maximum number of workers, or the reason why there are none, as text. */
  readonly reason: string;
}
