/** The parameters of the paper on the level set (Lamas-Rodríguez et al., table I). */
import type { Schedule } from '../../src/level-set/steps/schedule.js';

/** Its row "CPU". */
export const sequentialSchedule: Schedule = {
  dataIterations: 30,
  launches: 1,
  smoothingIterations: 3,
  filterSize: 3,
  filterVariance: 2,
  outerIterations: 200,
  tolerance: 0,
};

/** Its rows "GPU". */
export const proposalSchedule: Schedule = { ...sequentialSchedule, dataIterations: 6, launches: 5 };
