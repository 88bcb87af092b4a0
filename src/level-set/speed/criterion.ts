import type { MomentWords } from './moments.js';
import { bandSums } from './moments.js';
import type { Speed } from './speed.js';

/**
 * Fit of the two regions to the samples, in floating point and for display only; lower is better. The unit is nats for the Gaussian
 * model, nats per look for the gamma model, and squared sample units a cell for Chan–Vese.
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
      sum += (n / 2) * Math.log(Math.max(1 / 12, about / n));
      continue;
    }
    for (const { n, s, q } of [inside, outside]) {
      if (n === 0) continue;
      const variance = Math.max(1 / 12, q / n - (s / n) ** 2);
      if (kind === 'gaussian') sum += (n / 2) * Math.log(variance);
      else if (kind === 'gamma') sum += n * Math.log(Math.max(s / n, 1e-9));
      else sum += (n * variance) / (inside.n + outside.n);
    }
  }
  return sum;
};
