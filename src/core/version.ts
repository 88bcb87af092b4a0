/** Of this package; it goes into every contour's metadata. */
export const version = '0.1.0';
