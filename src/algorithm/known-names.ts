/** Names of the package's own algorithms, noise models and channels for editor completion; any other name is allowed too, since a page may register it. */

/** One of the names, or any other text. */
export type OrOther<Name extends string> = Name | (string & Record<never, never>);

/** An algorithm of the package, or one that was registered. */
export type AlgorithmName = OrOther<'snake' | 'level-set' | 'linear-features'>;

/** A noise model of the snake. */
export type ModelName = OrOther<
  'auto' | 'common' | 'gaussian' | 'poisson' | 'gamma' | 'exponential' | 'rayleigh' | 'bernoulli' | 'categorical'
>;

/** A channel; bands are counted from 1. */
export type ChannelChoice = OrOther<
  | 'auto'
  | 'luminance'
  | 'red'
  | 'green'
  | 'blue'
  | 'hematoxylin'
  | 'eosin'
  | 'dab'
  | 'optical-density'
  | 'principal'
  | 'bands'
  | 'db'
  | `band:${number}`
  | `palette:${number}`
  | `ratio:${number}/${number}`
  | `db:${number}`
>;
