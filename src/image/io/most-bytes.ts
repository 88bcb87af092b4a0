/** Most bytes of a picture, which must be read whole. */
export const MOST_PICTURE_BYTES = 2 ** 29;
