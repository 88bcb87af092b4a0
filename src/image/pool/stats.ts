/** Counters of the decoding of tiles. */
export interface DecodingStats {
  /** Workers that run now. */
  readonly workers: number;
  /** Tiles that workers decoded, and those that the engine's thread decoded. */
  readonly inWorkers: number;
  readonly inPlace: number;
  /** Ranges of files on servers that workers fetched. */
  readonly fetched: number;
  /** Number of crashed workers. */
  readonly deaths: number;
  /** How many workers there may be, or the reason why there are none. */
  readonly reason: string;
}
