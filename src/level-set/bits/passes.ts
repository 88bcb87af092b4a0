/** Loops over the words of a run's lists, on the arrays of `form-arrays.ts`: plain, or in WebAssembly. */
export interface Passes {
  /** The tables of speeds changed: words that the front crosses are near a change of cycle one. */
  tablesChanged(): void;
  /** First half of an iteration of cycle one on words near a change; gives the number of words in `moving`. */
  data(near: Int32Array): number;
  /** Whether an iteration of cycle one would change nothing in these words. */
  stopped(near: Int32Array): boolean;
  /** Takes into the filtered inside what changed in these words. */
  follow(words: Int32Array): void;
  /** First half of an iteration of cycle two, as `data`. */
  smooth(near: Int32Array): number;
  /**
   * Second half of an iteration: the mask of the words in `moving`, the changes noted in its lists and moments. Gives the cells that came
   * inside, less those that went.
   */
  settle(moving: number): number;
}
