/** Counters of the runs of lists. */
export interface EvolvingStats {
  /** Workers that run now. */
  readonly workers: number;
  /** Runs that workers carried out, and those that the engine's thread carried out though there may be workers. */
  readonly inWorkers: number;
  readonly inPlace: number;
  /** Bytes of samples that were sent to workers. */
  readonly bytes: number;
  /** Workers that died. */
  readonly deaths: number;
  /** How many workers there may be, or the reason why there are none. */
  readonly reason: string;
}
