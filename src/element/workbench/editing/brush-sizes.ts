/** Sizes of the brush. */

/** A key makes the tip so many times as large. */
export const BRUSH_STEP = 1.25;
/** Radii, in CSS pixels. */
export const BRUSH = { least: 2, first: 16, most: 256 } as const;
