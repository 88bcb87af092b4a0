import type { Algorithm } from './algorithm/algorithm.js';
import { levelSet } from './level-set/algorithm.js';
import { linearFeatures } from './linear-features/algorithm.js';
import { snake } from './snake/algorithm.js';

/** The algorithms that the entry points hand to every engine, in the order in which they are listed. */
export const builtIn: readonly Algorithm[] = [snake, levelSet, linearFeatures];
