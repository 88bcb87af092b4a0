import type { AlgorithmSchema, Parameters } from '../algorithm/algorithm.js';
import { channelParameter } from '../algorithm/channel-parameter.js';
import { Model, type polarities } from './kernels/shared/layout.js';
import { tableForms } from './tables/tables.js';

/** The parameters of the snake, for the panel and the checks. */
export const schema: AlgorithmSchema = {
  type: 'object',
  presets: {
    /** Perrot et al. 2011: two Gaussians alone, edges of more than 32 pixels split, one start, nothing pruned. */
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
      description:
        'The defaults below, or the settings of the paper on the snake, without a prior and without pruning.',
      default: 'standard',
      enum: ['standard', 'paper'],
    },
    channel: channelParameter('What the snake looks at', { default: 'auto', planes: true, codes: true }),
    model: {
      type: 'string',
      title: 'Noise model',
      description:
        'The distribution of the samples in each region. Auto takes the one that describes independent samples most briefly, and Gaussians of a common variance where neighbours are alike; gaussian gives each region a variance of its own.',
      default: 'auto',
      enum: ['auto', 'common', 'gaussian', 'poisson', 'gamma', 'exponential', 'rayleigh', 'bernoulli', 'categorical'],
    },
    order: {
      type: 'number',
      title: 'Looks',
      description:
        'Order of the gamma and Rayleigh noise models: the number of looks of a SAR image. A model that was found by itself brings its own.',
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
      description: 'Keeps the vertices within the drawn box; without it they may go anywhere in the domain.',
      default: true,
    },
    boxPrior: {
      type: 'number',
      title: 'Trust in the box',
      description:
        'How much the snake believes that the object nearly fills the drawn box, in nats a pixel; 0 lets the samples alone decide, which auto does where they are independent.',
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
      description: 'Rings tried in a box; the one with the shortest description wins.',
      default: 3,
      minimum: 1,
      maximum: 3,
      advanced: true,
    },
    distance: {
      type: 'integer',
      title: 'First distance',
      description: 'Pixels a vertex may move at first, halved after each iteration; 0 chooses it from the domain.',
      default: 0,
      minimum: 0,
      maximum: 4096,
      advanced: true,
    },
    minimumLength: {
      type: 'integer',
      title: 'Shortest edge to split',
      description:
        'Edges longer than this, in pixels, get a vertex in their middle; 0 chooses it from the start: 3 to 8.',
      default: 0,
      minimum: 0,
      maximum: 1024,
    },
    prune: {
      type: 'boolean',
      title: 'Prune vertices',
      description: 'Removes vertices that do not earn their description length.',
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
        'What each pixel of the outline costs, in nats, counted along x and y: higher gives calmer outlines. Auto takes none where samples are independent.',
      default: 'auto',
      automatic: true,
      minimum: 0,
      maximum: 64,
    },
    tables: {
      type: 'string',
      title: 'Prefix tables',
      description:
        'A sum at some of the columns, or at each of them by the kernels of the paper, which takes more memory: the same contour.',
      default: 'strided',
      enum: tableForms,
      advanced: true,
    },
    objects: {
      type: 'integer',
      title: 'Most objects',
      description: 'How many objects an automatic start may find.',
      default: 128,
      minimum: 1,
      maximum: 65536,
      advanced: true,
    },
  },
};

/** `auto`: as the samples ask for (`weighing/weights.ts`). */
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
