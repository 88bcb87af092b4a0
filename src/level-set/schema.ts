import type { AlgorithmSchema, Parameters } from '../algorithm/algorithm.js';
import { channelParameter } from '../algorithm/channel-parameter.js';
import { badParameter } from '../core/errors.js';
import { because } from '../core/reasons.js';
import { LARGEST_FILTER, TILE_SIDE } from './sizes.js';
import type { Schedule } from './steps/schedule.js';

const speeds = ['auto', 'gaussian', 'common', 'chan-vese', 'gamma', 'range'] as const;
/** The forms of the algorithm: the sequential one and the papers' two proposals. */
export const forms = ['sequential', 'proposal-1', 'proposal-2'] as const;
/** A form of the algorithm. */
export type Form = (typeof forms)[number];

/** The parameters of the level set, for the panel and the checks. */
export const schema: AlgorithmSchema = {
  type: 'object',
  properties: {
    channel: channelParameter('What the level set looks at', { default: 'auto', planes: true, codes: false }),
    speed: {
      type: 'string',
      title: 'Speed',
      description:
        'The rule that moves the front: the likelihood ratio of Gaussian noise models (common: of one variance) or of gamma noise models, the nearer mean (Chan–Vese), or an intensity range. Auto takes gaussian where samples are independent, common where neighbours are alike.',
      default: 'auto',
      enum: speeds,
    },
    range: {
      type: 'array',
      title: 'Intensity range',
      description:
        'For the speed "range": lower and upper bound of each band; samples must lie between them. If empty, the bounds are the lower quartile and the 99.5 % quantile of the start.',
      default: [],
      items: { type: 'number' },
      maxItems: 32,
    },
    confine: {
      type: 'boolean',
      title: 'Stay in the box',
      description:
        'Keeps the front within the drawn box. In a volume it also keeps it within the slices of the start, where these were given, and a quarter as many more on either side.',
      default: true,
    },
    boxPrior: {
      type: 'number',
      title: 'Trust in the box',
      description:
        'Weight of the assumption that the object lies in the middle of the drawn box and reaches its sides, hardly its corners, in nats a pixel, for the speeds that are likelihood ratios. With 0 the samples alone decide; auto takes 0 where samples are independent, else 0.8.',
      default: 'auto',
      automatic: true,
      minimum: 0,
      maximum: 16,
    },
    dataIterations: {
      type: 'integer',
      title: 'Data iterations (Nₐ)',
      description: 'Iterations of cycle one, which follows the samples, before the front is smoothed.',
      default: 2,
      minimum: 1,
      maximum: 1000,
    },
    smoothingIterations: {
      type: 'integer',
      title: 'Smoothing iterations (Nₛ)',
      description:
        'Iterations of cycle two, which smooths the front. The more of them there are for each data iteration, the better they close narrow leaks.',
      default: 2,
      minimum: 0,
      maximum: 100,
    },
    filterSize: {
      type: 'integer',
      title: 'Filter size (N_g)',
      description: `Side of the Gaussian filter in pixels: odd, at most ${LARGEST_FILTER}.`,
      default: 5,
      minimum: 3,
      maximum: LARGEST_FILTER,
    },
    filterVariance: {
      type: 'number',
      title: 'Filter variance (σ²)',
      description: 'Variance of the Gaussian filter, in squared pixels.',
      default: 4,
      exclusiveMinimum: 0,
      maximum: 1000,
    },
    outerIterations: {
      type: 'integer',
      title: 'Most iterations',
      description: 'Largest number of times that both cycles are run.',
      default: 400,
      minimum: 1,
      maximum: 100000,
    },
    tolerance: {
      type: 'integer',
      title: 'Tolerance',
      description: 'The run ends once both cycles together change at most this many of a thousand pixels inside.',
      default: 1,
      minimum: 0,
      maximum: 1000,
      advanced: true,
    },
    radius: {
      type: 'number',
      title: 'Radius of a point',
      description: 'Radius of the disc from which a point starts, in full-resolution pixels.',
      default: 12,
      minimum: 1,
      maximum: 10000,
    },
    wholeVolume: {
      type: 'boolean',
      title: 'Through the volume',
      description: 'Runs in three dimensions through all slices; otherwise only on the slice shown.',
      default: true,
      volume: true,
    },
    slices: {
      type: 'integer',
      title: 'Slices of the start',
      description:
        'Number of slices on which a box, a polygon or an object starts, its own in the middle; 0 chooses it by the size of the start. A point starts from a ball.',
      default: 0,
      minimum: 0,
      maximum: 65535,
      volume: true,
    },
    objects: {
      type: 'integer',
      title: 'Most objects',
      description: 'Largest number of objects that an automatic start gives, the largest first.',
      default: 64,
      minimum: 1,
      maximum: 4096,
      advanced: true,
    },
    minimumArea: {
      type: 'integer',
      title: 'Smallest part',
      description: 'Parts and holes with fewer pixels of the level are left out; 0 keeps all.',
      default: 0,
      minimum: 0,
      maximum: 1000000,
    },
    form: {
      type: 'string',
      title: 'Form',
      description:
        'The sequential algorithm, or one of the two tile-parallel proposals. Each gives the same contour on every backend.',
      default: 'sequential',
      enum: forms,
      advanced: true,
    },
    launches: {
      type: 'integer',
      title: 'Launches (N_b)',
      description:
        'For the proposals: number of launches of cycle one, with Nₐ iterations each, before one of cycle two. Nₐ · N_b of a proposal correspond to Nₐ of the sequential algorithm.',
      default: 1,
      minimum: 1,
      maximum: 1000,
      advanced: true,
    },
  },
};

/** The level set's parameters, checked. */
export interface LevelSetParameters {
  readonly channel: string;
  readonly speed: (typeof speeds)[number];
  readonly range: readonly number[];
  readonly confine: boolean;
  readonly boxPrior: number | 'auto';
  readonly form: Form;
  readonly schedule: Schedule;
  readonly radius: number;
  /** Slices of a start in a volume; 0 chooses them from the size of the start. */
  readonly slices: number;
  readonly objects: number;
  readonly minimumArea: number;
}

/** Reads parameters already checked against the schema. `dimensions` determines the tile size. */
export const readParameters = (given: Parameters, dimensions: 2 | 3): LevelSetParameters => {
  const of = (name: string): unknown => given[name] ?? schema.properties[name]!.default;
  const integer = (name: string): number => Number(of(name));
  const range = of('range');
  const form = forms.find((name) => name === of('form')) ?? 'sequential';
  const schedule: Schedule = {
    dataIterations: integer('dataIterations'),
    launches: integer('launches'),
    smoothingIterations: integer('smoothingIterations'),
    filterSize: integer('filterSize'),
    filterVariance: Number(of('filterVariance')),
    outerIterations: integer('outerIterations'),
    tolerance: integer('tolerance'),
  };
  checkSchedule(schedule, form, dimensions);
  return {
    channel: String(of('channel')),
    speed: speeds.find((name) => name === of('speed')) ?? 'auto',
    confine: of('confine') === true,
    boxPrior: of('boxPrior') === 'auto' ? 'auto' : Number(of('boxPrior')),
    range: Array.isArray(range) ? range.map(Number) : [],
    form,
    schedule,
    radius: Number(of('radius')),
    slices: integer('slices'),
    objects: integer('objects'),
    minimumArea: integer('minimumArea'),
  };
};

/** Checks parameters against each other, beyond the schema's single bounds. Throws `bad-parameter`. */
const checkSchedule = (schedule: Schedule, form: Form, dimensions: 2 | 3): void => {
  const { dataIterations, filterSize, filterVariance } = schedule;
  if (!Number.isInteger(filterSize) || filterSize % 2 === 0 || filterSize < 3 || filterSize > LARGEST_FILTER) {
    throw badParameter(
      'filterSize',
      filterSize,
      because('odd-filter')`it must be odd, from 3 to ${LARGEST_FILTER}, so that the filter has a centre`,
    );
  }
  if (!(filterVariance > 0) || !Number.isFinite(filterVariance)) {
    throw badParameter('filterVariance', filterVariance, because('finite-above-0')`it must be a finite number above 0`);
  }
  for (const [name, least] of [
    ['dataIterations', 1],
    ['launches', 1],
    ['smoothingIterations', 0],
    ['outerIterations', 1],
    ['tolerance', 0],
  ] as const) {
    const value = schedule[name];
    if (!Number.isSafeInteger(value) || value < least)
      throw badParameter(name, value, because('integer-least')`it must be an integer of at least ${least}`);
  }
  const side = TILE_SIDE[dimensions];
  if (form !== 'sequential' && dataIterations >= side) {
    const wanted = because(
      'below-tile',
    )`in a proposal it must be below the side of a tile, ${side}: the front stops at a tile's border until the next launch`;
    throw badParameter('dataIterations', dataIterations, wanted);
  }
};
