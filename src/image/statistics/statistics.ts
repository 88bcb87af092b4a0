/** Statistics of the samples in and around a contour. */

export interface BandStatistics {
  readonly pixels: number;
  readonly mean: number;
  readonly deviation: number;
}

export interface RegionStatistics {
  /** One a band. */
  readonly inside: readonly BandStatistics[];
  readonly outside: readonly BandStatistics[];
}
