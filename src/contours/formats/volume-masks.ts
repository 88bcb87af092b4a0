/** Masks of a volume, made of the contours of its slices. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { SegmenterError } from '../../core/errors.js';
import { because } from '../../core/reasons.js';
import { writeNiftiMask, writeTiffMask } from '../../image/formats/volume/write-mask.js';
import { objectOf, onSlice } from '../on-slice.js';
import type { ImageFrame } from './features.js';
import { labelRows } from './scanlines.js';

const MOST = 2 ** 31 - 1;

interface Labels {
  /** One byte a voxel: 0 outside, n in the n-th object, a later one over an earlier. */
  readonly voxels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

/** Throws `unsupported` above 255 objects, `image-too-large` or `out-of-memory`. */
const labelsOf = (contours: readonly ContourFeature[], { name, width, height, stack }: ImageFrame): Labels => {
  const { depth } = stack ?? { depth: 1 };
  const objects = [...new Set(contours.map(objectOf))];
  if (objects.length > 255) {
    throw new SegmenterError('unsupported', {
      what: because('a-mask')`A mask`,
      reason: because('objects-8')`${objects.length} objects; at most 255`,
    });
  }
  const size = width * height * depth;
  if (size > MOST)
    throw new SegmenterError('image-too-large', { name, size: because('so-many-voxels')`${size} voxels`, limit: MOST });
  const voxels = new Uint8Array(size);
  for (let slice = 0; slice < depth; slice++) {
    const here = onSlice(contours, slice);
    const numbers = Uint8Array.from([0, ...here.map((contour) => objects.indexOf(objectOf(contour)) + 1)]);
    let at = slice * width * height;
    for (const row of here.length > 0 ? labelRows(here, width, height) : []) {
      for (let x = 0; x < width; x++) voxels[at + x] = numbers[row[x]!]!;
      at += width;
    }
  }
  return { voxels, width, height, depth };
};

/** A gzipped NIfTI-1 at the position of the volume: 0 outside, n in the n-th object. */
export const writeMaskNifti = (contours: readonly ContourFeature[], image: ImageFrame): Promise<Blob> => {
  const { voxels, ...size } = labelsOf(contours, image);
  return writeNiftiMask(voxels, { ...size, spacing: image.stack?.spacing, affine: image.stack?.affine });
};

/** A stack of TIFF pages: 0 outside, 255 in any object. */
export const writeMaskStack = (contours: readonly ContourFeature[], image: ImageFrame): Promise<Blob> => {
  const { voxels, ...size } = labelsOf(contours, image);
  return writeTiffMask(voxels, size);
};
