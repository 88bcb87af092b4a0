/** Statistics of the image's own samples inside and outside a ring, by WebAssembly where the platform has it. */
import type { ContourSpans } from '../../core/geometry/scanline.js';
import type { Samples } from '../../image/samples.js';
import { type MakeSummer, regionStatistics } from '../../image/statistics/region-statistics.js';
import type { RegionStatistics } from '../../image/statistics/statistics.js';
import { RegionSummer } from '../kernels/simd/region_sums.js';

/** Sums in WebAssembly, the same as in JavaScript. */
export const fastSummer: MakeSummer = (rowBytes, bands) => RegionSummer.of(rowBytes, bands);

/** Statistics of each band; pixels without data are left out. */
export const fastStatistics = (samples: Samples, inside: ContourSpans): Promise<RegionStatistics> =>
  regionStatistics(samples, inside, fastSummer);
