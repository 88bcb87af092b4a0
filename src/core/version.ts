/** The version of this package, which every contour's metadata name. */
export const version = '0.2.0';
