/** A volume in memory, and the largest that is read. */

import { SegmenterError } from '../../../core/errors.js';
import { because, type ReasonData } from '../../../core/reasons.js';

/** Voxel (i, j, k) has index (k·height + j)·width + i and covers [i, i+1] × [j, j+1] × [k, k+1]. */
export interface Volume {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** One a band. Stored integers of up to 16 bits stay exact; others are quantised to 16 bits over their range. */
  readonly planes: readonly (Uint8Array | Uint16Array)[];
  /** Units of each band: sample value = code · scale + offset. */
  readonly values: readonly { readonly scale: number; readonly offset: number }[];
  /** 1 where a voxel has no data in some band. */
  readonly missing?: Uint8Array;
  /** Size of a voxel in mm, where the file says it. */
  readonly spacing?: readonly [number, number, number];
  /** Rows of the map from (i, j, k, 1), the centre of a voxel, to mm in the world (x to the right, y to the front, z up). */
  readonly affine?: readonly (readonly [number, number, number, number])[];
  /** What is not as the file has it. */
  readonly notes?: readonly ReasonData[];
}

/** Most voxels times bands of a volume: sums of squares stay exact, and arrays possible. */
const MOST_SAMPLES = 2 ** 28 - 1;
/** Most bands. */
const MOST_VOLUME_BANDS = 16;

/** Refuses sizes that cannot be; returns the number of voxels. */
export const checkSize = (name: string, sides: readonly number[], bands: number): number => {
  if (!sides.every((side) => Number.isInteger(side) && side >= 1)) {
    throw new SegmenterError('image-unreadable', {
      name,
      reason: because('header-voxels')`its header says ${sides.join(' × ')} voxels`,
    });
  }
  const cells = sides.reduce((product, side) => product * side, 1);
  if (bands > MOST_VOLUME_BANDS) {
    throw new SegmenterError('unsupported', {
      what: name,
      reason: because('volume-bands')`it has ${bands} bands; at most ${MOST_VOLUME_BANDS}`,
    });
  }
  if (cells * bands > MOST_SAMPLES) {
    const size = because('voxels-of-bands')`${sides.join(' × ')} voxels, bands: ${bands}`;
    throw new SegmenterError('image-too-large', {
      name,
      size,
      limit: because('so-many-samples')`${MOST_SAMPLES} samples`,
    });
  }
  return cells;
};
