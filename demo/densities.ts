/**
 * The densities of the sample value that the snake's models fit to a region. Each is determined by
 * the region's mean and standard deviation; `looks` is the known order of the Gamma and Nakagami densities.
 */

export interface Fit {
  readonly mean: number;
  /** Standard deviation. */
  readonly deviation: number;
  readonly looks: number;
}

type Density = (value: number) => number;

/** ln Γ(x), x > 0: Stirling's series at x + n ≥ 8, brought back by the recurrence; error below 1e-10. */
export const logGamma = (x: number): number => {
  let shift = 0;
  let z = x;
  for (; z < 8; z++) shift += Math.log(z);
  const series = 1 / (12 * z) - 1 / (360 * z ** 3) + 1 / (1260 * z ** 5) - 1 / (1680 * z ** 7);
  return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series - shift;
};

const gaussian = ({ mean, deviation }: Fit): Density => {
  const scale = 1 / (deviation * Math.sqrt(2 * Math.PI));
  return (z) => scale * Math.exp(-0.5 * ((z - mean) / deviation) ** 2);
};

const gamma = ({ mean, looks }: Fit): Density => {
  const constant = looks * Math.log(looks / mean) - logGamma(looks);
  return (z) => (z < 0 ? 0 : Math.exp(constant + (looks - 1) * Math.log(Math.max(z, 1e-12)) - (looks * z) / mean));
};

/** Amplitude of `looks` looks; Rayleigh for one. Its second moment is fitted. */
const nakagami = ({ mean, deviation, looks }: Fit): Density => {
  const power = mean ** 2 + deviation ** 2;
  const constant = Math.LN2 + looks * Math.log(looks / power) - logGamma(looks);
  return (z) => (z <= 0 ? 0 : Math.exp(constant + (2 * looks - 1) * Math.log(z) - (looks * z * z) / power));
};

/** The mass at whole numbers, spread over the unit that each stands for. */
const poisson =
  ({ mean }: Fit): Density =>
  (z) => {
    const k = Math.floor(z);
    return k < 0 ? 0 : Math.exp(k * Math.log(mean) - mean - logGamma(k + 1));
  };

const bernoulli =
  ({ mean }: Fit): Density =>
  (z) =>
    z < 0 || z >= 2 ? 0 : z < 1 ? 1 - mean : mean;

const densities: Readonly<Record<string, (fit: Fit) => Density>> = {
  gaussian,
  /** The deviation given is that of both regions together. */
  common: gaussian,
  poisson,
  gamma,
  exponential: (fit) => gamma({ ...fit, looks: 1 }),
  rayleigh: (fit) => nakagami({ ...fit, looks: 1 }),
  nakagami,
  bernoulli,
};

/** The density of `model` fitted to a region, or `undefined` where the model has no density of that form, or no spread. */
export const fittedDensity = (model: string, fit: Fit): Density | undefined => {
  const usable = Number.isFinite(fit.mean) && Number.isFinite(fit.deviation) && fit.deviation > 0;
  return usable ? densities[model]?.(fit) : undefined;
};
