/** The two-cycle level set as the engine knows it (Lamas-Rodríguez et al.; Shi and Karl 2008; ALGORITHMS B and D.8). */
import type { Algorithm } from '../algorithm/algorithm.js';
import { loadedByRun } from '../algorithm/loaded-by-run.js';
import { schema } from './schema.js';

/** The two-cycle level set, as the entry points hand it to an engine. */
export const levelSet: Algorithm = loadedByRun(
  { id: 'level-set', title: 'Two-cycle level set', schema, hints: 'slices' },
  () => import('./run.js'),
);
