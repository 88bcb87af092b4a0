import type { AlgorithmSchema, Parameters } from '../algorithm/algorithm.js';
import { channelParameter } from '../algorithm/channel-parameter.js';
import { Model, type polarities } from './kernels/shared/layout.js';
import { tableForms } from './tables/tables.js';

/** The parameters of the snake, for the panel and the checks. */
export const schema: AlgorithmSchema = {
  type: 'object',
  presets: {
    /** As in Perrot et al. 2011: two Gaussians only, edges of more than 32 pixels split, one start, no pruning. */
    paper: {
      channel: 'luminance',
      model: 'gaussian',
      confine: false,
      boxPrior: 0,
      starts: 1,
      distance: 32,
      minimumLength: 32,
      prune: false,
      lengthCost: 0,
      tables: 'dense',
    },
  },
  properties: {
    preset: {
      type: 'string',
      title: 'Preset',
      description: 'The defaults below, or the settings of the paper on the snake: no prior and no pruning.',
      default: 'standard',
      enum: ['standard', 'paper'],
    },
    channel: channelParameter('What the snake looks at', { default: 'auto', planes: true, codes: true }),
    model: {
      type: 'string',
      title: 'Noise model',
      description:
        'The distribution of the samples in each region. Auto compares the models where samples are independent and takes the one with the shortest description; where neighbours are alike it takes common, Gaussians of one variance. Gaussian gives each region a variance of its own.',
      default: 'auto',
      enum: ['auto', 'common', 'gaussian', 'poisson', 'gamma', 'exponential', 'rayleigh', 'bernoulli', 'categorical'],
    },
    order: {
      type: 'number',
      title: 'Looks',
      description:
        'Order of the gamma and Rayleigh noise models: the number of looks of a SAR image. Where auto chooses one of these models, it estimates the order.',
      default: 1,
      minimum: 0.25,
      maximum: 255,
      advanced: true,
    },
    polarity: {
      type: 'string',
      title: 'Polarity',
      description: 'Whether the object must be brighter or darker than what surrounds it.',
      default: 'any',
      enum: ['any', 'brighter', 'darker'],
    },
    confine: {
      type: 'boolean',
      title: 'Stay in the box',
      description:
        'Keeps the vertices within the drawn box. Otherwise they may go anywhere in the domain, unless the box has a weight and most of the contour comes to lie outside it.',
      default: true,
    },
    boxPrior: {
      type: 'number',
      title: 'Trust in the box',
      description:
        'Weight of the assumption that the object lies in the middle of the drawn box and reaches its sides, hardly its corners, in nats a pixel. With 0 the samples alone decide; auto takes 0 where samples are independent, else 0.8. Where the noise model is common, colours and edges are weighed with it in a second look at the contour.',
      default: 'auto',
      automatic: true,
      minimum: 0,
      maximum: 16,
    },
    grow: {
      type: 'number',
      title: 'Box margin',
      description: 'Grows the confining box by this share of its size on every side.',
      default: 0,
      minimum: 0,
      maximum: 2,
    },
    starts: {
      type: 'integer',
      title: 'Competing starts',
      description: 'Number of rings tried in a box; the one with the shortest description wins.',
      default: 3,
      minimum: 1,
      maximum: 3,
      advanced: true,
    },
    distance: {
      type: 'integer',
      title: 'First distance',
      description:
        'Distance that a vertex may move at first, in pixels; it is halved after each iteration. 0 chooses it by the size of the domain.',
      default: 0,
      minimum: 0,
      maximum: 4096,
      advanced: true,
    },
    minimumLength: {
      type: 'integer',
      title: 'Shortest edge to split',
      description:
        'Edges longer than this, in pixels, get a vertex in their middle. 0 chooses it by the size of the start, from 3 to 8.',
      default: 0,
      minimum: 0,
      maximum: 1024,
    },
    prune: {
      type: 'boolean',
      title: 'Prune vertices',
      description: 'Removes vertices without which the description is shorter.',
      default: true,
    },
    contourWeight: {
      type: 'number',
      title: 'Smoothness',
      description: "Weight of the contour's description length: higher gives fewer vertices.",
      default: 1,
      minimum: 0,
      maximum: 64,
    },
    lengthCost: {
      type: 'number',
      title: 'Length cost',
      description:
        'Cost of each pixel of the outline’s length, in nats: higher gives smoother outlines. Auto takes 0 where samples are independent, else 2, or ln 3 for found objects.',
      default: 'auto',
      automatic: true,
      minimum: 0,
      maximum: 64,
    },
    tables: {
      type: 'string',
      title: 'Prefix tables',
      description:
        'Sums at some of the columns, or at each column by the kernels of the paper. The latter take more memory; the contour is the same.',
      default: 'strided',
      enum: tableForms,
      advanced: true,
    },
    // The default: one per 45 × 45 pixels of the largest view that is searched at once, which has 2²³ pixels.
    objects: {
      type: 'integer',
      title: 'Most objects',
      description: 'Largest number of objects that an automatic start finds.',
      default: 4096,
      minimum: 1,
      maximum: 65536,
      advanced: true,
    },
  },
};

/** `auto`: chosen from the samples (`weighing/weights.ts`). */
export type Automatic = number | 'auto';

/** The snake's parameters, checked, with the schema's defaults for those that a request leaves out. */
export interface SnakeParameters {
  readonly channel: string;
  readonly model: 'auto' | 'exponential' | keyof typeof Model;
  readonly order: number;
  readonly polarity: keyof typeof polarities;
  readonly confine: boolean;
  readonly boxPrior: Automatic;
  readonly grow: number;
  readonly starts: number;
  readonly distance: number;
  readonly minimumLength: number;
  readonly prune: boolean;
  readonly contourWeight: number;
  readonly lengthCost: Automatic;
  readonly tables: (typeof tableForms)[number];
  readonly objects: number;
}

/** Reads parameters already checked against the schema. */
export const readParameters = (given: Parameters): SnakeParameters => {
  const of = <Name extends keyof SnakeParameters>(name: Name): unknown =>
    given[name] ?? schema.properties[name]!.default;
  return {
    channel: String(of('channel')),
    model: modelOf(String(of('model'))),
    order: Number(of('order')),
    polarity: polarityOf(String(of('polarity'))),
    confine: of('confine') === true,
    boxPrior: automatic(of('boxPrior')),
    grow: Number(of('grow')),
    starts: Number(of('starts')),
    distance: Number(of('distance')),
    minimumLength: Number(of('minimumLength')),
    prune: of('prune') === true,
    contourWeight: Number(of('contourWeight')),
    lengthCost: automatic(of('lengthCost')),
    tables: tableForms.find((form) => form === of('tables')) ?? 'strided',
    objects: Number(of('objects')),
  };
};

const automatic = (value: unknown): Automatic => (value === 'auto' ? 'auto' : Number(value));

const modelOf = (name: string): SnakeParameters['model'] => {
  for (const model of Object.keys(Model) as (keyof typeof Model)[]) if (model === name) return model;
  return name === 'exponential' ? 'exponential' : 'auto';
};

const polarityOf = (name: string): SnakeParameters['polarity'] =>
  name === 'brighter' || name === 'darker' ? name : 'any';
