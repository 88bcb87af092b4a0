/**
 * The words from `FREE` on in the memory of a run in WebAssembly: numbers, and addresses of arrays. The names of arrays are those of
 * `bits/form-arrays.ts`.
 */
export const Place = {
  /** Words from a row, and from a slice, to the next; cells of a row. */
  row: 0,
  slice: 1,
  width: 2,
  /** Cells of the grid, and planes of samples. */
  cells: 3,
  bands: 4,
  /** 1 where samples, and (next word) sums of the filter, have the larger of their two sizes. */
  wideSamples: 5,
  wideSums: 6,
  /** Values of a sample, and what is added to the speed. */
  values: 7,
  bias: 8,
  /** 1 where the speed depends on the moments. */
  adaptive: 9,
  /** Of the filter: the sum of weights, the radius, rows of one distance after another. */
  total: 10,
  radius: 11,
  classes: 12,
  mask: 13,
  half: 14,
  domain: 15,
  beside: 16,
  first: 17,
  moving: 18,
  retreat: 19,
  crossed: 20,
  touched: 21,
  isTouched: 22,
  changedData: 23,
  isChangedData: 24,
  changedFilter: 25,
  isChangedFilter: 26,
  /** Numbers of words in the lists `touched`, `changedData`, `changedFilter`. */
  counts: 27,
  moments: 28,
  tables: 29,
  samples: 30,
  sums: 31,
  summed: 32,
  rows: 33,
  patterns: 34,
  /** 1 where every cell of the grid has data. */
  whole: 35,
} as const;

/** Bits of `beside`: which neighbours a word has (words of its row, rows, slices), and whether the filter round its row is within the grid. */
export const Beside = { left: 1, right: 2, above: 4, below: 8, behind: 16, before: 32, within: 64 } as const;

/** Indices of the lists in `counts`. */
export const Listed = { touched: 0, data: 1, filter: 2 } as const;
