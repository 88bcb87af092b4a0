/** Sizes of the brush. */

/** Factor by which a key changes the size of the tip. */
export const BRUSH_STEP = 1.25;
/** Radii, in CSS pixels. */
export const BRUSH = { least: 2, first: 16, most: 256 } as const;
