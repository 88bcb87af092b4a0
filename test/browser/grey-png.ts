/** A grey picture as a PNG. @param valueAt 0 to 255 at the middle of a pixel, given with the pixel's number row by row */
export const greyPng = async (
  name: string,
  [width, height]: readonly [number, number],
  valueAt: (x: number, y: number, pixel: number) => number,
): Promise<File> => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2-D canvas');
  const pixels = context.createImageData(width, height);
  for (let k = 0; k < width * height; k++) {
    const value = valueAt((k % width) + 0.5, Math.floor(k / width) + 0.5, k);
    pixels.data.set([value, value, value, 255], 4 * k);
  }
  context.putImageData(pixels, 0, 0);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' });
};
