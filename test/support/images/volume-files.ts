/** Volumes made on the spot, as files. */
import { writeNiftiMask, writeTiffMask } from '../../../src/image/formats/volume/write-mask.js';

export const size = { width: 40, height: 36, depth: 14 } as const;

/** Voxels of a ball of values round 180 in a ground round 70: centre (20, 18, 7), radius 6 slices and 12 pixels. */
export const isInBall = (x: number, y: number, z: number): boolean =>
  ((x + 0.5 - 20) / 12) ** 2 + ((y + 0.5 - 18) / 12) ** 2 + ((z + 0.5 - 7) / 6) ** 2 <= 1;

const samples = (): Uint8Array => {
  let seed = 11;
  return Uint8Array.from({ length: size.width * size.height * size.depth }, (_, k) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const x = k % size.width;
    const y = Math.floor(k / size.width) % size.height;
    const z = Math.floor(k / (size.width * size.height));
    return (isInBall(x, y, z) ? 180 : 70) + (seed >>> 27);
  });
};

/** Half a millimetre wide, one high and two deep; rows run from the front of the head to its back. */
export const place = {
  spacing: [0.5, 1, 2],
  affine: [
    [0.5, 0, 0, -10],
    [0, -1, 0, 18],
    [0, 0, 2, -14],
  ],
} as const;

/** Rows of `upwards` run from the back of the head to its front. */
export const niftiFile = async (upwards = false): Promise<File> => {
  const [first, second, third] = place.affine;
  const affine = [first, upwards ? ([0, 1, 0, -18] as const) : second, third] as const;
  return new File([await writeNiftiMask(samples(), { ...size, ...place, affine })], 'ball.nii.gz');
};

/** Pages of 8 bits, black outside the ball and white inside. */
export const tiffFile = async (): Promise<File> => {
  const inside = samples().map((value) => (value > 125 ? 1 : 0));
  return new File([await writeTiffMask(inside, size)], 'ball.tif');
};
