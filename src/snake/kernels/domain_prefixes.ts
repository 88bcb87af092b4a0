import { defineKernel } from '../../compute/recording.js';
import { D, DOMAIN_WORDS } from './shared/contour-records.js';
import { G } from './shared/layout.js';
import { sampleReader } from './shared/sample-reader.js';

/**
 * Sums of the samples and of their squares at every stride-th column of each row, for many small domains whose planes lie one
 * behind another in one buffer. Group (domain, 1, 1). Intensities alone.
 */
export const domainPrefixes = defineKernel({
  name: 'domain_prefixes',
  wgsl: () => import('../../wgsl/snake/domain_prefixes.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'domains', access: 'read' },
    { name: 'samples', access: 'read' },
    { name: 'prefixes', access: 'read-write' },
  ],
  cpu: ({ geometry, domains, samples, prefixes }) => {
    const { [G.entryWords]: entryWords = 2, [G.strideShift]: shift = 0 } = geometry;
    const stored = geometry[G.planes]! + geometry[G.masked]!;
    const inStride = 2 ** shift - 1;
    return (index) => {
      const domain = domains.subarray(index * DOMAIN_WORDS, (index + 1) * DOMAIN_WORDS);
      const { [D.width]: width = 0, [D.height]: height = 0, [D.entries]: entries = 0 } = domain;
      const own = geometry.slice();
      own[G.rowWords] = domain[D.rowWords]!;
      const { values, pitch } = sampleReader(own, samples.subarray(domain[D.samplesAt]!));
      for (let line = 0; line < height * stored; line++) {
        let sum = 0;
        let squares = 0;
        for (let column = 0; column <= width; column++) {
          if ((column & inStride) === 0) {
            const to = domain[D.prefixesAt]! + (line * entries + (column >> shift)) * entryWords;
            prefixes[to] = sum;
            prefixes[to + 1] = squares;
            if (entryWords === 3) prefixes[to + 2] = squares / 2 ** 32;
          }
          const z = column < width ? values[line * pitch + column]! : 0;
          sum += z;
          squares += z * z;
        }
      }
    };
  },
});
