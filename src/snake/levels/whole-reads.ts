/** What a run from a box reads whole: its domain, at each level from the first on that fits. */
import type { Algorithm } from '../../algorithm/algorithm.js';
import { grown } from '../../algorithm/domain.js';
import { chooseLevel, levelByIndex, levelRect } from '../../core/geometry/levels.js';
import { DOMAIN_SHARE, FIRST_PIXELS } from '../starts.js';
import { fits } from './next-level.js';

/** Implements `Algorithm.reads`. */
export const wholeReads: NonNullable<Algorithm['reads']> = async (box, image, pixelBudget) => {
  const { width, height, levels } = image;
  const domain = grown(box, DOMAIN_SHARE, { x: 0, y: 0, width, height });
  const first = chooseLevel(domain, levels, Math.min(FIRST_PIXELS, pixelBudget));
  const reads = [];
  for (let level = first; level >= 0 && fits({ image, pixelBudget }, domain, level); level--)
    reads.push({ level, rect: levelRect(domain, levelByIndex(levels, level)) });
  return reads;
};
