/** Types of the parameters of the package's algorithms, so that the compiler finds misspelt names and values. */

/** A number, or `'auto'` where the run chooses it. */
type Automatic = number | 'auto';

/**
 * Parameters of `snake`, `level-set` and `linear-features`, by name; ranges, units and defaults are those of the schemas. A page adds parameters of its own
 * algorithms: `declare module 'snake-segmenter' { interface AlgorithmParameters { sigma?: number } }`. A run rejects with `bad-parameter` where a parameter
 * is given that its algorithm does not have.
 */
export interface AlgorithmParameters {
  readonly preset?: 'standard' | 'paper';
  readonly order?: number;
  readonly polarity?: 'any' | 'brighter' | 'darker' | 'bright' | 'dark';
  readonly confine?: boolean;
  readonly boxPrior?: Automatic;
  readonly grow?: number;
  readonly starts?: number;
  readonly distance?: number;
  readonly minimumLength?: number;
  readonly prune?: boolean;
  readonly contourWeight?: number;
  readonly lengthCost?: Automatic;
  readonly tables?: 'strided' | 'dense';
  readonly objects?: number;
  readonly speed?: 'auto' | 'gaussian' | 'common' | 'chan-vese' | 'gamma' | 'range';
  readonly range?: readonly number[];
  readonly dataIterations?: number;
  readonly smoothingIterations?: number;
  readonly filterSize?: number;
  readonly filterVariance?: number;
  readonly outerIterations?: number;
  readonly tolerance?: number;
  readonly radius?: number;
  readonly wholeVolume?: boolean;
  readonly slices?: number;
  readonly minimumArea?: number;
  readonly form?: 'sequential' | 'proposal-1' | 'proposal-2' | 'combined' | 'separate';
  readonly launches?: number;
  readonly scales?: number;
  readonly orientations?: number;
  readonly primaryWindow?: number;
  readonly secondaryWindow?: number;
  readonly contrast?: number;
  readonly symmetry?: number;
  readonly high?: number;
  readonly low?: number;
  readonly minLength?: number;
  readonly gap?: number;
  readonly gapCost?: number;
  readonly spur?: number;
  readonly widthReach?: number;
  readonly strip?: number;
  readonly simplify?: number;
  readonly output?: 'lines' | 'network';
  readonly tile?: number;
  readonly keepResponse?: boolean;
}
