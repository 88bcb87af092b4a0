import { naturalLog } from '../../core/numbers/logarithm.js';
import type { MomentWords } from './moments.js';
import { bandSums } from './moments.js';
import type { Speed } from './speed.js';

/**
 * Fit of the two regions to the samples; lower is better. It decides nothing: runs show it, and contours record it as a measurement, the same
 * on every machine and backend, as the moments are integers. The unit is nats for the Gaussian models, nats per look for the gamma model, and
 * squared sample units per cell for Chan–Vese.
 *
 * @param data bands that hold samples, the first of `bands`
 */
export const criterion = (
  kind: Exclude<Speed['kind'], 'range'>,
  moments: MomentWords,
  data: number,
  bands = data,
): number => {
  let sum = 0;
  for (let band = 0; band < data; band++) {
    const { inside, outside } = bandSums(moments, band, bands);
    if (kind === 'common') {
      const about = [inside, outside].reduce((all, { n, s, q }) => all + (n === 0 ? 0 : q - s * (s / n)), 0);
      const n = inside.n + outside.n;
      sum += (n / 2) * naturalLog(Math.max(1 / 12, about / n));
      continue;
    }
    for (const { n, s, q } of [inside, outside]) {
      if (n === 0) continue;
      const variance = Math.max(1 / 12, q / n - (s / n) ** 2);
      if (kind === 'gaussian') sum += (n / 2) * naturalLog(variance);
      else if (kind === 'gamma') sum += n * naturalLog(Math.max(s / n, 1e-9));
      else sum += (n * variance) / (inside.n + outside.n);
    }
  }
  return sum;
};
