/** The kernels of this folder, in the order in which a run meets them. */
import { addCoarser } from './add_coarser.js';
import { combinedMaxima } from './combined_maxima.js';
import { combinedSearch } from './combined_search.js';
import { halveSamples } from './halve_samples.js';
import { lineResponse } from './line_response.js';
import { primaryMaxima } from './primary_maxima.js';
import { secondaryMaxima } from './secondary_maxima.js';
import { secondarySearch } from './secondary_search.js';
import { smoothSamples } from './smooth_samples.js';
import { symmetryCheck } from './symmetry_check.js';

export const lineKernels = [
  smoothSamples,
  halveSamples,
  primaryMaxima,
  secondaryMaxima,
  symmetryCheck,
  secondarySearch,
  combinedMaxima,
  combinedSearch,
  lineResponse,
  addCoarser,
] as const;
