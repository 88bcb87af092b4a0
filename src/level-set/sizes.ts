/** Sizes that the parameters depend on as well as the code. */

/** Largest N_g: the filter's halo then stays within the tile beside it, and its tables within a cache. */
export const LARGEST_FILTER = 11;

/** Cells along a tile by the number of dimensions: 8³ in volumes as in the paper, 16² in images. */
export const TILE_SIDE = { 2: 16, 3: 8 } as const;
