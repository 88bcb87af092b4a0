/** Loops over the words of a run's lists, on the arrays of `form-arrays.ts`: plain, or in WebAssembly. */
export interface Passes {
  /** To be called when the tables of speeds have changed: words that the front crosses then count as near a change of cycle one. */
  tablesChanged(): void;
  /** First half of an iteration of cycle one on words near a change; returns the number of words in `moving`. */
  data(near: Int32Array): number;
  /** Whether an iteration of cycle one would change nothing in these words. */
  stopped(near: Int32Array): boolean;
  /** Updates the filtered inside for the changes in these words. */
  follow(words: Int32Array): void;
  /** First half of an iteration of cycle two, as `data`. */
  smooth(near: Int32Array): number;
  /**
   * Second half of an iteration: the mask of the words in `moving`, the changes recorded in the lists and moments. Returns the number of
   * cells that went inside, less those that went outside.
   */
  settle(moving: number): number;
}
