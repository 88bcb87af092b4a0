/** Statistics of the samples in and around a contour. */

/** Pixels, mean and standard deviation of one band in a region, in stored values. */
export interface BandStatistics {
  readonly pixels: number;
  readonly mean: number;
  readonly deviation: number;
}

/** Statistics inside and outside a contour, band by band. */
export interface RegionStatistics {
  /** One a band. */
  readonly inside: readonly BandStatistics[];
  readonly outside: readonly BandStatistics[];
}
