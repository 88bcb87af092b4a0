/** The version of this package, recorded in every contour's metadata. */
export const version = '0.2.0';
