/** Lines by multiple-directional non-maximum suppression as the engine knows them (ALGORITHMS C and D.8). */
import type { Algorithm } from '../algorithm/algorithm.js';
import { loadedByRun } from '../algorithm/loaded-by-run.js';
import { schema } from './schema.js';

/** The line detector, as the entry points hand it to an engine. */
export const linearFeatures: Algorithm = loadedByRun(
  { id: 'linear-features', title: 'Linear features', schema },
  () => import('./run.js'),
);
