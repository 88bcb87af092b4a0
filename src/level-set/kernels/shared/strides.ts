import type { GroupFunction } from '../../../compute/recording.js';

/** Cells that a workgroup of the kernels over lists works on at a time, in words of masks. */
const LANES = 64;

/**
 * A group function that distributes the tiles list[1] … list[list[0]] among `groups` workgroups, as many tiles at a time as have
 * 64 words together.
 */
export const inStrides = (
  list: Uint32Array,
  tileWords: number,
  groups: number,
  visit: (tile: number, place: number) => void,
): GroupFunction => {
  const perGroup = LANES / tileWords;
  return (group) => {
    const count = list[0]!;
    for (let first = group * perGroup; first < count; first += groups * perGroup) {
      const end = Math.min(count, first + perGroup);
      for (let place = first; place < end; place++) visit(list[1 + place]!, place);
    }
  };
};
