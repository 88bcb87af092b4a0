/** Colour spaces of JPEG (ITU-T T.871, Adobe Technical Note 5116), in the fixed point of the IJG library. */

const HALF = 1 << 15;
const fix = (x: number): number => Math.floor(x * 65536 + 0.5);

/** Y, Cb, Cr in the first three of `bands` samples become red, green, blue, in place. */
export const fromYcbcr = (data: Uint8Array, bands: number): void => {
  const clamped = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  const [rOfCr, bOfCb, gOfCr, gOfCb] = [fix(1.402), fix(1.772), fix(0.71414), fix(0.34414)];
  for (let i = 0; i < data.length; i += bands) {
    const y = data[i]!;
    const cb = data[i + 1]! - 128;
    const cr = data[i + 2]! - 128;
    clamped[i] = y + ((rOfCr * cr + HALF) >> 16);
    clamped[i + 1] = y + ((HALF - gOfCb * cb - gOfCr * cr) >> 16);
    clamped[i + 2] = y + ((bOfCb * cb + HALF) >> 16);
  }
};

/** Cyan, magenta, yellow and black to red, green, blue in the same memory, by the product of the inks' transmissions. */
export const fromCmyk = (data: Uint8Array, inverted: boolean): Uint8Array => {
  for (let i = 0, j = 0; i < data.length; i += 4, j += 3) {
    const k = inverted ? data[i + 3]! : 255 - data[i + 3]!;
    for (let c = 0; c < 3; c++) {
      const ink = inverted ? data[i + c]! : 255 - data[i + c]!;
      data[j + c] = Math.floor((ink * k) / 255 + 0.5);
    }
  }
  return data.subarray(0, (data.length / 4) * 3);
};
